/* SPDX-License-Identifier: MIT */
/* A clock and a random source that a test controls. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "vectors.h"

/* The clock returns `now`, which the test may change. Each reading advances it
 * by `tick_ns`. It fails while `clock_status` is not GUIDON_OK. */
struct script {
    guidon_time now;
    uint64_t tick_ns;
    guidon_status clock_status;
    uint64_t readings;

    /* The random bytes: the same seed gives the same bytes. If `fill` is not
     * negative, every byte has that value. If `fails_at` is not 0, the read
     * with that number, counted from 1, and all later ones fail. */
    uint64_t seed;
    int fill;
    uint64_t draws;
    uint64_t fails_at;
};

struct script script_at(int64_t seconds, uint32_t nanoseconds);
/* Move the clock by `ns`, which may be negative. */
void script_move(struct script *script, int64_t ns);

guidon_status script_clock(void *context, guidon_time *now);
guidon_status script_random(void *context, void *out, size_t len);

/* Options for `kind` with the script as clock and random source. */
guidon_options script_options(struct script *script, guidon_kind kind);
/* Let the options have random bytes, or the time, of the system again. */
void script_no_random(guidon_options *options);
void script_no_clock(guidon_options *options);
/* A generator with these options. The test fails if there is none. */
guidon_generator *script_generator(const guidon_options *options);

#endif
