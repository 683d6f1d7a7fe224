/* SPDX-License-Identifier: MIT */
/* v7.c - version 7 generated, in its four layouts. */
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../cpu/arch.h"
#include "../cpu/cpu.h"
#include "next_fast.h"
#include "sort_keys.h"

/*
 * The ordered layouts share one shape. A place is a 64-bit number that rises
 * from id to id: milliseconds << 20 | 20 bits, of which twelve go to rand_a and
 * eight to the head of rand_b; 54 random bits follow. Ids compare as places do.
 *
 *   precise    the 20 bits are the fraction of the millisecond: a stamp
 *   counter    a count within the millisecond, seeded below its half (R70)
 *   increment  the top of a 74-bit number that a random step raises: 1 to 4 of
 *              these units, less or more what the 54 random bits change by. So
 *              the step is random and above 0, and places alone give order
 *
 * State: lo is the last place, hi (precise) the highest reading of the clock.
 */
#define PLACE_MASK (GDN_TIMESTAMP_PER_MS - 1)
#define SEED_MASK  (PLACE_MASK >> 1)
#define STEP_MAX   4u
/* From how many ids on a kernel for many pays. */
#define AT_ONCE 8
/* A second: a generator makes no more ids than that many in one. */
#define AHEAD_MAX (GDN_TIMESTAMP_PER_MS * 1000)

static gdn_sort_keys_fn *places_of_many(void)
{
#if GDN_ARCH_X86_64
    unsigned features = gdn_cpu_features();

    if (features & GDN_CPU_AVX512VBMI) {
        return gdn_sort_keys_avx512vbmi;
    }
    if (features & GDN_CPU_AVX2) {
        return gdn_sort_keys_avx2;
    }
#endif
    return gdn_sort_keys_scalar;
}

static void write_places(guidon_id *out, const struct gdn_plan *plan,
                         const unsigned char *random,
                         const struct gdn_rules *rules)
{
    (void)rules;
    if (plan->n >= AT_ONCE) {
        places_of_many()(out, plan->first.lo, plan->step, random, plan->n);
    } else {
        gdn_sort_keys_scalar(out, plan->first.lo, plan->step, random, plan->n);
    }
}

/* ----------------------------------------------------------------- precise */

static enum gdn_verdict plan_precise(struct gdn_plan *plan,
                                     const struct gdn_u128 *last, uint64_t now,
                                     size_t n, const struct gdn_rules *rules)
{
    uint64_t highest = last->hi > now ? last->hi : now;
    uint64_t limit;

    plan->step = 1;
    switch (gdn_clock_relation(&plan->events, last->lo, last->hi, now, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        if (last->lo == UINT64_MAX) {
            return GDN_PLAN_EXHAUSTED_WAIT; /* no place is above it */
        }
        plan->first.lo = last->lo + 1;
        break;
    case GDN_RELATION_AHEAD:
    case GDN_RELATION_RESTART:
        plan->first.lo = now;
        highest = now;
        break;
    }
    limit = gdn_limit(plan->events, highest, now, AHEAD_MAX, rules);
    if (plan->first.lo > limit) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n - 1, limit - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
    plan->next.hi = highest;
    return GDN_PLAN_OK;
}

GDN_FLATTEN static bool one_precise(guidon_id *out, guidon_generator *g,
                                    struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v7_precise);
}

const struct gdn_kind gdn_kind_v7_precise = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = 8,
    .has_state = true,
    .plan = plan_precise,
    .write = write_places,
    .one = one_precise,
};

/* ------------------------------------------------------ precise, by leases */

static enum gdn_verdict plan_leased(struct gdn_plan *plan,
                                    const struct gdn_u128 *last, uint64_t now,
                                    size_t n, const struct gdn_rules *rules)
{
    struct gdn_u128 ended = gdn_lease_ended(*last);

    return plan_precise(plan, &ended, now, n, rules);
}

#define LEASED_RANDOM 8

/* The rest of a call that has its stamp, and the random bytes reserved. */
static bool finish_leased(guidon_id *out, uint64_t stamp,
                          struct gdn_stream *stream)
{
    unsigned char random[LEASED_RANDOM];

    gdn_stream_consume(stream, random, sizeof random);
    gdn_sort_keys_scalar(out, stamp, 1, random, 1);
    return true;
}

/* By a lease that begins, or by the cell. A buffer that is used up ends no
 * lease. */
GDN_OUT_OF_LINE static bool one_unleased(guidon_id *out, guidon_generator *g,
                                         struct gdn_stream *stream)
{
    struct gdn_u128 last;
    uint64_t now, stamp;

    if (gdn_stream_reserve(stream, LEASED_RANDOM) != GUIDON_OK) {
        return false;
    }
    if (gdn_lease_timestamp(&stamp, &g->lease, &g->own)) {
        return finish_leased(out, stamp, stream);
    }
    last = gdn_atomic128_load(&g->own);
    if (gdn_clock_timestamp(&now) != GUIDON_OK) {
        return false;
    }
    if (gdn_lease_may_begin(last, now) &&
        gdn_lease_begin(&stamp, &g->lease, &g->line, &g->own)) {
        return finish_leased(out, stamp, stream);
    }
    return gdn_next_fast_at(out, g, stream, &gdn_kind_v7_leased, last, now);
}

GDN_FLATTEN static bool one_leased(guidon_id *out, guidon_generator *g,
                                   struct gdn_stream *stream)
{
    uint64_t stamp;

    if (stream->left >= LEASED_RANDOM &&
        gdn_lease_timestamp(&stamp, &g->lease, &g->own)) {
        return finish_leased(out, stamp, stream);
    }
    return one_unleased(out, g, stream);
}

const struct gdn_kind gdn_kind_v7_leased = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = LEASED_RANDOM,
    .has_state = true,
    .plan = plan_leased,
    .write = write_places,
    .one = one_leased,
};

/* --------------------------------------------------- counter and increment */

static enum gdn_verdict plan_run(struct gdn_plan *plan,
                                 const struct gdn_u128 *last, uint64_t now,
                                 size_t n, const struct gdn_rules *rules)
{
    uint64_t most = rules->v7_layout == GUIDON_V7_INCREMENT ? STEP_MAX : 1;
    uint64_t last_ms = last->lo & ~PLACE_MASK;
    uint64_t now_ms = now & ~PLACE_MASK;
    uint64_t room;

    /* Time is the clock's own here: the last millisecond is the highest. */
    switch (
        gdn_clock_relation(&plan->events, last_ms, last_ms, now_ms, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        room = PLACE_MASK - (last->lo & PLACE_MASK);
        plan->first.lo = last->lo;
        break;
    case GDN_RELATION_AHEAD:
    case GDN_RELATION_RESTART:
    default:
        room = PLACE_MASK - SEED_MASK;
        plan->first.lo = now_ms;
        plan->begins = true;
        break;
    }
    if (room < most) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n, room / most);
    plan->needs_seed = plan->begins || most > 1;
    plan->step = 1;
    if (!plan->needs_seed) {
        plan->first.lo += 1;
        plan->next.lo = last->lo + plan->n;
    }
    return GDN_PLAN_OK;
}

static uint64_t last_place(const struct gdn_plan *plan)
{
    return plan->first.lo + (plan->n - 1) * plan->step;
}

static void seed_run(struct gdn_plan *plan,
                     const unsigned char random[GDN_SEED_LEN],
                     const struct gdn_rules *rules)
{
    if (rules->v7_layout == GUIDON_V7_INCREMENT) {
        plan->step = 1 + random[8] % STEP_MAX;
    }
    plan->first.lo +=
        plan->begins ? gdn_load_be64(random) & SEED_MASK : plan->step;
    plan->next.lo = last_place(plan);
}

GDN_FLATTEN static bool one_run(guidon_id *out, guidon_generator *g,
                                struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v7_run);
}

const struct gdn_kind gdn_kind_v7_run = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = 8,
    .has_state = true,
    .plan = plan_run,
    .seed = seed_run,
    .write = write_places,
    .one = one_run,
};

/* --------------------------------------------------------------- unordered */

static enum gdn_verdict plan_unordered(struct gdn_plan *plan,
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

static void write_unordered(guidon_id *out, const struct gdn_plan *plan,
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

GDN_FLATTEN static bool one_unordered(guidon_id *out, guidon_generator *g,
                                      struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v7_unordered);
}

const struct gdn_kind gdn_kind_v7_unordered = {
    .unit = GDN_UNIT_MS,
    .random_len = 10,
    .plan = plan_unordered,
    .write = write_unordered,
    .one = one_unordered,
};
