/* SPDX-License-Identifier: MIT */
/* The codec under the base32 forms, one id at a time. */
#ifndef GDN_TEXT_KERNELS_H
#define GDN_TEXT_KERNELS_H

#include "../core/private.h"

#include <guidon/id.h>
#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* What a byte is worth as a digit, either case; GDN_NO_DIGIT for all others. */
#define GDN_NO_DIGIT 0xffu
extern const unsigned char gdn_base32_value[256];

/* The digits in the order of their values; the last char is NUL. */
extern const char gdn_base32_lower[33];
extern const char gdn_base32_upper[33];

/*
 * A kernel that reads answers only whether the text is right, and leaves *out
 * as it was where it is not. Where it is wrong is looked for afterwards, once a
 * failure: the offset of the first wrong character, or 26 where all are
 * digits: then the text is 2^128 or more.
 */
void gdn_base32_format_scalar(char out[26], const guidon_id *id,
                              const char letters[32]);
bool gdn_base32_parse_scalar(guidon_id *out, const char text[26]);
size_t gdn_base32_bad_at(const char text[26]);

GDN_PRIVATE_END

#endif
