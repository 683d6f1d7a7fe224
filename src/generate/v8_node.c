/* SPDX-License-Identifier: MIT */
/* v8_node.c - version 8 with a node number, a counter and random bits. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "kinds.h"
#include "next_fast.h"
#include <guidon/make.h>

/*
 * The sort key has 44 bits of milliseconds and the 20 bits of the counter, and
 * rises from id to id. guidon_v8_node_make gives the layout of the id. The
 * counter starts at a random number below half its range in each millisecond
 * (RFC 9562, section 6.2).
 *
 * A generator never goes back to an earlier key, whatever the rollback policy
 * is. So its ids differ by their keys, and ids of two generators differ by their
 * node numbers. The random bits need not tell them apart.
 *
 * State: lo is the last key.
 */
#define V8_COUNTER_MASK (GDN_TIMESTAMP_PER_MS - 1)
#define V8_SEED_MASK    (V8_COUNTER_MASK >> 1)

_Static_assert(GDN_V8_COUNTER_BITS == GDN_TIMESTAMP_FRACTION_BITS,
               "a key is a timestamp with the counter for its fraction");

static enum gdn_verdict v8_plan(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules)
{
    const uint64_t last_ms = last->lo & ~V8_COUNTER_MASK;
    const uint64_t now_ms = now & ~V8_COUNTER_MASK;
    uint64_t room;

    plan->first.lo = last->lo + 1;
    plan->step = 1;
    switch (
        gdn_clock_relation(&plan->events, last_ms, last_ms, now_ms, rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
    case GDN_RELATION_RESTART:
        return GDN_PLAN_CLOCK_BACK;
    case GDN_RELATION_CONTINUE:
        break;
    case GDN_RELATION_AHEAD:
        plan->first.lo = now_ms;
        plan->new_sequence = plan->needs_seed = true;
        break;
    }
    room = V8_COUNTER_MASK -
           (plan->new_sequence ? V8_SEED_MASK : last->lo & V8_COUNTER_MASK);
    if (room == 0) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    plan->n = gdn_at_most(n, room);
    plan->next.lo = plan->first.lo + (plan->n - 1);
    return GDN_PLAN_OK;
}

/* A plan that needs a seed begins a sequence. */
static void v8_seed(struct gdn_plan *plan,
                    const unsigned char random[GDN_SEED_LEN],
                    const struct gdn_rules *rules)
{
    const uint64_t start = gdn_load_be64(random) & V8_SEED_MASK;

    (void)rules;
    plan->first.lo += start;
    plan->next.lo += start;
}

static void v8_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    for (size_t i = 0; i < plan->n; i++) {
        const uint64_t key = plan->first.lo + i;

        gdn_put_v8_node(&out[i], gdn_ms_of_timestamp(key), rules->node_number,
                        rules->node_number_bits, key & V8_COUNTER_MASK,
                        gdn_load_be64(random + 8 * i));
    }
}

static uint64_t v8_last_ms(const struct gdn_plan *plan)
{
    return gdn_ms_of_timestamp(plan->next.lo);
}

/* A plan in another millisecond needs a seed, so this makes no id of it. */
GDN_FAST_PATH(bool, v8_next_fast, gdn_next_fast, gdn_kind_v8_node)

/*
 * Only scope PROCESS. In scope THREAD a program would create a generator for
 * each thread, all of them with the number of the process. In scope HOST the
 * processes of a host would share a number, which is on lease to one of them.
 */
const struct gdn_kind gdn_kind_v8_node = {
    .unit = GDN_UNIT_TIMESTAMP,
    .random_len = 8,
    .has_state = true,
    .plan = v8_plan,
    .seed = v8_seed,
    .write = v8_write,
    .next_fast = v8_next_fast,
    .single_owner = true,
    .last_ms = v8_last_ms,
    .fast_keeps_ms = true,
};
