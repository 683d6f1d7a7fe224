/* SPDX-License-Identifier: MIT */
/* v7.c - version 7, in its four layouts. */
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "kinds.h"
#include "next_fast.h"
#include "options.h"
#include "sort_keys.h"

/*
 * Three of the layouts keep ids in order, by a sort key of 64 bits that rises
 * from id to id: 44 bits of milliseconds, then 20 bits that the layout defines.
 * An id consists of four zero bits, the key, and 54 random bits; the version
 * and the variant stand between the bits of the key. So ids compare as their
 * keys do.
 *
 *   precise    The 20 bits are the fraction of the millisecond. The key is a
 *              timestamp (clock/timestamp.h). If the clock's tick is longer than
 *              a nanosecond, the first id of a tick has a random timestamp of
 *              that tick.
 *   counter    The 20 bits count ids within the millisecond. They start at a
 *              random number below half their range (RFC 9562, section 6.2).
 *   increment  The 20 bits are the top of a 74-bit number that a random step
 *              raises. The step of each id adds 1 to 4 to the key, and the 54
 *              random bits below it change too. So the step is random but above
 *              zero, and the order of the ids depends only on the keys.
 *   unordered  No key: milliseconds and 74 random bits.
 *
 * State: lo is the last key. In the precise layout hi is the highest clock
 * reading.
 */
#define V7_FRACTION_MASK (GDN_TIMESTAMP_PER_MS - 1)
#define V7_SEED_MASK     (V7_FRACTION_MASK >> 1)
#define V7_STEP_MAX      4u
#define V7_RANDOM_LEN    8 /* the random bytes of an id with a key */
/* The smallest number of ids for which the vector kernel is faster. */
#define V7_VECTOR_MIN 8
/* One second, the farthest that ids run ahead of the clock. */
#define V7_AHEAD_MAX (GDN_TIMESTAMP_PER_MS * 1000)

static void v7_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    (void)rules;
    if (plan->n >= V7_VECTOR_MIN) {
        gdn_sort_keys(out, plan->first.lo, plan->step, random, plan->n);
    } else {
        gdn_sort_keys_scalar(out, plan->first.lo, plan->step, random, plan->n);
    }
}

/* Of the layouts with a key. */
static uint64_t v7_last_ms(const struct gdn_plan *plan)
{
    return gdn_ms_of_timestamp(plan->next.lo);
}

/* ------------------------------------------------------------------ precise */

/* Ids may run `ahead` of the clock. */
static inline enum gdn_verdict v7_plan_timestamp(struct gdn_plan *plan,
                                                 const struct gdn_u128 *last,
                                                 uint64_t now, size_t n,
                                                 uint64_t ahead,
                                                 const struct gdn_rules *rules)
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

static enum gdn_verdict v7_plan_precise(struct gdn_plan *plan,
                                        const struct gdn_u128 *last,
                                        uint64_t now, size_t n,
                                        const struct gdn_rules *rules)
{
    return v7_plan_timestamp(plan, last, now, n, V7_AHEAD_MAX, rules);
}

/* -------------------------------------------------------------------
 * reserved */

/* The precise layout in the scopes PROCESS and HOST: threads share the state
 * and may reserve timestamps, see reserve/reservation.h. */

static enum gdn_verdict v7_plan_reserving(struct gdn_plan *plan,
                                          const struct gdn_u128 *last,
                                          uint64_t now, size_t n,
                                          const struct gdn_rules *rules)
{
    struct gdn_u128 ended = gdn_reservation_ended(*last);

    return v7_plan_precise(plan, &ended, now, n, rules);
}

/* ------------------------------------------------------------------- coarse */

/*
 * The precise layout with a clock whose tick is longer than a nanosecond. All
 * readings of a tick are the same, so the low bits of the reading tell nothing.
 * If ids began there, they would have the same bits in every tick. Therefore the
 * first id of a tick begins at a random timestamp of the tick. The ids after it
 * count on, as they do when a clock stands still.
 *
 * If earlier ids ran ahead into the tick, the timestamps below them are taken:
 * then the first id begins between the last id and the end of the tick.
 *
 * A clock whose tick is a millisecond or longer may read fractions of a
 * millisecond all the same, as a clock in JavaScript may. They do not count, so
 * that the first id of a millisecond has the millisecond of the reading.
 */

static enum gdn_verdict v7_plan_coarse(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const struct gdn_rules *rules)
{
    uint64_t rest = rules->clock_span - UINT64_C(1);
    uint64_t begin = rest < V7_FRACTION_MASK ? now : now & ~V7_FRACTION_MASK;
    uint64_t end = gdn_add_saturated(begin, rest); /* the last timestamp */
    struct gdn_u128 ended = gdn_reservation_ended(*last);
    enum gdn_verdict verdict =
        v7_plan_timestamp(plan, &ended, begin, n, V7_AHEAD_MAX + rest, rules);
    bool is_new_tick = begin > ended.hi || plan->events & GDN_EVENT_RESTART;

    if (verdict == GDN_PLAN_OK && is_new_tick && plan->first.lo < end) {
        plan->needs_seed = true;
        plan->next.lo = end; /* for v7_seed_coarse */
    }
    return verdict;
}

/* Begin at a random timestamp from first.lo to next.lo. The limit of the plan
 * is at least a second later, so all ids fit, except at the last timestamp. */
static void v7_seed_coarse(struct gdn_plan *plan,
                           const unsigned char random[GDN_SEED_LEN],
                           const struct gdn_rules *rules)
{
    (void)rules;
    plan->first.lo +=
        gdn_load_be64(random) % (plan->next.lo - plan->first.lo + 1);
    plan->n = gdn_at_most(plan->n - 1, UINT64_MAX - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
}

/* ---------------------------------------------------- counter and increment */

static enum gdn_verdict v7_plan_counter(struct gdn_plan *plan,
                                        const struct gdn_u128 *last,
                                        uint64_t now, size_t n,
                                        const struct gdn_rules *rules)
{
    uint64_t step_max =
        rules->v7_layout == GUIDON_V7_INCREMENT ? V7_STEP_MAX : 1;
    uint64_t last_ms = last->lo & ~V7_FRACTION_MASK;
    uint64_t now_ms = now & ~V7_FRACTION_MASK;
    uint64_t room;

    /* The milliseconds never run ahead of the clock, so the last id's
     * millisecond is also the highest reading. */
    switch (
        gdn_clock_relation(&plan->events, last_ms, last_ms, now_ms, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        plan->first.lo = last->lo;
        break;
    case GDN_RELATION_AHEAD:
    case GDN_RELATION_RESTART:
        plan->first.lo = now_ms;
        plan->new_sequence = true;
        break;
    }
    room = V7_FRACTION_MASK -
           (plan->new_sequence ? V7_SEED_MASK : last->lo & V7_FRACTION_MASK);
    if (room < step_max) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n, room / step_max);
    plan->needs_seed = plan->new_sequence;
    plan->step = 1;
    if (!plan->needs_seed) {
        plan->first.lo += 1;
        plan->next.lo = last->lo + plan->n;
    }
    return GDN_PLAN_OK;
}

/* Only a new sequence asks for a seed. */
static void v7_seed_counter(struct gdn_plan *plan,
                            const unsigned char random[GDN_SEED_LEN],
                            const struct gdn_rules *rules)
{
    (void)rules;
    plan->first.lo += gdn_load_be64(random) & V7_SEED_MASK;
    plan->next.lo = plan->first.lo + (plan->n - 1);
}

/* How far the step of id `i` exceeds 1. The id's random bits leave out the first
 * ten bits of its random bytes. */
static uint64_t v7_extra_step(const unsigned char *random, size_t i)
{
    return random[V7_RANDOM_LEN * i] % V7_STEP_MAX;
}

/* The same, of all ids of a plan but the first. */
static uint64_t v7_extra_steps(const unsigned char *random, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 1; i < n; i++) {
        sum += v7_extra_step(random, i);
    }
    return sum;
}

static void v7_add_steps(struct gdn_plan *plan, const unsigned char *random)
{
    if (!plan->new_sequence) {
        plan->first.lo += v7_extra_step(random, 0);
    }
    plan->next.lo =
        plan->first.lo + (plan->n - 1) + v7_extra_steps(random, plan->n);
}

static void v7_write_increments(guidon_id *out, const struct gdn_plan *plan,
                                const unsigned char *random,
                                const struct gdn_rules *rules)
{
    uint64_t key = plan->first.lo;

    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        if (i > 0) {
            key += 1 + v7_extra_step(random, i);
        }
        gdn_sort_keys_scalar(&out[i], key, 1, random + V7_RANDOM_LEN * i, 1);
    }
}

/* ---------------------------------------------------------------- unordered */

static enum gdn_verdict v7_plan_unordered(struct gdn_plan *plan,
                                          const struct gdn_u128 *last,
                                          uint64_t now, size_t n,
                                          const struct gdn_rules *rules)
{
    (void)last;
    (void)rules;
    plan->first.lo = now;
    plan->n = n;
    return GDN_PLAN_OK;
}

static uint64_t v7_last_ms_unordered(const struct gdn_plan *plan)
{
    return plan->first.lo;
}

static void v7_write_unordered(guidon_id *out, const struct gdn_plan *plan,
                               const unsigned char *random,
                               const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        gdn_put_words(&out[i], 7,
                      plan->first.lo << 16 | gdn_load_be16(random + 10 * i),
                      gdn_load_be64(random + 10 * i + 2));
    }
}

/* --------------------------------------------------------------- fast paths */

/* Each fast path inlines the steps of its table, below. */
static const struct gdn_kind v7_reserving, v7_host, v7_coarse, v7_counter,
    v7_increment, v7_unordered;

GDN_FLATTEN static bool v7_next_fast_precise(guidon_id *out,
                                             guidon_generator *g,
                                             struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v7);
}

GDN_FLATTEN static guidon_status v7_next_thread_precise(
    guidon_id *out, guidon_generator *g, struct gdn_stream *stream)
{
    return gdn_next_thread(out, g, stream, &gdn_kind_v7);
}

GDN_FLATTEN static bool v7_next_fast_host(guidon_id *out, guidon_generator *g,
                                          struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &v7_host);
}

/* Write an id whose timestamp is known, with random bytes of the stream. */
static bool v7_write_reserved(guidon_id *out, uint64_t timestamp,
                              struct gdn_stream *stream)
{
    unsigned char random[V7_RANDOM_LEN];

    gdn_stream_consume(stream, random, sizeof random);
    gdn_sort_keys_scalar(out, timestamp, 1, random, 1);
    return true;
}

/* Make an id with a new reservation, or without a reservation by a swap of the
 * state. An empty random buffer is refilled here, so that it does not end a
 * reservation. */
GDN_OUT_OF_LINE static bool v7_next_unreserved(guidon_id *out,
                                               guidon_generator *g,
                                               struct gdn_stream *stream)
{
    struct gdn_reserving *reserving = &g->reserving;
    struct gdn_atomic128 *state = gdn_generator_state(g);
    struct gdn_u128 last;
    uint64_t now, timestamp;

    if (gdn_stream_reserve(stream, V7_RANDOM_LEN) != GUIDON_OK) {
        return false;
    }
    if (gdn_reservation_timestamp(&timestamp, &reserving->reservation, state)) {
        return v7_write_reserved(out, timestamp, stream);
    }
    last = gdn_atomic128_load(state);
    if (gdn_clock_timestamp(&now) != GUIDON_OK) {
        return false;
    }
    if ((gdn_reservation_may_begin(last, now) ||
         (reserving->share.published && gdn_reservation_may_join(last, now))) &&
        gdn_reservation_begin(&timestamp, &reserving->reservation,
                              &reserving->clock, state, &reserving->share)) {
        return v7_write_reserved(out, timestamp, stream);
    }
    return gdn_next_fast_at(out, g, stream, &v7_reserving, last, now);
}

GDN_FLATTEN static bool v7_next_fast_reserved(guidon_id *out,
                                              guidon_generator *g,
                                              struct gdn_stream *stream)
{
    uint64_t timestamp;

    if (stream->left >= V7_RANDOM_LEN &&
        gdn_reservation_timestamp(&timestamp, &g->reserving.reservation,
                                  gdn_generator_state(g))) {
        return v7_write_reserved(out, timestamp, stream);
    }
    return v7_next_unreserved(out, g, stream);
}

/* gdn_next_fast with a seed, because nearly every id of a clock that ticks in
 * microseconds needs one. */
GDN_FLATTEN static bool v7_next_fast_coarse(guidon_id *out, guidon_generator *g,
                                            struct gdn_stream *stream)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_plan plan = {.n = 0};
    unsigned char seed[GDN_SEED_LEN];
    uint64_t now;

    if (stream->left < sizeof seed + v7_coarse.random_len) {
        return false;
    }
    if (gdn_generator_timestamp(&now, g) != GUIDON_OK) {
        return false;
    }
    if (v7_plan_coarse(&plan, &last, now, 1, &g->rules) != GDN_PLAN_OK) {
        return false;
    }
    if (plan.events != 0) {
        return false;
    }
    if (plan.needs_seed) {
        gdn_stream_consume_buffered(stream, seed, sizeof seed);
        v7_seed_coarse(&plan, seed, &g->rules);
    }
    if (!gdn_generator_swap(g, &last, plan.next)) {
        return false;
    }
    gdn_next_fast_write(out, &plan, g, stream, &v7_coarse);
    return true;
}

GDN_FLATTEN static bool v7_next_fast_counter(guidon_id *out,
                                             guidon_generator *g,
                                             struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &v7_counter);
}

GDN_FLATTEN static bool v7_next_fast_unordered(guidon_id *out,
                                               guidon_generator *g,
                                               struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &v7_unordered);
}

/* ------------------------------------------------------------------- tables */

static const struct gdn_kind *v7_variant(const guidon_options *options)
{
    switch (options->v7_layout) {
    case GUIDON_V7_PRECISE:
        return gdn_clock_span(options) > 1           ? &v7_coarse
               : options->scope == GUIDON_SCOPE_HOST ? &v7_host
                                                     : &gdn_kind_v7;
    case GUIDON_V7_COUNTER:
        return &v7_counter;
    case GUIDON_V7_INCREMENT:
        return &v7_increment;
    case GUIDON_V7_UNORDERED:
        return &v7_unordered;
    }
    return NULL;
}

/* No layout has after_loss or after_clone: each id has 54 random bits of its
 * own, or 74. */

const struct gdn_kind gdn_kind_v7 = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .variant = v7_variant,
    .plan = v7_plan_precise,
    .write = v7_write,
    .next_fast = v7_next_fast_precise,
    .next_thread = v7_next_thread_precise,
    .reserving = &v7_reserving,
    .last_ms = v7_last_ms,
};

/* The precise layout in scope HOST, for a process that makes no reservations:
 * it shares the state with processes that do. */
static const struct gdn_kind v7_host = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .plan = v7_plan_reserving,
    .write = v7_write,
    .next_fast = v7_next_fast_host,
    .reserving = &v7_reserving,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
    .last_ms = v7_last_ms,
};

/* The precise layout, if threads can reserve timestamps. */
static const struct gdn_kind v7_reserving = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .plan = v7_plan_reserving,
    .write = v7_write,
    .next_fast = v7_next_fast_reserved,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
    .last_ms = v7_last_ms,
};

/* The precise layout in every scope, if the clock's tick is longer than a
 * nanosecond. */
static const struct gdn_kind v7_coarse = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .plan = v7_plan_coarse,
    .seed = v7_seed_coarse,
    .write = v7_write,
    .next_fast = v7_next_fast_coarse,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
    .last_ms = v7_last_ms,
};

static const struct gdn_kind v7_counter = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .plan = v7_plan_counter,
    .seed = v7_seed_counter,
    .write = v7_write,
    .next_fast = v7_next_fast_counter,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_COUNTER),
    .last_ms = v7_last_ms,
    .fast_keeps_ms = true,
};

static const struct gdn_kind v7_increment = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = V7_RANDOM_LEN,
    .has_state = true,
    .plan = v7_plan_counter,
    .seed = v7_seed_counter,
    .add_steps = v7_add_steps,
    .write = v7_write_increments,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_INCREMENT),
    .last_ms = v7_last_ms,
};

static const struct gdn_kind v7_unordered = {
    .unit = GDN_UNIT_MS,
    .random_len = 10,
    .plan = v7_plan_unordered,
    .write = v7_write_unordered,
    .next_fast = v7_next_fast_unordered,
    .last_ms = v7_last_ms_unordered,
};
