/* SPDX-License-Identifier: MIT */
/* v2.c - version 2 generated: 64 ids a step of 2^32 ticks, and no more. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "kind.h"

/*
 * All that tells two ids of one step, domain, local id and node apart is six
 * bits of clock sequence. They are dealt out in a ring from a random start;
 * when all 64 are, there is no id until the next step (D2). Going back to an
 * earlier step might deal one twice, so that is never done.
 *
 * State: lo is the step. hi: how many were dealt in it (bits 8 to 14), where
 * the ring's next stands (bits 0 to 5), and a bit that is set once it was
 * drawn.
 */
#define RING        (GDN_DCE_SEQ_MAX + 1u)
#define DRAWN       (UINT64_C(1) << 63)
#define DEALT_SHIFT 8
#define STEP_BITS   32

static bool has_drawn(const struct gdn_u128 *state)
{
    return (state->hi & DRAWN) != 0;
}

static uint64_t dealt_of(const struct gdn_u128 *state)
{
    return state->hi >> DEALT_SHIFT & 0x7f;
}

static uint64_t ring_of(const struct gdn_u128 *state)
{
    return state->hi & GDN_DCE_SEQ_MAX;
}

static uint64_t drawn_hi(uint64_t dealt, uint64_t ring)
{
    return DRAWN | dealt << DEALT_SHIFT | (ring & GDN_DCE_SEQ_MAX);
}

static enum gdn_verdict plan_v2(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules)
{
    bool drawn = has_drawn(last);
    uint64_t step = now >> STEP_BITS;
    uint64_t dealt = dealt_of(last);
    uint64_t ring = ring_of(last);

    if (!drawn || step > last->lo) {
        dealt = 0;
    } else if (step < last->lo) {
        if ((last->lo << STEP_BITS) - now > rules->tolerance) {
            return GDN_PLAN_CLOCK_BACK;
        }
        plan->events |= GDN_EVENT_ROLLBACK;
        step = last->lo;
    }
    if (dealt >= RING) { /* above it in a damaged file alone */
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n, RING - dealt);
    plan->first.lo = step;
    plan->first.hi = ring;
    plan->next.lo = step;
    plan->next.hi = drawn_hi(dealt + plan->n, ring + plan->n);
    plan->needs_seed = !drawn;
    return GDN_PLAN_OK;
}

static void seed_v2(struct gdn_plan *plan,
                    const unsigned char random[GDN_SEED_LEN],
                    const struct gdn_rules *rules)
{
    uint64_t ring = random[0] & GDN_DCE_SEQ_MAX;

    (void)rules;
    plan->first.hi = ring;
    plan->next.hi = drawn_hi(plan->n, ring + plan->n);
}

static void write_v2(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    (void)random;
    for (size_t i = 0; i < plan->n; i++) {
        gdn_put_ticks_v1(&out[i], plan->first.lo << STEP_BITS);
        gdn_put_local_id(&out[i], rules->local_id);
        gdn_put_dce(&out[i], (plan->first.hi + i) & GDN_DCE_SEQ_MAX,
                    rules->domain);
        gdn_put_node_bits(&out[i], plan->node);
        gdn_stamp_version(&out[i], 2);
    }
}

bool gdn_v2_move_to(struct gdn_u128 *state, uint16_t seq)
{
    uint64_t dealt = dealt_of(state);
    uint64_t passed = (seq - state->hi) & GDN_DCE_SEQ_MAX;

    if (!has_drawn(state)) {
        passed = 0;
    }
    if (dealt + passed >= RING) {
        return false;
    }
    state->hi = drawn_hi(dealt + passed, seq);
    return true;
}

void gdn_v2_move_anywhere(struct gdn_u128 *state, unsigned char random)
{
    uint64_t dealt = dealt_of(state);

    if (dealt <
        RING) { /* else the next step goes on from where the ring stands */
        (void)gdn_v2_move_to(state, (state->hi + random % (RING - dealt)) &
                                        GDN_DCE_SEQ_MAX);
    }
}

uint64_t gdn_v2_last_tick(const struct gdn_u128 *state)
{
    return state->lo << STEP_BITS | UINT32_MAX;
}

const struct gdn_kind gdn_kind_v2 = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 0,
    .has_state = true,
    .plan = plan_v2,
    .seed = seed_v2,
    .write = write_v2,
};
