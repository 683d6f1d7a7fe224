/* SPDX-License-Identifier: MIT */
/* state_ulid.h - the contracts of places of ulid.c, in ACSL */
#include "kind.h"

/* A place is 128 bits, hi * 2^64 + lo, of which the highest 48 are the
 * millisecond. A step is shown of any way to tell it; that the code's is one,
 * with the words themselves, where ms_of shows what is taken of `ms`. */
#if defined(GDN_PROOFS_WORDS)
/*@ axiomatic Words {
    axiom shr_16: \forall uint64_t x; (x >> 16) == x / 0x10000;
    axiom low_16: \forall uint64_t x; (x & 0xffff) == x % 0x10000;
    axiom carry: \forall uint64_t x, y; x + y > 0xffffffffffffffff ==>
        (uint64_t)(x + y) == x + y - 0x10000000000000000;
    axiom end_16: \forall uint64_t x;
        (x | 0xffff) == x / 0x10000 * 0x10000 + 0xffff;
    }
    logic integer ms(integer hi) = hi / 0x10000;
    logic integer most(integer rule) =
        rule == GUIDON_ULID_STEP_RANDOM ? 0x100000000 : 1;
*/
#else
/*@ axiomatic Words {
    axiom shl_16: \forall uint64_t x;
        x < 0x1000000000000 ==> (x << 16) == x * 0x10000;
    axiom or_16: \forall uint64_t x, y; x % 0x10000 == 0 && y < 0x10000 ==>
        (x | y) == x + y;
    axiom with_16: \forall uint64_t x, y; x < 0x10000 && y % 0x10000 == 0 ==>
        (x | y) == x + y;
    }
    axiomatic State {
    logic integer ms(integer hi);
    axiom ms_of_hi: \forall uint64_t hi;
        ms(hi) * 0x10000 <= hi <= ms(hi) * 0x10000 + 0xffff;
    logic integer most(integer rule);
    axiom most_random: most(GUIDON_ULID_STEP_RANDOM) == 0x100000000;
    axiom most_one: \forall integer rule;
        rule != GUIDON_ULID_STEP_RANDOM ==> most(rule) == 1;
    }
*/
#endif
/*@ predicate is_in(integer hi, integer ms) =
        ms * 0x10000 <= hi <= ms * 0x10000 + 0xffff;
    logic integer place(integer hi, integer lo) =
        hi * 0x10000000000000000 + lo;
    logic integer room(integer hi, integer lo) =
        place(ms(hi) * 0x10000 + 0xffff, 0xffffffffffffffff) - place(hi, lo);
*/

/*@ requires \valid_read(place);
    assigns \nothing;
    ensures value: \result == ms(place->hi);
    ensures parts: is_in(place->hi, \result);
*/
static uint64_t ms_of(const struct gdn_u128 *place);

/*@ requires \valid_read(place);
    assigns \nothing;
    ensures value: \result ==
        \min(room(place->hi, place->lo), 0xffffffffffffffff);
*/
static uint64_t room_of(const struct gdn_u128 *place);

/*@ requires \valid_read(place);
    assigns \nothing;
    ensures value: \result == 0 ==>
        room(place->hi, place->lo) >= 2 * 0x10000000000000000;
    ensures range: \result == 0 || \result == 1;
*/
static bool is_near_end(const struct gdn_u128 *place);

/*@ requires by <= room(place.hi, place.lo);
    assigns \nothing;
    ensures value: place(\result.hi, \result.lo) == place(place.hi, place.lo) + by;
    ensures ms: ms(\result.hi) == ms(place.hi);
*/
static struct gdn_u128 raised(struct gdn_u128 place, uint64_t by);

/* A leap stays in its millisecond, and never goes back. */
/*@ assigns \nothing;
    ensures above: place(\result.hi, \result.lo) >= place(state.hi, state.lo);
    ensures leap: place(\result.hi, \result.lo) ==
        place(state.hi, state.lo) + by ||
        state.hi == 0 && state.lo == 0 && \result.hi == 0 && \result.lo == 0 ||
        room(\result.hi, \result.lo) == 0;
    ensures ms: ms(\result.hi) == ms(state.hi);
*/
struct gdn_u128 gdn_ulid_random_skip(struct gdn_u128 state, uint64_t by);

/*@ requires \valid_read(rules);
    assigns \nothing;
    ensures value: \result == most(rules->ulid_step);
*/
static uint64_t step_most(const struct gdn_rules *rules);

/*@ requires step >= 1;
    assigns \nothing;
    ensures count: \result <= n;
    ensures some: room >= step && n >= 1 ==> \result >= 1;
    ensures room: \result <= \result * step <= room;
    ensures least: \result >= 1 ==> step <= \result * step;
*/
static size_t steps_within(size_t n, uint64_t step, uint64_t room);

/*@ requires 1 <= n && 1 <= step;
    assigns \nothing;
    ensures count: 1 <= \result <= n;
    ensures room: 0 <= (size_t)(\result - 1) * step <= room;
*/
static size_t places_within(size_t n, uint64_t step, uint64_t room);

/*@ requires \valid_read(plan);
    requires 1 <= plan->n;
    requires 0 <= (size_t)(plan->n - 1) * plan->step <=
        \min(room(plan->first.hi, plan->first.lo), 0xffffffffffffffff);
    assigns \nothing;
    ensures value: place(\result.hi, \result.lo) ==
        place(plan->first.hi, plan->first.lo) +
        (size_t)(plan->n - 1) * plan->step;
    ensures ms: ms(\result.hi) == ms(plan->first.hi);
*/
static struct gdn_u128 last_place(const struct gdn_plan *plan);
