/* SPDX-License-Identifier: MIT */
/* plan_ticks.h - the contract of gregorian.c's plan, in ACSL */
#include "state_ticks.h"

/*@ logic integer highest(integer lo, integer hi) = lo - ahead(hi);
    predicate restarts(integer highest, integer now, integer tolerance,
                       integer rollback) =
        now < highest && highest - now > tolerance &&
        rollback == GUIDON_ROLLBACK_RESTART;
*/

/* If the clock does not restart, every id's time is above the last one's, for
 * all sound states, readings, rules and counts. The next state is sound again.
 * The tolerance is at most 2^32 - 1 ms. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    requires plan->events == 0;
    requires is_sound(last->lo, last->hi);
    requires rules->tolerance <= 0xffffffff * 10000;
    assigns plan->step, plan->events, plan->first, plan->n, plan->next,
        plan->needs_seed, plan->needs_node;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT || \result == GDN_PLAN_EXHAUSTED_FAIL;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures above: \result == GDN_PLAN_OK &&
        !restarts(highest(last->lo, last->hi), now, rules->tolerance,
                  rules->rollback) ==>
        plan->first.lo > last->lo && plan->first.hi == seq(last->hi);
    ensures restart: \result == GDN_PLAN_OK &&
        restarts(highest(last->lo, last->hi), now, rules->tolerance,
                 rules->rollback) ==>
        plan->first.lo == now && (has_seq(last->hi) ==>
            plan->first.hi == ((seq(last->hi) + 1) & 0x3fff));
    ensures follows: \result == GDN_PLAN_OK && now > last->lo ==>
        plan->first.lo == now;
    ensures seq: \result == GDN_PLAN_OK ==>
        seq(plan->next.hi) == plan->first.hi && has_seq(plan->next.hi);
    ensures sound: \result == GDN_PLAN_OK ==>
        is_sound(plan->next.lo, plan->next.hi);
    ensures seed: \result == GDN_PLAN_OK ==>
        (plan->needs_seed == 0 <==> has_seq(last->hi));
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        now < highest(last->lo, last->hi) &&
        (rules->rollback != GUIDON_ROLLBACK_RESTART ||
         rules->may_draw_node == 0);
*/
static enum gdn_verdict gregorian_plan(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const struct gdn_rules *rules);
