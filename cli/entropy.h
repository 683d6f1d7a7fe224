/* SPDX-License-Identifier: MIT */
/* Random bytes from the kernel. */
#ifndef CLI_ENTROPY_H
#define CLI_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Fill `out` with `len` bytes of the kernel's generator. False, with a message,
 * if it gave none: nothing weaker stands in for it (R87, R95). */
bool entropy_fill(void *out, size_t len);

#endif
