/* SPDX-License-Identifier: MIT */
/* model_names.c - node and clock sequence set, and what keeps ids apart. */
#include "fuzz.h"
#include "model_parts.h"

/* A clock sequence drawn in the place of the one that is. */
static void redraw(struct model *m)
{
    m->seq_not = m->seq_drawn && m->seq_known ? m->seq : -1;
    m->seq_known = false;
    m->seq_drawn = true;
}

void model_set_node(struct model *m, const struct call *call,
                    const unsigned char node[6])
{
    if (model_unit(m) != TICKS) {
        CHECK(call->status == GUIDON_E_VERSION);
        return;
    }
    if (!model_notice(m, call)) {
        return;
    }
    CHECK(call->status == call->feed->draw_failed);
    if (call->status != GUIDON_OK) {
        return;
    }
    if (m->options.kind != GUIDON_V2) {
        redraw(m);
    }
    if (m->fresh_node) {
        m->seq_not = -1;
    }
    m->fresh_node = false;
    m->options.node = GUIDON_NODE_FIXED;
    memcpy(m->options.node_bytes, node, 6);
    memcpy(m->node, node, 6);
    m->node_known = true;
    m->sets++;
}

/* v2 goes on from `seq`, where it was not dealt, nor passed over, in the step
 * of the last id. */
static void move_ring(struct model *m, const struct call *call, uint16_t seq)
{
    bool known = m->ring_known || !m->ring_drawn;
    bool taken = m->dealt[seq];

    for (int i = m->ring; m->ring_passes && i != seq; i = (i + 1) % 64) {
        taken = taken || m->dealt[i];
    }
    if (call->status == GUIDON_E_CLOCK) {
        CHECK(!known || taken);
        return;
    }
    CHECK(call->status == GUIDON_OK && !taken);
    if (m->ring_passes) {
        model_pass(m, seq);
    }
    m->ring = seq;
    m->ring_known = m->ring_drawn = m->ring_passes = true;
}

void model_set_seq(struct model *m, const struct call *call, int32_t seq)
{
    bool is_v2 = m->options.kind == GUIDON_V2;

    if (model_unit(m) != TICKS || m->fresh_node) {
        CHECK(call->status == GUIDON_E_VERSION);
        return;
    }
    if (seq < -1 || seq >= (is_v2 ? 64 : 16384)) {
        CHECK(call->status == GUIDON_E_ARGUMENT);
        return;
    }
    if (!model_notice(m, call)) {
        return;
    }
    if (call->feed->draw_failed != GUIDON_OK) {
        CHECK(call->status == call->feed->draw_failed);
        return;
    }
    m->sets++;
    if (is_v2 && seq >= 0) {
        move_ring(m, call, (uint16_t)seq);
        return;
    }
    CHECK(call->status == GUIDON_OK);
    if (is_v2) {
        m->ring_known = m->ring_drawn && model_n_dealt(m) == 64;
        m->ring_drawn = true;
    } else if (seq < 0) {
        redraw(m);
    } else {
        m->seq_drawn = m->seq_known = true;
        m->seq = (uint16_t)seq;
    }
}

/* -------------------------------------------------------------- uniqueness */

bool model_is_unique(const struct model *m, bool random_is_rich)
{
    bool keeps_node = m->options.node == GUIDON_NODE_FIXED;

    if (model_is_gregorian(m) && !m->fresh_node) {
        /* A sequence from before a restart may bring ids back. */
        return !(m->restarts && m->sets) && !(m->forks && keeps_node) &&
               (random_is_rich || m->forks == 0);
    }
    if (m->options.kind == GUIDON_V2) {
        return m->forks == 0 || (!keeps_node && random_is_rich);
    }
    if (m->nil_made) {
        return random_is_rich; /* in 1970, of bytes that are all zero */
    }
    if (model_is_gregorian(m) || model_is_ordered_v7(m) ||
        m->options.kind == GUIDON_ULID_MONOTONIC) {
        return random_is_rich || (m->restarts == 0 && m->forks == 0);
    }
    return random_is_rich;
}
