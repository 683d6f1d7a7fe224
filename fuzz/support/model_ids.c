/* SPDX-License-Identifier: MIT */
/* model_ids.c - check the ids of one batch and update the model's state */
#include "fuzz.h"
#include "model_parts.h"

static void check_v7(struct model *m, const struct batch *batch,
                     const guidon_id *id, bool first)
{
    const unsigned char *b = id->bytes;
    uint64_t ms = guidon_ulid_ms_of(id);
    uint64_t sort_key = ms << TIMESTAMP_BITS | (uint64_t)(b[6] & 15) << 16 |
                        (uint64_t)b[7] << 8 | (uint64_t)(b[8] & 63) << 2 |
                        b[9] >> 6;

    CHECK(guidon_version_of(id) == 7);
    if (m->options.v7_layout == GUIDON_V7_UNORDERED) {
        CHECK(ms == batch->now);
        return;
    }
    CHECK(ms < UINT64_C(1) << 44);
    if (m->options.v7_layout == GUIDON_V7_TRACE) {
        sort_key &= ~UINT64_C(3); /* two random bits */
    }
    if (first && batch->is_new_sequence) {
        if (m->options.v7_layout == GUIDON_V7_PRECISE ||
            m->options.v7_layout == GUIDON_V7_TRACE) {
            CHECK(sort_key == batch->now);
        } else {
            CHECK(sort_key >= batch->now && sort_key - batch->now < PER_MS / 2);
        }
    } else if (m->options.v7_layout == GUIDON_V7_INCREMENT) {
        CHECK(sort_key > m->last && sort_key - m->last <= V7_STEP_MOST);
    } else {
        CHECK(sort_key == m->last - m->last % model_step(m) + model_step(m));
    }
    m->last = sort_key;
}

/* `n` bits of the data of a V8_NODE id, from bit `from` on: 12 bits stand after
 * the version, the others after the variant and a bit that is 1. */
static uint64_t node_data(const guidon_id *id, unsigned from, unsigned n)
{
    uint64_t bits = 0;

    for (unsigned i = from; i < from + n; i++) {
        unsigned at = i < 12 ? 52 + i : 67 + i - 12;

        bits = bits << 1 | (id->bytes[at / 8] >> (7 - at % 8) & 1);
    }
    return bits;
}

static void check_v8(struct model *m, const struct batch *batch,
                     const guidon_id *id, bool first)
{
    unsigned node_bits = m->options.node_number_bits;
    uint64_t key = guidon_ulid_ms_of(id) << TIMESTAMP_BITS |
                   node_data(id, node_bits, TIMESTAMP_BITS);

    CHECK(guidon_version_of(id) == 8 && (id->bytes[8] & 0x20));
    CHECK(node_data(id, 0, node_bits) == m->options.node_number);
    if (first && batch->is_new_sequence) {
        CHECK(key >= batch->now && key - batch->now < PER_MS / 2);
    } else {
        CHECK(key == m->last + 1);
    }
    m->last = key;
}

static void check_node(struct model *m, const guidon_id *id)
{
    unsigned char node[6];

    CHECK(guidon_node_of(node, id) == GUIDON_OK);
    if (m->fresh_node || !m->node_known) {
        CHECK(node[0] & 1); /* multicast bit (RFC 9562, 6.10) */
        memcpy(m->node, node, 6);
        m->node_known = true;
    }
    CHECK(memcmp(node, m->node, 6) == 0);
}

static void check_gregorian(struct model *m, const struct batch *batch,
                            const guidon_id *id, bool first)
{
    uint64_t ticks;
    uint16_t seq;

    CHECK(guidon_version_of(id) == (m->options.kind == GUIDON_V1 ? 1 : 6));
    CHECK(guidon_ticks_of(&ticks, id) == GUIDON_OK);
    CHECK(ticks ==
          (first && batch->is_new_sequence ? batch->now : m->last + 1));
    m->last = ticks;
    check_node(m, id);
    if (m->fresh_node) {
        return;
    }
    CHECK(guidon_clock_seq_of(&seq, id) == GUIDON_OK);
    CHECK(!m->seq_known || seq == m->seq);
    CHECK(m->seq_known || seq != m->seq_not);
    m->seq = seq;
    m->seq_known = true;
    m->seq_not = -1;
}

void model_skip_to(struct model *m, uint16_t seq)
{
    for (; m->next_seq != seq;
         m->next_seq = (uint16_t)((m->next_seq + 1) % 64)) {
        m->used[m->next_seq] = true;
    }
}

static void check_v2(struct model *m, const struct batch *batch,
                     const guidon_id *id)
{
    guidon_domain domain;
    uint32_t local_id;
    uint16_t seq;
    guidon_id want;

    CHECK(guidon_version_of(id) == 2);
    CHECK(guidon_dce_of(&domain, &local_id, id) == GUIDON_OK);
    CHECK(domain == m->options.domain && local_id == m->options.local_id);
    CHECK(guidon_clock_seq_of(&seq, id) == GUIDON_OK);
    check_node(m, id);
    CHECK(guidon_v2_make(&want, m->last << 32, seq, m->node, domain,
                         local_id) == GUIDON_OK);
    CHECK(guidon_equal(id, &want)); /* its time is the start of the step */
    CHECK(!m->next_seq_known || seq == m->next_seq);
    if (!m->next_seq_known && m->skipped_is_used && !batch->is_new_sequence) {
        model_skip_to(m, seq);
    }
    CHECK(!m->used[seq]);
    m->used[seq] = true;
    m->next_seq = (uint16_t)((seq + 1) % 64);
    m->next_seq_known = m->skipped_is_used = true;
}

/* Is `id` above `last` by 1 .. `most`, as one number? */
static bool is_raised(const guidon_id *last, const guidon_id *id, uint64_t most)
{
    uint64_t hi, lo, last_hi, last_lo;

    guidon_to_words(&hi, &lo, id);
    guidon_to_words(&last_hi, &last_lo, last);
    return hi - last_hi == (lo < last_lo) && lo != last_lo &&
           lo - last_lo <= most;
}

static void check_ulid(struct model *m, const struct batch *batch,
                       const guidon_id *id, bool first)
{
    uint64_t most =
        m->options.ulid_step == GUIDON_ULID_STEP_RANDOM ? UINT64_C(1) << 32 : 1;

    if (m->options.kind == GUIDON_ULID || (first && batch->is_new_sequence)) {
        CHECK(guidon_ulid_ms_of(id) == batch->now);
    } else if (first && m->skip_pending) {
        CHECK(guidon_compare(id, &m->last_ulid) > 0);
        CHECK(guidon_ulid_ms_of(id) == guidon_ulid_ms_of(&m->last_ulid));
    } else {
        CHECK(is_raised(&m->last_ulid, id, most));
    }
    m->last_ulid = *id;
    m->nil_made = m->nil_made || guidon_is_nil(id);
    m->skip_pending = false;
}

static void check_id(struct model *m, const struct batch *batch,
                     const guidon_id *id, bool first)
{
    switch (m->options.kind) {
    case GUIDON_V1:
    case GUIDON_V6:
        check_gregorian(m, batch, id, first);
        break;
    case GUIDON_V2:
        check_v2(m, batch, id);
        break;
    case GUIDON_V4:
        CHECK(guidon_version_of(id) == 4);
        break;
    case GUIDON_V7:
        check_v7(m, batch, id, first);
        break;
    case GUIDON_V8_NODE:
        check_v8(m, batch, id, first);
        break;
    default:
        check_ulid(m, batch, id, first);
        break;
    }
}

/* Account for ids that a later failure of the call discarded. */
static void skip_ids(struct model *m, const struct batch *batch)
{
    if (m->options.kind == GUIDON_V8_NODE) {
        CHECK(!batch->is_new_sequence); /* has an id for each of the call */
        m->last += batch->n;
    } else if (model_has_seeds(m)) {
        m->unsure = true;
    } else if (m->options.kind == GUIDON_V2) {
        for (size_t i = 0; i < batch->n; i++) {
            m->used[(m->next_seq + i) % 64] = true;
        }
        m->next_seq = (uint16_t)((m->next_seq + batch->n) % 64);
    } else {
        m->last = (batch->is_new_sequence ? batch->now : m->last + 1) +
                  (batch->n - 1);
    }
}

void model_make(struct model *m, const struct batch *batch,
                const guidon_id *ids)
{
    if (m->options.kind == GUIDON_V2 && batch->is_new_sequence) {
        memset(m->used, 0, sizeof m->used);
        m->last = batch->now >> 32;
    }
    if (batch->restart) {
        m->seq = (uint16_t)((m->seq + 1) % 16384);
        m->seq_not = -1;
    }
    m->has_seq = true;
    for (size_t i = 0; ids && i < batch->n; i++) {
        check_id(m, batch, &ids[i], i == 0);
    }
    if (!ids) {
        skip_ids(m, batch);
    }
    m->highest = batch->highest;
    m->made = m->has_next_seq = true;
}
