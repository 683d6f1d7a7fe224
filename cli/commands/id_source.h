/* SPDX-License-Identifier: MIT */
/* A generator with the options of `guidon new`. */
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
    bool fixed;     /* the clock reads `at` instead of the time */
    guidon_time at; /* advances by `step_ms` at each reading */
    unsigned step_ms;
    bool seeded; /* random bytes come from `seed` */
    uint64_t seed;
};

/* Take random bytes from a sequence that depends only on `text`. */
void id_source_seed(struct id_source *source, const char *text);

/* Make the generator that source->options describe. On failure, write a message
 * and return its exit code. Do not move *source while it is open. */
enum exit_code id_source_open(struct id_source *source);
/* Make the next `n` ids: all of them, or none on failure. */
guidon_status id_source_next(guidon_id *out, size_t n,
                             struct id_source *source);
/* After GUIDON_E_OVERFLOW: does waiting help? True of version 2 with the
 * system's clock: its generator returns the error instead of waiting for minutes,
 * so that the command can write what it has and say why it waits. */
bool id_source_may_wait(const struct id_source *source);
/* The seconds, rounded up, until the clock gives version 2 its next ids. */
unsigned id_source_wait_s(void);
/* Write the message for a failure and return its exit code. */
enum exit_code id_source_report(const struct id_source *source,
                                guidon_status status);
void id_source_close(struct id_source *source);

#endif
