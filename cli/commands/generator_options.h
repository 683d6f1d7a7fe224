/* SPDX-License-Identifier: MIT */
/* Ids out of a generator, as the options of `guidon new` ask for them. */
#ifndef CLI_GENERATOR_OPTIONS_H
#define CLI_GENERATOR_OPTIONS_H

#include "../basics.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct maker {
    guidon_options options;
    guidon_generator *generator;
    bool fixed; /* the clock reads `at`, and moves by `step_ms` at each reading
                 */
    guidon_time at;
    unsigned step_ms;
    bool seeded; /* randomness is a sequence that `seed` begins */
    uint64_t seed;
};

/* Begin a reproducible sequence: the same text, the same ids. */
void maker_seed(struct maker *maker, const char *text);

/* Make the generator that maker->options describe. Else a message was given,
 * and the answer is the exit code. The maker must stay where it is. */
enum exit_code maker_open(struct maker *maker);
/* The next `n` ids: all, or none where the answer is a failure. */
guidon_status maker_next(guidon_id *out, size_t n, struct maker *maker);
/* Say why there was no id. */
enum exit_code maker_refuse(const struct maker *maker, guidon_status status);
void maker_close(struct maker *maker);

#endif
