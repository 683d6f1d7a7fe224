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
    ensures seeded: \result == GDN_PLAN_OK ==>
        (plan->needs_seed != 0 <==> plan->new_sequence != 0);
    ensures counted: \result == GDN_PLAN_OK && plan->needs_seed == 0 ==>
        plan->first.lo == last->lo + 1 &&
        plan->next.lo == last->lo + plan->n;
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        ms(now) < ms(last->lo) && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static enum gdn_verdict v7_plan_counter(struct gdn_plan *plan,
                                        const struct gdn_u128 *last,
                                        uint64_t now, size_t n,
                                        const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \valid_read(rules);
    requires \separated(plan, random + (0 .. 15), rules);
    requires 1 <= plan->n <= 0x80000 && plan->first.lo <= 0xfffffffffff00000;
    assigns plan->first.lo, plan->next.lo;
    ensures begins:
        \old(plan->first.lo) <= plan->first.lo <= \old(plan->first.lo) + 0x7ffff;
    ensures batch: plan->next.lo == plan->first.lo + (plan->n - 1);
*/
static void v7_seed_counter(struct gdn_plan *plan,
                            const unsigned char random[16],
                            const struct gdn_rules *rules);

/*@ requires i <= 0x80000;
    requires \valid_read(random + 8 * i);
    assigns \nothing;
    ensures value: 0 <= \result <= 3;
*/
static uint64_t v7_extra_step(const unsigned char *random, size_t i);

/* The proof takes the sum of the loop as given. */
/*@ requires 1 <= n;
    requires \valid_read(random + (0 .. 8 * n - 1));
    assigns \nothing;
    ensures value: 0 <= \result <= 3 * (n - 1);
*/
static uint64_t v7_extra_steps(const unsigned char *random, size_t n);

/*@ requires \valid(plan) && 1 <= plan->n <= 0x80000;
    requires \valid_read(random + (0 .. 8 * plan->n - 1));
    requires \separated(plan, random + (0 .. 8 * plan->n - 1));
    requires plan->first.lo + 4 * plan->n - 1 <= 0xffffffffffffffff;
    assigns plan->first.lo, plan->next.lo;
    ensures begins: plan->new_sequence != 0 ==>
        plan->first.lo == \old(plan->first.lo);
    ensures on: \old(plan->first.lo) <= plan->first.lo <=
        \old(plan->first.lo) + 3;
    ensures above: plan->first.lo + (plan->n - 1) <= plan->next.lo;
    ensures room: plan->next.lo <= plan->first.lo + 4 * (plan->n - 1);
*/
static void v7_add_steps(struct gdn_plan *plan, const unsigned char *random);

/* A step as next.c takes it, from a plan that is all zero: next > last. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \valid_read(random + (0 .. 15));
    requires \valid_read(ids + (0 .. 8 * 256 - 1));
    requires \separated(plan, last, random + (0 .. 15),
        ids + (0 .. 8 * 256 - 1), rules);
    requires 1 <= n <= 256;
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next.lo,
        plan->new_sequence, plan->needs_seed;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n;
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo >= plan->first.lo + (plan->n - 1);
    ensures ones: \result == GDN_PLAN_OK &&
        rules->v7_layout != GUIDON_V7_INCREMENT ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
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
                                     const unsigned char *ids,
                                     const struct gdn_rules *rules);
