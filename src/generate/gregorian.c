/* SPDX-License-Identifier: MIT */
/* gregorian.c - versions 1 and 6: one rule, two layouts. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../core/ticks.h"
#include "kinds.h"
#include "next_fast.h"

/*
 * The sort key of an id is its time in ticks of 100 ns. Each id of a generator
 * has a tick of its own, so the clock sequence and the node never need to tell
 * two of its ids apart. Ids may run ahead of the clock by the ticks of one
 * millisecond (RFC 9562, section 6.1).
 *
 * Each restart below an id takes the next clock sequence, so the ids of two
 * restarts may have the same ticks. Once the sequences come round to the block of
 * 2048 in which they began, there may be an id with any tick and any sequence. A
 * restart then needs another node; without one, no id is made until the clock is
 * past the last id.
 *
 * State: lo is the last id's tick. hi, from the low end, has the clock sequence
 * (14 bits), the block with which the node began (3 bits), how far lo lies above
 * the highest clock reading (46 bits, more than the widest tolerance), and a bit
 * that is set once the clock sequence is chosen.
 */
#define GREGORIAN_AHEAD_MAX   9999u /* with the clock's own tick: 10 000 */
#define GREGORIAN_SEQ_BITS    14
#define GREGORIAN_BLOCK_SHIFT 11 /* in a clock sequence */
#define GREGORIAN_BLOCK_BITS  3
#define GREGORIAN_AHEAD_SHIFT 17
#define GREGORIAN_AHEAD_BITS  46
#define GREGORIAN_HAS_SEQ     (UINT64_C(1) << 63)
#define GREGORIAN_MULTICAST   (UINT64_C(1) << 40) /* in an id's second word */

/* -------------------------------------------------------------------- state */

static uint16_t gregorian_seq(uint64_t hi)
{
    return (uint16_t)(hi & GDN_CLOCK_SEQ_MAX);
}

static unsigned gregorian_block(uint16_t seq)
{
    return seq >> GREGORIAN_BLOCK_SHIFT;
}

/* The block in which the node's clock sequences began. */
static unsigned gregorian_first_block(uint64_t hi)
{
    return hi >> GREGORIAN_SEQ_BITS & ((1u << GREGORIAN_BLOCK_BITS) - 1);
}

static uint64_t gregorian_ahead(uint64_t hi)
{
    return hi >> GREGORIAN_AHEAD_SHIFT &
           ((UINT64_C(1) << GREGORIAN_AHEAD_BITS) - 1);
}

static bool gregorian_has_seq(uint64_t hi)
{
    return (hi & GREGORIAN_HAS_SEQ) != 0;
}

static uint64_t gregorian_hi(uint64_t ahead, unsigned first_block, uint16_t seq)
{
    return GREGORIAN_HAS_SEQ | ahead << GREGORIAN_AHEAD_SHIFT |
           (uint64_t)first_block << GREGORIAN_SEQ_BITS | seq;
}

/* The state with another clock sequence, with which its node begins; its time
 * stays. */
static struct gdn_u128 gregorian_with_seq(struct gdn_u128 state, uint16_t seq)
{
    state.hi =
        gregorian_hi(gregorian_ahead(state.hi), gregorian_block(seq), seq);
    return state;
}

/* The state without a chosen clock sequence; its time stays. */
static struct gdn_u128 gregorian_without_seq(struct gdn_u128 state)
{
    state.hi &= ~GREGORIAN_HAS_SEQ;
    return state;
}

/* `seq`, or if it is the one to avoid, the next. */
static uint16_t gregorian_other_seq(uint16_t seq, uint16_t avoided)
{
    return seq == avoided ? (seq + 1) & GDN_CLOCK_SEQ_MAX : seq;
}

/* ------------------------------------------------------------ plan and seed */

/* Take the next clock sequence. False: all are used, and the node must stay. */
static bool gregorian_next_seq(struct gdn_plan *plan, unsigned first_block,
                               uint16_t *seq, const struct gdn_rules *rules)
{
    unsigned block = gregorian_block(*seq);

    *seq = (*seq + 1) & GDN_CLOCK_SEQ_MAX;
    if (gregorian_block(*seq) == first_block && block != first_block) {
        plan->needs_node = rules->may_draw_node;
        return plan->needs_node;
    }
    return true;
}

static enum gdn_verdict gregorian_plan(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const struct gdn_rules *rules)
{
    uint64_t highest = last->lo - gregorian_ahead(last->hi);
    uint16_t seq = gregorian_seq(last->hi);
    unsigned first_block = gregorian_first_block(last->hi);
    uint64_t limit;

    switch (gdn_clock_relation(&plan->events, last->lo, highest, now, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        plan->first.lo = last->lo + 1;
        highest = highest > now ? highest : now;
        break;
    case GDN_RELATION_RESTART: /* ids above `now` exist with this sequence */
        if (gregorian_has_seq(last->hi) &&
            !gregorian_next_seq(plan, first_block, &seq, rules)) {
            return GDN_PLAN_CLOCK_BACK;
        }
        /* fall through */
    case GDN_RELATION_AHEAD:
        plan->first.lo = now;
        highest = now;
        break;
    }
    if (plan->first.lo > GDN_TICKS_MAX) {
        return GDN_PLAN_EXHAUSTED_FAIL;
    }
    limit = gdn_limit(plan->events, highest, now, GREGORIAN_AHEAD_MAX, rules);
    limit = limit < GDN_TICKS_MAX ? limit : GDN_TICKS_MAX;
    if (plan->first.lo > limit) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n - 1, limit - plan->first.lo) + 1;
    plan->next.lo = plan->first.lo + (plan->n - 1);
    plan->next.hi = gregorian_hi(plan->next.lo - highest, first_block, seq);
    plan->first.hi = seq;
    plan->step = 1;
    plan->needs_seed = !gregorian_has_seq(last->hi);
    return GDN_PLAN_OK;
}

/* A state starts with a random clock sequence. One that replaces a lost clock
 * sequence must differ from it (RFC 9562, section 5.1). */
static void gregorian_seed(struct gdn_plan *plan,
                           const unsigned char random[GDN_SEED_LEN],
                           const struct gdn_rules *rules)
{
    uint16_t seq = gdn_load_be16(random) & GDN_CLOCK_SEQ_MAX;

    (void)rules;
    if (plan->avoids_seq) {
        seq = gregorian_other_seq(seq, plan->avoided_seq);
    }
    plan->first.hi = seq;
    plan->next = gregorian_with_seq(plan->next, seq);
}

/* ------------------------------------------------ what a generator asks for */

/* Time goes on, but with another clock sequence. */
static bool gregorian_after_loss(struct gdn_plan *plan, struct gdn_u128 *last)
{
    plan->avoids_seq = true;
    plan->avoided_seq = gregorian_seq(last->hi);
    *last = gregorian_without_seq(*last);
    return true;
}

static uint64_t gregorian_last_tick(const struct gdn_u128 *next)
{
    return next->lo;
}

static uint64_t gregorian_last_ms(const struct gdn_plan *plan)
{
    return gdn_ms_of_ticks(plan->next.lo);
}

static void gregorian_after_clone(struct gdn_u128 *state,
                                  const unsigned char *random)
{
    (void)random; /* the next plan asks for a seed */
    *state = gregorian_without_seq(*state);
}

static bool gregorian_state_has_seq(const struct gdn_u128 *state)
{
    return gregorian_has_seq(state->hi);
}

static bool gregorian_set_seq(struct gdn_u128 *state, uint16_t seq)
{
    *state = gregorian_with_seq(*state, seq);
    return true;
}

/* Any clock sequence but the one in use. */
static void gregorian_random_seq(struct gdn_u128 *state, uint16_t random)
{
    uint16_t seq = random & GDN_CLOCK_SEQ_MAX;

    if (gregorian_has_seq(state->hi)) {
        seq = gregorian_other_seq(seq, gregorian_seq(state->hi));
    }
    *state = gregorian_with_seq(*state, seq);
}

/* -------------------------------------------------------------------- write */

/* The second word of all ids of a plan: clock sequence and node. */
static uint64_t gregorian_tail(const struct gdn_plan *plan)
{
    return plan->first.hi << 48 | plan->node;
}

static void v1_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    uint64_t ticks = plan->first.lo;
    uint64_t tail = gregorian_tail(plan);

    (void)random;
    (void)rules;
    for (size_t i = 0; i < plan->n; i++, ticks++) {
        /* time_low, time_mid, time_high */
        gdn_put_words(&out[i], 1,
                      ticks << 32 | (ticks >> 16 & 0xffff0000) | ticks >> 48,
                      tail);
    }
}

static void v6_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    uint64_t ticks = plan->first.lo;
    uint64_t tail = gregorian_tail(plan);

    (void)random;
    (void)rules;
    for (size_t i = 0; i < plan->n; i++, ticks++) {
        /* time_high and time_mid, time_low */
        gdn_put_words(&out[i], 6, ticks >> 12 << 16 | (ticks & 0xfff), tail);
    }
}

/* Each id has a random clock sequence and node of its own, and the node has the
 * multicast bit set (RFC 9562, sections 5.6 and 6.10). */
static void v6_random_write(guidon_id *out, const struct gdn_plan *plan,
                            const unsigned char *random,
                            const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        uint64_t ticks = plan->first.lo + i;

        gdn_put_words(&out[i], 6, ticks >> 12 << 16 | (ticks & 0xfff),
                      gdn_load_be64(random + 8 * i) | GREGORIAN_MULTICAST);
    }
}

/* -------------------------------------------------------------------- kinds */

/* What versions 1 and 6 with a node have in common. */
#define GREGORIAN_WITH_NODE                                                    \
  .unit = GDN_UNIT_TICKS, .random_len = 0, .has_state = true,                  \
  .has_node = true, .plan = gregorian_plan, .seed = gregorian_seed,            \
  .after_loss = gregorian_after_loss, .last_tick = gregorian_last_tick,        \
  .after_clone = gregorian_after_clone, .seq_max = GDN_CLOCK_SEQ_MAX,          \
  .has_seq = gregorian_state_has_seq, .set_seq = gregorian_set_seq,            \
  .random_seq = gregorian_random_seq, .new_seq_with_node = true,               \
  .last_ms = gregorian_last_ms

GDN_FAST_PATH(bool, v1_next_fast, gdn_next_fast, gdn_kind_v1)
GDN_FAST_PATH(guidon_status, v1_next_thread, gdn_next_thread, gdn_kind_v1)

const struct gdn_kind gdn_kind_v1 = {
    GREGORIAN_WITH_NODE,
    .write = v1_write,
    .next_fast = v1_next_fast,
    .next_thread = v1_next_thread,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V1),
};

GDN_FAST_PATH(bool, v6_next_fast, gdn_next_fast, gdn_kind_v6)

/* Version 6 has a random node and clock sequence in each id, unless the options
 * ask for a node or a clock sequence (RFC 9562, section 5.6), or processes
 * share the state. */
const struct gdn_kind *gdn_v6_variant(const guidon_options *options)
{
    bool is_random = options->node == GUIDON_NODE_RANDOM &&
                     options->scope != GUIDON_SCOPE_HOST &&
                     !options->clock_seq_fixed;

    return is_random ? &gdn_kind_v6_random : &gdn_kind_v6;
}

const struct gdn_kind gdn_kind_v6 = {
    GREGORIAN_WITH_NODE,
    .write = v6_write,
    .next_fast = v6_next_fast,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V6),
};

GDN_FAST_PATH(bool, v6_random_next_fast, gdn_next_fast, gdn_kind_v6_random)
GDN_FAST_PATH(guidon_status, v6_random_next_thread, gdn_next_thread,
              gdn_kind_v6_random)

const struct gdn_kind gdn_kind_v6_random = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 8,
    .has_state = true,
    .plan = gregorian_plan,
    .seed = gregorian_seed,
    .write = v6_random_write,
    .next_fast = v6_random_next_fast,
    .next_thread = v6_random_next_thread,
    .last_ms = gregorian_last_ms,
};
