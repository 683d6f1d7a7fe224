/* SPDX-License-Identifier: MIT */
/* state_ulid.h - the contracts of the sort keys of ulid.c, in ACSL */
#include "kind.h"

/* A key is a number of 128 bits, hi * 2^64 + lo. Its highest 48 bits are the
 * millisecond. plan_ulid.c proves a step for every function `ms` that satisfies
 * the axiom ms_of_hi. state_ulid.c, which defines GDN_PROOFS_WORDS, proves that
 * the code's function is one. */
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
    logic integer key(integer hi, integer lo) =
        hi * 0x10000000000000000 + lo;
    logic integer room(integer hi, integer lo) =
        key(ms(hi) * 0x10000 + 0xffff, 0xffffffffffffffff) - key(hi, lo);
*/

/*@ requires \valid_read(key);
    assigns \nothing;
    ensures value: \result == ms(key->hi);
    ensures parts: is_in(key->hi, \result);
*/
static uint64_t ulid_ms(const struct gdn_u128 *key);

/*@ requires \valid_read(key);
    assigns \nothing;
    ensures value: \result ==
        \min(room(key->hi, key->lo), 0xffffffffffffffff);
*/
static uint64_t ulid_room(const struct gdn_u128 *key);

/*@ requires \valid_read(key);
    assigns \nothing;
    ensures value: \result == 0 ==>
        room(key->hi, key->lo) >= 2 * 0x10000000000000000;
    ensures range: \result == 0 || \result == 1;
*/
static bool ulid_is_near_end(const struct gdn_u128 *key);

/*@ requires by <= room(key.hi, key.lo);
    assigns \nothing;
    ensures value: key(\result.hi, \result.lo) == key(key.hi, key.lo) + by;
    ensures ms: ms(\result.hi) == ms(key.hi);
*/
static struct gdn_u128 ulid_raise(struct gdn_u128 key, uint64_t by);

/* A random skip stays in its millisecond, and never goes back. */
/*@ assigns \nothing;
    ensures above: key(\result.hi, \result.lo) >= key(state.hi, state.lo);
    ensures skip: key(\result.hi, \result.lo) ==
        key(state.hi, state.lo) + by ||
        state.hi == 0 && state.lo == 0 && \result.hi == 0 && \result.lo == 0 ||
        room(\result.hi, \result.lo) == 0;
    ensures ms: ms(\result.hi) == ms(state.hi);
*/
static struct gdn_u128 ulid_skip(struct gdn_u128 state, uint64_t by);

/*@ requires \valid_read(rules);
    assigns \nothing;
    ensures value: \result == most(rules->ulid_step);
*/
static uint64_t ulid_step_max(const struct gdn_rules *rules);

/*@ requires step >= 1;
    assigns \nothing;
    ensures count: \result <= n;
    ensures some: room >= step && n >= 1 ==> \result >= 1;
    ensures room: \result <= \result * step <= room;
    ensures least: \result >= 1 ==> step <= \result * step;
*/
static size_t ulid_steps_within(size_t n, uint64_t step, uint64_t room);

/*@ requires 1 <= n && 1 <= step;
    assigns \nothing;
    ensures count: 1 <= \result <= n;
    ensures room: 0 <= (size_t)(\result - 1) * step <= room;
    ensures least: \result - 1 <= (size_t)(\result - 1) * step;
*/
static size_t ulid_ids_within(size_t n, uint64_t step, uint64_t room);

/*@ requires \valid_read(plan);
    requires 1 <= plan->n && plan->step == 1;
    requires 0 <= (size_t)(plan->n - 1) <=
        \min(room(plan->first.hi, plan->first.lo), 0xffffffffffffffff);
    assigns \nothing;
    ensures value: key(\result.hi, \result.lo) ==
        key(plan->first.hi, plan->first.lo) + (size_t)(plan->n - 1);
    ensures ms: ms(\result.hi) == ms(plan->first.hi);
*/
static struct gdn_u128 ulid_last_key(const struct gdn_plan *plan);
