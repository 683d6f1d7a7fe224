/* SPDX-License-Identifier: MIT */
/* model_plan.c - how a generator begins, and what it may make next. */
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
    return model_is_ordered_v7(m) ? STAMPS : MILLISECONDS;
}

bool model_has_seeds(const struct model *m)
{
    return m->options.kind == GUIDON_ULID_MONOTONIC ||
           (m->options.kind == GUIDON_V7 &&
            (m->options.v7_layout == GUIDON_V7_COUNTER ||
             m->options.v7_layout == GUIDON_V7_INCREMENT));
}

/* --------------------------------------------------------------- beginnings */

bool model_refuses(const guidon_options *o)
{
    unsigned seq_end = o->kind == GUIDON_V2 ? 64 : 16384;

    return (unsigned)o->kind > GUIDON_ULID_MONOTONIC ||
           (unsigned)o->scope > GUIDON_SCOPE_HOST ||
           (unsigned)o->v7_layout > GUIDON_V7_UNORDERED ||
           (unsigned)o->ulid_step > GUIDON_ULID_STEP_RANDOM ||
           (unsigned)o->rollback > GUIDON_ROLLBACK_FAIL ||
           (unsigned)o->overflow > GUIDON_OVERFLOW_FAIL ||
           (unsigned)o->random > GUIDON_RANDOM_CALLBACK ||
           (unsigned)o->node > GUIDON_NODE_FIXED || (unsigned)o->domain > 255 ||
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
        m->seq_drawn = m->seq_known = true;
        m->ring_drawn = m->ring_known = m->ring_passes = true;
        m->seq = m->ring = options->clock_seq;
    }
}

void model_follow(struct model *m)
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
        m->seq_drawn = m->seq_known = false;
        m->leapt = true;
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
    if (unit == STAMPS) {
        *out = ms << STAMP_BITS | t.nanoseconds % 1000000 * PER_MS / 1000000;
        return ms < UINT64_C(1) << 44;
    }
    return ms < UINT64_C(1) << 48;
}

static uint64_t tolerance_of(const struct model *m)
{
    uint64_t ms = m->options.rollback_tolerance_ms;

    ms = ms ? ms : 10000;
    return model_unit(m) == STAMPS  ? ms * PER_MS
           : model_unit(m) == TICKS ? ms * 10000
                                    : ms;
}

static uint64_t at_least(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* a + b, or all ones where that is more than 64 bits. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* ----------------------------------------------------------- what may happen */

/* Where the clock stands: ahead of the last id, or how far back. */
static enum verdict look_back(struct go *go, const struct model *m,
                              uint64_t last, uint64_t highest)
{
    go->highest = at_least(highest, go->now);
    go->anew = go->now > last;
    if (go->anew || go->now >= highest) {
        return GO;
    }
    if (highest - go->now <= tolerance_of(m)) {
        go->rollback = true;
        return GO;
    }
    if (m->options.rollback != GUIDON_ROLLBACK_RESTART) {
        return BACK;
    }
    go->restart = go->anew = true;
    go->highest = go->now;
    return GO;
}

/* v1, v6 and v7 precise: each id its own tick or stamp, at most `ahead` above
 * the highest reading; while a rollback is held, as far above as that allows. */
static enum verdict plan_places(struct go *go, const struct model *m,
                                uint64_t ahead, uint64_t end)
{
    uint64_t first, limit;

    if (look_back(go, m, m->last, m->highest) == BACK) {
        return BACK;
    }
    if (!go->anew && m->last == end) {
        return model_is_gregorian(m) ? OVER : FULL;
    }
    first = go->anew ? go->now : m->last + 1;
    limit = sum(go->highest, ahead);
    if (go->rollback) {
        limit = at_least(limit, sum(go->now, tolerance_of(m)));
    }
    limit = limit < end ? limit : end;
    if (first > limit) {
        return FULL;
    }
    if (go->n - 1 > limit - first) {
        go->n = (size_t)(limit - first) + 1;
    }
    return GO;
}

/* v7 counter and increment: 20 bits a millisecond. */
static enum verdict plan_counter(struct go *go, const struct model *m)
{
    bool random_step = m->options.v7_layout == GUIDON_V7_INCREMENT;
    unsigned most = random_step ? V7_STEP_MOST : 1;
    uint64_t last_ms = m->last - m->last % PER_MS;
    uint64_t room;

    go->now -= go->now % PER_MS;
    if (look_back(go, m, last_ms, last_ms) == BACK) {
        return BACK;
    }
    /* A run begins in the lower half, so it has the upper one at least. */
    room = go->anew ? PER_MS / 2 : PER_MS - 1 - m->last % PER_MS;
    if (room < most) {
        return FULL;
    }
    go->n = go->n < room / most ? go->n : (size_t)(room / most);
    return GO;
}

uint64_t model_ulid_room(const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    return (hi & 0xffff) == 0xffff ? UINT64_MAX - lo : UINT64_MAX;
}

static enum verdict plan_ulid(struct go *go, const struct model *m)
{
    uint64_t most =
        m->options.ulid_step == GUIDON_ULID_STEP_RANDOM ? UINT64_C(1) << 32 : 1;
    uint64_t last_ms = guidon_ulid_ms_of(&m->last_ulid);
    uint64_t hi, lo;

    if (!m->made || guidon_is_nil(&m->last_ulid)) {
        go->anew = true;
        return GO;
    }
    if (look_back(go, m, last_ms, last_ms) == BACK) {
        return BACK;
    }
    if (go->anew) {
        return GO;
    }
    guidon_to_words(&hi, &lo, &m->last_ulid);
    if (m->leapt ? (hi & 0xffff) >= 0xfffe
                 : model_ulid_room(&m->last_ulid) < go->n * most) {
        return OVER;
    }
    return GO;
}

size_t model_n_dealt(const struct model *m)
{
    size_t n = 0;

    for (int i = 0; i < 64; i++) {
        n += m->dealt[i];
    }
    return n;
}

/* v2: 64 in a step of 2^32 ticks, and no way back. */
static enum verdict plan_v2(struct go *go, const struct model *m)
{
    uint64_t step = go->now >> 32;

    go->anew = !m->ring_drawn || step > m->last;
    if (step < m->last) {
        if ((m->last << 32) - go->now > tolerance_of(m)) {
            return BACK;
        }
        go->rollback = true;
    }
    if (!go->anew && model_n_dealt(m) == 64) {
        return FULL;
    }
    go->n = go->anew ? (go->n < 64 ? go->n : 64)
                     : (go->n < 64 - model_n_dealt(m) ? go->n
                                                      : 64 - model_n_dealt(m));
    return GO;
}

enum verdict model_plan(struct go *go, const struct model *m)
{
    switch (m->options.kind) {
    case GUIDON_V1:
    case GUIDON_V6:
        return plan_places(go, m, 9999, TICKS_END - 1);
    case GUIDON_V2:
        return plan_v2(go, m);
    case GUIDON_V7:
        if (m->options.v7_layout == GUIDON_V7_PRECISE) {
            return plan_places(go, m, PER_MS * 1000, UINT64_MAX);
        }
        return model_is_ordered_v7(m) ? plan_counter(go, m) : GO;
    case GUIDON_ULID_MONOTONIC:
        return plan_ulid(go, m);
    default:
        return GO;
    }
}
