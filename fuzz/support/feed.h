/* SPDX-License-Identifier: MIT */
/* A clock and random bytes that do what a fuzzer says, and remember what they
 * answered. */
#ifndef FEED_H
#define FEED_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call that reads the clock more often is told that it failed: so a generator
 * that waits for a clock which stands still comes to an end. */
#define FEED_READINGS 24

struct feed {
    guidon_time now;
    int64_t step_ns; /* by which the clock moves after each reading */
    uint64_t seed;
    int fill; /* what every random byte is; -1: they come from the seed */

    /* What is to fail in this call, by number from 1; 0: nothing. */
    unsigned clock_fails_at, draw_fails_at;
    guidon_status clock_status, draw_status;

    /* What came to pass in this call. */
    unsigned n_readings, n_draws;
    guidon_time readings[FEED_READINGS];
    guidon_status clock_failed, draw_failed; /* GUIDON_OK: it did not */
};

/* Before each call. */
void feed_begin(struct feed *feed);
/* Move the clock; it stops at the ends of what it can tell. */
void feed_move(struct feed *feed, int64_t ns);

guidon_status feed_clock(void *context, guidon_time *now);
guidon_status feed_random(void *context, void *out, size_t len);

#endif
