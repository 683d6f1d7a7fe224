/* SPDX-License-Identifier: MIT */
/* plan.h - the contracts of v7.c's plans, in ACSL */
#include "kind.h"

/* Where the clock does not restart, every id is above the last one: next > last
 * for all states, readings, rules and counts that there are. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next;
    ensures \result == GDN_GO || \result == GDN_BACK || \result == GDN_FULL;
    ensures \result == GDN_GO ==> 1 <= plan->n <= n && plan->step == 1;
    ensures \result == GDN_GO ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures \result == GDN_GO ==>
        plan->first.lo > last->lo || plan->first.lo == now;
    ensures \result == GDN_GO &&
        (now >= last->hi || last->hi - now <= rules->tolerance ||
         rules->rollback != GUIDON_ROLLBACK_RESTART) ==>
        plan->first.lo > last->lo;
    ensures \result == GDN_GO && now > last->lo ==> plan->first.lo == now;
    ensures \result == GDN_GO && last->hi <= last->lo ==>
        plan->next.hi <= plan->next.lo;
    ensures \result == GDN_BACK ==>
        now < last->hi && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static enum gdn_verdict plan_precise(struct gdn_plan *plan,
                                     const struct gdn_pair *last, uint64_t now,
                                     size_t n, const struct gdn_rules *rules);
