/* SPDX-License-Identifier: MIT */
/* Text from outside, as it may be shown on a terminal. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include <stddef.h>
#include <string.h>

/* Write `len` bytes of text: printable ASCII as it is, any other byte as \xNN,
 * so that no text can steer a terminal; cut, with "...", to what `out` holds.
 * Returns `out`. */
#define ESCAPED_MAX 512
const char *escape_write(char out[ESCAPED_MAX], const char *text, size_t len);

/* The same of a string, good to the end of the block it stands in. */
#define ESCAPED(text) escape_write((char[ESCAPED_MAX]){0}, text, strlen(text))

#endif
