/* SPDX-License-Identifier: MIT */
/* clocks.h - time and randomness; tests link another clocks.c */
#ifndef GUIDON_NODE_CLOCKS_H
#define GUIDON_NODE_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

/* guidon_monotonic_now, which counts sleep. Ends the program if it fails. */
int64_t clocks_monotonic_ns(void);

/* Unix milliseconds, as ids contain them. */
int64_t clocks_wall_ms(void);

/* How far the wall clock is from the monotonic clock. It changes only if the wall
 * clock is set, or runs faster or slower. */
static inline int64_t clocks_apart_ms(void)
{
    return clocks_wall_ms() - clocks_monotonic_ns() / NS_PER_MS;
}

/* The milliseconds by which two clocks may differ before one counts as wrong: a
 * TTL, and at least the 10 s by which the clock of a generator may step back. */
static inline int64_t clocks_leeway_ms(int64_t ttl_s)
{
    return ttl_s > 10 ? ttl_s * 1000 : 10000;
}

/* Are two clocks right, of which one is ahead of the other by `ahead_ms`, or behind
 * it if that is negative? */
static inline bool clocks_agree(int64_t ahead_ms, int64_t ttl_s)
{
    const int64_t leeway_ms = clocks_leeway_ms(ttl_s);

    return ahead_ms >= -leeway_ms && ahead_ms <= leeway_ms;
}

/* Random bytes from the kernel. Ends the program if it fails. */
void clocks_random(void *out, size_t len);

/* A random number below `n`, which is not 0. */
uint32_t clocks_random_below(uint32_t n);

#endif
