/* SPDX-License-Identifier: MIT */
/* Patterns: descriptions of the forms that are hex digits among marks. */
#ifndef GDN_TEXT_PATTERN_H
#define GDN_TEXT_PATTERN_H

#include "../core/private.h"

#include <guidon/status.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/*
 * In a pattern
 *   h       is the next hex digit, read in either case;
 *   A .. Z  is that letter, written in lower case and read in either case;
 *   others  are themselves.
 * A pattern has an even number of h and at most 32: two for each byte. For
 * example, "URN:hh" writes "urn:1f" and reads "Urn:1F" too.
 */

/* Writes `bytes` with the sixteen `digits`. Returns the pattern's length. */
size_t gdn_pattern_write(char *out, const char *pattern, const char *digits,
                         const unsigned char *bytes);

/* Reads the bytes of a pattern. A wrong length is reported before a wrong
 * character. */
guidon_status gdn_pattern_read(unsigned char *out, const char *pattern,
                               const char *text, size_t len, size_t *bad_at);

GDN_PRIVATE_END

#endif
