/* SPDX-License-Identifier: MIT */
/* v8_prefixed.c - version 8 with a prefix before the time. */
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
 * A random prefix is the first of the random bits of an id, and the random rest is
 * the last of them, so every id uses eight random bytes.
 */

/* The smallest number of ids for which a vector kernel is faster. */
#define PREFIXED_VECTOR_MIN 8

static void prefixed_write(guidon_id *out, const struct gdn_plan *plan,
                           const unsigned char *random,
                           const struct gdn_rules *rules)
{
    /* Without a vector kernel, a small module saves the code. */
    if (GDN_ARCH_X86_64 && plan->n >= PREFIXED_VECTOR_MIN) {
        gdn_prefixed_keys(out, plan->first.lo, &rules->prefix, random, plan->n);
    } else {
        gdn_prefixed_keys_scalar(out, plan->first.lo, &rules->prefix, random,
                                 plan->n);
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
    const unsigned prefix_bits = generator->rules.prefix.bits;
    guidon_status status;

    if (!generator->kind->has_prefix) {
        return GUIDON_E_ARGUMENT;
    }
    if ((uint64_t)prefix >> prefix_bits != 0) {
        return GUIDON_E_RANGE;
    }
    status = guidon_next(out, generator);
    if (status == GUIDON_OK) {
        gdn_set_v8_prefix(out, prefix, prefix_bits);
    }
    return status;
}
