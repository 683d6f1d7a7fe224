/* SPDX-License-Identifier: MIT */
/* One id by the shortest way: gdn_kind's steps, for its `one`. */
#ifndef GDN_GENERATE_ONE_H
#define GDN_GENERATE_ONE_H

#include "generator.h"

/* Before the definition of a kind's `one`: all of gdn_one is laid out in it,
 * where `kind` is a constant, so that its steps are no calls. */
#if defined(__GNUC__)
#  define GDN_LAID_OUT __attribute__((flatten))
#else
#  define GDN_LAID_OUT
#endif

/* The rest of gdn_one, by a reading of the clock that was made after one of the
 * cell. */
static inline bool gdn_one_at(guidon_id *out, guidon_generator *g,
                              struct gdn_stream *stream,
                              const struct gdn_kind *kind, struct gdn_pair last,
                              uint64_t now)
{
    struct gdn_plan plan = {.n = 0};
    unsigned char random[16];

    if (stream->left < kind->random_len) {
        return false;
    }
    if (kind->plan(&plan, &last, now, 1, &g->rules) != GDN_GO ||
        plan.needs_seed || plan.events != 0) {
        return false;
    }
    if (kind->has_state && !gdn_generator_move(g, &last, plan.next)) {
        return false;
    }
    if (kind->random_len > 0) {
        gdn_stream_take(stream, random, kind->random_len);
    }
    plan.n = 1;
    plan.node = gdn_generator_node(g);
    kind->write(out, &plan, random, &g->rules);
    return true;
}

/*
 * The same as a step of guidon_next_many, for a generator that is `plain`: what
 * may fail comes before the state is moved, and what comes after cannot fail.
 */
static inline bool gdn_one(guidon_id *out, guidon_generator *g,
                           struct gdn_stream *stream,
                           const struct gdn_kind *kind)
{
    struct gdn_pair last = {0, 0};
    uint64_t now = 0;

    if (kind->has_state) {
        last = gdn_cell_read(gdn_cell_of(g));
    }
    if (kind->unit != GDN_UNIT_NONE) {
        if (gdn_generator_stamp(&now, g) != GUIDON_OK) {
            return false;
        }
        now = gdn_unit_of_stamp(now, kind->unit);
    }
    return gdn_one_at(out, g, stream, kind, last, now);
}

#endif
