/* SPDX-License-Identifier: MIT */
/* The fast path of guidon_next and guidon_new: one id, the kind's steps inline.
 */
#ifndef GDN_GENERATE_NEXT_FAST_H
#define GDN_GENERATE_NEXT_FAST_H

#include "generator.h"

/* Put this before the definition of a fast path. The compiler then inlines all
 * that the fast path calls. Because `kind` is a constant there, it also inlines
 * the kind's steps. A build for size does without. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#  define GDN_FLATTEN __attribute__((flatten))
#else
#  define GDN_FLATTEN
#endif

/* Define `name`, a kind's next_fast (which returns bool) or next_thread (a
 * status): the function `path` of this file or of by_timestamp.h, with the steps
 * of `table` inlined. */
#define GDN_FAST_PATH(returns, name, path, table)                              \
  GDN_FLATTEN static returns name(guidon_id *out, guidon_generator *g,         \
                                  struct gdn_stream *stream)                   \
  {                                                                            \
    return path(out, g, stream, &(table));                                     \
  }

GDN_PRIVATE_BEGIN

/* guidon_next, for next_thread. */
guidon_status gdn_next(guidon_id *out, guidon_generator *g);

/* guidon_next_many for a generator whose ids have a prefix, with another prefix of the
 * same length. */
guidon_status gdn_next_many_prefixed(guidon_id *out, size_t n,
                                     guidon_generator *g, uint32_t prefix);

GDN_PRIVATE_END

/*
 * Plan one id, if nothing is in the way. The three tests are separate. If they
 * are one condition, a compiler may read several members of the plan with one
 * load that is wider than the stores that have just written them. Such a load
 * waits until those stores have reached the cache (tests/generate/stalls.py finds it).
 */
static inline bool gdn_next_fast_plan(struct gdn_plan *plan,
                                      const struct gdn_u128 *last, uint64_t now,
                                      const struct gdn_kind *kind,
                                      const struct gdn_rules *rules)
{
    if (kind->plan(plan, last, now, 1, rules) != GDN_PLAN_OK) {
        return false;
    }
    if (plan->needs_seed) {
        return false;
    }
    if (plan->events != 0) {
        return false;
    }
    return true;
}

/* Write the id of a plan whose state is in place. */
static inline void gdn_next_fast_write(guidon_id *out, struct gdn_plan *plan,
                                       const guidon_generator *g,
                                       struct gdn_stream *stream,
                                       const struct gdn_kind *kind)
{
    unsigned char random[16];

    if (kind->random_len > 0) {
        gdn_stream_consume_buffered(stream, random, kind->random_len);
    }
    plan->n = 1;
    kind->write(out, plan, random, &g->rules);
}

/* Finish gdn_next_fast. The clock reading `now` was made after `last` was read.
 */
static inline bool gdn_next_fast_at(guidon_id *out, guidon_generator *g,
                                    struct gdn_stream *stream,
                                    const struct gdn_kind *kind,
                                    struct gdn_u128 last, uint64_t now)
{
    struct gdn_plan plan = {.n = 0};

    if (stream->left < kind->random_len) {
        return false;
    }
    gdn_generator_give_node(&plan, g, kind);
    if (!gdn_next_fast_plan(&plan, &last, now, kind, &g->rules)) {
        return false;
    }
    if (kind->has_state && !gdn_generator_swap(g, &last, plan.next)) {
        return false;
    }
    gdn_next_fast_write(out, &plan, g, stream, kind);
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

/*
 * The same for a kind with a clock, in a generator of scope THREAD that never
 * expires: the state is the generator's own, so a store replaces it. Returns
 * false too if the thread's clock must read the wall clock. So this function
 * calls no other, and a compiler keeps all its variables in registers.
 */
static inline bool gdn_next_fast_thread(guidon_id *out, guidon_generator *g,
                                        struct gdn_stream *stream,
                                        const struct gdn_kind *kind)
{
    struct gdn_plan plan = {.n = 0};
    struct gdn_u128 last = {0, 0};
    uint64_t timestamp;

    if (kind->has_state) {
        last = gdn_atomic128_load(&g->own_state);
    }
    if (stream->left < kind->random_len) {
        return false;
    }
    gdn_generator_give_node(&plan, g, kind);
    if (!gdn_clock_timestamp_extrapolate(&timestamp, &g->thread_clock) ||
        !gdn_next_fast_plan(&plan, &last,
                            gdn_unit_of_timestamp(timestamp, kind->unit), kind,
                            &g->rules)) {
        return false;
    }
    if (kind->has_state) {
        gdn_atomic128_store(&g->own_state, plan.next);
    }
    gdn_next_fast_write(out, &plan, g, stream, kind);
    return true;
}

/* A kind's next_thread. The slow path is a tail call, so the fast path needs no
 * stack. */
static inline guidon_status gdn_next_thread(guidon_id *out, guidon_generator *g,
                                            struct gdn_stream *stream,
                                            const struct gdn_kind *kind)
{
    return gdn_next_fast_thread(out, g, stream, kind) ? GUIDON_OK
                                                      : gdn_next(out, g);
}

#endif
