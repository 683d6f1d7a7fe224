/* SPDX-License-Identifier: MIT */
/* ulid.c - ULID generated, plain and monotonic. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "next_fast.h"

#include <string.h>

/* ------------------------------------------------------------------- plain */

static enum gdn_verdict plan_plain(struct gdn_plan *plan,
                                   const struct gdn_u128 *last, uint64_t now,
                                   size_t n, const struct gdn_rules *rules)
{
    (void)last;
    (void)rules;
    plan->first.lo = now;
    plan->n = n;
    return GDN_PLAN_OK;
}

static void write_plain(guidon_id *out, const struct gdn_plan *plan,
                        const unsigned char *random,
                        const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        gdn_store_be64(out[i].bytes,
                       plan->first.lo << 16 | gdn_load_be16(random + 10 * i));
        memcpy(out[i].bytes + 8, random + 10 * i + 2, 8);
    }
}

GDN_FLATTEN static bool one_plain(guidon_id *out, guidon_generator *g,
                                  struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_ulid);
}

const struct gdn_kind gdn_kind_ulid = {
    .unit = GDN_UNIT_MS,
    .random_len = 10,
    .plan = plan_plain,
    .write = write_plain,
    .one = one_plain,
};

/* --------------------------------------------------------------- monotonic */

/*
 * A place is the id itself, as two words; so is the state: the last id. In its
 * millisecond, or an earlier one, the 80 random bits are raised by a step, and
 * where they cannot be, making fails until the clock has moved on (U6, U7).
 *
 * Where another run may go on from the same state, unseen, one leaps: the step
 * that begins it is a random number of 64 bits.
 */
#define STEP_BITS 32

static uint64_t ms_of(const struct gdn_u128 *place)
{
    return place->hi >> 16;
}

static struct gdn_u128 raised(struct gdn_u128 place, uint64_t by)
{
    place.lo += by;
    place.hi += place.lo < by;
    return place;
}

/* How far the 80 bits can be raised; UINT64_MAX for further than that. */
static uint64_t room_of(const struct gdn_u128 *place)
{
    return (place->hi & 0xffff) == 0xffff ? UINT64_MAX - place->lo : UINT64_MAX;
}

/* Might a leap and a step, each of them less than 2^64, leave the 80 bits? */
static bool is_near_end(const struct gdn_u128 *place)
{
    return (place->hi & 0xffff) >= 0xfffe;
}

struct gdn_u128 gdn_ulid_random_skip(struct gdn_u128 state, uint64_t by)
{
    if (state.hi == 0 && state.lo == 0) {
        return state; /* nothing was made */
    }
    if (is_near_end(&state)) {
        return (struct gdn_u128){.lo = UINT64_MAX, .hi = state.hi | 0xffff};
    }
    return raised(state, by);
}

static uint64_t step_most(const struct gdn_rules *rules)
{
    return rules->ulid_step == GUIDON_ULID_STEP_RANDOM
               ? UINT64_C(1) << STEP_BITS
               : 1;
}

/* How many of `n` steps stay within `room`. */
static size_t steps_within(size_t n, uint64_t step, uint64_t room)
{
    return gdn_at_most(n, room / step);
}

static enum gdn_verdict plan_monotonic(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const struct gdn_rules *rules)
{
    uint64_t most = step_most(rules);
    bool none = last->hi == 0 && last->lo == 0;
    enum gdn_clock_relation course =
        none ? GDN_RELATION_AHEAD
             : gdn_clock_relation(&plan->events, ms_of(last), ms_of(last), now,
                                  rules);

    plan->n = steps_within(n, most, UINT64_MAX);
    plan->step = 1;
    if (course == GDN_RELATION_TOO_FAR_BACK) {
        return GDN_PLAN_CLOCK_BACK;
    }
    if (course != GDN_RELATION_CONTINUE) {
        plan->first.lo = 0;
        plan->first.hi = now << 16;
        plan->begins = true;
        plan->needs_seed = true;
        return GDN_PLAN_OK;
    }
    if (room_of(last) < plan->n * most || (plan->leap && is_near_end(last))) {
        return GDN_PLAN_EXHAUSTED_FAIL;
    }
    plan->needs_seed = most > 1 || plan->leap;
    plan->first = raised(*last, 1);
    plan->next = raised(*last, plan->n);
    return GDN_PLAN_OK;
}

/* How many of `n` places, where the first has `room` above it. */
static size_t places_within(size_t n, uint64_t step, uint64_t room)
{
    return steps_within(n - 1, step, room) + 1;
}

static struct gdn_u128 last_place(const struct gdn_plan *plan)
{
    return raised(plan->first, (plan->n - 1) * plan->step);
}

static void seed_monotonic(struct gdn_plan *plan,
                           const unsigned char random[GDN_SEED_LEN],
                           const struct gdn_rules *rules)
{
    uint64_t leap = plan->leap ? gdn_load_be64(random) : 0;

    if (rules->ulid_step == GUIDON_ULID_STEP_RANDOM) {
        plan->step = UINT64_C(1) + gdn_load_be32(random + 10);
    }
    if (plan->begins) {
        plan->first.hi |= gdn_load_be16(random);
        plan->first.lo = gdn_load_be64(random + 2);
    } else { /* the plan put it one above the last */
        plan->first = raised(raised(plan->first, plan->step - 1), leap);
    }
    plan->n = places_within(plan->n, plan->step, room_of(&plan->first));
    plan->next = last_place(plan);
}

static void write_monotonic(guidon_id *out, const struct gdn_plan *plan,
                            const unsigned char *random,
                            const struct gdn_rules *rules)
{
    struct gdn_u128 place = plan->first;

    (void)random;
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        gdn_store_be64(out[i].bytes, place.hi);
        gdn_store_be64(out[i].bytes + 8, place.lo);
        place = raised(place, plan->step);
    }
}

GDN_FLATTEN static bool one_monotonic(guidon_id *out, guidon_generator *g,
                                      struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_ulid_monotonic);
}

const struct gdn_kind gdn_kind_ulid_monotonic = {
    .unit = GDN_UNIT_MS,
    .random_len = 0,
    .has_state = true,
    .plan = plan_monotonic,
    .seed = seed_monotonic,
    .write = write_monotonic,
    .one = one_monotonic,
};
