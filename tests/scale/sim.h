/* SPDX-License-Identifier: MIT */
/* Machines of a fleet whose clocks differ: each has a generator of its own, with
 * an injected clock and injected random bits. */
#ifndef SIM_H
#define SIM_H

#include "random.h"
#include <guidon.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define START_S 1767225600 /* 2026-01-01T00:00:00Z, where true time begins */

typedef struct machine {
    guidon_generator *generator;
    double error_ns; /* how far the clock is ahead of true time */
    double true_ns;  /* since START_S */
    uint64_t seed;
} machine;

static inline void need(bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

static inline void ok(guidon_status status)
{
    need(status == GUIDON_OK, guidon_status_text(status));
}

/* A number of the normal distribution (Box and Muller). */
static inline double normal(uint64_t *seed)
{
    double u = ((double)(draw(seed) >> 11) + 1) / 9007199254740993.0;
    double v = (double)(draw(seed) >> 11) / 9007199254740992.0;

    return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static inline guidon_status machine_clock(void *context, guidon_time *now)
{
    const machine *m = context;
    double ns = m->true_ns + m->error_ns, seconds = floor(ns / 1e9);

    now->seconds = START_S + (int64_t)seconds;
    now->nanoseconds = (uint32_t)(ns - seconds * 1e9);
    return GUIDON_OK;
}

static inline guidon_status machine_random(void *context, void *out, size_t len)
{
    machine *m = context;

    draw_bytes(out, len, &m->seed);
    return GUIDON_OK;
}

/* Make a machine whose generator has these options, but the injected clock and
 * random bits. The machine must stay where it is, because its generator refers to
 * it. */
static inline void machine_new(machine *m, guidon_options options,
                               double error_ns, uint64_t *seed)
{
    options.random = GUIDON_RANDOM_CALLBACK;
    options.random_fn = machine_random;
    options.random_context = m;
    options.clock_fn = machine_clock;
    options.clock_context = m;
    *m = (machine){.error_ns = error_ns, .seed = draw(seed)};
    ok(guidon_generator_new(&m->generator, &options));
}

static inline void machine_free(machine *m)
{
    guidon_generator_free(m->generator);
}

/* The id that a machine makes at a true time. */
static inline guidon_id id_at(machine *m, double true_ns)
{
    guidon_id id;

    m->true_ns = true_ns;
    ok(guidon_next(&id, m->generator));
    return id;
}

#endif
