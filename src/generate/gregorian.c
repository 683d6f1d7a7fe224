/* SPDX-License-Identifier: MIT */
/* gregorian.c - versions 1 and 6 generated: one rule, two layouts. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "next_fast.h"

/*
 * A place is a count of ticks; each id has its own, so the clock sequence and
 * the node are never what tells two ids of one generator apart. Ids may run
 * ahead of the clock by a millisecond's ticks (R54, R59).
 *
 * State: lo the last place. hi, from the low end: the clock sequence (14 bits),
 * how far the last place lies above the highest reading of the clock (49), and
 * a bit that is set once the clock sequence was drawn.
 */
#define AHEAD_MAX  9999u /* with the tick of the reading itself: 10 000 */
#define SEQ_BITS   14
#define AHEAD_BITS 49
#define DRAWN      (UINT64_C(1) << 63)
#define MULTICAST  (UINT64_C(1) << 40) /* in an id's second word */

static uint16_t seq_of(uint64_t hi)
{
    return (uint16_t)(hi & GDN_CLOCK_SEQ_MAX);
}

static uint64_t ahead_of(uint64_t hi)
{
    return hi >> SEQ_BITS & ((UINT64_C(1) << AHEAD_BITS) - 1);
}

static bool has_drawn(uint64_t hi)
{
    return (hi & DRAWN) != 0;
}

static uint64_t drawn_hi(uint64_t ahead, uint16_t seq)
{
    return DRAWN | ahead << SEQ_BITS | seq;
}

struct gdn_u128 gdn_gregorian_with_seq(struct gdn_u128 state, uint16_t seq)
{
    state.hi = drawn_hi(ahead_of(state.hi), seq);
    return state;
}

struct gdn_u128 gdn_gregorian_undrawn(struct gdn_u128 state)
{
    state.hi &= ~DRAWN;
    return state;
}

bool gdn_gregorian_seq(uint16_t *seq, struct gdn_u128 state)
{
    *seq = seq_of(state.hi);
    return has_drawn(state.hi);
}

static enum gdn_verdict plan_ticks(struct gdn_plan *plan,
                                   const struct gdn_u128 *last, uint64_t now,
                                   size_t n, const struct gdn_rules *rules)
{
    uint64_t highest = last->lo - ahead_of(last->hi);
    uint16_t seq = seq_of(last->hi);
    uint64_t limit;

    switch (gdn_clock_relation(&plan->events, last->lo, highest, now, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        plan->first.lo = last->lo + 1;
        highest = highest > now ? highest : now;
        break;
    case GDN_RELATION_RESTART: /* what was made above `now` cannot come again */
        seq = (seq + 1) & GDN_CLOCK_SEQ_MAX;
        /* fall through */
    case GDN_RELATION_AHEAD:
        plan->first.lo = now;
        highest = now;
        break;
    }
    if (plan->first.lo > GDN_TICKS_MAX) {
        return GDN_PLAN_EXHAUSTED_FAIL;
    }
    limit = gdn_limit(plan->events, highest, now, AHEAD_MAX, rules);
    limit = limit < GDN_TICKS_MAX ? limit : GDN_TICKS_MAX;
    if (plan->first.lo > limit) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n - 1, limit - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
    plan->next.hi = drawn_hi(plan->next.lo - highest, seq);
    plan->first.hi = seq;
    plan->step = 1;
    plan->needs_seed = !has_drawn(last->hi);
    return GDN_PLAN_OK;
}

/* The clock sequence begins at random, once (R21). */
static void seed_seq(struct gdn_plan *plan,
                     const unsigned char random[GDN_SEED_LEN],
                     const struct gdn_rules *rules)
{
    uint16_t seq = gdn_load_be16(random) & GDN_CLOCK_SEQ_MAX;

    (void)rules;
    plan->first.hi = seq;
    plan->next = gdn_gregorian_with_seq(plan->next, seq);
}

/* The clock sequence and the node: what all ids of a plan share. */
static uint64_t tail_of(const struct gdn_plan *plan)
{
    return plan->first.hi << 48 | plan->node;
}

static void write_v1(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    uint64_t ticks = plan->first.lo;
    uint64_t tail = tail_of(plan);

    (void)random;
    (void)rules;
    for (size_t i = 0; i < plan->n; i++, ticks++) {
        /* time_low, time_mid, time_high */
        gdn_put_words(&out[i], 1,
                      ticks << 32 | (ticks >> 16 & 0xffff0000) | ticks >> 48,
                      tail);
    }
}

static void write_v6(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    uint64_t ticks = plan->first.lo;
    uint64_t tail = tail_of(plan);

    (void)random;
    (void)rules;
    for (size_t i = 0; i < plan->n; i++, ticks++) {
        /* time_high and time_mid, time_low */
        gdn_put_words(&out[i], 6, ticks >> 12 << 16 | (ticks & 0xfff), tail);
    }
}

/* Clock sequence and node drawn for each id (R41), the multicast bit set
 * (R99). */
static void write_v6_fresh(guidon_id *out, const struct gdn_plan *plan,
                           const unsigned char *random,
                           const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        uint64_t ticks = plan->first.lo + i;

        gdn_put_words(&out[i], 6, ticks >> 12 << 16 | (ticks & 0xfff),
                      gdn_load_be64(random + 8 * i) | MULTICAST);
    }
}

GDN_FLATTEN static bool one_v1(guidon_id *out, guidon_generator *g,
                               struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v1);
}

const struct gdn_kind gdn_kind_v1 = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 0,
    .has_state = true,
    .plan = plan_ticks,
    .seed = seed_seq,
    .write = write_v1,
    .one = one_v1,
};

GDN_FLATTEN static bool one_v6(guidon_id *out, guidon_generator *g,
                               struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v6);
}

const struct gdn_kind gdn_kind_v6 = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 0,
    .has_state = true,
    .plan = plan_ticks,
    .seed = seed_seq,
    .write = write_v6,
    .one = one_v6,
};

GDN_FLATTEN static bool one_v6_fresh(guidon_id *out, guidon_generator *g,
                                     struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v6_fresh);
}

const struct gdn_kind gdn_kind_v6_fresh = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 8,
    .has_state = true,
    .plan = plan_ticks,
    .seed = seed_seq,
    .write = write_v6_fresh,
    .one = one_v6_fresh,
};
