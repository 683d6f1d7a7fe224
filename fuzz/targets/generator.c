/* SPDX-License-Identifier: MIT */
/* generator.c - fuzz a generator with random options, clocks, bytes, forks,
 * clones and errors, and compare it with a model and with a twin */
/*
 * The model predicts each call: its status, the time and sort key of each id,
 * and the generator's statistics. The twin is a second generator with the same
 * options that does not make the failing calls. With the same clock and bytes
 * afterwards, both must make the same ids, which shows that a failed call
 * changes nothing.
 */
#include "generate/generator.h"

#include "../support/fuzz.h"
#include "../support/model.h"
#include <stdio.h>
#include <stdlib.h>

#define N_MAX     600  /* ids in a call */
#define TOTAL_MAX 1200 /* ids in one input */

struct world {
    struct model model;
    struct feed feed, twin_feed;
    guidon_generator *g, *twin; /* twin: NULL if it was given up */
    size_t total;
};

/* ---------------------------------------------------- a process and machine */

static struct gdn_epoch_page page;
static _Atomic(uint64_t) machine;

/* Zero the epoch, as the kernel does in a child. */
static void wipe_epoch(void)
{
    atomic_store(&page.word, 0);
    atomic_store(&page.first, 0);
}

static void own_epoch(void)
{
    if (atomic_load(&gdn_epoch_watch.page) != &page) {
        atomic_store(&gdn_epoch_watch.page, &page);
        atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    }
}

/* If FUZZ_TRACE is set, print each call to stderr, to investigate a crash. */
static void trace(const struct world *w, const char *what, size_t n,
                  guidon_status status)
{
    static int is_on = -1;
    const struct feed *feed = &w->feed;

    if (is_on < 0) {
        is_on = getenv("FUZZ_TRACE") != NULL;
    }
    if (is_on) {
        fprintf(stderr,
                "kind %d scope %d layout %d: %s %zu -> %d; pending %d, "
                "%u readings, %u draws, the clock %lld.%09u\n",
                (int)w->model.options.kind, (int)w->model.options.scope,
                (int)w->model.options.v7_layout, what, n, (int)status,
                (int)w->model.pending, feed->n_readings, feed->n_draws,
                (long long)feed->now.seconds, feed->now.nanoseconds);
    }
}

/* --------------------------------------------------------------- duplicates */

#define SLOTS 8192
static struct {
    uint32_t run;
    guidon_id id;
} set[SLOTS];
static uint32_t run;

static bool is_new(const guidon_id *id)
{
    size_t at = guidon_hash(id) % SLOTS;

    for (; set[at].run == run; at = (at + 1) % SLOTS) {
        if (memcmp(set[at].id.bytes, id->bytes, 16) == 0) {
            return false;
        }
    }
    set[at].run = run;
    set[at].id = *id;
    return true;
}

/* -------------------------------------------------------------------- calls */

/* Are all ids unchanged, or all Nil? */
static bool is_unchanged(const guidon_id *ids, size_t n)
{
    static const guidon_id nils[N_MAX];

    return is_marked(ids, n * sizeof *ids) ||
           memcmp(ids, nils, n * sizeof *ids) == 0;
}

static void check_stats(const struct world *w)
{
    guidon_stats stats;

    guidon_generator_stats(&stats, w->g);
    CHECK(stats.rollbacks == w->model.stats.rollbacks);
    CHECK(stats.restarts == w->model.stats.restarts);
    CHECK(stats.waits == w->model.stats.waits);
    CHECK(stats.forks == w->model.stats.forks);
}

static void end_twin(struct world *w)
{
    guidon_generator_free(w->twin);
    w->twin = NULL;
}

/* After a successful call the twin makes the same ids. After a failed call it
 * does nothing, and continues with the same clock and bytes. A failed call in a
 * new process resets the generator, so the twin makes that call too. */
static void follow_with_twin(struct world *w, const struct call *call,
                             bool was_pending)
{
    guidon_id *ids =
        (guidon_id *)fuzz_buffer_tail(FUZZ_IN, call->n * sizeof *ids);

    if (!w->twin) {
        return;
    }
    if (call->status != GUIDON_OK &&
        w->model.options.scope != GUIDON_SCOPE_THREAD) {
        end_twin(w); /* the failed call may have skipped ids */
        return;
    }
    if (call->status == GUIDON_OK || was_pending) {
        feed_begin(&w->twin_feed);
        CHECK(guidon_next_many(ids, call->n, w->twin) == call->status);
        CHECK(call->status != GUIDON_OK ||
              memcmp(ids, call->ids, call->n * sizeof *ids) == 0);
        CHECK(w->twin_feed.seed == w->feed.seed);
    }
    w->twin_feed = w->feed;
}

static void next(struct world *w, size_t n, bool by_one)
{
    struct call call = {.feed = &w->feed, .n = n};
    guidon_id *ids = (guidon_id *)fuzz_marked(n * sizeof *ids);
    bool was_pending = w->model.pending != SAME_PROCESS;

    w->twin_feed = w->feed;
    feed_begin(&w->feed);
    call.status =
        by_one ? guidon_next(ids, w->g) : guidon_next_many(ids, n, w->g);
    call.ids = ids;
    trace(w, "ids", n, call.status);
    model_next(&w->model, &call);
    if (call.status != GUIDON_OK) {
        CHECK(is_unchanged(ids, n));
    }
    check_stats(w);
    for (size_t i = 0;
         call.status == GUIDON_OK && i < n && w->total < TOTAL_MAX;
         i++, w->total++) {
        bool fresh = is_new(&ids[i]);

        CHECK(fresh || !model_is_unique(&w->model, w->feed.fill < 0));
    }
    follow_with_twin(w, &call, was_pending);
}

/* v2: has the generator chosen a next clock sequence that no id shows yet? */
static bool is_next_seq_hidden(const struct model *m)
{
    return m->options.kind == GUIDON_V2 && m->has_next_seq &&
           !m->next_seq_known;
}

/* The number of ids for which the model can predict a call. */
static size_t n_within(const struct world *w, size_t n)
{
    const struct model *m = &w->model;

    if (m->options.kind == GUIDON_V8_NODE) { /* in one step */
        return n < 256 ? n : 256;
    }
    if ((m->options.scope != GUIDON_SCOPE_THREAD &&
         (model_has_seeds(m) || m->options.kind == GUIDON_V2)) ||
        is_next_seq_hidden(m)) {
        return 1;
    }
    return n < N_MAX ? n : N_MAX;
}

/* Change the node or the clock sequence of both generators. */
static void adjust(struct world *w, struct fuzz_data *data, bool is_node)
{
    struct call call = {.feed = &w->feed};
    bool was_pending = w->model.pending != SAME_PROCESS;
    unsigned char node[6];
    int32_t seq;
    guidon_status status;

    fuzz_take_bytes(node, 6, data);
    if (!is_node && is_next_seq_hidden(&w->model)) {
        return; /* the skipped sequences would not be known */
    }
    seq = (int32_t)(node[0] % 4 == 0   ? -1
                    : node[0] % 4 == 1 ? node[1] % 66
                                       : (node[1] << 8 | node[2]) % 16390 - 2);
    w->twin_feed = w->feed;
    feed_begin(&w->feed);
    call.status = is_node ? guidon_generator_set_node(w->g, node)
                          : guidon_generator_set_clock_seq(w->g, seq);
    trace(w, is_node ? "node" : "sequence", (size_t)seq, call.status);
    if (is_node) {
        model_set_node(&w->model, &call, node);
    } else {
        model_set_seq(&w->model, &call, seq);
    }
    check_stats(w);
    if (w->twin && (call.status == GUIDON_OK || was_pending)) {
        feed_begin(&w->twin_feed);
        status = is_node ? guidon_generator_set_node(w->twin, node)
                         : guidon_generator_set_clock_seq(w->twin, seq);
        CHECK(status == call.status);
    }
    w->twin_feed = w->feed;
}

/* ---------------------------------------------------------------- the
 * script */

/* Set the state, as src/generate/v7.c and gregorian.c lay it out, to just
 * before its limit. Otherwise that would take up to 10^9 ids. */
static void jump_to_end(struct world *w, uint64_t left)
{
    const uint64_t ahead_mask = ((UINT64_C(1) << 46) - 1) << 17;
    struct model *m = &w->model;
    struct gdn_u128 state = gdn_atomic128_load(&w->g->own_state);
    bool precise = m->options.v7_layout == GUIDON_V7_PRECISE ||
                   m->options.v7_layout == GUIDON_V7_TRACE;

    if (!m->made || m->pending != SAME_PROCESS) {
        return;
    }
    if (m->options.kind == GUIDON_V1 || m->options.kind == GUIDON_V6) {
        state.lo = m->highest + 9999 - left;
        state.hi = (state.hi & ~ahead_mask) | (state.lo - m->highest) << 17;
    } else if (m->options.kind == GUIDON_V7 && precise) {
        state.lo = m->highest + (GDN_TIMESTAMP_PER_MS * 1000 - left);
    } else if (m->options.kind == GUIDON_V7 &&
               m->options.v7_layout != GUIDON_V7_UNORDERED) {
        state.lo = (m->last | (GDN_TIMESTAMP_PER_MS - 1)) - left;
    } else if (m->options.kind == GUIDON_V8_NODE) {
        state.lo = (m->last | (GDN_TIMESTAMP_PER_MS - 1)) - left;
    } else {
        return;
    }
    if (state.lo < m->last ||
        ((m->options.kind == GUIDON_V1 || m->options.kind == GUIDON_V6) &&
         state.lo >= UINT64_C(1) << 60)) {
        return; /* out of range, or below the last id */
    }
    m->last = state.lo;
    gdn_atomic128_store(&w->g->own_state, state);
    if (w->twin) {
        gdn_atomic128_store(&w->twin->own_state, state);
    }
}

static void move_clock(struct feed *feed, struct fuzz_data *data)
{
    static const int64_t units[] = {
        1,
        100,
        1000,
        1000000,
        100000000,
        1000000000,
        10000000000,
        429496729600,
        -1,
        -100,
        -1000000,
        -1000000000,
        -10000000000,
        -429496729600,
        31536000000000000,
        -31536000000000000,
    };
    uint64_t word = fuzz_take(data, 2);

    feed_move(feed, units[word % 16] * (int64_t)(1 + (word >> 8)));
}

/* Set the clock to the first or last time of a kind, or near it. */
static void set_clock(struct feed *feed, struct fuzz_data *data)
{
    static const int64_t seconds[] = {
        0,
        1645557742,
        17592186044,
        281474976710,
        103072857660,
        -12219292800,
        INT64_MAX,
        INT64_MIN,
        1,
        1700000000,
        17592186045,
        281474976711,
        103072857661,
        -12219292801,
        4294967296,
        -1,
    };
    uint64_t word = fuzz_take(data, 3);

    feed->now.seconds = seconds[word % 16];
    feed->now.nanoseconds = word >> 4 & 1 ? 999999999 : 0;
    feed->now.nanoseconds += word >> 5 & 1 ? 1 : 0; /* may be an invalid 10^9 */
    if (word >> 6 & 1) {
        feed->now.nanoseconds = (uint32_t)(word >> 8) * 15259 % 1000000000;
    }
}

static void fail_at(struct feed *feed, struct fuzz_data *data)
{
    static const guidon_status statuses[] = {
        GUIDON_E_CLOCK, GUIDON_E_ENTROPY, GUIDON_E_MEMORY, (guidon_status)77};
    uint64_t word = fuzz_take(data, 1);

    if (word & 1) {
        feed->clock_fails_at = 1 + (unsigned)(word >> 3) % 6;
        feed->clock_status = statuses[word >> 1 & 3];
    } else {
        feed->draw_fails_at = 1 + (unsigned)(word >> 3) % 6;
        feed->draw_status = statuses[word >> 1 & 3];
    }
}

static void set_step(struct feed *feed, uint64_t word)
{
    static const int64_t steps[] = {0,      0,        100,        1000000,
                                    250000, -1000000, 1000000000, 1};

    feed->step_ns = steps[word % 8];
}

static void step(struct world *w, struct fuzz_data *data)
{
    uint64_t op = fuzz_take(data, 1);

    switch (op % 16) {
    case 0:
    case 1:
        next(w, 1, true);
        break;
    case 2:
    case 3:
        next(w, n_within(w, op >> 4), false);
        break;
    case 4:
        next(w, n_within(w, (size_t)fuzz_take(data, 2) % N_MAX), false);
        break;
    case 5:
    case 6:
        move_clock(&w->feed, data);
        break;
    case 7:
        set_clock(&w->feed, data);
        break;
    case 8:
        set_step(&w->feed, op >> 4);
        break;
    case 9: /* the next call fails */
        fail_at(&w->feed, data);
        next(w, n_within(w, 1 + (size_t)fuzz_take(data, 2) % N_MAX), false);
        w->feed.clock_fails_at = w->feed.draw_fails_at = 0;
        w->twin_feed = w->feed;
        break;
    case 10:
        wipe_epoch();
        w->model.pending = FORKED;
        break;
    case 11:
        if (!w->model.skip_pending && w->model.pending == SAME_PROCESS) {
            atomic_fetch_add(&machine, 1);
            w->model.pending = CLONED;
        }
        break;
    case 12:
        adjust(w, data, true);
        break;
    case 13:
        adjust(w, data, false);
        break;
    case 14: /* with a failing read of random bytes */
        w->feed.draw_fails_at = 1 + (unsigned)(op >> 5) % 3;
        w->feed.draw_status = GUIDON_E_ENTROPY;
        adjust(w, data, op >> 4 & 1);
        w->feed.draw_fails_at = 0;
        w->twin_feed = w->feed;
        break;
    default:
        jump_to_end(w, op >> 4);
        break;
    }
}

/* Node numbers of V8_NODE, of which some are invalid, for 12 of 64 values. */
static void choose_number(guidon_options *o, unsigned value, uint32_t word)
{
    if (value < 16 || value >= 28) {
        return;
    }
    o->kind = GUIDON_V8_NODE;
    o->scope = value == 16   ? GUIDON_SCOPE_THREAD
               : value == 17 ? GUIDON_SCOPE_HOST
                             : GUIDON_SCOPE_PROCESS;
    o->node_number_bits = value == 18 ? 0 : value == 19 ? 25 : 1 + word % 24;
    o->node_number =
        word & ((UINT32_C(1) << (o->node_number_bits + (value == 20))) - 1);
}

/* Clear the options that have no effect on the kind. */
static void clear_foreign(guidon_options *o)
{
    const bool is_gregorian =
        o->kind == GUIDON_V1 || o->kind == GUIDON_V2 || o->kind == GUIDON_V6;

    if (o->kind != GUIDON_V7) {
        o->v7_layout = GUIDON_V7_PRECISE;
    }
    if (o->kind != GUIDON_ULID_MONOTONIC) {
        o->ulid_step = GUIDON_ULID_STEP_ONE;
    }
    if (!is_gregorian) {
        o->node = GUIDON_NODE_RANDOM;
        o->clock_seq_fixed = false;
    }
    if (o->node != GUIDON_NODE_FIXED) {
        memset(o->node_bytes, 0, sizeof o->node_bytes);
    }
    if (!o->clock_seq_fixed) {
        o->clock_seq = 0;
    }
    if (o->kind != GUIDON_V2) {
        o->domain = GUIDON_DOMAIN_PERSON;
        o->local_id = 0;
    }
}

/* Mostly valid options; sometimes one has an invalid value. */
static guidon_options take_options(struct feed *feed, struct fuzz_data *data)
{
    static const uint32_t tolerances[] = {0, 1, 5, 1000, 60000, UINT32_MAX};
    static const guidon_kind kinds[] = {GUIDON_V1,
                                        GUIDON_V2,
                                        GUIDON_V4,
                                        GUIDON_V6,
                                        GUIDON_V7,
                                        GUIDON_ULID,
                                        GUIDON_ULID_MONOTONIC};
    uint64_t word = fuzz_take(data, 4);
    guidon_options o = {
        .kind = kinds[word % 7],
        .scope = word >> 3 & 1 ? GUIDON_SCOPE_PROCESS : GUIDON_SCOPE_THREAD,
        .v7_layout = (guidon_v7_layout)(word >> 4 & 3),
        .ulid_step = (guidon_ulid_step)(word >> 6 & 1),
        .rollback_tolerance_ms = tolerances[(word >> 7 & 15) % 6],
        .rollback = (guidon_rollback)((word >> 11 & 3) % 3),
        .overflow = (guidon_overflow)(word >> 13 & 1),
        .random = GUIDON_RANDOM_CALLBACK,
        .random_fn = feed_random,
        .random_context = feed,
        .clock_fn = feed_clock,
        .clock_context = feed,
        .node = word >> 14 & 1 ? GUIDON_NODE_FIXED : GUIDON_NODE_RANDOM,
        .node_bytes = {0x9f, 0x6b, 0xde, 0xce, 0xd8, (unsigned char)word},
        .clock_seq_fixed = word >> 15 & 1,
        .clock_seq = (uint16_t)(word >> 16 & 0x3f),
        .domain = (guidon_domain)(word >> 16 & 255),
        .local_id = (uint32_t)word,
    };

    if ((word >> 24 & 63) >= 16 && (word >> 24 & 63) < 28) {
        o.kind = GUIDON_V8_NODE;
    }
    if ((word >> 24 & 63) >= 28 && (word >> 24 & 63) < 36) {
        o.v7_layout = GUIDON_V7_TRACE;
    }
    if ((word >> 24 & 63) != 13) {
        clear_foreign(&o);
    }
    switch (word >> 24 & 63) { /* a few of the 64 values are invalid */
    case 1:
        o.kind = (guidon_kind)(word >> 8 & 1 ? GUIDON_V8_PREFIXED + 1 : 0);
        break;
    case 2:
        o.scope = (guidon_scope)3;
        break;
    case 3:
        o.v7_layout = (guidon_v7_layout)(GUIDON_V7_TRACE + 1);
        break;
    case 4:
        o.ulid_step = (guidon_ulid_step)2;
        break;
    case 5:
        o.rollback = (guidon_rollback)3;
        break;
    case 6:
        o.overflow = (guidon_overflow)2;
        break;
    case 7:
        o.random = (guidon_random)3;
        break;
    case 8:
        o.random_fn = NULL;
        break;
    case 9:
        o.domain = (guidon_domain)256;
        break;
    case 10:
        o.node = (guidon_node)3;
        break;
    case 11:
        o.clock_seq = 64;
        break;
    case 12:
        o.clock_seq = 16384;
        break;
    default:
        choose_number(&o, (unsigned)(word >> 24 & 63), (uint32_t)word);
        break;
    }
    return o;
}

/* Make both generators from the same bytes. False if the options are rejected
 * or a read of random bytes fails. */
static bool begin(struct world *w, struct fuzz_data *data)
{
    guidon_options options = take_options(&w->feed, data);
    uint64_t word = fuzz_take(data, 2);
    bool draws;
    guidon_generator *none = (guidon_generator *)w;
    guidon_status status;

    w->feed.now = (guidon_time){1645557742, 123456789};
    w->feed.seed = word;
    w->feed.fill = word & 0x80 ? (int)(word & 1 ? 0xff : word >> 8) : -1;
    w->feed.draw_fails_at = word >> 4 & 7 ? 0 : 1;
    w->feed.draw_status = GUIDON_E_ENTROPY;
    w->twin_feed = w->feed;
    w->g = none;
    status = guidon_generator_new(&w->g, &options);
    if (model_refuses(&options)) {
        CHECK(status == GUIDON_E_ARGUMENT && w->g == NULL);
        return false;
    }
    model_begin(&w->model, &options);
    draws = w->feed.n_draws > 0;
    CHECK(!draws || !w->model.fresh_node);
    if (status != GUIDON_OK) {
        CHECK(draws && w->feed.draw_failed == status && w->g == NULL);
        return false;
    }
    options.random_context = options.clock_context = &w->twin_feed;
    CHECK(guidon_generator_new(&w->twin, &options) == GUIDON_OK);
    w->feed.draw_fails_at = 0;
    w->twin_feed = w->feed;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct world world;
    struct world *w = &world;
    struct fuzz_data rest = {data, size};

    memset(w, 0, sizeof *w);
    own_epoch();
    run++;
    if (!begin(w, &rest)) {
        return 0;
    }
    while (rest.left > 0 && w->total < TOTAL_MAX) {
        step(w, &rest);
    }
    guidon_generator_free(w->g);
    guidon_generator_free(w->twin);
    return 0;
}
