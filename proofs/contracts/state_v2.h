/* SPDX-License-Identifier: MIT */
/* state_v2.h - the contracts of v2.c, in ACSL */
#include "kind.h"

/* In its step, a state has used the `used` clock sequences before `next_seq` in
 * cyclic order. A plan never uses one of them again (used_once). plan_v2.c
 * proves the plan for every way to pack the parts into a word; state_v2.c,
 * which defines GDN_PROOFS_WORDS, proves that the code's way is one. */
#if defined(GDN_PROOFS_WORDS)
/*@ axiomatic Words {
    axiom used_once: \forall uint64_t next_seq, used, n, i, j;
        next_seq < 64 && used <= 64 && n <= 64 && used + n <= 64 &&
        i < n && 1 <= j && j <= used ==>
        (next_seq + i) % 64 != (next_seq + 64 - j) % 64;
    axiom shr_8: \forall uint64_t x; (x >> 8) == x / 0x100;
    axiom shl_8: \forall uint64_t x; (x << 8) == x * 0x100;
    axiom low_6: \forall uint64_t x; (x & 0x3f) == x % 0x40;
    axiom low_7: \forall uint64_t x; (x & 0x7f) == x % 0x80;
    axiom set_63: \forall uint64_t x;
        x >= 0x8000000000000000 ==> (x & 0x8000000000000000) != 0;
    axiom clear_63: \forall uint64_t x;
        x < 0x8000000000000000 ==> (x & 0x8000000000000000) == 0;
    axiom or_63: \forall uint64_t x; x < 0x8000000000000000 ==>
        (0x8000000000000000 | x) == 0x8000000000000000 + x;
    axiom or_8: \forall uint64_t x, y; x < 0x100 && y % 0x100 == 0 ==>
        (x | y) == x + y;
    axiom sum_6: \forall uint64_t x, y; x <= 64 && y < 64 ==>
        (0x8000000000000000 + x * 0x100 + y) % 64 == y;
    axiom sum_7: \forall uint64_t x, y; x <= 64 && y < 64 ==>
        (0x8000000000000000 + x * 0x100 + y) / 0x100 % 0x80 == x;
    }
    logic integer next_seq(integer hi) = hi % 64;
    logic integer used(integer hi) = hi / 0x100 % 0x80;
    predicate has_seq(integer hi) = hi >= 0x8000000000000000;
*/
#else
/*@ axiomatic Words {
    axiom shr_32: \forall uint64_t x; (x >> 32) == x / 0x100000000;
    axiom shl_32: \forall uint64_t x; (x << 32) == x * 0x100000000;
    }
    axiomatic State {
    logic integer next_seq(integer hi);
    logic integer used(integer hi);
    predicate has_seq(integer hi);
    }
*/
#endif
#if defined(GDN_PROOFS_SEED)
/*@ axiomatic WordsOfSeed {
    axiom low_6: \forall uint64_t x; (x & 0x3f) == x % 0x40;
    }
*/
#endif

/*@ requires \valid_read(state);
    assigns \nothing;
    ensures value: \result == 1 <==> has_seq(state->hi);
    ensures range: \result == 0 || \result == 1;
*/
static bool v2_has_seq(const struct gdn_u128 *state);

/*@ requires \valid_read(state);
    assigns \nothing;
    ensures value: \result == used(state->hi) && \result < 128;
*/
static uint64_t v2_used(const struct gdn_u128 *state);

/*@ requires \valid_read(state);
    assigns \nothing;
    ensures value: \result == next_seq(state->hi) && \result < 64;
*/
static uint64_t v2_next_seq(const struct gdn_u128 *state);

/*@ requires used <= 64;
    assigns \nothing;
    ensures has_seq: has_seq(\result);
    ensures used: used(\result) == used;
    ensures next_seq: next_seq(\result) == next_seq % 64;
*/
static uint64_t v2_hi(uint64_t used, uint64_t next_seq);

/* A plan never goes back to an earlier step, and uses no more clock sequences
 * of a step than are left. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n;
    requires now <= 0x0fffffffffffffff && last->lo <= 0x0fffffff;
    assigns plan->events, plan->first, plan->n, plan->next, plan->needs_seed;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->n <= 64;
    ensures order: \result == GDN_PLAN_OK && has_seq(last->hi) ==>
        plan->first.lo >= last->lo;
    ensures on: \result == GDN_PLAN_OK && has_seq(last->hi) &&
        plan->first.lo == last->lo ==>
        plan->first.hi == next_seq(last->hi) &&
        used(plan->next.hi) == used(last->hi) + plan->n;
    ensures fresh: \result == GDN_PLAN_OK &&
        (!has_seq(last->hi) || plan->first.lo > last->lo) ==>
        used(plan->next.hi) == plan->n;
    ensures next: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo &&
        next_seq(plan->next.hi) == (plan->first.hi + plan->n) % 64;
    ensures sound: \result == GDN_PLAN_OK ==> plan->next.lo <= 0x0fffffff &&
        used(plan->next.hi) <= 64 && has_seq(plan->next.hi);
    ensures seed: \result == GDN_PLAN_OK ==>
        (plan->needs_seed == 0 <==> has_seq(last->hi));
*/
static enum gdn_verdict v2_plan(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \separated(plan, random + (0 .. 15), rules);
    requires 1 <= plan->n <= 64;
    assigns plan->first.hi, plan->next.hi;
    ensures fresh: used(plan->next.hi) == plan->n && has_seq(plan->next.hi);
    ensures next: plan->first.hi < 64 &&
        next_seq(plan->next.hi) == (plan->first.hi + plan->n) % 64;
*/
static void v2_seed(struct gdn_plan *plan, const unsigned char random[16],
                    const struct gdn_rules *rules);
