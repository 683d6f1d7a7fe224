/* SPDX-License-Identifier: MIT */
/* plan_ticks.h - the contract of gregorian.c's plan, in ACSL */
#include "kind.h"

/*@ logic integer seq(struct gdn_pair state) = state.hi & 0x3fff;
    logic integer ahead(struct gdn_pair state) =
        (state.hi >> 14) & 0x1ffffffffffff;
    logic integer highest(struct gdn_pair state) = state.lo - ahead(state);
    predicate is_sound(struct gdn_pair state) =
        ahead(state) <= state.lo && state.lo <= 0x0fffffffffffffff;
    predicate restarts(struct gdn_pair state, integer now,
                       struct gdn_rules rules) =
        now < highest(state) && highest(state) - now > rules.tolerance &&
        rules.rollback == GUIDON_ROLLBACK_RESTART;
*/

/*@ assigns \nothing;
    ensures \result == (hi & 0x3fff);
*/
static uint16_t seq_of(uint64_t hi);

/*@ assigns \nothing;
    ensures \result == ((hi >> 14) & 0x1ffffffffffff);
*/
static uint64_t ahead_of(uint64_t hi);

/* Where the clock does not restart, every id's time is above the last one's, for
 * all states that there are, readings, rules and counts. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    requires is_sound(*last);
    assigns plan->step, plan->events, plan->first, plan->n, plan->next,
        plan->needs_seed;
    ensures \result == GDN_GO || \result == GDN_BACK || \result == GDN_FULL ||
        \result == GDN_OVER;
    ensures \result == GDN_GO ==> 1 <= plan->n <= n && plan->step == 1;
    ensures \result == GDN_GO ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures \result == GDN_GO ==> plan->next.lo <= 0x0fffffffffffffff;
    ensures \result == GDN_GO && !restarts(*last, now, *rules) ==>
        plan->first.lo > last->lo;
    ensures \result == GDN_GO && restarts(*last, now, *rules) ==>
        plan->first.lo == now &&
        plan->first.hi == ((seq(*last) + 1) & 0x3fff);
    ensures \result == GDN_GO && now > last->lo ==> plan->first.lo == now;
    ensures \result == GDN_GO && !restarts(*last, now, *rules) ==>
        plan->first.hi == seq(*last);
    ensures \result == GDN_BACK ==>
        now < highest(*last) && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static enum gdn_verdict plan_ticks(struct gdn_plan *plan,
                                   const struct gdn_pair *last, uint64_t now,
                                   size_t n, const struct gdn_rules *rules);
