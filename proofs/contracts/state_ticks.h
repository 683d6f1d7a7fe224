/* SPDX-License-Identifier: MIT */
/* state_ticks.h - the contracts of how gregorian.c reads and writes a state */
#include "bytes.h"
#include "kind.h"

/* A plan is shown of any way to put three parts into a word; that the code's
 * is one, with the words themselves. */
#if defined(GDN_PROOFS_WORDS)
/*@ axiomatic Words {
    axiom shr_14: \forall uint64_t x; (x >> 14) == x / 0x4000;
    axiom low_14: \forall uint64_t x; (x & 0x3fff) == x % 0x4000;
    axiom low_49:
        \forall uint64_t x; (x & 0x1ffffffffffff) == x % 0x2000000000000;
    axiom low_63:
        \forall uint64_t x; (x & 0x7fffffffffffffff) == x % 0x8000000000000000;
    axiom part_14: \forall uint64_t x;
        x % 0x8000000000000000 % 0x4000 == x % 0x4000;
    axiom part_49: \forall uint64_t x;
        x % 0x8000000000000000 / 0x4000 % 0x2000000000000 ==
        x / 0x4000 % 0x2000000000000;
    axiom set_63: \forall uint64_t x;
        x >= 0x8000000000000000 ==> (x & 0x8000000000000000) != 0;
    axiom clear_63: \forall uint64_t x;
        x < 0x8000000000000000 ==> (x & 0x8000000000000000) == 0;
    axiom or_63: \forall uint64_t x; x < 0x8000000000000000 ==>
        (0x8000000000000000 | x) == 0x8000000000000000 + x;
    axiom or_14: \forall uint64_t x, y; x < 0x4000 && y % 0x4000 == 0 ==>
        (x | y) == x + y;
    axiom shl_8: \forall uint64_t x; (x << 8) == x * 0x100;
    axiom shl_14: \forall uint64_t x; (x << 14) == x * 0x4000;
    axiom sum_14: \forall uint64_t x, y; x < 0x2000000000000 && y < 0x4000 ==>
        (0x8000000000000000 + x * 0x4000 + y) % 0x4000 == y;
    axiom sum_49: \forall uint64_t x, y; x < 0x2000000000000 && y < 0x4000 ==>
        (0x8000000000000000 + x * 0x4000 + y) / 0x4000 % 0x2000000000000 == x;
    }
    logic integer seq(integer hi) = hi % 0x4000;
    logic integer ahead(integer hi) = hi / 0x4000 % 0x2000000000000;
    predicate drawn(integer hi) = hi >= 0x8000000000000000;
*/
#else
/*@ axiomatic State {
    logic integer seq(integer hi);
    logic integer ahead(integer hi);
    predicate drawn(integer hi);
}
*/
#endif

/*@ predicate is_sound(integer lo, integer hi) =
        ahead(hi) <= lo <= 0x0fffffffffffffff;
*/

/*@ assigns \nothing;
    ensures value: \result == seq(hi);
    ensures range: \result < 0x4000;
*/
static uint16_t seq_of(uint64_t hi);

/*@ assigns \nothing;
    ensures value: \result == ahead(hi);
*/
static uint64_t ahead_of(uint64_t hi);

/*@ assigns \nothing;
    ensures value: \result == 1 <==> drawn(hi);
    ensures range: \result == 0 || \result == 1;
*/
static bool has_drawn(uint64_t hi);

/*@ requires ahead < 0x2000000000000 && seq < 0x4000;
    assigns \nothing;
    ensures drawn: drawn(\result);
    ensures ahead: ahead(\result) == ahead;
    ensures seq: seq(\result) == seq;
*/
static uint64_t drawn_hi(uint64_t ahead, uint16_t seq);

/*@ requires seq < 0x4000;
    assigns \nothing;
    ensures time: \result.lo == state.lo && ahead(\result.hi) == ahead(state.hi);
    ensures seq: seq(\result.hi) == seq && drawn(\result.hi);
    ensures sound: is_sound(state.lo, state.hi) ==>
        is_sound(\result.lo, \result.hi);
*/
struct gdn_u128 gdn_gregorian_with_seq(struct gdn_u128 state, uint16_t seq);

/*@ assigns \nothing;
    ensures time: \result.lo == state.lo && ahead(\result.hi) == ahead(state.hi);
    ensures seq: seq(\result.hi) == seq(state.hi) && !drawn(\result.hi);
    ensures sound: is_sound(state.lo, state.hi) ==>
        is_sound(\result.lo, \result.hi);
*/
struct gdn_u128 gdn_gregorian_undrawn(struct gdn_u128 state);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \separated(plan, random + (0 .. 15), rules);
    assigns plan->first.hi, plan->next;
    ensures time: plan->next.lo == \old(plan->next.lo);
    ensures seq: plan->first.hi < 0x4000 &&
        seq(plan->next.hi) == plan->first.hi && drawn(plan->next.hi);
    ensures sound: is_sound(\old(plan->next.lo), \old(plan->next.hi)) ==>
        is_sound(plan->next.lo, plan->next.hi);
*/
static void seed_seq(struct gdn_plan *plan, const unsigned char random[16],
                     const struct gdn_rules *rules);
