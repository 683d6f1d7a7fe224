/* SPDX-License-Identifier: MIT */
/* Forms that are hex digits among marks, spelt as patterns. */
#ifndef GDN_TEXT_PATTERN_H
#define GDN_TEXT_PATTERN_H

#include "../core/private.h"

#include <guidon/status.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/*
 * In a pattern,
 *   h       is the next hex digit, read in either case;
 *   A .. Z  is that letter, written in lower case and read in either;
 *   others  are themselves.
 * It has an even number of h, 32 at most: two for each byte.
 */

/* Write `bytes` with the sixteen `digits`; returns the pattern's length. */
size_t gdn_pattern_write(char *out, const char *pattern, const char *digits,
                         const unsigned char *bytes);

/* Read as many bytes as the pattern has. The length is looked at first. */
guidon_status gdn_pattern_read(unsigned char *out, const char *pattern,
                               const char *text, size_t len, size_t *bad_at);

GDN_PRIVATE_END

#endif
