/* SPDX-License-Identifier: MIT */
/* adjust.c - what a generator met, and its node and clock sequence changed. */
#include "../core/bytes.h"
#include "../core/layout.h"
#include "generator.h"

void guidon_generator_stats(guidon_stats *out, const guidon_generator *g)
{
    out->rollbacks = atomic_load_explicit(&g->rollbacks, memory_order_relaxed);
    out->restarts = atomic_load_explicit(&g->restarts, memory_order_relaxed);
    out->waits = atomic_load_explicit(&g->waits, memory_order_relaxed);
    out->forks = atomic_load_explicit(&g->forks, memory_order_relaxed);
}

/* A clock sequence at random, but not the one in use. */
static guidon_status draw_seq(uint16_t *seq, guidon_generator *g)
{
    unsigned char random[2];
    uint16_t last;
    bool has_last =
        gdn_gregorian_seq(&last, gdn_atomic128_load(gdn_generator_state(g)));
    guidon_status status = gdn_generator_read_random(g, random, sizeof random);

    if (status != GUIDON_OK) {
        return status;
    }
    *seq = gdn_load_be16(random) & GDN_CLOCK_SEQ_MAX;
    if (has_last && *seq == last) {
        *seq = (*seq + 1) & GDN_CLOCK_SEQ_MAX;
    }
    return GUIDON_OK;
}

/* Another clock sequence in a state; false where v2 has dealt it in the step.
 * Time stays as it is, so that no id comes again. */
static bool change_seq(struct gdn_u128 *state, const guidon_generator *g,
                       uint16_t seq, bool drawn)
{
    if (g->kind != &gdn_kind_v2) {
        *state = gdn_gregorian_with_seq(*state, seq);
        return true;
    }
    if (drawn) {
        gdn_v2_move_anywhere(state, (unsigned char)seq);
        return true;
    }
    return gdn_v2_move_to(state, seq);
}

static guidon_status put_seq(guidon_generator *g, uint16_t seq, bool drawn)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_u128 next;
    bool changed;

    do {
        next = last;
        changed = change_seq(&next, g, seq, drawn);
    } while (!gdn_generator_move(g, &last, next));
    if (!changed) {
        return GUIDON_E_CLOCK;
    }
    return g->shared ? gdn_shared_save(g->shared) : GUIDON_OK;
}

guidon_status guidon_set_node(guidon_generator *g, const unsigned char node[6])
{
    uint16_t seq;
    guidon_status status;

    if (g->kind->unit != GDN_UNIT_TICKS) {
        return GUIDON_E_VERSION;
    }
    status = gdn_generator_check_epoch(g);
    if (g->kind != &gdn_kind_v2 && status == GUIDON_OK) {
        status = draw_seq(&seq, g);
        if (status == GUIDON_OK) {
            status = put_seq(g, seq, true);
        }
    }
    if (status == GUIDON_OK) {
        gdn_generator_set_node_bits(g, node);
        g->node = GUIDON_NODE_FIXED;
        if (g->kind == &gdn_kind_v6_fresh) {
            g->kind = &gdn_kind_v6;
        }
    }
    return status;
}

guidon_status guidon_set_clock_seq(guidon_generator *g, int32_t clock_seq)
{
    bool is_v2 = g->kind == &gdn_kind_v2;
    uint16_t seq = (uint16_t)clock_seq;
    guidon_status status;

    if (!gdn_is_gregorian(g) && !is_v2) {
        return GUIDON_E_VERSION;
    }
    if (clock_seq < -1 ||
        clock_seq > (int32_t)(is_v2 ? GDN_DCE_SEQ_MAX : GDN_CLOCK_SEQ_MAX)) {
        return GUIDON_E_ARGUMENT;
    }
    status = gdn_generator_check_epoch(g);
    if (status == GUIDON_OK && clock_seq == -1) {
        status = draw_seq(&seq, g);
    }
    return status == GUIDON_OK ? put_seq(g, seq, clock_seq == -1) : status;
}
