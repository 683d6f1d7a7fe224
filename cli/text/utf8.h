/* SPDX-License-Identifier: MIT */
/* The characters of UTF-8. */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stddef.h>

/* What utf8_point returns if the bytes are not UTF-8. */
#define UTF8_NONE 0xffffffffu

/* The code point of the character at `text`, of which `len` bytes follow, at
 * least one. Sets `*n` to the length of the character. UTF8_NONE, with `*n` 1, if
 * the bytes are not UTF-8, for example overlong, a surrogate or above U+10FFFF
 * (RFC 3629, 4). */
unsigned utf8_point(size_t *n, const char *text, size_t len);

#endif
