/* SPDX-License-Identifier: MIT */
/* v2.c - version 2: at most 64 ids in each step of 2^32 ticks. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../core/ticks.h"
#include "kinds.h"

/*
 * Ids with the same step, domain, local id and node differ only in the six bits
 * of their clock sequence. The clock sequences of a step are used in cyclic
 * order from a random start, for example 62, 63, 0, 1 ... After 64 ids the next
 * id has to wait for the next step (DCE 1.1). A generator never goes back to an
 * earlier step, because it could use a clock sequence of that step twice.
 *
 * State: lo is the step. hi has the next clock sequence (bits 0 to 5), how many
 * are used in the step (bits 8 to 14), and a bit that is set once the start is
 * chosen.
 */
#define V2_SEQS       (GDN_DCE_SEQ_MAX + 1u)
#define V2_HAS_SEQ    (UINT64_C(1) << 63)
#define V2_USED_SHIFT 8
#define V2_STEP_BITS  32

/* -------------------------------------------------------------------- state */

static bool v2_has_seq(const struct gdn_u128 *state)
{
    return (state->hi & V2_HAS_SEQ) != 0;
}

static uint64_t v2_used(const struct gdn_u128 *state)
{
    return state->hi >> V2_USED_SHIFT & 0x7f;
}

static uint64_t v2_next_seq(const struct gdn_u128 *state)
{
    return state->hi & GDN_DCE_SEQ_MAX;
}

static uint64_t v2_hi(uint64_t used, uint64_t next_seq)
{
    return V2_HAS_SEQ | used << V2_USED_SHIFT | (next_seq & GDN_DCE_SEQ_MAX);
}

/* ----------------------------------------------------- plan, seed and write */

static enum gdn_verdict v2_plan(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules)
{
    bool has_seq = v2_has_seq(last);
    uint64_t step = now >> V2_STEP_BITS;
    uint64_t used = v2_used(last);
    uint64_t seq = v2_next_seq(last);

    if (!has_seq || step > last->lo) {
        used = 0;
    } else if (step < last->lo) {
        if ((last->lo << V2_STEP_BITS) - now > rules->tolerance) {
            return GDN_PLAN_CLOCK_BACK;
        }
        plan->events |= GDN_EVENT_ROLLBACK;
        step = last->lo;
    }
    if (used >= V2_SEQS) { /* above it only in a damaged file */
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n, V2_SEQS - used);
    plan->first.lo = step;
    plan->first.hi = seq;
    plan->next.lo = step;
    plan->next.hi = v2_hi(used + plan->n, seq + plan->n);
    plan->needs_seed = !has_seq;
    return GDN_PLAN_OK;
}

static void v2_seed(struct gdn_plan *plan,
                    const unsigned char random[GDN_SEED_LEN],
                    const struct gdn_rules *rules)
{
    uint64_t seq = random[0] & GDN_DCE_SEQ_MAX;

    (void)rules;
    plan->first.hi = seq;
    plan->next.hi = v2_hi(plan->n, seq + plan->n);
}

static void v2_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    (void)random;
    for (size_t i = 0; i < plan->n; i++) {
        gdn_put_ticks_v1(&out[i], plan->first.lo << V2_STEP_BITS);
        gdn_put_local_id(&out[i], rules->local_id);
        gdn_put_dce(&out[i], (plan->first.hi + i) & GDN_DCE_SEQ_MAX,
                    rules->domain);
        gdn_put_node_bits(&out[i], plan->node);
        gdn_set_version(&out[i], 2);
    }
}

/* ------------------------------------------------ what a generator asks for */

/* Six bits are too few to choose another start at random, so the generator
 * waits until the clock is past the lost time. */
static bool v2_after_loss(struct gdn_plan *plan, struct gdn_u128 *last)
{
    (void)plan;
    (void)last;
    return false;
}

static uint64_t v2_last_tick(const struct gdn_u128 *next)
{
    return next->lo << V2_STEP_BITS | UINT32_MAX;
}

/* An id has the time at which its step begins. */
static uint64_t v2_last_ms(const struct gdn_plan *plan)
{
    return gdn_ms_of_ticks(plan->next.lo << V2_STEP_BITS);
}

/* Continue at `seq`. The clock sequences that this skips count as used. */
static bool v2_set_seq(struct gdn_u128 *state, uint16_t seq)
{
    uint64_t used = v2_used(state);
    uint64_t skipped = (seq - state->hi) & GDN_DCE_SEQ_MAX;

    if (!v2_has_seq(state)) {
        skipped = 0;
    }
    if (used + skipped >= V2_SEQS) {
        return false;
    }
    state->hi = v2_hi(used + skipped, seq);
    return true;
}

/* Continue at any clock sequence that is not used. If all are, the state stays:
 * the next step continues in cyclic order. */
static void v2_random_seq(struct gdn_u128 *state, uint16_t random)
{
    uint64_t used = v2_used(state);

    if (used < V2_SEQS) {
        (void)v2_set_seq(state,
                         (state->hi + (random & 0xff) % (V2_SEQS - used)) &
                             GDN_DCE_SEQ_MAX);
    }
}

/* --------------------------------------------------------------------- kind */

/* No after_clone: a machine and its clone would need disjoint clock sequences,
 * and each must not use one twice. */
const struct gdn_kind gdn_kind_v2 = {
    .unit = GDN_UNIT_TICKS,
    .random_len = 0,
    .has_state = true,
    .has_node = true,
    .plan = v2_plan,
    .seed = v2_seed,
    .write = v2_write,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V2),
    .after_loss = v2_after_loss,
    .file_node_suffices = true,
    .last_tick = v2_last_tick,
    .seq_max = GDN_DCE_SEQ_MAX,
    .has_seq = v2_has_seq,
    .set_seq = v2_set_seq,
    .random_seq = v2_random_seq,
    .last_ms = v2_last_ms,
    .omitted_bits = V2_STEP_BITS,
};
