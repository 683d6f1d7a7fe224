/* SPDX-License-Identifier: MIT */
/* model.c - what a generator has to do, one id after the other. */
/*
 * Two facts are not in the guarantees but are the library's own, so that a call
 * can be foretold to the last id: the clock is read once for up to 256 ids
 * (src/generate/generator.c), and a kind that steps at random makes no more ids
 * in one go than the largest steps leave room for.
 */
#include "model.h"
#include "fuzz.h"

#define AT_ONCE      256u
#define STAMP_BITS   20
#define PER_MS       (UINT64_C(1) << STAMP_BITS)
#define TICKS_END    (UINT64_C(1) << 60)
#define GREGORIAN_S  INT64_C(12219292800) /* from 1582-10-15 to 1970 */
#define V7_STEP_MOST 4u

enum unit { NO_TIME, MILLISECONDS, STAMPS, TICKS };

static bool is_ordered_v7(const struct model *m)
{
    return m->options.kind == GUIDON_V7 &&
           m->options.v7_layout != GUIDON_V7_UNORDERED;
}

static bool is_gregorian(const struct model *m)
{
    return m->options.kind == GUIDON_V1 || m->options.kind == GUIDON_V6;
}

static enum unit unit_of(const struct model *m)
{
    if (m->options.kind == GUIDON_V4) {
        return NO_TIME;
    }
    if (is_gregorian(m) || m->options.kind == GUIDON_V2) {
        return TICKS;
    }
    return is_ordered_v7(m) ? STAMPS : MILLISECONDS;
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

/* A forked child begins afresh; a cloned machine's generator goes on above. */
static void follow(struct model *m)
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

/* A reading in the kind's unit; false where its field does not hold it. */
static bool count_time(uint64_t *out, guidon_time t, enum unit unit)
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
    return unit_of(m) == STAMPS  ? ms * PER_MS
           : unit_of(m) == TICKS ? ms * 10000
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

enum verdict { GO, BACK, FULL, OVER };

/* What is made in one go. */
struct go {
    size_t n;
    bool anew;     /* at the clock's time, and not above the last */
    bool rollback; /* the clock was back, and order goes on */
    bool restart;
    uint64_t now, highest;
};

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
        return is_gregorian(m) ? OVER : FULL;
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

/* How far the 80 bits of a ULID can be raised; all ones for that or more. */
static uint64_t ulid_room(const guidon_id *id)
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
                 : ulid_room(&m->last_ulid) < go->n * most) {
        return OVER;
    }
    return GO;
}

static size_t n_dealt(const struct model *m)
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
    if (!go->anew && n_dealt(m) == 64) {
        return FULL;
    }
    go->n = go->anew ? (go->n < 64 ? go->n : 64)
                     : (go->n < 64 - n_dealt(m) ? go->n : 64 - n_dealt(m));
    return GO;
}

static enum verdict plan(struct go *go, const struct model *m)
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
        return is_ordered_v7(m) ? plan_counter(go, m) : GO;
    case GUIDON_ULID_MONOTONIC:
        return plan_ulid(go, m);
    default:
        return GO;
    }
}

/* ------------------------------------------------------------------ the ids */

static void check_v7(struct model *m, const struct go *go, const guidon_id *id,
                     bool first, uint64_t *step)
{
    const unsigned char *b = id->bytes;
    uint64_t ms = guidon_ulid_ms_of(id);
    uint64_t place = ms << STAMP_BITS | (uint64_t)(b[6] & 15) << 16 |
                     (uint64_t)b[7] << 8 | (uint64_t)(b[8] & 63) << 2 |
                     b[9] >> 6;

    CHECK(guidon_version_of(id) == 7);
    if (m->options.v7_layout == GUIDON_V7_UNORDERED) {
        CHECK(ms == go->now);
        return;
    }
    CHECK(ms < UINT64_C(1) << 44);
    if (first && go->anew) {
        if (m->options.v7_layout == GUIDON_V7_PRECISE) {
            CHECK(place == go->now);
        } else {
            CHECK(place >= go->now && place - go->now < PER_MS / 2);
        }
    } else if (m->options.v7_layout == GUIDON_V7_INCREMENT) {
        CHECK(place > m->last && place - m->last <= V7_STEP_MOST);
        CHECK(*step == 0 || place - m->last == *step);
        *step = place - m->last;
    } else {
        CHECK(place == m->last + 1);
    }
    m->last = place;
}

static void check_node(struct model *m, const guidon_id *id)
{
    unsigned char node[6];

    CHECK(guidon_node_of(node, id) == GUIDON_OK);
    if (m->fresh_node || !m->node_known) {
        CHECK(node[0] & 1); /* multicast (R99) */
        memcpy(m->node, node, 6);
        m->node_known = true;
    }
    CHECK(memcmp(node, m->node, 6) == 0);
}

static void check_gregorian(struct model *m, const struct go *go,
                            const guidon_id *id, bool first)
{
    uint64_t ticks;
    uint16_t seq;

    CHECK(guidon_version_of(id) == (m->options.kind == GUIDON_V1 ? 1 : 6));
    CHECK(guidon_ticks_of(&ticks, id) == GUIDON_OK);
    CHECK(ticks == (first && go->anew ? go->now : m->last + 1));
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

/* The ring moves on to `seq`; what it passes counts as dealt. */
static void pass(struct model *m, uint16_t seq)
{
    for (; m->ring != seq; m->ring = (uint16_t)((m->ring + 1) % 64)) {
        m->dealt[m->ring] = true;
    }
}

static void check_v2(struct model *m, const struct go *go, const guidon_id *id)
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
    CHECK(guidon_equal(id, &want)); /* its time is that of the step */
    CHECK(!m->ring_known || seq == m->ring);
    if (!m->ring_known && m->ring_passes && !go->anew) {
        pass(m, seq);
    }
    CHECK(!m->dealt[seq]);
    m->dealt[seq] = true;
    m->ring = (uint16_t)((seq + 1) % 64);
    m->ring_known = m->ring_passes = true;
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

static void check_ulid(struct model *m, const struct go *go,
                       const guidon_id *id, bool first)
{
    uint64_t most =
        m->options.ulid_step == GUIDON_ULID_STEP_RANDOM ? UINT64_C(1) << 32 : 1;

    if (m->options.kind == GUIDON_ULID || (first && go->anew)) {
        CHECK(guidon_ulid_ms_of(id) == go->now);
    } else if (first && m->leapt) {
        CHECK(guidon_compare(id, &m->last_ulid) > 0);
        CHECK(guidon_ulid_ms_of(id) == guidon_ulid_ms_of(&m->last_ulid));
    } else {
        CHECK(is_raised(&m->last_ulid, id, most));
    }
    m->last_ulid = *id;
    m->nil_made = m->nil_made || guidon_is_nil(id);
    m->leapt = false;
}

static void check_id(struct model *m, const struct go *go, const guidon_id *id,
                     bool first, uint64_t *step)
{
    switch (m->options.kind) {
    case GUIDON_V1:
    case GUIDON_V6:
        check_gregorian(m, go, id, first);
        break;
    case GUIDON_V2:
        check_v2(m, go, id);
        break;
    case GUIDON_V4:
        CHECK(guidon_version_of(id) == 4);
        break;
    case GUIDON_V7:
        check_v7(m, go, id, first, step);
        break;
    default:
        check_ulid(m, go, id, first);
        break;
    }
}

/* What was made and not seen, as a later failure took it back. */
static void skip_ids(struct model *m, const struct go *go)
{
    if (model_has_seeds(m)) {
        m->unsure = true;
    } else if (m->options.kind == GUIDON_V2) {
        for (size_t i = 0; i < go->n; i++) {
            m->dealt[(m->ring + i) % 64] = true;
        }
        m->ring = (uint16_t)((m->ring + go->n) % 64);
    } else {
        m->last = (go->anew ? go->now : m->last + 1) + (go->n - 1);
    }
}

/* The state after one go; ids are there where the call was GUIDON_OK. */
static void make(struct model *m, const struct go *go, const guidon_id *ids)
{
    uint64_t step = 0;

    if (m->options.kind == GUIDON_V2 && go->anew) {
        memset(m->dealt, 0, sizeof m->dealt);
        m->last = go->now >> 32;
    }
    if (go->restart) {
        m->seq = (uint16_t)((m->seq + 1) % 16384);
        m->seq_not = -1;
    }
    m->seq_drawn = true;
    for (size_t i = 0; ids && i < go->n; i++) {
        check_id(m, go, &ids[i], i == 0, &step);
    }
    if (!ids) {
        skip_ids(m, go);
    }
    m->highest = go->highest;
    m->made = m->ring_drawn = true;
}

/* ----------------------------------------------------------------- the calls */

/* What is expected of a call: how far it came, and how it ended. */
struct course {
    unsigned readings; /* of the clock, that are accounted for */
    guidon_status status;
    bool rollback, restart, wait;
};

/* The next reading: false where the call had to end here. */
static bool read_clock(struct go *go, struct course *course,
                       const struct model *m, const struct feed *feed)
{
    if (unit_of(m) == NO_TIME) {
        go->now = 0;
        return true;
    }
    if (course->readings == feed->n_readings) {
        CHECK(feed->clock_failed != GUIDON_OK); /* else one reading too few */
        course->status = feed->clock_failed;
        return false;
    }
    if (!count_time(&go->now, feed->readings[course->readings++], unit_of(m))) {
        course->status = GUIDON_E_CLOCK;
        return false;
    }
    return true;
}

/* Read the clock until something may be made. */
static bool find_time(struct go *go, struct course *course,
                      const struct model *m, const struct call *call,
                      size_t left)
{
    for (;;) {
        enum verdict verdict;

        *go = (struct go){.n = left < AT_ONCE ? left : AT_ONCE};
        if (!read_clock(go, course, m, call->feed)) {
            return false;
        }
        verdict = plan(go, m);
        if (verdict == GO) {
            return true;
        }
        if (verdict == OVER ||
            (verdict == FULL && m->options.overflow == GUIDON_OVERFLOW_FAIL)) {
            course->status = GUIDON_E_OVERFLOW;
            return false;
        }
        if (verdict == BACK && (m->options.rollback != GUIDON_ROLLBACK_WAIT)) {
            course->status = GUIDON_E_CLOCK;
            return false;
        }
        course->wait = true;
    }
}

/* Where a run of ULIDs began so near its end, at random, that fewer fit. */
static size_t seen_in_run(const struct model *m, const struct go *go,
                          const guidon_id *ids)
{
    uint64_t hi, lo, next_hi, next_lo;
    uint64_t fit;

    if (m->options.kind != GUIDON_ULID_MONOTONIC || !ids || go->n == 1) {
        return go->n;
    }
    guidon_to_words(&hi, &lo, &ids[0]);
    guidon_to_words(&next_hi, &next_lo, &ids[1]);
    if (next_hi >> 16 != hi >> 16 || next_lo == lo) {
        return 1; /* the second one is of another run */
    }
    fit = ulid_room(&ids[0]) / (next_lo - lo);
    return fit < go->n - 1 ? (size_t)fit + 1 : go->n;
}

static void run_call(struct course *course, struct model *m,
                     const struct call *call)
{
    const struct feed *feed = call->feed;

    for (size_t made = 0; made < call->n;) {
        const guidon_id *ids =
            call->status == GUIDON_OK ? call->ids + made : NULL;
        struct go go;

        if (!find_time(&go, course, m, call, call->n - made)) {
            return;
        }
        if (feed->draw_failed != GUIDON_OK &&
            course->readings == feed->n_readings) {
            course->status = feed->draw_failed;
            return;
        }
        go.n = seen_in_run(m, &go, ids);
        make(m, &go, ids);
        course->rollback |= go.rollback;
        course->restart |= go.restart;
        if (m->unsure) {
            course->status = call->status; /* whatever it is */
            course->readings = feed->n_readings;
            return;
        }
        made += go.n;
    }
}

/* Does it take random bytes? A node, or how far a ULID leaps. */
static bool follow_draws(const struct model *m)
{
    return (unit_of(m) == TICKS && m->options.node == GUIDON_NODE_RANDOM &&
            !m->fresh_node) ||
           (m->options.kind == GUIDON_ULID_MONOTONIC && m->pending == CLONED);
}

/* Before a call: a new process or machine is noticed; false where that failed,
 * which takes a draw. */
static bool notice(struct model *m, const struct call *call)
{
    if (m->pending == SAME_PROCESS) {
        return true;
    }
    if (call->feed->draw_failed != GUIDON_OK && call->feed->n_draws == 1 &&
        follow_draws(m)) {
        CHECK(call->status == call->feed->draw_failed);
        return false;
    }
    follow(m);
    return true;
}

void model_next(struct model *m, const struct call *call)
{
    struct course course = {.status = GUIDON_OK};
    struct model before;

    if (call->n == 0) {
        CHECK(call->status == GUIDON_OK && call->feed->n_readings == 0 &&
              call->feed->n_draws == 0);
        return;
    }
    if (!notice(m, call)) {
        return;
    }
    before = *m;
    run_call(&course, m, call);
    CHECK(call->status == course.status);
    CHECK(course.readings == call->feed->n_readings);
    if (course.status == GUIDON_OK) {
        CHECK(call->feed->clock_failed == GUIDON_OK &&
              call->feed->draw_failed == GUIDON_OK);
        m->stats.rollbacks += course.rollback;
        m->stats.restarts += course.restart;
        m->stats.waits += course.wait;
        m->restarts += course.restart;
    } else if (m->options.scope == GUIDON_SCOPE_THREAD) {
        *m = before;
    }
}

/* ------------------------------------------------------- node and sequence */

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
    if (unit_of(m) != TICKS) {
        CHECK(call->status == GUIDON_E_VERSION);
        return;
    }
    if (!notice(m, call)) {
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
        pass(m, seq);
    }
    m->ring = seq;
    m->ring_known = m->ring_drawn = m->ring_passes = true;
}

void model_set_seq(struct model *m, const struct call *call, int32_t seq)
{
    bool is_v2 = m->options.kind == GUIDON_V2;

    if (unit_of(m) != TICKS || m->fresh_node) {
        CHECK(call->status == GUIDON_E_VERSION);
        return;
    }
    if (seq < -1 || seq >= (is_v2 ? 64 : 16384)) {
        CHECK(call->status == GUIDON_E_ARGUMENT);
        return;
    }
    if (!notice(m, call)) {
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
        m->ring_known = m->ring_drawn && n_dealt(m) == 64;
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

    if (is_gregorian(m) && !m->fresh_node) {
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
    if (is_gregorian(m) || is_ordered_v7(m) ||
        m->options.kind == GUIDON_ULID_MONOTONIC) {
        return random_is_rich || (m->restarts == 0 && m->forks == 0);
    }
    return random_is_rich;
}
