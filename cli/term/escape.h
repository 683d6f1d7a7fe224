/* SPDX-License-Identifier: MIT */
/* Text from outside, as it may be shown on a terminal. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include <stddef.h>
#include <string.h>

/* Write `len` bytes of text: printable ASCII as it is, any other byte as \xNN,
 * so that no text can steer a terminal; cut, with "...", to what `out` holds.
 * Returns `out`. */
#define SHOWN_MAX 512
const char *shown_write(char out[SHOWN_MAX], const char *text, size_t len);

/* The same of a string, good to the end of the block it stands in. */
#define SHOWN(text) shown_write((char[SHOWN_MAX]){0}, text, strlen(text))

#endif
