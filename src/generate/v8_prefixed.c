/* SPDX-License-Identifier: MIT */
/* v8_prefixed.c - version 8 with a prefix before the time. */
#include "../core/layout.h"
#include "../cpu/arch.h"
#include "by_timestamp.h"
#include "clock_span.h"
#include "kinds.h"
#include "sort_keys.h"
#include <guidon/prefixed.h>

/*
 * The ids are made as those of version 7 precise are: their sort key is a
 * timestamp that rises from id to id (by_timestamp.h). guidon_v8_prefixed_make
 * gives the layout of the id. The state does not know the prefix, so generators
 * with different prefixes of one length may share it.
 *
 * A random prefix is the part of the random bytes above the random rest, so
 * every id uses eight of them.
 */

static inline void prefixed_write_one(guidon_id *out, uint64_t timestamp,
                                      const unsigned char *random,
                                      const struct gdn_rules *rules)
{
    const uint64_t bits = gdn_load_be64(random);
    uint64_t prefix = rules->prefix;

    if (rules->prefix_random) {
        prefix = bits << (64 - GDN_V8_PREFIX_REST_BITS) >> 1 >>
                 (63 - rules->prefix_bits);
    }
    gdn_put_v8_prefixed(out, prefix, rules->prefix_bits, timestamp, bits);
}

/* The smallest number of ids for which a vector kernel is faster. */
#define PREFIXED_VECTOR_MIN 8

/* Ids whose timestamps differ only in the bits behind the variant: all but the first
 * 60 - prefix_bits. */
static size_t prefixed_write_run(guidon_id *out, uint64_t timestamp,
                                 const unsigned char *random, size_t n,
                                 const struct gdn_rules *rules)
{
    const uint64_t last = (UINT64_C(1) << (rules->prefix_bits + 4)) - 1;
    const uint64_t rise = UINT64_C(1)
                          << (GDN_V8_PREFIX_REST_BITS - rules->prefix_bits);
    const size_t in_run = gdn_at_most(n - 1, last - (timestamp & last)) + 1;
    struct gdn_id_run run = {.rise = rise, .mask = rise - 1};
    guidon_id first;

    gdn_put_v8_prefixed(&first, rules->prefix, rules->prefix_bits, timestamp,
                        0);
    run.hi = gdn_load_be64(first.bytes);
    run.lo = gdn_load_be64(first.bytes + 8);
    gdn_id_run(out, &run, random, in_run);
    return in_run;
}

static void prefixed_write_runs(guidon_id *out, const struct gdn_plan *plan,
                                const unsigned char *random,
                                const struct gdn_rules *rules)
{
    for (size_t done = 0; done < plan->n;) {
        done += prefixed_write_run(out + done, plan->first.lo + done,
                                   random + GDN_BY_TIMESTAMP_RANDOM_LEN * done,
                                   plan->n - done, rules);
    }
}

static void prefixed_write(guidon_id *out, const struct gdn_plan *plan,
                           const unsigned char *random,
                           const struct gdn_rules *rules)
{
    /* Without a vector kernel, a small module saves the code. */
    if (GDN_ARCH_X86_64 && plan->n >= PREFIXED_VECTOR_MIN &&
        !rules->prefix_random) {
        prefixed_write_runs(out, plan, random, rules);
        return;
    }
    for (size_t i = 0; i < plan->n; i++) {
        prefixed_write_one(&out[i], plan->first.lo + i,
                           random + GDN_BY_TIMESTAMP_RANDOM_LEN * i, rules);
    }
}

/* --------------------------------------------------------------- fast paths */

/* Each fast path inlines the steps of its table, below. */
static const struct gdn_kind prefixed_reserving, prefixed_host, prefixed_coarse;

GDN_FAST_PATH(bool, prefixed_next_fast, gdn_next_fast, gdn_kind_v8_prefixed)
GDN_FAST_PATH(bool, prefixed_next_fast_host, gdn_next_fast, prefixed_host)

GDN_BY_TIMESTAMP_FAST_PATH_RESERVED(prefixed_next_fast_reserved,
                                    prefixed_next_unreserved,
                                    prefixed_reserving)
GDN_FAST_PATH(bool, prefixed_next_fast_coarse, gdn_by_timestamp_next_coarse,
              prefixed_coarse)

/* ------------------------------------------------------------------- tables */

const struct gdn_kind *gdn_v8_prefixed_variant(const guidon_options *options,
                                               bool reserves)
{
    return gdn_clock_span(options) > 1           ? &prefixed_coarse
           : reserves                            ? &prefixed_reserving
           : options->scope == GUIDON_SCOPE_HOST ? &prefixed_host
                                                 : &gdn_kind_v8_prefixed;
}

const struct gdn_kind gdn_kind_v8_prefixed = {
    GDN_BY_TIMESTAMP_KIND(prefixed_write),
    .has_prefix = true,
    .plan = gdn_by_timestamp_plan_precise,
    .next_fast = prefixed_next_fast,
};

/* Scope HOST, for a process that makes no reservations. */
static const struct gdn_kind prefixed_host = {
    GDN_BY_TIMESTAMP_KIND(prefixed_write),
    .has_prefix = true,
    .plan = gdn_by_timestamp_plan_reserving,
    .next_fast = prefixed_next_fast_host,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V8_PREFIXED),
};

/* Threads or processes can reserve timestamps. */
static const struct gdn_kind prefixed_reserving = {
    GDN_BY_TIMESTAMP_KIND(prefixed_write),
    .has_prefix = true,
    .plan = gdn_by_timestamp_plan_reserving,
    .next_fast = prefixed_next_fast_reserved,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V8_PREFIXED),
};

/* Every scope, if the clock's tick is longer than a nanosecond. */
static const struct gdn_kind prefixed_coarse = {
    GDN_BY_TIMESTAMP_KIND(prefixed_write),
    .has_prefix = true,
    .plan = gdn_by_timestamp_plan_coarse,
    .seed = gdn_by_timestamp_seed_coarse,
    .next_fast = prefixed_next_fast_coarse,
    .file_slot = GDN_FILE_SLOT(GDN_SHARED_V8_PREFIXED),
};

/* ------------------------------------------------- an id with another prefix */

guidon_status guidon_next_prefixed(guidon_id *out, guidon_generator *generator,
                                   uint32_t prefix)
{
    guidon_status status;
    guidon_id id;

    if (!generator->kind->has_prefix) {
        return GUIDON_E_ARGUMENT;
    }
    if ((uint64_t)prefix >> generator->rules.prefix_bits != 0) {
        return GUIDON_E_RANGE;
    }
    status = guidon_next(&id, generator);
    if (status == GUIDON_OK) {
        gdn_set_v8_prefix(&id, prefix, generator->rules.prefix_bits);
        *out = id;
    }
    return status;
}
