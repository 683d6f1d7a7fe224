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
    ensures word: \result == GDN_PLAN_OK ==>
        (size_t)plan->n * most(rules->ulid_step) <= 0xffffffffffffffff;
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
        (size_t)plan->n * most(rules->ulid_step) <= room(last->hi, last->lo);
    ensures skip: \result == GDN_PLAN_OK && plan->new_sequence == 0 &&
        plan->random_skip != 0 ==> plan->needs_seed != 0 &&
        room(last->hi, last->lo) >= 2 * 0x10000000000000000;
    ensures drawn: \result == GDN_PLAN_OK && plan->needs_seed != 0 &&
        plan->new_sequence == 0 ==> plan->random_skip != 0;
    ensures counted: \result == GDN_PLAN_OK && plan->needs_seed == 0 ==>
        plan->new_sequence == 0 && plan->random_skip == 0 &&
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
    requires (size_t)plan->n * most(rules->ulid_step) <= 0xffffffffffffffff;
    requires plan->new_sequence == 0 ==>
        room(plan->first.hi, plan->first.lo) + 1 >= 2 * 0x10000000000000000;
    assigns plan->first, plan->n, plan->next;
    ensures count: 1 <= plan->n <= \old(plan->n);
    ensures room: (size_t)(plan->n - 1) * most(rules->ulid_step) <=
        room(plan->first.hi, plan->first.lo);
    ensures more: plan->new_sequence == 0 ==>
        (size_t)plan->n * most(rules->ulid_step) <=
        room(plan->first.hi, plan->first.lo) + 1;
    ensures begins: plan->new_sequence != 0 ==>
        \old(plan->first.hi) <= plan->first.hi <=
        \old(plan->first.hi) + 0xffff;
    ensures on: plan->new_sequence == 0 ==>
        ms(plan->first.hi) == ms(\old(plan->first.hi)) &&
        key(plan->first.hi, plan->first.lo) >=
        key(\old(plan->first.hi), \old(plan->first.lo));
    ensures batch: key(plan->next.hi, plan->next.lo) ==
        key(plan->first.hi, plan->first.lo) + (size_t)(plan->n - 1);
    ensures ms: ms(plan->next.hi) == ms(plan->first.hi);
*/
static void ulid_seed_monotonic(struct gdn_plan *plan,
                                const unsigned char random[16],
                                const struct gdn_rules *rules);

/*@ requires \valid_read(random + (4 * i .. 4 * i + 3));
    requires 4 * i <= 0xffffffffffffffff;
    assigns \nothing;
    ensures value: 0 <= \result <= 0xffffffff;
*/
static uint64_t ulid_extra_step(const unsigned char *random, size_t i);

/* The proof takes the sum of the loop as given. */
/*@ requires \valid_read(random + (0 .. 4 * n - 1));
    requires 1 <= n;
    assigns \nothing;
    ensures value: 0 <= \result <= (size_t)(n - 1) * 0xffffffff;
*/
static uint64_t ulid_extra_steps(const unsigned char *random, size_t n);

/*@ requires \valid(plan) && 1 <= plan->n <= 0xffffffff;
    requires \valid_read(random + (0 .. 4 * plan->n - 1));
    requires \separated(plan, random + (0 .. 4 * plan->n - 1));
    requires (size_t)(plan->n - 1) * 0x100000000 <=
        room(plan->first.hi, plan->first.lo);
    requires plan->new_sequence == 0 ==>
        (size_t)plan->n * 0x100000000 <=
        room(plan->first.hi, plan->first.lo) + 1;
    assigns plan->first, plan->next;
    ensures begins: plan->new_sequence != 0 ==>
        plan->first.hi == \old(plan->first.hi) &&
        plan->first.lo == \old(plan->first.lo);
    ensures on: ms(plan->first.hi) == ms(\old(plan->first.hi)) &&
        key(plan->first.hi, plan->first.lo) >=
        key(\old(plan->first.hi), \old(plan->first.lo));
    ensures above: key(plan->next.hi, plan->next.lo) >=
        key(plan->first.hi, plan->first.lo) + (size_t)(plan->n - 1);
    ensures ms: ms(plan->next.hi) == ms(plan->first.hi);
*/
static void ulid_add_steps(struct gdn_plan *plan, const unsigned char *random);

/* A step as next.c takes it, from a plan that is all zero except for
 * random_skip: next > last, and only the 80 bits of the millisecond change. */
/*@ requires \valid(plan) && \valid_read(last) && \valid_read(rules);
    requires \valid_read(random + (0 .. 15));
    requires 1 <= n <= 256 && now < 0x1000000000000;
    requires \valid_read(ids + (0 .. 4 * 256 - 1));
    requires \separated(plan, last, random + (0 .. 15),
        ids + (0 .. 4 * 256 - 1), rules);
    requires plan->events == 0 && plan->new_sequence == 0;
    assigns plan->step, plan->events, plan->first, plan->n, plan->next,
        plan->new_sequence, plan->needs_seed;
    ensures count: \result == GDN_PLAN_OK ==> 1 <= plan->n <= n;
    ensures batch: \result == GDN_PLAN_OK ==>
        key(plan->next.hi, plan->next.lo) >=
        key(plan->first.hi, plan->first.lo) + (size_t)(plan->n - 1);
    ensures ones: \result == GDN_PLAN_OK &&
        rules->ulid_step != GUIDON_ULID_STEP_RANDOM ==>
        key(plan->next.hi, plan->next.lo) ==
        key(plan->first.hi, plan->first.lo) + (size_t)(plan->n - 1);
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
                                       const unsigned char *ids,
                                       const struct gdn_rules *rules);
