/* SPDX-License-Identifier: MIT */
/* model_names.c - set the node and the clock sequence, and decide whether ids
 * differ */
#include "fuzz.h"
#include "model_parts.h"

/* Replace the clock sequence with a random one. */
static void redraw(struct model *m)
{
    m->seq_not = m->has_seq && m->seq_known ? m->seq : -1;
    m->seq_known = false;
    m->has_seq = true;
}

void model_set_node(struct model *m, const struct call *call,
                    const unsigned char node[6])
{
    if (model_unit(m) != TICKS) {
        CHECK(call->status == GUIDON_E_ARGUMENT);
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

/* v2 continues with `seq`, unless that is used or was skipped in the step of
 * the last id. */
static void move_next_seq(struct model *m, const struct call *call,
                          uint16_t seq)
{
    bool known = m->next_seq_known || !m->has_next_seq;
    bool taken = m->used[seq];

    for (int i = m->next_seq; m->skipped_is_used && i != seq;
         i = (i + 1) % 64) {
        taken = taken || m->used[i];
    }
    if (call->status == GUIDON_E_CLOCK) {
        CHECK(!known || taken);
        return;
    }
    CHECK(call->status == GUIDON_OK && !taken);
    if (m->skipped_is_used) {
        model_skip_to(m, seq);
    }
    m->next_seq = seq;
    m->next_seq_known = m->has_next_seq = m->skipped_is_used = true;
}

void model_set_seq(struct model *m, const struct call *call, int32_t seq)
{
    bool is_v2 = m->options.kind == GUIDON_V2;

    if (model_unit(m) != TICKS || m->fresh_node) {
        CHECK(call->status == GUIDON_E_ARGUMENT);
        return;
    }
    if (seq < -1 || seq >= (is_v2 ? 64 : 16384)) {
        CHECK(call->status == GUIDON_E_RANGE);
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
        move_next_seq(m, call, (uint16_t)seq);
        return;
    }
    CHECK(call->status == GUIDON_OK);
    if (is_v2) {
        m->next_seq_known = m->has_next_seq && model_n_used(m) == 64;
        m->has_next_seq = true;
    } else if (seq < 0) {
        redraw(m);
    } else {
        m->has_seq = m->seq_known = true;
        m->seq = (uint16_t)seq;
    }
}

/* -------------------------------------------------------------- uniqueness */

bool model_is_unique(const struct model *m, bool random_is_rich)
{
    bool keeps_node = m->options.node == GUIDON_NODE_FIXED;

    if (model_is_gregorian(m) && !m->fresh_node) {
        /* A clock sequence from before a restart can repeat ids. */
        return !(m->restarts && m->sets) && !(m->forks && keeps_node) &&
               (random_is_rich || m->forks == 0);
    }
    if (m->options.kind == GUIDON_V2) {
        return m->forks == 0 || (!keeps_node && random_is_rich);
    }
    if (m->options.kind == GUIDON_V8_NODE) {
        return true;
    }
    if (m->nil_made) {
        return random_is_rich; /* Nil: time 0 and random bytes of 0 */
    }
    if (model_is_gregorian(m) || model_is_ordered_v7(m) ||
        m->options.kind == GUIDON_ULID_MONOTONIC) {
        return random_is_rich || (m->restarts == 0 && m->forks == 0);
    }
    return random_is_rich;
}
