/* SPDX-License-Identifier: MIT */
/* v7.c - version 7, in its five layouts. */
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "by_timestamp.h"
#include "clock_span.h"
#include "kinds.h"
#include "next_fast.h"
#include "sort_keys.h"

/*
 * Four of the layouts keep ids in order, by a sort key of 64 bits that rises
 * from id to id: 44 bits of milliseconds, then 20 bits that the layout defines.
 * Except in the layout trace, an id consists of four zero bits, the key, and 54 random bits; the version
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
 *   trace      As precise, but every key is a multiple of 4, so the last two bits of
 *              the fraction are zero and stand in no id: 56 random bits follow.
 *
 * State: lo is the last key. In the precise layout hi is the highest clock
 * reading, and in the trace layout this without its last two bits.
 */
#define V7_FRACTION_MASK (GDN_TIMESTAMP_PER_MS - 1)
#define V7_SEED_MASK     (V7_FRACTION_MASK >> 1)
#define V7_STEP_MAX      4u
#define V7_RANDOM_LEN    GDN_BY_TIMESTAMP_RANDOM_LEN
#define V7_TRACE_STEP    4u
#define V7_TRACE_REST    (V7_TRACE_STEP - UINT64_C(1))
#define V7_TRACE_RANDOM  (UINT64_MAX >> 8)
/* The smallest number of ids for which the vector kernel is faster. */
#define V7_VECTOR_MIN 8

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

/* -------------------------------------------------------------------- trace */

/* gdn_by_timestamp_plan in steps of V7_TRACE_STEP. Precise ids may share the state in
 * scope HOST, so the last key is not always a multiple of the step. */
static enum gdn_verdict v7_plan_trace(struct gdn_plan *plan,
                                      const struct gdn_u128 *last, uint64_t now,
                                      size_t n, const struct gdn_rules *rules)
{
    const struct gdn_u128 ended = gdn_reservation_ended(*last);
    const uint64_t last_now = ended.hi & ~V7_TRACE_REST;
    uint64_t highest, limit;

    now &= ~V7_TRACE_REST;
    highest = last_now > now ? last_now : now;
    plan->step = V7_TRACE_STEP;
    switch (gdn_clock_relation(&plan->events, ended.lo, last_now, now, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        if ((ended.lo | V7_TRACE_REST) == UINT64_MAX) {
            return GDN_PLAN_EXHAUSTED_WAIT; /* there is no higher key */
        }
        plan->first.lo = (ended.lo | V7_TRACE_REST) + 1;
        break;
    case GDN_RELATION_AHEAD:
    case GDN_RELATION_RESTART:
        plan->first.lo = now;
        highest = now;
        break;
    }
    limit = gdn_limit(plan->events, highest, now, GDN_BY_TIMESTAMP_AHEAD_MAX,
                      rules);
    if (plan->first.lo > limit) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n - 1, (limit - plan->first.lo) / V7_TRACE_STEP) + 1;
    /* The two lowest bits of a trace id are random, so it takes all four keys. */
    plan->next.lo =
        (plan->first.lo + (plan->n - 1) * V7_TRACE_STEP) | V7_TRACE_REST;
    plan->next.hi = highest;
    return GDN_PLAN_OK;
}

static void v7_write_trace(guidon_id *out, const struct gdn_plan *plan,
                           const unsigned char *random,
                           const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        const uint64_t key = plan->first.lo + i * V7_TRACE_STEP;
        const uint64_t fraction = (key & V7_FRACTION_MASK) / V7_TRACE_STEP;

        gdn_put_words(
            &out[i], 7, gdn_ms_of_timestamp(key) << 16 | fraction >> 6,
            (fraction & 63) << 56 |
                (gdn_load_be64(random + V7_RANDOM_LEN * i) & V7_TRACE_RANDOM));
    }
}

/* --------------------------------------------------------------- fast paths */

/* Each fast path inlines the steps of its table, below. */
static const struct gdn_kind v7_host, v7_coarse, v7_counter, v7_increment,
    v7_unordered, v7_trace;

GDN_FAST_PATH(bool, v7_next_fast_precise, gdn_next_fast, gdn_kind_v7)
GDN_FAST_PATH(guidon_status, v7_next_thread_precise, gdn_next_thread,
              gdn_kind_v7)
GDN_FAST_PATH(bool, v7_next_fast_host, gdn_next_fast, v7_host)

GDN_BY_TIMESTAMP_FAST_PATH_RESERVED(v7_next_fast_reserved, v7_next_unreserved,
                                    gdn_kind_v7_reserving)
GDN_FAST_PATH(bool, v7_next_fast_coarse, gdn_by_timestamp_next_coarse,
              v7_coarse)
GDN_FAST_PATH(bool, v7_next_fast_counter, gdn_next_fast, v7_counter)
GDN_FAST_PATH(bool, v7_next_fast_unordered, gdn_next_fast, v7_unordered)
GDN_FAST_PATH(bool, v7_next_fast_trace, gdn_next_fast, v7_trace)

/* ------------------------------------------------------------------- tables */

const struct gdn_kind *gdn_v7_precise(const guidon_options *options)
{
    return gdn_clock_span(options) > 1 ? &v7_coarse : &gdn_kind_v7;
}

const struct gdn_kind *gdn_v7_variant(const guidon_options *options,
                                      bool reserves)
{
    const struct gdn_kind *precise;

    switch (options->v7_layout) {
    case GUIDON_V7_PRECISE:
        precise = gdn_v7_precise(options);
        return precise != &gdn_kind_v7               ? precise
               : reserves                            ? &gdn_kind_v7_reserving
               : options->scope == GUIDON_SCOPE_HOST ? &v7_host
                                                     : precise;
    case GUIDON_V7_COUNTER:
        return &v7_counter;
    case GUIDON_V7_INCREMENT:
        return &v7_increment;
    case GUIDON_V7_UNORDERED:
        return &v7_unordered;
    case GUIDON_V7_TRACE:
        return &v7_trace;
    case GUIDON_V7_LAYOUT_ENUM_MAX:
        break;
    }
    return NULL;
}

/* No layout has after_loss or after_clone: each id has at least 54 random bits of its
 * own. */

const struct gdn_kind gdn_kind_v7 = {
    GDN_BY_TIMESTAMP_KIND(v7_write),
    .plan = gdn_by_timestamp_plan_precise,
    .next_fast = v7_next_fast_precise,
    .next_thread = v7_next_thread_precise,
};

/* The precise layout in scope HOST, for a process that makes no reservations:
 * it shares the state with processes that do. */
static const struct gdn_kind v7_host = {
    GDN_BY_TIMESTAMP_KIND(v7_write),
    .plan = gdn_by_timestamp_plan_reserving,
    .next_fast = v7_next_fast_host,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
};

/* The precise layout, if threads can reserve timestamps. */
const struct gdn_kind gdn_kind_v7_reserving = {
    GDN_BY_TIMESTAMP_KIND(v7_write),
    .plan = gdn_by_timestamp_plan_reserving,
    .next_fast = v7_next_fast_reserved,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
};

/* The precise layout in every scope, if the clock's tick is longer than a
 * nanosecond. */
static const struct gdn_kind v7_coarse = {
    GDN_BY_TIMESTAMP_KIND(v7_write),
    .plan = gdn_by_timestamp_plan_coarse,
    .seed = gdn_by_timestamp_seed_coarse,
    .next_fast = v7_next_fast_coarse,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
};

static const struct gdn_kind v7_counter = {
    GDN_BY_TIMESTAMP_KIND(v7_write),
    .plan = v7_plan_counter,
    .seed = v7_seed_counter,
    .next_fast = v7_next_fast_counter,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_COUNTER),
    .fast_keeps_ms = true,
};

static const struct gdn_kind v7_increment = {
    GDN_BY_TIMESTAMP_KIND(v7_write_increments),
    .plan = v7_plan_counter,
    .seed = v7_seed_counter,
    .add_steps = v7_add_steps,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_INCREMENT),
};

static const struct gdn_kind v7_unordered = {
    .unit = GDN_UNIT_MS,
    .random_len = 10,
    .plan = v7_plan_unordered,
    .write = v7_write_unordered,
    .next_fast = v7_next_fast_unordered,
    .last_ms = v7_last_ms_unordered,
};

/* In every scope. Its ids and those of the precise layout are timestamps, so both have
 * one state in a file. */
static const struct gdn_kind v7_trace = {
    GDN_BY_TIMESTAMP_KIND(v7_write_trace),
    .plan = v7_plan_trace,
    .next_fast = v7_next_fast_trace,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V7_PRECISE),
};
