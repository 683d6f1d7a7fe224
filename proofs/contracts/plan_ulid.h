/* SPDX-License-Identifier: MIT */
/* plan_ulid.h - the contracts of ulid.c's monotonic step, in ACSL */
#include "bytes.h"
#include "state_ulid.h"

/*@ predicate none(integer hi, integer lo) = hi == 0 && lo == 0;
    predicate restarts(integer last, integer now, integer tolerance,
                       integer rollback) =
        now < last && last - now > tolerance &&
        rollback == GUIDON_ROLLBACK_RESTART;
*/

/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n && now < 0x1000000000000;
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first, plan->n, plan->next,
        plan->new_sequence, plan->needs_seed;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_FAIL;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures begins: \result == GDN_PLAN_OK && plan->new_sequence != 0 ==>
        plan->needs_seed != 0 && plan->first.hi == now * 0x10000 &&
        plan->first.lo == 0;
    ensures fresh: \result == GDN_PLAN_OK && plan->new_sequence != 0 ==>
        now * 0x10000 > last->hi || none(last->hi, last->lo) ||
        restarts(ms(last->hi), now, rules->tolerance, rules->rollback);
    ensures order: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        !restarts(ms(last->hi), now, rules->tolerance, rules->rollback) &&
        !none(last->hi, last->lo);
    ensures on: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        ms(plan->first.hi) == ms(last->hi) &&
        key(plan->first.hi, plan->first.lo) ==
            key(last->hi, last->lo) + 1;
    ensures room: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        most(rules->ulid_step) <= room(last->hi, last->lo);
    ensures skip: \result == GDN_PLAN_OK && plan->new_sequence == 0 &&
        plan->random_skip != 0 ==> plan->needs_seed != 0 &&
        room(last->hi, last->lo) >= 2 * 0x10000000000000000;
    ensures counted: \result == GDN_PLAN_OK && plan->needs_seed == 0 ==>
        plan->new_sequence == 0 && rules->ulid_step != GUIDON_ULID_STEP_RANDOM &&
        ms(plan->next.hi) == ms(last->hi) &&
        key(plan->next.hi, plan->next.lo) ==
            key(last->hi, last->lo) + plan->n;
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        now < ms(last->hi) && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static enum gdn_verdict ulid_plan_monotonic(struct gdn_plan *plan,
                                            const struct gdn_u128 *last,
                                            uint64_t now, size_t n,
                                            const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \valid_read(rules);
    requires \separated(plan, random + (0 .. 15), rules);
    requires 1 <= plan->n && plan->step == 1;
    requires plan->new_sequence != 0 ==> plan->first.hi % 0x10000 == 0;
    requires plan->new_sequence == 0 ==>
        room(plan->first.hi, plan->first.lo) + 1 >= most(rules->ulid_step);
    requires plan->new_sequence == 0 && plan->random_skip != 0 ==>
        room(plan->first.hi, plan->first.lo) + 1 >= 2 * 0x10000000000000000;
    assigns plan->step, plan->first, plan->n, plan->next;
    ensures count: 1 <= plan->n <= \old(plan->n);
    ensures step: 1 <= plan->step <= most(rules->ulid_step);
    ensures begins: plan->new_sequence != 0 ==>
        \old(plan->first.hi) <= plan->first.hi <=
        \old(plan->first.hi) + 0xffff;
    ensures on: plan->new_sequence == 0 ==>
        ms(plan->first.hi) == ms(\old(plan->first.hi)) &&
        key(plan->first.hi, plan->first.lo) >=
        key(\old(plan->first.hi), \old(plan->first.lo)) + plan->step - 1;
    ensures batch: key(plan->next.hi, plan->next.lo) ==
        key(plan->first.hi, plan->first.lo) +
        (size_t)(plan->n - 1) * plan->step;
    ensures ms: ms(plan->next.hi) == ms(plan->first.hi);
*/
static void ulid_seed_monotonic(struct gdn_plan *plan,
                                const unsigned char random[16],
                                const struct gdn_rules *rules);

/* A step as next.c takes it, from a plan that is all zero except for
 * random_skip: next > last, and only the 80 bits of the millisecond change. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \valid_read(random + (0 .. 15));
    requires \separated(plan, last, random + (0 .. 15), rules);
    requires 1 <= n && now < 0x1000000000000;
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first, plan->n, plan->next,
        plan->new_sequence, plan->needs_seed;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n;
    ensures step: \result == GDN_PLAN_OK ==>
        1 <= plan->step <= most(rules->ulid_step);
    ensures batch: \result == GDN_PLAN_OK ==>
        key(plan->next.hi, plan->next.lo) ==
        key(plan->first.hi, plan->first.lo) +
        (size_t)(plan->n - 1) * plan->step;
    ensures ms: \result == GDN_PLAN_OK ==> ms(plan->next.hi) == ms(plan->first.hi);
    ensures on: \result == GDN_PLAN_OK && plan->new_sequence == 0 ==>
        ms(plan->first.hi) == ms(last->hi);
    ensures begins: \result == GDN_PLAN_OK && plan->new_sequence != 0 ==>
        ms(plan->first.hi) == now;
    ensures above: \result == GDN_PLAN_OK && !none(last->hi, last->lo) &&
        !restarts(ms(last->hi), now, rules->tolerance, rules->rollback) ==>
        key(plan->first.hi, plan->first.lo) > key(last->hi, last->lo);
    ensures restart: \result == GDN_PLAN_OK && !none(last->hi, last->lo) &&
        restarts(ms(last->hi), now, rules->tolerance, rules->rollback) ==>
        plan->new_sequence != 0;
*/
static enum gdn_verdict step_monotonic(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const unsigned char random[16],
                                       const struct gdn_rules *rules);
