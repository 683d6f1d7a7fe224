/* SPDX-License-Identifier: MIT */
/* A clock and a source of random bytes that do what a test says. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "vectors.h"

/* The clock reads `now`, which the test moves; after each reading it moves by
 * `tick_ns` of itself. It fails while `clock_status` is not GUIDON_OK. */
struct script {
    guidon_time now;
    uint64_t tick_ns;
    guidon_status clock_status;
    uint64_t readings;

    /* A fixed stream: the same seed gives the same bytes. `fill`, where it is
     * not negative, stands for every byte. Draw number `fails_at`, from 1, and
     * all after it fail while it is not 0. */
    uint64_t seed;
    int fill;
    uint64_t draws;
    uint64_t fails_at;
};

struct script script_at(int64_t seconds, uint32_t nanoseconds);
/* Move the clock, back too. */
void script_move(struct script *script, int64_t ns);

guidon_status script_clock(void *context, guidon_time *now);
guidon_status script_random(void *context, void *out, size_t len);

/* Options of `kind` that take time and randomness from the script. */
guidon_options script_options(struct script *script, guidon_kind kind);
/* A generator; fails the test if it cannot be had. */
guidon_generator *script_generator(const guidon_options *options);

#endif
