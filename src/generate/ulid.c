/* SPDX-License-Identifier: MIT */
/* ulid.c - ULIDs, with random bits in each or in monotonic order. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../core/memory.h"
#include "../cpu/arch.h"
#include "kinds.h"
#include "next_fast.h"

/* --------------------------------------------------- random bits in each id */

static enum gdn_verdict ulid_plan(struct gdn_plan *plan,
                                  const struct gdn_u128 *last, uint64_t now,
                                  size_t n, const struct gdn_rules *rules)
{
    (void)last;
    (void)rules;
    plan->first.lo = now;
    plan->n = n;
    return GDN_PLAN_OK;
}

static uint64_t ulid_last_ms(const struct gdn_plan *plan)
{
    return plan->first.lo;
}

static void ulid_write(guidon_id *out, const struct gdn_plan *plan,
                       const unsigned char *random,
                       const struct gdn_rules *rules)
{
    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        const uint64_t high =
            plan->first.lo << 16 | gdn_load_be16(random + 10 * i);
        uint64_t low;

        memcpy(&low, random + 10 * i + 2, 8);
        gdn_store_be64(out[i].bytes, high);
        memcpy(out[i].bytes + 8, &low, 8);
    }
}

GDN_FAST_PATH(bool, ulid_next_fast, gdn_next_fast, gdn_kind_ulid)
GDN_FAST_PATH(guidon_status, ulid_next_thread, gdn_next_thread, gdn_kind_ulid)

const struct gdn_kind gdn_kind_ulid = {
    .unit = GDN_UNIT_MS,
    .random_len = 10,
    .plan = ulid_plan,
    .write = ulid_write,
    .next_fast = ulid_next_fast,
    .next_thread = ulid_next_thread,
    .last_ms = ulid_last_ms,
};

/* --------------------------------------------------------------- monotonic */

/*
 * The sort key is the id itself, a number of 128 bits in two words: 48 bits of
 * milliseconds, then 80 random bits. The state is the last id. In the same or
 * an earlier millisecond, the next id is the last id plus a step of 1, or of 1
 * to 2^32 at random, which is drawn for each id. If the 80 bits have no room for
 * the longest step, making an id fails until the clock has moved on (ULID
 * specification).
 *
 * After a reboot that lost the last writes, or on a cloned machine, other ids
 * may have been made from the same state. Then the first step is a random skip,
 * a number of 64 bits.
 */
#define ULID_STEP_BITS 32
#define ULID_STEP_LEN  4 /* the random bytes of a step */

static uint64_t ulid_ms(const struct gdn_u128 *key)
{
    return key->hi >> 16;
}

static struct gdn_u128 ulid_raise(struct gdn_u128 key, uint64_t by)
{
    key.lo += by;
    key.hi += key.lo < by;
    return key;
}

/* By how much the 80 bits can be raised; UINT64_MAX also stands for more. */
static uint64_t ulid_room(const struct gdn_u128 *key)
{
    return (key->hi & 0xffff) == 0xffff ? UINT64_MAX - key->lo : UINT64_MAX;
}

/* Might a random skip and a step, each less than 2^64, overflow the 80 bits? */
static bool ulid_is_near_end(const struct gdn_u128 *key)
{
    return (key->hi & 0xffff) >= 0xfffe;
}

/* Raise a state by `by`, or near the end of its millisecond, to that end. */
static struct gdn_u128 ulid_skip(struct gdn_u128 state, uint64_t by)
{
    if (state.hi == 0 && state.lo == 0) {
        return state; /* nothing is made */
    }
    if (ulid_is_near_end(&state)) {
        return (struct gdn_u128){.lo = UINT64_MAX, .hi = state.hi | 0xffff};
    }
    return ulid_raise(state, by);
}

static uint64_t ulid_step_max(const struct gdn_rules *rules)
{
    return rules->ulid_step == GUIDON_ULID_STEP_RANDOM
               ? UINT64_C(1) << ULID_STEP_BITS
               : 1;
}

/* How many of `n` steps fit into `room`. */
static size_t ulid_steps_within(size_t n, uint64_t step, uint64_t room)
{
    return gdn_at_most(n, room / step);
}

static enum gdn_verdict ulid_plan_monotonic(struct gdn_plan *plan,
                                            const struct gdn_u128 *last,
                                            uint64_t now, size_t n,
                                            const struct gdn_rules *rules)
{
    uint64_t step_max = ulid_step_max(rules);
    bool none = last->hi == 0 && last->lo == 0;
    enum gdn_clock_relation relation =
        none ? GDN_RELATION_AHEAD
             : gdn_clock_relation(&plan->events, ulid_ms(last), ulid_ms(last),
                                  now, rules);

    plan->n = ulid_steps_within(n, step_max, UINT64_MAX);
    plan->step = 1;
    if (relation == GDN_RELATION_TOO_FAR_BACK) {
        return GDN_PLAN_CLOCK_BACK;
    }
    if (relation != GDN_RELATION_CONTINUE) {
        plan->first.lo = 0;
        plan->first.hi = now << 16;
        plan->new_sequence = true;
        plan->needs_seed = true;
        return GDN_PLAN_OK;
    }
    if (ulid_room(last) < plan->n * step_max ||
        (plan->random_skip && ulid_is_near_end(last))) {
        return GDN_PLAN_EXHAUSTED_FAIL;
    }
    plan->needs_seed = plan->random_skip;
    plan->first = ulid_raise(*last, 1);
    plan->next = ulid_raise(*last, plan->n);
    return GDN_PLAN_OK;
}

/* How many of `n` ids fit, if there is `room` above the first. */
static size_t ulid_ids_within(size_t n, uint64_t step, uint64_t room)
{
    return ulid_steps_within(n - 1, step, room) + 1;
}

static struct gdn_u128 ulid_last_key(const struct gdn_plan *plan)
{
    return ulid_raise(plan->first, (plan->n - 1) * plan->step);
}

static void ulid_seed_monotonic(struct gdn_plan *plan,
                                const unsigned char random[GDN_SEED_LEN],
                                const struct gdn_rules *rules)
{
    if (plan->new_sequence) {
        plan->first.hi |= gdn_load_be16(random);
        plan->first.lo = gdn_load_be64(random + 2);
    } else { /* a random skip */
        plan->first = ulid_raise(plan->first, gdn_load_be64(random));
    }
    plan->n =
        ulid_ids_within(plan->n, ulid_step_max(rules), ulid_room(&plan->first));
    plan->next = ulid_last_key(plan);
}

static uint64_t ulid_last_ms_monotonic(const struct gdn_plan *plan)
{
    return ulid_ms(&plan->next);
}

#ifndef __OPTIMIZE_SIZE__ /* there, the loop with a carry writes every batch */
/* Write `n` ids that share their first word. No id waits for the carry of the
 * id before it. */
static void ulid_write_low_words(guidon_id *out, struct gdn_u128 key,
                                 uint64_t step, size_t n)
{
    unsigned char hi[8];

    gdn_store_be64(hi, key.hi);
    GDN_UNROLL_LONG
    for (size_t i = 0; i < n; i++, key.lo += step) {
        memcpy(out[i].bytes, hi, sizeof hi);
        gdn_store_be64(out[i].bytes + 8, key.lo);
    }
}
#endif

static void ulid_write_monotonic(guidon_id *out, const struct gdn_plan *plan,
                                 const unsigned char *random,
                                 const struct gdn_rules *rules)
{
    struct gdn_u128 key = plan->first;

    (void)random;
    (void)rules;
#ifndef __OPTIMIZE_SIZE__
    if (ulid_last_key(plan).hi == key.hi) {
        ulid_write_low_words(out, key, plan->step, plan->n);
        return;
    }
#endif
    for (size_t i = 0; i < plan->n; i++) {
        gdn_store_be64(out[i].bytes, key.hi);
        gdn_store_be64(out[i].bytes + 8, key.lo);
        key = ulid_raise(key, plan->step);
    }
}

/* How far the step of id `i` exceeds 1. */
static uint64_t ulid_extra_step(const unsigned char *random, size_t i)
{
    return gdn_load_be32(random + ULID_STEP_LEN * i);
}

/* The same, of all ids of a plan but the first. */
static uint64_t ulid_extra_steps(const unsigned char *random, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 1; i < n; i++) {
        sum += ulid_extra_step(random, i);
    }
    return sum;
}

/* The plan has room for the longest steps, so their sum fits a word. */
static void ulid_add_steps(struct gdn_plan *plan, const unsigned char *random)
{
    if (!plan->new_sequence) {
        plan->first = ulid_raise(plan->first, ulid_extra_step(random, 0));
    }
    plan->next = ulid_raise(plan->first,
                            plan->n - 1 + ulid_extra_steps(random, plan->n));
}

static void ulid_write_random_steps(guidon_id *out, const struct gdn_plan *plan,
                                    const unsigned char *random,
                                    const struct gdn_rules *rules)
{
    struct gdn_u128 key = plan->first;

    (void)rules;
    for (size_t i = 0; i < plan->n; i++) {
        if (i > 0) {
            key = ulid_raise(key, 1 + ulid_extra_step(random, i));
        }
        gdn_store_be64(out[i].bytes, key.hi);
        gdn_store_be64(out[i].bytes + 8, key.lo);
    }
}

static bool ulid_after_loss(struct gdn_plan *plan, struct gdn_u128 *last)
{
    (void)last;
    plan->random_skip = true;
    return true;
}

static void ulid_after_clone(struct gdn_u128 *state,
                             const unsigned char *random)
{
    *state = ulid_skip(*state, gdn_load_be64(random));
}

GDN_FAST_PATH(bool, ulid_next_fast_monotonic, gdn_next_fast,
              gdn_kind_ulid_monotonic)
GDN_FAST_PATH(guidon_status, ulid_next_thread_monotonic, gdn_next_thread,
              gdn_kind_ulid_monotonic)

static const struct gdn_kind ulid_random_step;

const struct gdn_kind *gdn_ulid_variant(const guidon_options *options)
{
#ifdef GDN_SMALL_MODULE /* which never sets the option, see kinds.h */
    (void)options;
    (void)ulid_random_step;
    return &gdn_kind_ulid_monotonic;
#else
    return options->ulid_step == GUIDON_ULID_STEP_RANDOM
               ? &ulid_random_step
               : &gdn_kind_ulid_monotonic;
#endif
}

const struct gdn_kind gdn_kind_ulid_monotonic = {
    .unit = GDN_UNIT_MS,
    .random_len = 0,
    .has_state = true,
    .plan = ulid_plan_monotonic,
    .seed = ulid_seed_monotonic,
    .write = ulid_write_monotonic,
    .next_fast = ulid_next_fast_monotonic,
    .next_thread = ulid_next_thread_monotonic,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_ULID),
    .after_loss = ulid_after_loss,
    .after_clone = ulid_after_clone,
    .clone_random_len = 8,
    .last_ms = ulid_last_ms_monotonic,
    .fast_keeps_ms = true,
};

static const struct gdn_kind ulid_random_step = {
    .unit = GDN_UNIT_MS,
    .random_len = ULID_STEP_LEN,
    .has_state = true,
    .plan = ulid_plan_monotonic,
    .seed = ulid_seed_monotonic,
    .add_steps = ulid_add_steps,
    .write = ulid_write_random_steps,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_ULID),
    .after_loss = ulid_after_loss,
    .after_clone = ulid_after_clone,
    .clone_random_len = 8,
    .last_ms = ulid_last_ms_monotonic,
};
