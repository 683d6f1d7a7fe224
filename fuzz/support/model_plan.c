/* SPDX-License-Identifier: MIT */
/* model_plan.c - the start of a generator, and the ids that it can make next */
#include "fuzz.h"
#include "model_parts.h"

#define TICKS_END   (UINT64_C(1) << 60)
#define GREGORIAN_S INT64_C(12219292800) /* from 1582-10-15 to 1970 */

bool model_is_ordered_v7(const struct model *m)
{
    return m->options.kind == GUIDON_V7 &&
           m->options.v7_layout != GUIDON_V7_UNORDERED;
}

bool model_is_gregorian(const struct model *m)
{
    return m->options.kind == GUIDON_V1 || m->options.kind == GUIDON_V6;
}

enum unit model_unit(const struct model *m)
{
    if (m->options.kind == GUIDON_V4) {
        return NO_TIME;
    }
    if (model_is_gregorian(m) || m->options.kind == GUIDON_V2) {
        return TICKS;
    }
    return model_is_ordered_v7(m) || m->options.kind == GUIDON_V8_NODE
               ? TIMESTAMPS
               : MILLISECONDS;
}

bool model_has_seeds(const struct model *m)
{
    return m->options.kind == GUIDON_ULID_MONOTONIC ||
           m->options.kind == GUIDON_V8_NODE ||
           (m->options.kind == GUIDON_V7 &&
            (m->options.v7_layout == GUIDON_V7_COUNTER ||
             m->options.v7_layout == GUIDON_V7_INCREMENT));
}

/* -------------------------------------------------------------------- start */

/* A number in its own generator of scope PROCESS? */
static bool is_good_number(const guidon_options *o)
{
    return o->kind != GUIDON_V8_NODE ||
           (o->scope == GUIDON_SCOPE_PROCESS && o->node_number_bits > 0 &&
            o->node_number_bits <= 24 &&
            o->node_number < UINT64_C(1) << o->node_number_bits);
}

static bool is_kind(guidon_kind kind)
{
    static const guidon_kind kinds[] = {
        GUIDON_V1,          GUIDON_V2,   GUIDON_V4,
        GUIDON_V6,          GUIDON_V7,   GUIDON_V8_NODE,
        GUIDON_V8_PREFIXED, GUIDON_ULID, GUIDON_ULID_MONOTONIC};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i] == kind) {
            return true;
        }
    }
    return false;
}

/* Has the kind no use for an option that is set? */
static bool has_foreign(const guidon_options *o)
{
    static const unsigned char none[6];
    const bool is_gregorian =
        o->kind == GUIDON_V1 || o->kind == GUIDON_V2 || o->kind == GUIDON_V6;

    return (o->v7_layout && o->kind != GUIDON_V7) ||
           (o->ulid_step && o->kind != GUIDON_ULID_MONOTONIC) ||
           (o->node && !is_gregorian) ||
           (o->clock_seq_fixed && !is_gregorian) ||
           (o->node != GUIDON_NODE_FIXED &&
            memcmp(o->node_bytes, none, sizeof none) != 0) ||
           (o->clock_seq && !o->clock_seq_fixed) ||
           ((o->domain || o->local_id) && o->kind != GUIDON_V2) ||
           (o->random_fn && o->random != GUIDON_RANDOM_CALLBACK) ||
           (o->random_context && !o->random_fn);
}

bool model_refuses(const guidon_options *o)
{
    unsigned seq_end = o->kind == GUIDON_V2 ? 64 : 16384;

    return !is_kind(o->kind) || !is_good_number(o) ||
           (unsigned)o->scope > GUIDON_SCOPE_HOST ||
           (unsigned)o->v7_layout > GUIDON_V7_TRACE ||
           (unsigned)o->ulid_step > GUIDON_ULID_STEP_RANDOM ||
           (unsigned)o->rollback > GUIDON_ROLLBACK_FAIL ||
           (unsigned)o->overflow > GUIDON_OVERFLOW_FAIL ||
           (unsigned)o->random > GUIDON_RANDOM_CALLBACK ||
           (unsigned)o->node > GUIDON_NODE_FIXED || (unsigned)o->domain > 255 ||
           has_foreign(o) ||
           (o->random == GUIDON_RANDOM_CALLBACK && !o->random_fn) ||
           (o->clock_seq_fixed && o->clock_seq >= seq_end);
}

void model_begin(struct model *m, const guidon_options *options)
{
    *m = (struct model){.options = *options, .seq_not = -1};
    m->fresh_node = options->kind == GUIDON_V6 &&
                    options->node == GUIDON_NODE_RANDOM &&
                    !options->clock_seq_fixed;
    if (options->node == GUIDON_NODE_FIXED) {
        m->node_known = true;
        memcpy(m->node, options->node_bytes, 6);
    }
    if (options->clock_seq_fixed) {
        m->has_seq = m->seq_known = true;
        m->has_next_seq = m->next_seq_known = m->skipped_is_used = true;
        m->seq = m->next_seq = options->clock_seq;
    }
}

void model_reinit(struct model *m)
{
    guidon_options options = m->options;
    struct model next;

    if (m->pending == FORKED) {
        options.clock_seq_fixed = false;
        model_begin(&next, &options);
        next.fresh_node = m->fresh_node;
        next.forks = m->forks;
        next.sets = m->sets;
        next.restarts = m->restarts;
        next.stats.forks = m->stats.forks;
        *m = next;
    } else {
        m->has_seq = m->seq_known = false;
        m->skip_pending = true;
        m->seq_not = -1;
        m->node_known = m->options.node == GUIDON_NODE_FIXED;
    }
    m->forks++;
    m->stats.forks++;
    m->pending = SAME_PROCESS;
}

/* ----------------------------------------------------------------- the time */

bool model_count_time(uint64_t *out, guidon_time t, enum unit unit)
{
    uint64_t ms;

    if (t.nanoseconds > 999999999) {
        return false;
    }
    if (unit == TICKS) {
        if (t.seconds < -GREGORIAN_S || t.seconds > INT64_C(200000000000)) {
            return false;
        }
        *out = (uint64_t)(t.seconds + GREGORIAN_S) * 10000000 +
               t.nanoseconds / 100;
        return *out < TICKS_END;
    }
    if (t.seconds < 0 || t.seconds > INT64_C(300000000000)) {
        return false;
    }
    ms = (uint64_t)t.seconds * 1000 + t.nanoseconds / 1000000;
    *out = ms;
    if (unit == TIMESTAMPS) {
        *out =
            ms << TIMESTAMP_BITS | t.nanoseconds % 1000000 * PER_MS / 1000000;
        return ms < UINT64_C(1) << 44;
    }
    return ms < UINT64_C(1) << 48;
}

static uint64_t tolerance_of(const struct model *m)
{
    uint64_t ms = m->options.rollback_tolerance_ms;

    ms = ms ? ms : 10000;
    return model_unit(m) == TIMESTAMPS ? ms * PER_MS
           : model_unit(m) == TICKS    ? ms * 10000
                                       : ms;
}

static uint64_t at_least(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* a + b, at most UINT64_MAX. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* ------------------------------------------------------------------- plans */

/* Compare the clock with the last id and with the highest reading. */
static enum verdict compare_clock(struct batch *batch, const struct model *m,
                                  uint64_t last, uint64_t highest)
{
    batch->highest = at_least(highest, batch->now);
    batch->is_new_sequence = batch->now > last;
    if (batch->is_new_sequence || batch->now >= highest) {
        return PLAN_OK;
    }
    if (highest - batch->now <= tolerance_of(m)) {
        batch->rollback = true;
        return PLAN_OK;
    }
    if (m->options.rollback != GUIDON_ROLLBACK_RESTART ||
        m->options.kind == GUIDON_V8_NODE) {
        return CLOCK_BACK;
    }
    batch->restart = batch->is_new_sequence = true;
    batch->highest = batch->now;
    return PLAN_OK;
}

uint64_t model_step(const struct model *m)
{
    return m->options.kind == GUIDON_V7 &&
                   m->options.v7_layout == GUIDON_V7_TRACE
               ? 4
               : 1;
}

/* v1, v6, v7 precise and trace: each id has its own tick or timestamp, at most `ahead`
 * above the highest reading. During a tolerated rollback the limit is at least
 * the clock plus the tolerance. */
static enum verdict plan_sort_keys(struct batch *batch, const struct model *m,
                                   uint64_t ahead, uint64_t end)
{
    const uint64_t step = model_step(m);
    uint64_t first, limit;

    if (compare_clock(batch, m, m->last, m->highest) == CLOCK_BACK) {
        return CLOCK_BACK;
    }
    if (!batch->is_new_sequence && m->last > end - step) {
        return model_is_gregorian(m) ? EXHAUSTED_FAIL : EXHAUSTED_WAIT;
    }
    first =
        batch->is_new_sequence ? batch->now : m->last - m->last % step + step;
    limit = sum(batch->highest, ahead);
    if (batch->rollback) {
        limit = at_least(limit, sum(batch->now, tolerance_of(m)));
    }
    limit = limit < end ? limit : end;
    if (first > limit) {
        return EXHAUSTED_WAIT;
    }
    if (batch->n - 1 > (limit - first) / step) {
        batch->n = (size_t)((limit - first) / step) + 1;
    }
    return PLAN_OK;
}

/* v7 counter and increment, and V8_NODE: 20 bits in each millisecond. */
static enum verdict plan_counter(struct batch *batch, const struct model *m)
{
    bool random_step = m->options.kind == GUIDON_V7 &&
                       m->options.v7_layout == GUIDON_V7_INCREMENT;
    unsigned most = random_step ? V7_STEP_MOST : 1;
    uint64_t last_ms = m->last - m->last % PER_MS;
    uint64_t left;

    batch->now -= batch->now % PER_MS;
    if (compare_clock(batch, m, last_ms, last_ms) == CLOCK_BACK) {
        return CLOCK_BACK;
    }
    /* A sequence starts in the lower half, so at least the upper half is
     * left. */
    left = batch->is_new_sequence ? PER_MS / 2 : PER_MS - 1 - m->last % PER_MS;
    if (left < most) {
        return EXHAUSTED_WAIT;
    }
    batch->n = batch->n < left / most ? batch->n : (size_t)(left / most);
    return PLAN_OK;
}

uint64_t model_ulid_left(const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    return (hi & 0xffff) == 0xffff ? UINT64_MAX - lo : UINT64_MAX;
}

static enum verdict plan_ulid(struct batch *batch, const struct model *m)
{
    uint64_t most =
        m->options.ulid_step == GUIDON_ULID_STEP_RANDOM ? UINT64_C(1) << 32 : 1;
    uint64_t last_ms = guidon_ulid_ms_of(&m->last_ulid);
    uint64_t hi, lo;

    if (!m->made || guidon_is_nil(&m->last_ulid)) {
        batch->is_new_sequence = true;
        return PLAN_OK;
    }
    if (compare_clock(batch, m, last_ms, last_ms) == CLOCK_BACK) {
        return CLOCK_BACK;
    }
    if (batch->is_new_sequence) {
        return PLAN_OK;
    }
    guidon_to_words(&hi, &lo, &m->last_ulid);
    if (m->skip_pending ? (hi & 0xffff) >= 0xfffe
                        : model_ulid_left(&m->last_ulid) < batch->n * most) {
        return EXHAUSTED_FAIL;
    }
    return PLAN_OK;
}

size_t model_n_used(const struct model *m)
{
    size_t n = 0;

    for (int i = 0; i < 64; i++) {
        n += m->used[i];
    }
    return n;
}

/* v2: 64 ids in a step of 2^32 ticks, and no restart. */
static enum verdict plan_v2(struct batch *batch, const struct model *m)
{
    uint64_t step = batch->now >> 32;

    batch->is_new_sequence = !m->has_next_seq || step > m->last;
    if (step < m->last) {
        if ((m->last << 32) - batch->now > tolerance_of(m)) {
            return CLOCK_BACK;
        }
        batch->rollback = true;
    }
    if (!batch->is_new_sequence && model_n_used(m) == 64) {
        return EXHAUSTED_WAIT;
    }
    batch->n = batch->is_new_sequence
                   ? (batch->n < 64 ? batch->n : 64)
                   : (batch->n < 64 - model_n_used(m) ? batch->n
                                                      : 64 - model_n_used(m));
    return PLAN_OK;
}

enum verdict model_plan(struct batch *batch, const struct model *m)
{
    switch (m->options.kind) {
    case GUIDON_V1:
    case GUIDON_V6:
        return plan_sort_keys(batch, m, 9999, TICKS_END - 1);
    case GUIDON_V2:
        return plan_v2(batch, m);
    case GUIDON_V7:
        if (m->options.v7_layout == GUIDON_V7_PRECISE ||
            m->options.v7_layout == GUIDON_V7_TRACE) {
            batch->now -= batch->now % model_step(m);
            return plan_sort_keys(batch, m, PER_MS * 1000, UINT64_MAX);
        }
        return model_is_ordered_v7(m) ? plan_counter(batch, m) : PLAN_OK;
    case GUIDON_V8_NODE:
        return plan_counter(batch, m);
    case GUIDON_ULID_MONOTONIC:
        return plan_ulid(batch, m);
    default:
        return PLAN_OK;
    }
}
