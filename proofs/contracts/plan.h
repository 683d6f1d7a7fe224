/* SPDX-License-Identifier: MIT */
/* plan.h - the contracts of by_timestamp.h's plans, in ACSL */
#include "../../src/reserve/reservation.h"
#include "kind.h"

/* If the clock does not restart, every id is above the last one: next > last
 * for all states, readings, rules and counts. */
/*@ predicate restarts(integer highest, integer now, integer tolerance,
                       integer rollback) =
        now < highest && highest - now > tolerance &&
        rollback == GUIDON_ROLLBACK_RESTART;
*/

/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures above: \result == GDN_PLAN_OK &&
        !restarts(last->hi, now, rules->tolerance, rules->rollback) ==>
        plan->first.lo > last->lo;
    ensures restart: \result == GDN_PLAN_OK ==>
        plan->first.lo > last->lo || plan->first.lo == now;
    ensures follows: \result == GDN_PLAN_OK && now > last->lo ==>
        plan->first.lo == now;
    ensures sound: \result == GDN_PLAN_OK && last->hi <= last->lo ==>
        plan->next.hi <= plan->next.lo;
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        now < last->hi && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static inline enum gdn_verdict gdn_by_timestamp_plan(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    uint64_t ahead, const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next;
    ensures verdict: \result == GDN_PLAN_OK || \result == GDN_PLAN_CLOCK_BACK ||
        \result == GDN_PLAN_EXHAUSTED_WAIT;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures above: \result == GDN_PLAN_OK &&
        !restarts(last->hi, now, rules->tolerance, rules->rollback) ==>
        plan->first.lo > last->lo;
    ensures restart: \result == GDN_PLAN_OK ==>
        plan->first.lo > last->lo || plan->first.lo == now;
    ensures follows: \result == GDN_PLAN_OK && now > last->lo ==>
        plan->first.lo == now;
    ensures sound: \result == GDN_PLAN_OK && last->hi <= last->lo ==>
        plan->next.hi <= plan->next.lo;
    ensures back: \result == GDN_PLAN_CLOCK_BACK ==>
        now < last->hi && rules->rollback != GUIDON_ROLLBACK_RESTART;
*/
static inline enum gdn_verdict gdn_by_timestamp_plan_precise(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    const struct gdn_rules *rules);

/*@ assigns \nothing;
    ensures \result.lo == (state.hi <= state.lo ? state.lo :
        \min(state.lo + GDN_RESERVATION_LEN, 0xffffffffffffffff));
    ensures \result.hi == \min(state.lo, state.hi);
*/
static inline struct gdn_u128 gdn_reservation_ended(struct gdn_u128 state);

/* A reservation gives timestamps below last->lo + LEN while the state holds it. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \separated(plan, last, rules);
    requires 1 <= n <= 0x7fffffffffffffff;
    assigns plan->step, plan->events, plan->first.lo, plan->n, plan->next;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n && plan->step == 1;
    ensures batch: \result == GDN_PLAN_OK ==>
        plan->next.lo == plan->first.lo + (plan->n - 1);
    ensures above: \result == GDN_PLAN_OK &&
        !restarts(\min(last->lo, last->hi), now, rules->tolerance,
                  rules->rollback) ==>
        plan->first.lo > last->lo &&
        (last->hi > last->lo ==> plan->first.lo > last->lo + GDN_RESERVATION_LEN);
    ensures sound: \result == GDN_PLAN_OK ==> plan->next.hi <= plan->next.lo;
*/
static inline enum gdn_verdict gdn_by_timestamp_plan_reserving(
    struct gdn_plan *plan, const struct gdn_u128 *last, uint64_t now, size_t n,
    const struct gdn_rules *rules);
