/* SPDX-License-Identifier: MIT */
/* plan_counter.h - the contracts of v7.c's counter and increment, in ACSL */
#include "bytes.h"
#include "kind.h"

/*@ logic integer within(integer key) = key % 0x100000;
    logic integer ms(integer key) = key - within(key);
    predicate restarts(integer last, integer now, integer tolerance,
                       integer rollback) =
        ms(now) < ms(last) && ms(last) - ms(now) > tolerance &&
        rollback == GUIDON_ROLLBACK_RESTART;
    predicate is_in(integer key, integer reading) =
        ms(reading) <= key <= ms(reading) + 0xfffff;
    logic integer most(integer layout) =
        layout == GUIDON_V7_INCREMENT ? 4 : 1;
    logic integer room_for(integer n, integer layout) =
        layout == GUIDON_V7_INCREMENT ? 4 * n : n;

    axiomatic Words {
    axiom low_19: \forall uint64_t x; (x & 0x7ffff) == x % 0x80000;
    axiom low_20: \forall uint64_t x; (x & 0xfffff) == x % 0x100000;
    axiom high_44: \forall uint64_t x;
        (x & 0xfffffffffff00000) == x - x % 0x100000;
    }
*/

/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n;
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next.lo,
        plan->new_sequence, plan->needs_seed;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures begins: \result == GDN_PLAN_OK && plan->new_sequence != 0 ==>
        plan->needs_seed != 0 && plan->first.lo == ms(now) &&
        room_for(plan->n, rules->v7_layout) <= 0x80000;
    ensures fresh: \result == GDN_PLAN_OK && plan->new_sequence != 0 &&
        !restarts(last->lo, now, rules->tolerance, rules->rollback) ==>
        ms(now) > ms(last->lo);
    ensures on: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        !restarts(last->lo, now, rules->tolerance, rules->rollback) &&
        within(last->lo) + room_for(plan->n, rules->v7_layout) <= 0xfffff;
    ensures drawn: \result == GDN_PLAN_OK && plan->needs_seed != 0 &&
        plan->new_sequence == 0 ==> plan->first.lo == last->lo;
    ensures counted: \result == GDN_PLAN_OK && plan->needs_seed == 0 ==>
        plan->new_sequence == 0 && plan->first.lo == last->lo + 1 &&
        plan->next.lo == last->lo + plan->n;
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        ms(now) < ms(last->lo) && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static enum gdn_verdict v7_plan_counter(struct gdn_plan *plan,
                                        const struct gdn_u128 *last,
                                        uint64_t now, size_t n,
                                        const struct gdn_rules *rules);

/*@ requires \valid_read(plan);
    requires 1 <= plan->n <= 0x100000 && 1 <= plan->step <= 4;
    requires plan->step == 1 && plan->first.lo + plan->n - 1 <=
        0xffffffffffffffff || plan->first.lo + 4 * (plan->n - 1) <=
        0xffffffffffffffff;
    assigns \nothing;
    ensures key: \result == plan->first.lo + (plan->n - 1) * plan->step;
    ensures range: plan->first.lo <= \result <=
        plan->first.lo + 4 * (plan->n - 1);
    ensures one: plan->step == 1 ==> \result == plan->first.lo + (plan->n - 1);
*/
static uint64_t v7_last_key(const struct gdn_plan *plan);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \valid_read(rules);
    requires \separated(plan, random + (0 .. 15), rules);
    requires 1 <= plan->n <= 0x100000 && plan->step == 1;
    requires plan->new_sequence != 0 ==> plan->first.lo <= 0xfffffffffff00000 &&
        room_for(plan->n, rules->v7_layout) <= 0x80000;
    requires plan->new_sequence == 0 ==> plan->first.lo +
        room_for(plan->n, rules->v7_layout) <= 0xffffffffffffffff;
    assigns plan->step, plan->first.lo, plan->next.lo;
    ensures step: 1 <= plan->step <= most(rules->v7_layout);
    ensures begins: plan->new_sequence != 0 ==>
        \old(plan->first.lo) <= plan->first.lo <= \old(plan->first.lo) + 0x7ffff;
    ensures on: plan->new_sequence == 0 ==>
        plan->first.lo == \old(plan->first.lo) + plan->step;
    ensures batch: plan->next.lo ==
        plan->first.lo + (plan->n - 1) * plan->step;
    ensures room: plan->first.lo <= plan->next.lo <=
        plan->first.lo + room_for(plan->n, rules->v7_layout) - plan->step;
*/
static void v7_seed_counter(struct gdn_plan *plan,
                            const unsigned char random[16],
                            const struct gdn_rules *rules);

/* A step as next.c takes it, from a plan that is all zero: next > last. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \valid_read(random + (0 .. 15));
    requires \separated(plan, last, random + (0 .. 15), rules);
    requires 1 <= n;
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next.lo,
        plan->new_sequence, plan->needs_seed;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n;
    ensures step: \result == GDN_PLAN_OK ==>
        1 <= plan->step <= most(rules->v7_layout);
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo ==
        plan->first.lo + (plan->n - 1) * plan->step;
    ensures on: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        !restarts(last->lo, now, rules->tolerance, rules->rollback) &&
        is_in(plan->first.lo, last->lo) && is_in(plan->next.lo, last->lo);
    ensures begins: \result == GDN_PLAN_OK && plan->new_sequence != 0 ==>
        is_in(plan->first.lo, now) && is_in(plan->next.lo, now);
    ensures above: \result == GDN_PLAN_OK &&
        !restarts(last->lo, now, rules->tolerance, rules->rollback) ==>
        plan->first.lo > last->lo;
    ensures restart: \result == GDN_PLAN_OK &&
        restarts(last->lo, now, rules->tolerance, rules->rollback) ==>
        plan->new_sequence != 0;
*/
static enum gdn_verdict step_counter(struct gdn_plan *plan,
                                     const struct gdn_u128 *last, uint64_t now,
                                     size_t n, const unsigned char random[16],
                                     const struct gdn_rules *rules);
