/* SPDX-License-Identifier: MIT */
/* clocks.h - time and randomness; tests link another clocks.c */
#ifndef GUIDON_NODE_CLOCKS_H
#define GUIDON_NODE_CLOCKS_H

#include <stddef.h>
#include <stdint.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

/* guidon_monotonic_now, which counts sleep. Ends the program if it fails. */
int64_t clocks_monotonic_ns(void);

/* Unix milliseconds, as ids contain them. */
int64_t clocks_wall_ms(void);

/* Random bytes from the kernel. Ends the program if it fails. */
void clocks_random(void *out, size_t len);

/* A random number below `n`, which is not 0. */
uint32_t clocks_random_below(uint32_t n);

#endif
