/* SPDX-License-Identifier: MIT */
/* options.c - a generator made of its options, and given back. */
#include "../clock/linear_clock.h"
#include "../clock/node.h"
#include "../core/layout.h"
#include "../random/entropy.h"
#include "../random/epoch.h"
#include "generator.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* v6: are node and clock sequence drawn for each id (R41)? */
static bool has_fresh_node(const guidon_options *options)
{
    return options->node == GUIDON_NODE_RANDOM &&
           options->scope != GUIDON_SCOPE_HOST && !options->clock_seq_fixed;
}

static const struct gdn_kind *kind_of(const guidon_options *options)
{
    switch (options->kind) {
    case GUIDON_V1:
        return &gdn_kind_v1;
    case GUIDON_V2:
        return &gdn_kind_v2;
    case GUIDON_V4:
        return &gdn_kind_v4;
    case GUIDON_V6:
        return has_fresh_node(options) ? &gdn_kind_v6_fresh : &gdn_kind_v6;
    case GUIDON_V7:
        switch (options->v7_layout) {
        case GUIDON_V7_PRECISE:
            return &gdn_kind_v7_precise;
        case GUIDON_V7_COUNTER:
        case GUIDON_V7_INCREMENT:
            return &gdn_kind_v7_run;
        case GUIDON_V7_UNORDERED:
            return &gdn_kind_v7_unordered;
        }
        return NULL;
    case GUIDON_ULID:
        return &gdn_kind_ulid;
    case GUIDON_ULID_MONOTONIC:
        return &gdn_kind_ulid_monotonic;
    }
    return NULL;
}

static bool options_fit(const guidon_options *o)
{
    unsigned seq_max =
        o->kind == GUIDON_V2 ? GDN_DCE_SEQ_MAX : GDN_CLOCK_SEQ_MAX;

    return (unsigned)o->scope <= GUIDON_SCOPE_HOST &&
           (unsigned)o->v7_layout <= GUIDON_V7_UNORDERED &&
           (unsigned)o->ulid_step <= GUIDON_ULID_STEP_RANDOM &&
           (unsigned)o->rollback <= GUIDON_ROLLBACK_FAIL &&
           (unsigned)o->overflow <= GUIDON_OVERFLOW_FAIL &&
           (unsigned)o->random <= GUIDON_RANDOM_CALLBACK &&
           (unsigned)o->node <= GUIDON_NODE_FIXED &&
           (unsigned)o->domain <= GUIDON_DOMAIN_LAST &&
           (o->random != GUIDON_RANDOM_CALLBACK || o->random_fn) &&
           (!o->clock_seq_fixed || o->clock_seq <= seq_max);
}

static uint64_t tolerance_of(uint32_t ms, enum gdn_unit unit)
{
    uint64_t tolerance = ms > 0 ? ms : 10000;

    return unit == GDN_UNIT_TIMESTAMP ? tolerance << GDN_TIMESTAMP_FRACTION_BITS
           : unit == GDN_UNIT_TICKS   ? tolerance * 10000
                                      : tolerance;
}

/* Which order of the host's a kind takes part in; GDN_SHARED_SLOTS for a kind
 * that keeps no state, and so needs no file. */
static enum gdn_shared_slot slot_of(const guidon_options *options)
{
    static const enum gdn_shared_slot layouts[] = {
        [GUIDON_V7_PRECISE] = GDN_SHARED_V7_PRECISE,
        [GUIDON_V7_COUNTER] = GDN_SHARED_V7_COUNTER,
        [GUIDON_V7_INCREMENT] = GDN_SHARED_V7_INCREMENT,
        [GUIDON_V7_UNORDERED] = GDN_SHARED_SLOTS,
    };

    switch (options->kind) {
    case GUIDON_V1:
        return GDN_SHARED_V1;
    case GUIDON_V2:
        return GDN_SHARED_V2;
    case GUIDON_V6:
        return GDN_SHARED_V6;
    case GUIDON_V7:
        return layouts[options->v7_layout];
    case GUIDON_ULID_MONOTONIC:
        return GDN_SHARED_ULID;
    default:
        return GDN_SHARED_SLOTS;
    }
}

/* Take part in the host's state. The node of a file that is there stays. */
static guidon_status join_host(guidon_generator *g, const char *path)
{
    unsigned char node[6] = {0};
    /* The kernel's, whatever the ids take: the node outlives them, and must be
     * another on each host (R87). */
    guidon_status status = gdn_entropy(node, sizeof node);

    node[0] |= 1; /* multicast (R99) */
    if (status == GUIDON_OK) {
        status = gdn_shared_open(&g->shared, path, node);
    }
    if (status == GUIDON_OK) {
        g->shared_cell = gdn_shared_state(g->shared, g->slot);
        if (g->node == GUIDON_NODE_RANDOM) {
            gdn_generator_set_node_bits(g, gdn_shared_node(g->shared));
        }
    }
    return status;
}

static guidon_status find_node(guidon_generator *g,
                               const guidon_options *options)
{
    unsigned char mac[6];
    guidon_status status = GUIDON_OK;

    if (options->node == GUIDON_NODE_FIXED) {
        gdn_generator_set_node_bits(g, options->node_bytes);
    } else if (options->node == GUIDON_NODE_MAC &&
               g->kind->unit == GDN_UNIT_TICKS) {
        status = gdn_node_mac(mac);
        if (status == GUIDON_OK) {
            gdn_generator_set_node_bits(g, mac);
        }
    }
    return status;
}

static struct gdn_rules rules_of(const guidon_options *options)
{
    return (struct gdn_rules){
        .rollback = options->rollback,
        .overflow = options->overflow,
        .v7_layout = options->v7_layout,
        .ulid_step = options->ulid_step,
        .domain = options->domain,
        .local_id = options->local_id,
    };
}

/* Begin at the clock sequence that was asked for, where none was drawn yet. A
 * state of v2 that has dealt nothing holds it in the same bits as the others. */
static void start_at(guidon_generator *g, const guidon_options *options)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_u128 next;
    uint16_t seq;

    if (!options->clock_seq_fixed || g->kind->unit != GDN_UNIT_TICKS) {
        return;
    }
    do {
        if (gdn_gregorian_seq(&seq, last)) {
            return;
        }
        next = gdn_gregorian_with_seq(last, options->clock_seq);
    } while (!gdn_generator_move(g, &last, next));
}

/* Does each id, and not the first of a run alone, take a seed? */
static bool seeds_each(const guidon_generator *g)
{
    return (g->kind == &gdn_kind_v7_run &&
            g->rules.v7_layout == GUIDON_V7_INCREMENT) ||
           (g->kind == &gdn_kind_ulid_monotonic &&
            g->rules.ulid_step == GUIDON_ULID_STEP_RANDOM);
}

/* May one id be made without looking at the options again? */
static bool is_plain(const guidon_generator *g)
{
    return g->kind->one && g->random == GUIDON_RANDOM_FAST && !g->clock_fn &&
           !seeds_each(g) &&
           (!g->shared || g->kind->unit == GDN_UNIT_TIMESTAMP);
}

/* May its cell be let? Threads share it, and an id takes nothing but a stamp and
 * the thread's own random bytes. */
static bool may_lease(const guidon_generator *g)
{
    return GDN_ATOMIC128_LOCK_FREE && g->plain &&
           g->kind == &gdn_kind_v7_precise &&
           g->scope == GUIDON_SCOPE_PROCESS && gdn_tsc_is_sound();
}

guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options)
{
    guidon_generator made = {
        .scope = options->scope,
        .random = options->random,
        .node = options->node,
        .random_fn = options->random_fn,
        .random_context = options->random_context,
        .clock_fn = options->clock_fn,
        .clock_context = options->clock_context,
        .rules = rules_of(options),
    };
    guidon_status status;

    made.kind = kind_of(options);
    if (!made.kind || !options_fit(options)) {
        return GUIDON_E_ARGUMENT;
    }
    made.slot = slot_of(options);
    made.rules.tolerance =
        tolerance_of(options->rollback_tolerance_ms, made.kind->unit);
    status = find_node(&made, options);
    if (status == GUIDON_OK && options->scope == GUIDON_SCOPE_HOST &&
        made.slot != GDN_SHARED_SLOTS) {
        status = join_host(&made, options->state_path);
    }
    if (status == GUIDON_OK) {
        status = gdn_generator_begin(&made);
    }
    if (status == GUIDON_OK) {
        start_at(&made, options);
        made.plain = is_plain(&made);
        if (may_lease(&made)) {
            made.kind = &gdn_kind_v7_leased;
        }
        atomic_store_explicit(&made.epoch, gdn_epoch(), memory_order_relaxed);
        memcpy(g, &made, sizeof made);
    }
    return status;
}

guidon_status guidon_generator_new(guidon_generator **out,
                                   const guidon_options *options)
{
    int saved = errno;
    guidon_generator *g = calloc(1, sizeof *g);
    guidon_status status;

    if (!g) {
        errno = saved;
        return GUIDON_E_MEMORY;
    }
    status = gdn_generator_setup(g, options);
    if (status == GUIDON_OK) {
        *out = g;
    } else {
        free(g);
    }
    return status;
}

void guidon_generator_free(guidon_generator *g)
{
    if (g) {
        gdn_shared_close(g->shared);
    }
    free(g);
}
