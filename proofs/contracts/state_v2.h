/* SPDX-License-Identifier: MIT */
/* state_v2.h - the contracts of v2.c's step, in ACSL */
#include "kind.h"

/* In its step a state has dealt the `dealt` numbers of the ring before `ring`:
 * none of them is among those that a plan deals next (dealt_once). A plan is
 * shown of any way to put the parts into a word; that the code's is one, with
 * the words themselves. */
#if defined(GDN_PROOFS_WORDS)
/*@ axiomatic Words {
    axiom dealt_once: \forall uint64_t ring, dealt, n, i, j;
        ring < 64 && dealt <= 64 && n <= 64 && dealt + n <= 64 &&
        i < n && 1 <= j && j <= dealt ==>
        (ring + i) % 64 != (ring + 64 - j) % 64;
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
    logic integer ring(integer hi) = hi % 64;
    logic integer dealt(integer hi) = hi / 0x100 % 0x80;
    predicate drawn(integer hi) = hi >= 0x8000000000000000;
*/
#else
/*@ axiomatic Words {
    axiom shr_32: \forall uint64_t x; (x >> 32) == x / 0x100000000;
    axiom shl_32: \forall uint64_t x; (x << 32) == x * 0x100000000;
    }
    axiomatic State {
    logic integer ring(integer hi);
    logic integer dealt(integer hi);
    predicate drawn(integer hi);
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
    ensures value: \result == 1 <==> drawn(state->hi);
    ensures range: \result == 0 || \result == 1;
*/
static bool has_drawn(const struct gdn_u128 *state);

/*@ requires \valid_read(state);
    assigns \nothing;
    ensures value: \result == dealt(state->hi) && \result < 128;
*/
static uint64_t dealt_of(const struct gdn_u128 *state);

/*@ requires \valid_read(state);
    assigns \nothing;
    ensures value: \result == ring(state->hi) && \result < 64;
*/
static uint64_t ring_of(const struct gdn_u128 *state);

/*@ requires dealt <= 64;
    assigns \nothing;
    ensures drawn: drawn(\result);
    ensures dealt: dealt(\result) == dealt;
    ensures ring: ring(\result) == ring % 64;
*/
static uint64_t drawn_hi(uint64_t dealt, uint64_t ring);

/* A plan goes back to no earlier step, and deals no more of one than are left. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n;
    requires now <= 0x0fffffffffffffff && last->lo <= 0x0fffffff;
    assigns plan->events, plan->first, plan->n, plan->next, plan->needs_seed;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->n <= 64;
    ensures order: \result == GDN_PLAN_OK && drawn(last->hi) ==>
        plan->first.lo >= last->lo;
    ensures on: \result == GDN_PLAN_OK && drawn(last->hi) &&
        plan->first.lo == last->lo ==>
        plan->first.hi == ring(last->hi) &&
        dealt(plan->next.hi) == dealt(last->hi) + plan->n;
    ensures fresh: \result == GDN_PLAN_OK &&
        (!drawn(last->hi) || plan->first.lo > last->lo) ==>
        dealt(plan->next.hi) == plan->n;
    ensures next: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo &&
        ring(plan->next.hi) == (plan->first.hi + plan->n) % 64;
    ensures sound: \result == GDN_PLAN_OK ==> plan->next.lo <= 0x0fffffff &&
        dealt(plan->next.hi) <= 64 && drawn(plan->next.hi);
    ensures seed: \result == GDN_PLAN_OK ==>
        (plan->needs_seed == 0 <==> drawn(last->hi));
*/
static enum gdn_verdict plan_v2(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \separated(plan, random + (0 .. 15), rules);
    requires 1 <= plan->n <= 64;
    assigns plan->first.hi, plan->next.hi;
    ensures fresh: dealt(plan->next.hi) == plan->n && drawn(plan->next.hi);
    ensures next: plan->first.hi < 64 &&
        ring(plan->next.hi) == (plan->first.hi + plan->n) % 64;
*/
static void seed_v2(struct gdn_plan *plan, const unsigned char random[16],
                    const struct gdn_rules *rules);
