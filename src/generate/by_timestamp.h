/* SPDX-License-Identifier: MIT */
/* The steps of kinds whose sort key is a timestamp: version 7 precise, and
 * version 8 with a prefix. */
#ifndef GDN_GENERATE_BY_TIMESTAMP_H
#define GDN_GENERATE_BY_TIMESTAMP_H

#include "../clock/clock.h"
#include "../core/bytes.h"
#include "kind.h"
#include "next_fast.h"

/*
 * The sort key is a timestamp (clock/timestamp.h), and rises from id to id. The
 * state is {lo: the last key, hi: the highest clock reading}. A kind has a table
 * for each of these cases, and its own write():
 *
 *   precise    one thread, or a scope without reservations
 *   reserving  threads or processes that share the state and may reserve
 *              timestamps, see reserve/reservation.h
 *   coarse     a clock whose tick is longer than a nanosecond
 *
 * The functions are inline, so that each kind's fast path has the steps in it.
 */
#define GDN_BY_TIMESTAMP_FRACTION   (GDN_TIMESTAMP_PER_MS - 1)
#define GDN_BY_TIMESTAMP_RANDOM_LEN 8 /* the random bytes of an id */
/* One second, the farthest that ids run ahead of the clock. */
#define GDN_BY_TIMESTAMP_AHEAD_MAX (GDN_TIMESTAMP_PER_MS * 1000)

static inline uint64_t gdn_by_timestamp_last_ms(const struct gdn_plan *plan)
{
    return gdn_ms_of_timestamp(plan->next.lo);
}

/* The members of struct gdn_kind that these tables share. */
#define GDN_BY_TIMESTAMP_KIND(write_ids)                                       \
  .unit = GDN_UNIT_TIMESTAMP, .random_len = GDN_BY_TIMESTAMP_RANDOM_LEN,       \
  .has_state = true, .write = (write_ids), .last_ms = gdn_by_timestamp_last_ms

/* ------------------------------------------------------------------ precise */

/* Ids may run `ahead` of the clock. */
static inline enum gdn_verdict gdn_by_timestamp_plan(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    uint64_t ahead, const struct gdn_rules *rules)
{
    uint64_t highest = last->hi > now ? last->hi : now;
    uint64_t limit;

    plan->step = 1;
    switch (gdn_clock_relation(&plan->events, last->lo, last->hi, now, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        if (last->lo == UINT64_MAX) {
            return GDN_PLAN_EXHAUSTED_WAIT; /* there is no higher key */
        }
        plan->first.lo = last->lo + 1;
        break;
    case GDN_RELATION_AHEAD:
    case GDN_RELATION_RESTART:
        plan->first.lo = now;
        highest = now;
        break;
    }
    limit = gdn_limit(plan->events, highest, now, ahead, rules);
    if (plan->first.lo > limit) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n - 1, limit - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
    plan->next.hi = highest;
    return GDN_PLAN_OK;
}

static inline enum gdn_verdict gdn_by_timestamp_plan_precise(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    const struct gdn_rules *rules)
{
    return gdn_by_timestamp_plan(plan, last, now, n, GDN_BY_TIMESTAMP_AHEAD_MAX,
                                 rules);
}

/* ---------------------------------------------------------------- reserving */

/* The scopes PROCESS and HOST: threads share the state and may reserve
 * timestamps, see reserve/reservation.h. */

static inline enum gdn_verdict gdn_by_timestamp_plan_reserving(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    const struct gdn_rules *rules)
{
    struct gdn_u128 ended = gdn_reservation_ended(*last);

    return gdn_by_timestamp_plan_precise(plan, &ended, now, n, rules);
}

/* ------------------------------------------------------------------- coarse */

/*
 * A clock whose tick is longer than a nanosecond. All readings of a tick are the
 * same, so the low bits of the reading tell nothing. If ids began there, they would
 * have the same bits in every tick. Therefore the first id of a tick begins at a
 * random timestamp of the tick. The ids after it count on, as they do when a clock
 * stands still.
 *
 * If earlier ids ran ahead into the tick, the timestamps below them are taken:
 * then the first id begins between the last id and the end of the tick.
 *
 * A clock whose tick is said to be a whole number of milliseconds may read
 * fractions of a millisecond all the same, as a clock in JavaScript may. They do not
 * count, so that the first id of a millisecond has the millisecond of the reading.
 * The fractions of a tick of 1.5 ms or of 15.625 ms count.
 */

static inline enum gdn_verdict gdn_by_timestamp_plan_coarse(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    const struct gdn_rules *rules)
{
    uint64_t rest = rules->clock_span - UINT64_C(1);
    uint64_t begin = rules->clock_span & GDN_BY_TIMESTAMP_FRACTION
                         ? now
                         : now & ~GDN_BY_TIMESTAMP_FRACTION;
    uint64_t end = gdn_add_saturated(begin, rest); /* the last timestamp */
    struct gdn_u128 ended = gdn_reservation_ended(*last);
    enum gdn_verdict verdict = gdn_by_timestamp_plan(
        plan, &ended, begin, n, GDN_BY_TIMESTAMP_AHEAD_MAX + rest, rules);
    bool is_new_tick = begin > ended.hi || plan->events & GDN_EVENT_RESTART;

    if (verdict == GDN_PLAN_OK && is_new_tick && plan->first.lo < end) {
        plan->needs_seed = true;
        plan->next.lo = end; /* for gdn_by_timestamp_seed_coarse */
    }
    return verdict;
}

/* Begin at a random timestamp from first.lo to next.lo, which lie in one tick, so
 * they are at most 2^32 apart. The limit of the plan is at least a second later, so
 * all ids fit, except at the last timestamp. */
static inline void gdn_by_timestamp_seed_coarse(
    struct gdn_plan *plan, const unsigned char random[GDN_SEED_LEN],
    const struct gdn_rules *rules)
{
    (void)rules;
    plan->first.lo += /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero) */
        gdn_load_be64(random) % (plan->next.lo - plan->first.lo + 1);
    plan->n = gdn_at_most(plan->n - 1, UINT64_MAX - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
}

/* --------------------------------------------------------------- fast paths */

/* Write an id whose timestamp is known, with random bytes of the stream. */
static inline bool gdn_by_timestamp_write_reserved(guidon_id *out,
                                                   uint64_t timestamp,
                                                   const guidon_generator *g,
                                                   struct gdn_stream *stream,
                                                   const struct gdn_kind *kind)
{
    const struct gdn_plan plan = {.first.lo = timestamp, .step = 1, .n = 1};
    unsigned char random[GDN_BY_TIMESTAMP_RANDOM_LEN];

    gdn_stream_consume(stream, random, sizeof random);
    kind->write(out, &plan, random, &g->rules);
    return true;
}

/* Make an id with a new reservation, or without a reservation by a swap of the
 * state. An empty random buffer is refilled here, so that it does not end a
 * reservation. */
static inline bool gdn_by_timestamp_next_unreserved(guidon_id *out,
                                                    guidon_generator *g,
                                                    struct gdn_stream *stream,
                                                    const struct gdn_kind *kind)
{
    struct gdn_reserving *reserving = &g->reserving;
    struct gdn_atomic128 *state = gdn_generator_state(g);
    struct gdn_u128 last;
    uint64_t now, timestamp;

    if (gdn_stream_reserve(stream, GDN_BY_TIMESTAMP_RANDOM_LEN) != GUIDON_OK) {
        return false;
    }
    if (gdn_reservation_timestamp(&timestamp, &reserving->reservation, state)) {
        return gdn_by_timestamp_write_reserved(out, timestamp, g, stream, kind);
    }
    last = gdn_atomic128_load(state);
    if (gdn_clock_timestamp(&now) != GUIDON_OK) {
        return false;
    }
    if ((gdn_reservation_may_begin(last, now) ||
         (reserving->share.published && gdn_reservation_may_join(last, now))) &&
        gdn_reservation_begin(&timestamp, &reserving->reservation,
                              &reserving->clock, state, &reserving->share)) {
        return gdn_by_timestamp_write_reserved(out, timestamp, g, stream, kind);
    }
    return gdn_next_fast_at(out, g, stream, kind, last, now);
}

/* Make an id with a timestamp of a reservation that goes on. False if there is
 * none, or not enough random bytes. */
static inline bool gdn_by_timestamp_next_reserved(guidon_id *out,
                                                  guidon_generator *g,
                                                  struct gdn_stream *stream,
                                                  const struct gdn_kind *kind)
{
    uint64_t timestamp;

    return stream->left >= GDN_BY_TIMESTAMP_RANDOM_LEN &&
           gdn_reservation_timestamp(&timestamp, &g->reserving.reservation,
                                     gdn_generator_state(g)) &&
           gdn_by_timestamp_write_reserved(out, timestamp, g, stream, kind);
}

/* Define `name`, the next_fast of a `table` with reservations. What it does
 * without one is `unreserved`, a call, so that `name` needs no stack. */
#define GDN_BY_TIMESTAMP_FAST_PATH_RESERVED(name, unreserved, table)           \
  GDN_OUT_OF_LINE static bool unreserved(guidon_id *out, guidon_generator *g,  \
                                         struct gdn_stream *stream)            \
  {                                                                            \
    return gdn_by_timestamp_next_unreserved(out, g, stream, &(table));         \
  }                                                                            \
  GDN_FLATTEN static bool name(guidon_id *out, guidon_generator *g,            \
                               struct gdn_stream *stream)                      \
  {                                                                            \
    return gdn_by_timestamp_next_reserved(out, g, stream, &(table)) ||         \
           unreserved(out, g, stream);                                         \
  }

/* gdn_next_fast with a seed, because nearly every id of a clock that ticks in
 * microseconds needs one. */
static inline bool gdn_by_timestamp_next_coarse(guidon_id *out,
                                                guidon_generator *g,
                                                struct gdn_stream *stream,
                                                const struct gdn_kind *kind)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_plan plan = {.n = 0};
    unsigned char seed[GDN_SEED_LEN];
    uint64_t now;

    if (stream->left < sizeof seed + GDN_BY_TIMESTAMP_RANDOM_LEN) {
        return false;
    }
    if (gdn_generator_timestamp(&now, g) != GUIDON_OK) {
        return false;
    }
    if (gdn_by_timestamp_plan_coarse(&plan, &last, now, 1, &g->rules) !=
        GDN_PLAN_OK) {
        return false;
    }
    if (plan.events != 0) {
        return false;
    }
    if (plan.needs_seed) {
        gdn_stream_consume_buffered(stream, seed, sizeof seed);
        gdn_by_timestamp_seed_coarse(&plan, seed, &g->rules);
    }
    if (!gdn_generator_swap(g, &last, plan.next)) {
        return false;
    }
    gdn_next_fast_write(out, &plan, g, stream, kind);
    return true;
}

#endif
