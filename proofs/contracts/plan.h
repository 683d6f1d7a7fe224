/* SPDX-License-Identifier: MIT */
/* plan.h - the contracts of src/generate/kind.h and of v7.c's plan, in ACSL */
#include "../../src/generate/kind.h"

/*@ assigns \nothing;
    ensures a + b <= 0xffffffffffffffff ==> \result == a + b;
    ensures a + b > 0xffffffffffffffff ==> \result == 0xffffffffffffffff;
*/
static inline uint64_t gdn_add_saturated(uint64_t a, uint64_t b);

/*@ assigns \nothing;
    ensures \result == (n < limit ? n : limit);
*/
static inline size_t gdn_at_most(size_t n, uint64_t limit);

/*@ requires \valid(events) && \valid_read(rules);
    requires \separated(events, rules);
    assigns *events;
    ensures \result == GDN_COURSE_FRESH <==> now > last;
    ensures \result == GDN_COURSE_ON <==>
        now <= last && (now >= highest || highest - now <= rules->tolerance);
    ensures \result == GDN_COURSE_RESTART ==>
        now < highest && highest - now > rules->tolerance &&
        rules->rollback == GUIDON_ROLLBACK_RESTART;
    ensures \result == GDN_COURSE_BACK ==>
        now < highest && rules->rollback != GUIDON_ROLLBACK_RESTART;
    ensures \result == GDN_COURSE_FRESH || \result == GDN_COURSE_ON ||
        \result == GDN_COURSE_RESTART || \result == GDN_COURSE_BACK;
*/
static inline enum gdn_course gdn_course(unsigned *events, uint64_t last,
                                         uint64_t highest, uint64_t now,
                                         const struct gdn_rules *rules);

/*@ requires \valid_read(rules);
    assigns \nothing;
    ensures \result >= (highest + ahead <= 0xffffffffffffffff ?
                        highest + ahead : 0xffffffffffffffff);
*/
static inline uint64_t gdn_limit(unsigned events, uint64_t highest,
                                 uint64_t now, uint64_t ahead,
                                 const struct gdn_rules *rules);

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
