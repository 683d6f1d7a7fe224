/* SPDX-License-Identifier: MIT */
/* The characters of UTF-8, and how to tell UTF-16 from it. */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* What utf8_point returns if the bytes are not UTF-8. */
#define UTF8_NONE 0xffffffffu

/* The code point of the character at `text`, of which `len` bytes follow, at
 * least one. Sets `*n` to the length of the character. UTF8_NONE, with `*n` 1, if
 * the bytes are not UTF-8, for example overlong, a surrogate or above U+10FFFF
 * (RFC 3629, 4). */
unsigned utf8_point(size_t *n, const char *text, size_t len);

/* Is the text UTF-16? It begins with the mark of UTF-16, or every second byte is
 * NUL, as in ASCII that is written so. */
bool utf8_is_utf16(const char *text, size_t len);
/* Does the text begin with the mark of UTF-16? */
bool utf8_begins_utf16(const char *text, size_t len);
/* What to say of such a text. */
#define UTF16_HINT                                                             \
  "the text is UTF-16 (convert it first: iconv -f UTF-16 -t UTF-8)"

#endif
