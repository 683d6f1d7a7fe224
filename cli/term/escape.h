/* SPDX-License-Identifier: MIT */
/* Makes text from outside safe to show on a terminal. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include <stddef.h>
#include <string.h>

/* Copy `len` bytes of text to `out`, with \xNN for each byte that is not
 * printable ASCII, so that no text can control the terminal. Text that is too
 * long ends in "...". Returns `out`. */
#define ESCAPED_MAX 512
const char *escape_write(char out[ESCAPED_MAX], const char *text, size_t len);

/* The same for a string. The result is valid in the enclosing block. */
#define ESCAPED(text) escape_write((char[ESCAPED_MAX]){0}, text, strlen(text))

#endif
