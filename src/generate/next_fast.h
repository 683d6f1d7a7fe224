/* SPDX-License-Identifier: MIT */
/* The fast path of guidon_next and guidon_new: one id, the kind's steps inline.
 */
#ifndef GDN_GENERATE_NEXT_FAST_H
#define GDN_GENERATE_NEXT_FAST_H

#include "generator.h"

/* Put this before the definition of a kind's `next_fast`. The compiler then
 * inlines all of gdn_next_fast there. Because `kind` is a constant there, it
 * also inlines the kind's steps. */
#if defined(__GNUC__)
#  define GDN_FLATTEN __attribute__((flatten))
#else
#  define GDN_FLATTEN
#endif

/* Finish gdn_next_fast. The clock reading `now` was made after `last` was read.
 */
static inline bool gdn_next_fast_at(guidon_id *out, guidon_generator *g,
                                    struct gdn_stream *stream,
                                    const struct gdn_kind *kind,
                                    struct gdn_u128 last, uint64_t now)
{
    struct gdn_plan plan = {.n = 0};
    unsigned char random[16];

    if (stream->left < kind->random_len) {
        return false;
    }
    if (kind->plan(&plan, &last, now, 1, &g->rules) != GDN_PLAN_OK ||
        plan.needs_seed || plan.events != 0) {
        return false;
    }
    if (kind->has_state && !gdn_generator_swap(g, &last, plan.next)) {
        return false;
    }
    if (kind->random_len > 0) {
        gdn_stream_consume(stream, random, kind->random_len);
    }
    plan.n = 1;
    plan.node = gdn_generator_node(g);
    kind->write(out, &plan, random, &g->rules);
    return true;
}

/* Make one id as guidon_next_many does, for a generator whose `fast_ok` is
 * true. Everything that can fail comes before the swap. */
static inline bool gdn_next_fast(guidon_id *out, guidon_generator *g,
                                 struct gdn_stream *stream,
                                 const struct gdn_kind *kind)
{
    struct gdn_u128 last = {0, 0};
    uint64_t now = 0;

    if (kind->has_state) {
        last = gdn_atomic128_load(gdn_generator_state(g));
    }
    if (kind->unit != GDN_UNIT_NONE) {
        if (gdn_generator_timestamp(&now, g) != GUIDON_OK) {
            return false;
        }
        now = gdn_unit_of_timestamp(now, kind->unit);
    }
    return gdn_next_fast_at(out, g, stream, kind, last, now);
}

#endif
