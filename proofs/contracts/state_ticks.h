/* SPDX-License-Identifier: MIT */
/* state_ticks.h - the contracts of gregorian.c's state, in ACSL */
#include "bytes.h"
#include "kind.h"

/* plan_ticks.c proves the plan for every way to pack the three parts into a
 * word. state_ticks.c, which defines GDN_PROOFS_WORDS, proves that the code's
 * way is one. */
#if defined(GDN_PROOFS_WORDS)
/*@ axiomatic Words {
    axiom shr_11: \forall uint64_t x; (x >> 11) == x / 0x800;
    axiom shr_14: \forall uint64_t x; (x >> 14) == x / 0x4000;
    axiom shr_17: \forall uint64_t x; (x >> 17) == x / 0x20000;
    axiom low_3: \forall uint64_t x; (x & 7) == x % 8;
    axiom low_14: \forall uint64_t x; (x & 0x3fff) == x % 0x4000;
    axiom low_46:
        \forall uint64_t x; (x & 0x3fffffffffff) == x % 0x400000000000;
    axiom low_63:
        \forall uint64_t x; (x & 0x7fffffffffffffff) == x % 0x8000000000000000;
    axiom part_14: \forall uint64_t x;
        x % 0x8000000000000000 % 0x4000 == x % 0x4000;
    axiom part_46: \forall uint64_t x;
        x % 0x8000000000000000 / 0x20000 % 0x400000000000 ==
        x / 0x20000 % 0x400000000000;
    axiom set_63: \forall uint64_t x;
        x >= 0x8000000000000000 ==> (x & 0x8000000000000000) != 0;
    axiom clear_63: \forall uint64_t x;
        x < 0x8000000000000000 ==> (x & 0x8000000000000000) == 0;
    axiom or_63: \forall uint64_t x; x < 0x8000000000000000 ==>
        (0x8000000000000000 | x) == 0x8000000000000000 + x;
    axiom or_14: \forall uint64_t x, y; x < 0x4000 && y % 0x4000 == 0 ==>
        (x | y) == x + y;
    axiom or_17: \forall uint64_t x, y; x < 0x20000 && y % 0x20000 == 0 ==>
        (x | y) == x + y;
    axiom shl_8: \forall uint64_t x; (x << 8) == x * 0x100;
    axiom shl_14: \forall uint64_t x; (x << 14) == x * 0x4000;
    axiom shl_17: \forall uint64_t x; (x << 17) == x * 0x20000;
    axiom sum_14: \forall uint64_t x, y, z;
        x < 0x400000000000 && y < 8 && z < 0x4000 ==>
        (0x8000000000000000 + x * 0x20000 + y * 0x4000 + z) % 0x4000 == z;
    axiom or_0: \forall uint64_t x; (x | 0) == x;
    axiom or_part: \forall uint64_t x, y;
        (x | y) % 0x4000 == ((x % 0x4000) | (y % 0x4000));
    axiom sum_46: \forall uint64_t x, y; x < 0x400000000000 && y < 0x20000 ==>
        (0x8000000000000000 + x * 0x20000 + y) / 0x20000 % 0x400000000000 == x;
    }
    logic integer seq(integer hi) = hi % 0x4000;
    logic integer ahead(integer hi) = hi / 0x20000 % 0x400000000000;
    predicate has_seq(integer hi) = hi >= 0x8000000000000000;
*/
#else
/*@ axiomatic State {
    logic integer seq(integer hi);
    logic integer ahead(integer hi);
    predicate has_seq(integer hi);
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
static uint16_t gregorian_seq(uint64_t hi);

/*@ assigns \nothing;
    ensures value: \result == ahead(hi);
*/
static uint64_t gregorian_ahead(uint64_t hi);

/*@ assigns \nothing;
    ensures value: \result == 1 <==> has_seq(hi);
    ensures range: \result == 0 || \result == 1;
*/
static bool gregorian_has_seq(uint64_t hi);

/*@ requires seq < 0x4000;
    assigns \nothing;
    ensures range: \result < 8;
*/
static unsigned gregorian_block(uint16_t seq);

/*@ assigns \nothing;
    ensures range: \result < 8;
*/
static unsigned gregorian_first_block(uint64_t hi);

/*@ requires ahead < 0x400000000000 && first_block < 8 && seq < 0x4000;
    assigns \nothing;
    ensures has_seq: has_seq(\result);
    ensures ahead: ahead(\result) == ahead;
    ensures seq: seq(\result) == seq;
*/
static uint64_t gregorian_hi(uint64_t ahead, unsigned first_block,
                             uint16_t seq);

/*@ requires seq < 0x4000;
    assigns \nothing;
    ensures time: \result.lo == state.lo && ahead(\result.hi) == ahead(state.hi);
    ensures seq: seq(\result.hi) == seq && has_seq(\result.hi);
    ensures sound: is_sound(state.lo, state.hi) ==>
        is_sound(\result.lo, \result.hi);
*/
static struct gdn_u128 gregorian_with_seq(struct gdn_u128 state, uint16_t seq);

/*@ assigns \nothing;
    ensures time: \result.lo == state.lo && ahead(\result.hi) == ahead(state.hi);
    ensures seq: seq(\result.hi) == seq(state.hi) && !has_seq(\result.hi);
    ensures sound: is_sound(state.lo, state.hi) ==>
        is_sound(\result.lo, \result.hi);
*/
static struct gdn_u128 gregorian_without_seq(struct gdn_u128 state);

/*@ requires seq < 0x4000;
    assigns \nothing;
    ensures other: seq == avoided && avoided < 0x4000 ==> \result != avoided;
    ensures same: seq != avoided ==> \result == seq;
    ensures range: \result < 0x4000;
*/
static uint16_t gregorian_other_seq(uint16_t seq, uint16_t avoided);

/*@ requires \valid(plan) && \valid(seq) && \valid_read(rules);
    requires \separated(plan, seq, rules);
    requires *seq < 0x4000;
    assigns plan->needs_node, *seq;
    ensures next: *seq == ((\old(*seq) + 1) & 0x3fff);
    ensures range: *seq < 0x4000;
    ensures verdict: \result == 0 || \result == 1;
    ensures used: \result == 0 ==> rules->may_draw_node == 0;
*/
static bool gregorian_next_seq(struct gdn_plan *plan, unsigned first_block,
                               uint16_t *seq, const struct gdn_rules *rules);

/*@ requires \valid(plan) && \valid_read(random + (0 .. 15));
    requires \separated(plan, random + (0 .. 15), rules);
    assigns plan->first.hi, plan->next;
    ensures time: plan->next.lo == \old(plan->next.lo);
    ensures seq: plan->first.hi < 0x4000 &&
        seq(plan->next.hi) == plan->first.hi && has_seq(plan->next.hi);
    ensures other: plan->avoids_seq != 0 ==>
        plan->first.hi != plan->avoided_seq;
    ensures sound: is_sound(\old(plan->next.lo), \old(plan->next.hi)) ==>
        is_sound(plan->next.lo, plan->next.hi);
*/
static void gregorian_seed(struct gdn_plan *plan,
                           const unsigned char random[16],
                           const struct gdn_rules *rules);
