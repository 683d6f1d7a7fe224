/* SPDX-License-Identifier: MIT */
/* setup.c - what every generator begins with. */
#include "setup.h"
#include "../core/memory.h"
#include "../random/epoch.h"
#include "clock_span.h"

static uint64_t tolerance_of(uint32_t ms, enum gdn_unit unit)
{
    uint64_t tolerance = ms > 0 ? ms : 10000;

    return unit == GDN_UNIT_TIMESTAMP ? tolerance << GDN_TIMESTAMP_FRACTION_BITS
           : unit == GDN_UNIT_TICKS   ? tolerance * 10000
                                      : tolerance;
}

static struct gdn_rules rules_of(const guidon_options *options,
                                 const struct gdn_kind *kind)
{
    struct gdn_rules rules = {
        .tolerance = tolerance_of(options->rollback_tolerance_ms, kind->unit),
        .rollback = options->rollback,
        .overflow = options->overflow,
        .v7_layout = options->v7_layout,
        .ulid_step = options->ulid_step,
        .domain = options->domain,
        .local_id = options->local_id,
        .node_number = options->node_number,
        .node_number_bits = options->node_number_bits,
        /* Processes that share a file share its node. */
        .may_draw_node = options->node == GUIDON_NODE_RANDOM &&
                         options->scope != GUIDON_SCOPE_HOST,
    };

    if (kind->has_prefix) {
        rules.prefix = gdn_v8_prefix_of(options->prefix, options->prefix_bits);
        rules.prefix.is_random = options->prefix_random;
    }
    if (kind->unit == GDN_UNIT_TIMESTAMP) {
        rules.clock_span = gdn_clock_span(options);
    }
    return rules;
}

void gdn_generator_begin(guidon_generator *g, const guidon_options *options,
                         const struct gdn_kind *kind)
{
    const guidon_generator begun = {
        .kind = kind,
        .scope = options->scope,
        .random = (uint8_t)options->random,
        .node = (uint8_t)options->node,
        .rules = rules_of(options, kind),
        .random_fn = options->random_fn,
        .random_context = options->random_context,
        .clock_fn = options->clock_fn,
        .clock_context = options->clock_context,
    };

    memcpy(g, &begun, sizeof begun);
    /* If random_fn forks, the child has a copy of this generator. */
    atomic_store_explicit(&g->epoch, gdn_epoch(), memory_order_relaxed);
}
