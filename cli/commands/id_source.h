/* SPDX-License-Identifier: MIT */
/* Ids out of a generator, as the options of `guidon new` ask for them. */
#ifndef CLI_ID_SOURCE_H
#define CLI_ID_SOURCE_H

#include "../basics.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_source {
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
void id_source_seed(struct id_source *source, const char *text);

/* Make the generator that source->options describe. Else a message was given,
 * and the answer is the exit code. The maker must stay where it is. */
enum exit_code id_source_open(struct id_source *source);
/* The next `n` ids: all, or none where the answer is a failure. */
guidon_status id_source_next(guidon_id *out, size_t n,
                             struct id_source *source);
/* Say why there was no id. */
enum exit_code id_source_refuse(const struct id_source *source,
                                guidon_status status);
void id_source_close(struct id_source *source);

#endif
