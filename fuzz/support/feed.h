/* SPDX-License-Identifier: MIT */
/* A clock and random bytes that the fuzzer controls. They record their
 * results. */
#ifndef FEED_H
#define FEED_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The clock fails for a call that reads it more often, so that a generator that
 * waits for a stopped clock comes to an end. */
#define FEED_READINGS 24

struct feed {
    guidon_time now;
    int64_t step_ns; /* added to the clock after each reading */
    uint64_t seed;
    int fill; /* value of every random byte; -1: bytes from the seed */

    /* The reading and the read that fail in this call, counted from 1; 0:
     * none. */
    unsigned clock_fails_at, draw_fails_at;
    guidon_status clock_status, draw_status;

    /* The events of this call. */
    unsigned n_readings, n_draws;
    guidon_time readings[FEED_READINGS];
    guidon_status clock_failed, draw_failed; /* GUIDON_OK: none failed */
};

/* Reset the events before each call. */
void feed_begin(struct feed *feed);
/* Move the clock, at most to the ends of its range. */
void feed_move(struct feed *feed, int64_t ns);

guidon_status feed_clock(void *context, guidon_time *now);
guidon_status feed_random(void *context, void *out, size_t len);

#endif
