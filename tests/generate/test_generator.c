/* SPDX-License-Identifier: MIT */
/* test_generator.c - the generator object: options, failures, sources. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate/generator.h"
#include "generate_test.h"
#include "hash/hash.h"
#include "host/host.h"
#include "random/cipher.h"
#include "text/base32.h"
#include "text/hex.h"

#include <limits.h>
#include <time.h>

/* ----------------------------------------------------------------- options */

static void test_every_shape_is_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);

        for (size_t s = 0; s < COUNT(scopes); s++) {
            guidon_generator *g;
            guidon_id id;

            options.scope = scopes[s];
            g = script_generator(&options);
            id = next_of(g);
            assert_row(shapes[i].name,
                       shapes[i].version == 0 ||
                           guidon_version_of(&id) == shapes[i].version);
            guidon_generator_free(g);
        }
    }
    guidon_generator_free(NULL);
}

static void test_options_out_of_range_are_refused(void **state)
{
    enum member {
        KIND,
        SCOPE,
        V7_LAYOUT,
        ULID_STEP,
        ROLLBACK,
        OVERFLOW_,
        RANDOM,
        NODE,
        DOMAIN_,
        CLOCK_SEQ
    };
    static const struct {
        const char *why;
        enum member member;
        int last; /* the last valid value; the next one is rejected */
    } rows[] = {
        {"kind", KIND, GUIDON_ULID_MONOTONIC},
        {"scope", SCOPE, GUIDON_SCOPE_HOST},
        {"v7_layout", V7_LAYOUT, GUIDON_V7_TRACE},
        {"ulid_step", ULID_STEP, GUIDON_ULID_STEP_RANDOM},
        {"rollback", ROLLBACK, GUIDON_ROLLBACK_FAIL},
        {"overflow", OVERFLOW_, GUIDON_OVERFLOW_FAIL},
        {"random", RANDOM, GUIDON_RANDOM_CALLBACK},
        {"node", NODE, GUIDON_NODE_FIXED},
        {"domain", DOMAIN_, 255},
        {"clock_seq", CLOCK_SEQ, 0x3fff},
        {"clock_seq of v2", CLOCK_SEQ, 0x3f},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        for (int past = -1; past <= 2; past++) {
            int value = past < 0 ? -1 : rows[r].last + past;
            struct script script = script_at(T0, 0);
            bool of_v2 = rows[r].last == 0x3f;
            guidon_options o =
                script_options(&script, of_v2 ? GUIDON_V2 : GUIDON_V1);
            guidon_generator *g = NULL;
            guidon_status want = past == 0 ? GUIDON_OK : GUIDON_E_ARGUMENT;

            o.clock_seq_fixed = rows[r].member == CLOCK_SEQ;
            o.kind = rows[r].member == V7_LAYOUT   ? GUIDON_V7
                     : rows[r].member == ULID_STEP ? GUIDON_ULID_MONOTONIC
                     : rows[r].member == DOMAIN_   ? GUIDON_V2
                                                   : o.kind;
            switch (rows[r].member) {
            case KIND:
                o.kind = (guidon_kind)value;
                break;
            case SCOPE:
                o.scope = (guidon_scope)value;
                break;
            case V7_LAYOUT:
                o.v7_layout = (guidon_v7_layout)value;
                break;
            case ULID_STEP:
                o.ulid_step = (guidon_ulid_step)value;
                break;
            case ROLLBACK:
                o.rollback = (guidon_rollback)value;
                break;
            case OVERFLOW_:
                o.overflow = (guidon_overflow)value;
                break;
            case RANDOM:
                o.random = (guidon_random)value;
                break;
            case NODE:
                o.node = (guidon_node)value;
                break;
            case DOMAIN_:
                o.domain = (guidon_domain)value;
                break;
            case CLOCK_SEQ:
                o.clock_seq = (uint16_t)value;
                break;
            }
            if (rows[r].member == SCOPE && past == 0) {
                continue; /* needs a file, so test_host_state.c tests it */
            }
            assert_row(rows[r].why, guidon_generator_new(&g, &o) == want);
            assert_row(rows[r].why, (g != NULL) == (want == GUIDON_OK));
            guidon_generator_free(g);
        }
    }
}

/* A kind is its version number: a number that a stranger passes as a version makes
 * ids of that version, or none. Zeroed options name no kind. */
static void test_every_other_number_is_no_kind(void **state)
{
    (void)state;
    for (int number = -1; number <= 0x400; number++) {
        struct script script = script_at(T0, 0);
        const bool is_node = number == GUIDON_V8_NODE;
        guidon_options options = script_options(&script, (guidon_kind)number);
        guidon_generator *g = NULL;
        guidon_status status;
        guidon_id id;

        options.scope = is_node ? GUIDON_SCOPE_PROCESS : GUIDON_SCOPE_THREAD;
        options.node_number_bits = is_node ? 1 : 0;
        status = guidon_generator_new(&g, &options);
        if (number == 1 || number == 2 || number == 4 || number == 6 ||
            number == 7 || number == 0x80 || number == 0x81) {
            assert_int_equal(status, GUIDON_OK);
            assert_int_equal(guidon_next(&id, g), GUIDON_OK);
            assert_int_equal(guidon_version_of(&id),
                             number < 0x80 ? number : 8);
        } else if (number == 0x100 || number == 0x101) {
            assert_int_equal(status, GUIDON_OK);
        } else {
            assert_int_equal(status, GUIDON_E_ARGUMENT);
            assert_null(g);
        }
        guidon_generator_free(g);
    }
}

static void test_a_callback_that_is_asked_for_must_be_there(void **state)
{
    guidon_options options = {.kind = GUIDON_V4,
                              .random = GUIDON_RANDOM_CALLBACK};
    guidon_generator *g = NULL;

    (void)state;
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_ARGUMENT);
    assert_null(g);
    options.random = GUIDON_RANDOM_FAST; /* clock_fn NULL: the system's */
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
    guidon_generator_free(g);
}

static void test_no_entropy_no_generator(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g = NULL;
        bool draws_node =
            shapes[i].kind == GUIDON_V1 && shapes[i].node == GUIDON_NODE_RANDOM;

        script.fails_at = 1;
        assert_row(shapes[i].name,
                   guidon_generator_new(&g, &options) ==
                       (draws_node ? GUIDON_E_ENTROPY : GUIDON_OK));
        assert_row(shapes[i].name, (g == NULL) == draws_node);
        guidon_generator_free(g);
    }
}

static void test_new_makes_each_kind_but_v2(void **state)
{
    static const int refused[] = {GUIDON_V2,
                                  GUIDON_V8_NODE,
                                  GUIDON_V8_PREFIXED,
                                  GUIDON_V8_PREFIXED + 1,
                                  GUIDON_ULID_MONOTONIC + 1,
                                  0,
                                  3,
                                  5,
                                  8,
                                  9,
                                  0x7f,
                                  0xff,
                                  0x107,
                                  -1,
                                  1000,
                                  INT_MAX,
                                  INT_MIN};
    guidon_id ids[3], nothing[3], warm;

    (void)state;
    mark(nothing, sizeof nothing);
    for (size_t i = 0; i < COUNT(refused); i++) {
        mark(ids, sizeof ids);
        assert_int_equal(guidon_new(ids, (guidon_kind)refused[i]),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(guidon_new_many(ids, 3, (guidon_kind)refused[i]),
                         GUIDON_E_ARGUMENT);
        assert_memory_equal(ids, nothing, sizeof ids);
        /* A thread that made ids before takes another path. */
        assert_int_equal(guidon_new(&warm, GUIDON_V4), GUIDON_OK);
        assert_int_equal(guidon_new(ids, (guidon_kind)refused[i]),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(guidon_new_many(NULL, 0, (guidon_kind)refused[i]),
                         GUIDON_E_ARGUMENT);
        assert_memory_equal(ids, nothing, sizeof ids);
    }
    for (size_t i = 0; i < SHAPES; i++) {
        if (has_new(&shapes[i])) {
            assert_int_equal(guidon_new(&ids[0], shapes[i].kind), GUIDON_OK);
            assert_int_equal(guidon_new_many(&ids[1], 2, shapes[i].kind),
                             GUIDON_OK);
            assert_row(shapes[i].name,
                       shapes[i].version == 0 ||
                           guidon_version_of(&ids[2]) == shapes[i].version);
            assert_unique(shapes[i].name, ids, 3);
        }
    }
}

/* On the fast path too, and at the end of the buffer. */
static void test_each_id_of_a_thread_s_own_is_of_its_version(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (unsigned n = 0; n < 2000; n++) {
            guidon_id id;

            if (shapes[i].version == 0 || !has_new(&shapes[i])) {
                break;
            }
            assert_int_equal(guidon_new(&id, shapes[i].kind), GUIDON_OK);
            assert_row(shapes[i].name,
                       guidon_version_of(&id) == shapes[i].version);
            assert_row(shapes[i].name,
                       guidon_variant_of(&id) == GUIDON_VARIANT_RFC);
        }
    }
}

static void test_none_asked_for_none_made(void **state)
{
    guidon_id id, nothing;

    (void)state;
    mark(&id, sizeof id);
    nothing = id;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g = script_generator(&options);
        uint64_t draws = script.draws;

        script.clock_status = GUIDON_E_CLOCK;
        assert_int_equal(guidon_next_many(&id, 0, g), GUIDON_OK);
        assert_int_equal(guidon_next_many(NULL, 0, g), GUIDON_OK);
        assert_int_equal(script.draws, draws);
        assert_int_equal(script.readings, 0);
        if (has_new(&shapes[i])) {
            assert_int_equal(guidon_new_many(&id, 0, shapes[i].kind),
                             GUIDON_OK);
        }
        guidon_generator_free(g);
    }
    assert_id_equal(id, nothing);
}

/* -------------------------------------------------------------------- order */

static void test_70000_in_a_frozen_clock(void **state)
{
    enum { N = 70000 };
    guidon_id *ids = new_ids(N);

    (void)state;
    for (size_t i = 0; i < 2 * SHAPES; i++) {
        const struct shape *shape = &shapes[i / 2];
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, shape);
        bool ticks = shape->begins < 0 && is_timed(shape);
        guidon_generator *g;

        if (shape->kind == GUIDON_V2) {
            continue; /* 64 a step: test_v2.c */
        }
        options.scope = scopes[i % 2];
        options.rollback = GUIDON_ROLLBACK_FAIL;
        g = script_generator(&options);
        for (size_t made = 0; made < N; made++) {
            ids[made] = next_of(g);
            /* A tick gives 10 000 ids: let the clock go on after them. */
            if (ticks && made % 10000 == 9999) {
                script_move(&script, MS);
            }
        }
        assert_row(shape->name, stats_of(g).waits == 0);
        if (shape->ordered) {
            assert_rising(shape->name, shape->kind, ids, N);
        }
        assert_unique(shape->name, ids, N);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_a_batch_is_what_single_calls_make(void **state)
{
    enum { N = 1500 }; /* more than one step makes */
    static guidon_id ids[N];

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        const struct shape *shape = &shapes[i];
        size_t n = shape->kind == GUIDON_V2 ? 64 : N;
        struct script scripts[2] = {script_at(T0, 0), script_at(T0, 0)};
        guidon_options options = shape_options(&scripts[0], shape);
        guidon_options twin_options = shape_options(&scripts[1], shape);
        guidon_generator *g, *twin;

        g = script_generator(&options);
        twin = script_generator(&twin_options);
        assert_int_equal(guidon_next_many(ids, n, g), GUIDON_OK);
        for (size_t made = 0; made < n; made++) {
            guidon_id one = next_of(twin);

            if (!guidon_equal(&ids[made], &one)) {
                fail_msg("%s: id %zu", shape->name, made);
            }
        }
        guidon_generator_free(g);
        guidon_generator_free(twin);
    }
}

/* The tolerance counts from the highest reading, not from the last one. */
static void test_small_steps_back_add_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g;
        guidon_id ids[2];

        if (!shapes[i].ordered || shapes[i].kind == GUIDON_V2) {
            continue; /* v2 has steps of 429 s, and makes no restart */
        }
        g = script_generator(&options);
        ids[0] = next_of(g);
        script_move(&script, -6 * SEC);
        ids[1] = next_of(g);
        assert_rising(shapes[i].name, shapes[i].kind, ids, 2);
        assert_row(shapes[i].name, stats_of(g).restarts == 0);
        script_move(&script, -6 * SEC);
        ids[0] = next_of(g);
        assert_row(shapes[i].name, stats_of(g).restarts == 1);
        assert_rising(shapes[i].name, shapes[i].kind,
                      (guidon_id[]){ids[0], ids[1]}, 2);
        guidon_generator_free(g);
    }
}

static void test_a_year_forward_is_followed(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g = script_generator(&options);
        guidon_id ids[2];
        guidon_time time;

        ids[0] = next_of(g);
        script_move(&script, YEAR);
        ids[1] = next_of(g);
        if (shapes[i].ordered) {
            assert_rising(shapes[i].name, shapes[i].kind, ids, 2);
        }
        if (guidon_time_of(&time, &ids[1]) == GUIDON_OK) {
            assert_int_equal(time.seconds, T0 + YEAR / SEC);
        }
        assert_row(shapes[i].name, stats_of(g).rollbacks == 0);
        guidon_generator_free(g);
    }
}

/* Somebody may set the clock while this runs, but hardly by a day. */
static void test_the_systems_clock_is_the_default(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        int64_t now = (int64_t)time(NULL);
        guidon_time made = {now, 0}, high;
        guidon_generator *g;
        uint32_t prefix;
        guidon_id id;

        script_no_clock(&options);
        g = script_generator(&options);
        id = next_of(g);
        if (shapes[i].version == 0) {
            made.seconds = (int64_t)(guidon_ulid_ms_of(&id) / 1000);
        } else if (shapes[i].version == 2) {
            assert_int_equal(guidon_dce_time_of(&made, &high, &id), GUIDON_OK);
        } else if (shapes[i].version == 8) {
            assert_int_equal(guidon_v8_prefix_of(&made, &prefix, &id, 20),
                             GUIDON_OK);
        } else if (is_timed(&shapes[i])) {
            assert_int_equal(guidon_time_of(&made, &id), GUIDON_OK);
        }
        assert_in_range(made.seconds, now - 86400, now + 86400);
        assert_int_equal(script.readings, 0);
        guidon_generator_free(g);
    }
}

static bool has_random_steps(const struct shape *shape)
{
    return shape->v7_layout == GUIDON_V7_INCREMENT ||
           shape->ulid_step == GUIDON_ULID_STEP_RANDOM;
}

/* Options that the fast path does not serve switch it off. */
static void test_options_that_take_the_long_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g = script_generator(&options);

        assert_row(shapes[i].name, !g->fast_ok); /* both callbacks */
        guidon_generator_free(g);
        script_no_random(&options);
        g = script_generator(&options);
        assert_row(shapes[i].name, !g->fast_ok); /* the clock's callback */
        guidon_generator_free(g);
        options = shape_options(&script, &shapes[i]);
        script_no_clock(&options);
        g = script_generator(&options);
        assert_row(shapes[i].name, !g->fast_ok);
        guidon_generator_free(g);
        script_no_random(&options);
        options.random = GUIDON_RANDOM_KERNEL;
        g = script_generator(&options);
        assert_row(shapes[i].name, !g->fast_ok);
        guidon_generator_free(g);
    }
}

static unsigned draws;
static gdn_entropy_fn *true_entropy;

static guidon_status counted_entropy(void *context, void *out, size_t len)
{
    draws++;
    return true_entropy(context, out, len);
}

/* R96: each time that a thread's buffer is filled, it is made of fresh entropy,
 * on the fast path too. 8 KiB are 512 ids of version 4. */
static void test_the_shortest_way_draws_entropy_for_each_buffer(void **state)
{
    enum { BUFFERS = 4 };
    guidon_generator *g;
    guidon_options options = {.kind = GUIDON_V4};
    struct gdn_stream *stream;
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
    stream = gdn_thread_mine->stream;
    true_entropy = stream->entropy;
    stream->entropy = counted_entropy;
    draws = 0;
    for (int i = 0; i < BUFFERS * 512; i++) {
        assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
    }
    assert_in_range(draws, BUFFERS, BUFFERS + 1);
    g = script_generator(&options);
    draws = 0;
    for (int i = 0; i < BUFFERS * 512; i++) {
        id = next_of(g);
    }
    assert_in_range(draws, BUFFERS, BUFFERS + 1);
    stream->entropy = true_entropy;
    guidon_generator_free(g);
}

static guidon_status refused_entropy(void *context, void *out, size_t len)
{
    (void)context, (void)out, (void)len;
    return GUIDON_E_ENTROPY;
}

/* The fast path uses the buffer up to the last bytes that suffice for an id.
 * The slow path asks for more, in case it has to start a sequence. */
static void test_the_shortest_way_takes_the_last_bytes(void **state)
{
    struct gdn_stream *stream;
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_new(&id, GUIDON_V7), GUIDON_OK);
    stream = gdn_thread_mine->stream;
    do {
        assert_int_equal(guidon_new(&id, GUIDON_V7), GUIDON_OK);
    } while (stream->left < 16 || stream->left >= 24);
    stream->left = 16;
    true_entropy = stream->entropy;
    stream->entropy = refused_entropy;
    assert_int_equal(guidon_new(&id, GUIDON_V7), GUIDON_OK);
    assert_int_equal(guidon_new(&id, GUIDON_V7), GUIDON_OK);
    stream->entropy = true_entropy;
}

static bool no_entropy_left;

static guidon_status entropy_once(void *context, void *out, size_t len)
{
    (void)context;
    if (no_entropy_left) {
        return GUIDON_E_ENTROPY;
    }
    no_entropy_left = true;
    memset(out, 0x5a, len);
    return GUIDON_OK;
}

/* R87: a long call makes several steps, and a later one fails. The ids of the
 * earlier steps are not handed out. */
static void test_a_long_call_that_fails_late_leaves_none(void **state)
{
    enum { N = 2048 }; /* two steps, and the second has no entropy */
    static const guidon_kind kinds[] = {GUIDON_V7, GUIDON_ULID, GUIDON_V6};
    guidon_id *ids = new_ids(N);

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct gdn_stream *stream;
        gdn_entropy_fn *entropy;

        assert_int_equal(guidon_new_many(ids, 1, kinds[i]), GUIDON_OK);
        stream = gdn_thread_mine->stream;
        entropy = stream->entropy;
        stream->left = stream->budget = 0;
        stream->entropy = entropy_once;
        no_entropy_left = false;
        mark(ids, N * sizeof *ids);
        assert_int_equal(guidon_new_many(ids, N, kinds[i]), GUIDON_E_ENTROPY);
        assert_true(is_all(ids, N * sizeof *ids, 0));
        stream->entropy = entropy;
        assert_int_equal(guidon_new_many(ids, N, kinds[i]), GUIDON_OK);
        assert_unique("after it", ids, N);
    }
    free(ids);
}

/* Give the fast path a clock of the test's own: the clock always reads
 * `timestamp`, and its interval never ends. */
static void set_fast_clock(guidon_generator *g, uint64_t timestamp)
{
    g->thread_clock = (struct gdn_tsc_clock){.valid_ticks = UINT64_MAX,
                                             .timestamp = timestamp,
                                             .last = timestamp,
                                             .wall = timestamp};
}

/* The fast path does not count events, so it leaves them to the slow path. */
static void test_the_fast_path_leaves_events_to_the_slow_path(void **state)
{
    guidon_options options = {.kind = GUIDON_V7};
    const uint64_t now = (uint64_t)T0 * 1000 << 20;
    guidon_generator *g;
    guidon_stats stats;
    guidon_id first, second;

    (void)state;
    g = script_generator(&options);
    first = next_of(g); /* today's time */
    if (g->thread_clock.tsc == 0) {
        print_message("skipped: no fast clock on this machine\n");
        guidon_generator_free(g);
        skip();
    }
    set_fast_clock(g, now + 5000);
    gdn_atomic128_store(&g->own_state,
                        (struct gdn_u128){now + 5000, now + 5000});
    first = next_of(g);
    set_fast_clock(g, now); /* five microseconds back */
    second = next_of(g);
    assert_true(guidon_compare(&first, &second) < 0);
    guidon_generator_stats(&stats, g);
    assert_int_equal(stats.rollbacks, 1);
    guidon_generator_free(g);
}

/* Nothing comes after the last ULID of a millisecond. */
static void test_the_fast_path_stops_at_the_end(void **state)
{
    const guidon_options options = {.kind = GUIDON_ULID_MONOTONIC};
    const uint64_t ms = (uint64_t)T0 * 1000;
    guidon_generator *g;
    guidon_id id;

    (void)state;
    g = script_generator(&options);
    id = next_of(g);
    if (g->thread_clock.tsc == 0) {
        print_message("skipped: no fast clock on this machine\n");
        guidon_generator_free(g);
        skip();
    }
    set_fast_clock(g, ms << 20);
    gdn_atomic128_store(
        &g->own_state,
        (struct gdn_u128){.lo = UINT64_MAX, .hi = ms << 16 | 0xffff});
    /* The fast path alone, which has to leave this to the slow path. */
    assert_false(g->kind->next_fast(&id, g, gdn_thread_mine->stream));
    guidon_generator_free(g);
}

/* Threads that share a state read the wall clock. A fast clock of one thread
 * may be wrong by a step of the wall clock until it reads that clock again. */
static void test_a_shared_state_has_no_fast_clock(void **state)
{
    guidon_options options = {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS};
    guidon_generator *g = script_generator(&options);
    guidon_time now = {(int64_t)time(NULL), 0}, day = {86400, 0};
    guidon_id id;

    (void)state;
    set_fast_clock(g, (uint64_t)(now.seconds + 10 * 86400) * 1000 << 20);
    for (int i = 0; i < 3; i++) {
        id = next_of(g);
        assert_int_equal(guidon_validate(&id, &now, &day), GUIDON_OK);
    }
    guidon_generator_free(g);
}

/* Without callbacks the fast path makes an id. It is what the slow path makes:
 * the same version, the current time, and in order. */
static void test_the_shortest_way_makes_the_same(void **state)
{
    enum { N = 3000 };
    guidon_id *ids = new_ids(N);

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_time now = {(int64_t)time(NULL), 0}, day = {86400, 0};
        guidon_generator *g;

        if (shapes[i].kind == GUIDON_V2) {
            continue; /* 64 ids in seven minutes */
        }
        script_no_clock(&options);
        script_no_random(&options);
        g = script_generator(&options);
        assert_row(shapes[i].name, g->fast_ok == !has_random_steps(&shapes[i]));
        for (size_t n = 0; n < N; n++) {
            ids[n] = next_of(g);
            if (shapes[i].version > 0) {
                assert_row(shapes[i].name,
                           guidon_validate(&ids[n], &now, &day) == GUIDON_OK);
                assert_row(shapes[i].name,
                           guidon_version_of(&ids[n]) == shapes[i].version);
            } else {
                assert_in_range(guidon_ulid_ms_of(&ids[n]) / 1000,
                                now.seconds - 86400, now.seconds + 86400);
            }
        }
        if (shapes[i].node == GUIDON_NODE_FIXED) {
            unsigned char node[6];

            assert_int_equal(guidon_node_of(node, &ids[N - 1]), GUIDON_OK);
            assert_memory_equal(node, options.node_bytes, sizeof node);
        }
        if (shapes[i].ordered) {
            assert_rising(shapes[i].name, shapes[i].kind, ids, N);
        }
        assert_unique(shapes[i].name, ids, N);
        guidon_generator_free(g);
    }
    free(ids);
}

/* -------------------------------------------- a failed call changes nothing */

struct twins {
    const struct shape *shape;
    struct script script, twin_script;
    guidon_generator *g, *twin;
};

/* Two equal generators that have made `warm` ids. */
static void start_twins(struct twins *twins, const struct shape *shape,
                        guidon_scope scope, size_t warm)
{
    guidon_options options;

    *twins = (struct twins){.shape = shape,
                            .script = script_at(T0, 0),
                            .twin_script = script_at(T0, 0)};
    options = shape_options(&twins->script, shape);
    options.scope = scope;
    options.rollback = GUIDON_ROLLBACK_FAIL;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    twins->g = script_generator(&options);
    options.clock_context = options.random_context = &twins->twin_script;
    twins->twin = script_generator(&options);
    for (size_t i = 0; i < warm; i++) {
        guidon_id id = next_of(twins->g), want = next_of(twins->twin);

        assert_id_equal(id, want);
    }
}

/* Fail in `n` ids. Then, with the script restored, make what the twin makes. */
static void fail_once(struct twins *twins, const char *why,
                      const struct script *bad, size_t n, guidon_status want)
{
    enum { MOST = 6000 };
    static guidon_id ids[MOST];
    struct script saved = twins->script;
    guidon_stats before = stats_of(twins->g), after;

    assert_in_range(n, 1, MOST);
    mark(ids, sizeof ids);
    twins->script = *bad;
    if (guidon_next_many(ids, n, twins->g) != want) {
        fail_msg("%s: %s", twins->shape->name, why);
    }
    /* The output is unchanged, or all Nil. */
    assert_row(why, is_marked(ids, sizeof ids) ||
                        (is_all(ids, n * sizeof *ids, 0) &&
                         is_marked(ids + n, (MOST - n) * sizeof *ids)));
    assert_row(why, n > 1 || is_marked(ids, sizeof ids));
    twins->script = saved;
    after = stats_of(twins->g);
    assert_memory_equal(&before, &after, sizeof before);
}

static void end_twins(struct twins *twins, const char *why)
{
    for (int i = 0; i < 3; i++) {
        guidon_id id = next_of(twins->g), want = next_of(twins->twin);

        if (!guidon_equal(&id, &want)) {
            fail_msg("%s: the next id is another after: %s", twins->shape->name,
                     why);
        }
    }
    guidon_generator_free(twins->g);
    guidon_generator_free(twins->twin);
}

static void test_a_clock_error_changes_nothing(void **state)
{
    static const struct {
        const char *why;
        guidon_status reading;
        int64_t from_begin; /* seconds before the kind's first time, or 0 */
        int64_t from_end;   /* past its last time */
        guidon_status want;
    } rows[] = {
        {"what clock_fn returned", GUIDON_E_STATE, 0, 0, GUIDON_E_STATE},
        {"before its time begins", GUIDON_OK, 1, 0, GUIDON_E_CLOCK},
        {"past its time's end", GUIDON_OK, 0, 1, GUIDON_E_CLOCK},
    };

    (void)state;
    for (size_t i = 0; i < 2 * SHAPES * COUNT(rows); i++) {
        const struct shape *shape = &shapes[i / 2 % SHAPES];
        size_t r = i / 2 / SHAPES;

        if (!is_timed(shape)) {
            continue;
        }
        for (size_t warm = 0; warm < 3; warm++) {
            for (size_t n = 1; n <= 3; n += 2) {
                struct twins twins;
                struct script bad;

                start_twins(&twins, shape, scopes[i % 2], warm);
                bad = twins.script;
                bad.clock_status = rows[r].reading;
                if (rows[r].from_begin) {
                    bad.now.seconds = shape->begins - 1;
                    bad.now.nanoseconds = 999999999;
                } else if (rows[r].from_end) {
                    bad.now.seconds = shape->ends;
                }
                fail_once(&twins, rows[r].why, &bad, n, rows[r].want);
                fail_once(&twins, rows[r].why, &bad, n, rows[r].want);
                end_twins(&twins, rows[r].why);
            }
        }
    }
}

static void test_an_entropy_error_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SHAPES; i++) {
        const struct shape *shape = &shapes[i / 2];

        for (size_t warm = 0; warm <= 10; warm++) {
            struct twins twins;
            struct script bad;
            guidon_status want = GUIDON_E_ENTROPY;

            start_twins(&twins, shape, scopes[i % 2], warm);
            bad = twins.script;
            bad.fails_at = bad.draws + 1;
            if (warm > 0 && !shape->draws) {
                end_twins(&twins, "nothing");
                continue; /* no more random bytes in this millisecond */
            }
            fail_once(&twins, "no entropy", &bad, 1, want);
            fail_once(&twins, "no entropy", &bad, 5, want);
            end_twins(&twins, "no entropy");
        }
    }
}

/* A sequence that starts in a new millisecond reads random bytes twice. */
static void test_the_second_draw_of_a_run_changes_nothing(void **state)
{
    static const guidon_v7_layout runs[] = {GUIDON_V7_COUNTER,
                                            GUIDON_V7_INCREMENT};

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (size_t l = 0; l < COUNT(runs); l++) {
            struct twins twins;
            struct script bad;

            if (shapes[i].v7_layout != runs[l]) {
                continue;
            }
            start_twins(&twins, &shapes[i], GUIDON_SCOPE_THREAD, 2);
            script_move(&twins.script, MS);
            script_move(&twins.twin_script, MS);
            bad = twins.script;
            bad.fails_at = bad.draws + 2;
            fail_once(&twins, "the second draw", &bad, 1, GUIDON_E_ENTROPY);
            end_twins(&twins, "the second draw");
        }
    }
}

/* One read fails; the next would succeed. */
struct one_failure {
    struct script script;
    uint64_t at;
};

static guidon_status fails_once(void *context, void *out, size_t len)
{
    struct one_failure *failure = context;
    guidon_status status = script_random(&failure->script, out, len);

    return failure->script.draws == failure->at ? GUIDON_E_ENTROPY : status;
}

static void test_one_failed_draw_is_not_passed_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (uint64_t k = 1; k <= 2 && shapes[i].draws; k++) {
            struct one_failure failure = {.script = script_at(T0, 0)};
            guidon_options options = shape_options(&failure.script, &shapes[i]);
            guidon_generator *g;
            guidon_id ids[2], id;

            options.random_fn = fails_once;
            options.random_context = &failure;
            g = script_generator(&options);
            failure.at = failure.script.draws + k;
            mark(&id, sizeof id);
            if (guidon_next(&ids[0], g) == GUIDON_OK) { /* one read */
                assert_row(shapes[i].name, k == 2);
                assert_row(shapes[i].name,
                           guidon_next(&id, g) == GUIDON_E_ENTROPY);
                assert_row(shapes[i].name, is_marked(&id, sizeof id));
            }
            ids[0] = next_of(g);
            ids[1] = next_of(g);
            if (shapes[i].ordered) {
                assert_rising(shapes[i].name, shapes[i].kind, ids, 2);
            }
            guidon_generator_free(g);
        }
    }
}

/* A batch of 6000 ids reads random bytes six times if each id has some.
 * Only a generator of scope THREAD takes back the steps that succeeded. */
static void test_a_batch_is_all_or_none_at_each_draw(void **state)
{
    enum { N = 6000 };

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (uint64_t k = 1; k <= 6 && shapes[i].draws; k++) {
            for (size_t warm = 0; warm < 2; warm++) {
                struct twins twins;
                struct script bad;

                if (shapes[i].kind == GUIDON_ULID_MONOTONIC && k > 1) {
                    continue; /* one read for any number */
                }
                start_twins(&twins, &shapes[i], GUIDON_SCOPE_THREAD, warm);
                bad = twins.script;
                bad.fails_at = bad.draws + k;
                fail_once(&twins, "at a later draw", &bad, N, GUIDON_E_ENTROPY);
                end_twins(&twins, "at a later draw");
            }
        }
    }
}

static void test_a_refused_rollback_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SHAPES; i++) {
        const struct shape *shape = &shapes[i / 2];
        struct twins twins;
        struct script bad;

        if (!shape->ordered && shape->kind != GUIDON_V2) {
            continue;
        }
        start_twins(&twins, shape, scopes[i % 2], 5);
        bad = twins.script;
        script_move(&bad, -HOUR);
        fail_once(&twins, "1 h back", &bad, 1, GUIDON_E_CLOCK);
        fail_once(&twins, "1 h back", &bad, 10, GUIDON_E_CLOCK);
        end_twins(&twins, "1 h back");
    }
}

/* A clock that fails in the middle of a batch. */
struct short_clock {
    struct script script;
    uint64_t readings;
};

static guidon_status fails_later(void *context, guidon_time *now)
{
    struct short_clock *clock = context;

    if (clock->readings == 0) {
        return GUIDON_E_CLOCK;
    }
    clock->readings--;
    return script_clock(&clock->script, now);
}

static void test_a_clock_that_fails_in_a_batch_leaves_none(void **state)
{
    enum { N = 2000 };
    static guidon_id ids[N];

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct short_clock clock = {.script = script_at(T0, 0), .readings = 1};
        guidon_options options = shape_options(&clock.script, &shapes[i]);
        guidon_generator *g;

        if (!shapes[i].draws || shapes[i].kind == GUIDON_V4 ||
            shapes[i].kind == GUIDON_ULID_MONOTONIC) {
            continue; /* they read the clock once for so many ids */
        }
        options.clock_fn = fails_later;
        options.clock_context = &clock;
        g = script_generator(&options);
        mark(ids, sizeof ids);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_E_CLOCK);
        assert_row(shapes[i].name, is_all(ids, sizeof ids, 0));
        guidon_generator_free(g);
    }
}

/* -------------------------------------------------------------------- stats */

static void test_stats_count_calls(void **state)
{
    enum { N = 2000 }; /* several steps within one call */
    static guidon_id ids[N];

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g;
        guidon_stats stats;

        if (!shapes[i].ordered) {
            continue;
        }
        g = script_generator(&options);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        script_move(&script, -SEC);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        script_move(&script, -HOUR);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        stats = stats_of(g);
        assert_row(shapes[i].name, stats.rollbacks == 2);
        assert_row(shapes[i].name, stats.restarts == 1);
        assert_row(shapes[i].name, stats.waits == 0);
        assert_row(shapes[i].name, stats.forks == 0);
        guidon_generator_free(g);
    }
}

/* Each reading of the clock is an hour before the reading before it. */
static guidon_status falls_by_hours(void *context, guidon_time *now)
{
    guidon_status status = script_clock(context, now);

    script_move(context, -HOUR);
    return status;
}

static void test_stats_count_each_restart_of_a_call(void **state)
{
    enum { N = 3000 };
    static guidon_id ids[N];

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g;

        if (!shapes[i].ordered) {
            continue;
        }
        options.clock_fn = falls_by_hours;
        g = script_generator(&options);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        assert_true(script.readings > 2); /* several steps within one call */
        assert_row(shapes[i].name, stats_of(g).restarts == script.readings - 1);
        assert_row(shapes[i].name, stats_of(g).rollbacks == 0);
        guidon_generator_free(g);
    }
}

/* Ids run ahead of a clock that moves on meanwhile. If the clock then goes
 * back, the generator notices, even if the clock is still above the first of
 * these ids. */
static void test_a_clock_goes_back_under_ids_that_run_ahead(void **state)
{
    enum { N = 9000 };
    static guidon_id ids[N];

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        guidon_generator *g;

        if (!shapes[i].ordered || shapes[i].version == 0 ||
            shapes[i].v7_layout != GUIDON_V7_PRECISE) {
            continue; /* their time is the clock's */
        }
        g = script_generator(&options);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        script_move(&script, 5000); /* nanoseconds, of 8583 or more */
        next_of(g);
        assert_row(shapes[i].name, stats_of(g).rollbacks == 0);
        script_move(&script, -3000);
        next_of(g);
        assert_row(shapes[i].name, stats_of(g).rollbacks == 1);
        script_move(&script, 3000);
        next_of(g);
        assert_row(shapes[i].name, stats_of(g).rollbacks == 1);
        guidon_generator_free(g);
    }
}

static void test_stats_count_a_call_that_waits_twice_once(void **state)
{
    static guidon_id ids[30000];
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g = script_generator(&options);

    (void)state;
    script.tick_ns = 50;
    assert_int_equal(guidon_next_many(ids, COUNT(ids), g), GUIDON_OK);
    assert_int_equal(stats_of(g).waits, 1);
    guidon_generator_free(g);
}

/* A clock that is back when a call begins, and ahead again when the call
 * ends. */
static void test_stats_count_a_rollback_before_a_wait(void **state)
{
    static guidon_id ids[30000];
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g = script_generator(&options);

    (void)state;
    next_of(g);
    script_move(&script, -1000);
    script.tick_ns = 50;
    assert_int_equal(guidon_next_many(ids, COUNT(ids), g), GUIDON_OK);
    assert_int_equal(stats_of(g).rollbacks, 1);
    assert_int_equal(stats_of(g).waits, 1);
    guidon_generator_free(g);
}

/* ------------------------------------------------------------------ sources */

/* The bytes of each read count up from 0. */
static guidon_status counting_random(void *context, void *out, size_t len)
{
    unsigned char *bytes = out;

    (void)context;
    for (size_t i = 0; i < len; i++) {
        bytes[i] = (unsigned char)i;
    }
    return GUIDON_OK;
}

/* Each id has bytes of its own, and each byte has one place. The last id has
 * the bytes that were read last, in a row, and so has the id before it. */
static void test_no_random_byte_serves_twice(void **state)
{
    enum { N = 15 }; /* ids of sixteen bytes each, so no count repeats */
    static const struct {
        const char *why;
        guidon_kind kind;
        guidon_v7_layout v7_layout;
        unsigned each; /* random bytes of an id */
        unsigned from; /* where these bytes lie alone */
    } rows[] = {
        {"v4", GUIDON_V4, GUIDON_V7_PRECISE, 16, 9},
        {"v6, the multicast bit before", GUIDON_V6, GUIDON_V7_PRECISE, 8, 11},
        {"v7 precise, a place before", GUIDON_V7, GUIDON_V7_PRECISE, 8, 10},
        {"v7 counter", GUIDON_V7, GUIDON_V7_COUNTER, 8, 10},
        {"v7 increment", GUIDON_V7, GUIDON_V7_INCREMENT, 8, 10},
        {"v7 unordered", GUIDON_V7, GUIDON_V7_UNORDERED, 10, 9},
        {"v7 trace", GUIDON_V7, GUIDON_V7_TRACE, 8, 9},
        {"ULID", GUIDON_ULID, GUIDON_V7_PRECISE, 10, 9},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, rows[i].kind);
        guidon_generator *g;
        guidon_id ids[N];

        options.v7_layout = rows[i].v7_layout;
        options.random_fn = counting_random;
        g = script_generator(&options);
        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        for (unsigned at = 0; at < N; at++) {
            unsigned end = (at + 1) * rows[i].each;

            for (unsigned j = rows[i].from; j < 16; j++) {
                assert_row(rows[i].why, ids[at].bytes[j] == end - 16 + j);
            }
            if (rows[i].each >= 10) {
                assert_row(rows[i].why, ids[at].bytes[7] == end - 9);
            }
        }
        guidon_generator_free(g);
    }
}

static void test_each_shape_from_each_source(void **state)
{
    enum { N = 20000 };
    static const guidon_random sources[] = {GUIDON_RANDOM_FAST,
                                            GUIDON_RANDOM_KERNEL};
    guidon_id *ids = new_ids(2 * N);

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        size_t n = shapes[i].kind == GUIDON_V2 ? 64 : N;

        for (size_t s = 0; s < 2; s++) {
            struct script script = script_at(T0, 0);
            guidon_options options = shape_options(&script, &shapes[i]);
            guidon_generator *g;

            script.tick_ns = TICK;
            script_no_random(&options);
            options.random = sources[s];
            g = script_generator(&options);
            assert_int_equal(guidon_next_many(ids + s * n, n, g), GUIDON_OK);
            for (size_t made = s * n; made < (s + 1) * n; made++) {
                assert_row(
                    shapes[i].name,
                    shapes[i].version == 0 ||
                        (guidon_version_of(&ids[made]) == shapes[i].version &&
                         (ids[made].bytes[8] & 0xc0) == 0x80));
            }
            assert_int_equal(script.draws, 0);
            guidon_generator_free(g);
        }
        /* At the same times only random bits differ. There are so many that two
         * streams cannot meet by chance. */
        if (shapes[i].node == GUIDON_NODE_RANDOM) {
            assert_unique(shapes[i].name, ids, 2 * n);
        }
    }
    free(ids);
}

/* --------------------------------------------------------------------- fork */

struct forked {
    guidon_generator *g;
    guidon_id *ids; /* of the child */
    guidon_stats *stats;
    size_t n;
};

static void make_in_child(void *argument)
{
    struct forked *forked = argument;

    if (guidon_next_many(forked->ids, forked->n, forked->g) != GUIDON_OK) {
        _exit(1);
    }
    guidon_generator_stats(forked->stats, forked->g);
}

/* R96. The clock stands still, so only the child's new random bytes differ. */
static void test_a_forked_child_makes_other_ids(void **state)
{
    enum { N = 1000 };
    struct {
        guidon_id ids[N];
        guidon_stats stats;
    } *shared = shared_memory(sizeof *shared);
    guidon_id *ids = new_ids(2 * N);

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, &shapes[i]);
        struct forked forked = {.ids = shared->ids, .stats = &shared->stats};

        if (shapes[i].kind == GUIDON_V2 ||
            shapes[i].node == GUIDON_NODE_FIXED) {
            continue; /* 6 or 14 bits may be equal by chance */
        }
        script_no_random(&options);
        forked.g = script_generator(&options);
        forked.n = N;
        (void)next_of(forked.g);
        run_child(BY_FORK, make_in_child, &forked);
        memcpy(ids, shared->ids, N * sizeof *ids);
        assert_int_equal(guidon_next_many(ids + N, N, forked.g), GUIDON_OK);
        assert_unique(shapes[i].name, ids, 2 * N);
        assert_int_equal(shared->stats.forks, 1);
        assert_int_equal(stats_of(forked.g).forks, 0);
        guidon_generator_free(forked.g);
    }
    free(ids);
    munmap(shared, sizeof *shared);
}

/* The options gave the first sequence, but the parent continues it, so the
 * child chooses a random one. */
static void test_a_fixed_sequence_is_left_to_the_parent(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6};
    struct {
        guidon_id id;
        guidon_stats stats;
    } *shared = shared_memory(sizeof *shared);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, kinds[k]);
        struct forked forked = {
            .ids = &shared->id, .stats = &shared->stats, .n = 1};

        options.node = GUIDON_NODE_FIXED;
        options.clock_seq_fixed = true;
        options.clock_seq = 0x1111;
        script.fill = 0x22;
        forked.g = script_generator(&options);
        run_child(BY_FORK, make_in_child, &forked);
        assert_int_equal(seq_of(&shared->id), 0x2222);
        shared->id = next_of(forked.g);
        assert_int_equal(seq_of(&shared->id), 0x1111);
        guidon_generator_free(forked.g);
    }
    munmap(shared, sizeof *shared);
}

/* For a kind without node and clock sequence, setting them fails. test_options.c has the
 * options for them. */
static void test_kinds_without_a_node_are_asked_for_none(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V4, GUIDON_V7, GUIDON_ULID,
                                        GUIDON_ULID_MONOTONIC};

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const guidon_options options = {.kind = kinds[i]};
        guidon_generator *g = script_generator(&options);
        guidon_id id;

        assert_int_equal(guidon_generator_set_node(
                             g, (const unsigned char[6]){1, 2, 3, 4, 5, 6}),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(guidon_generator_set_clock_seq(g, 6),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(guidon_next(&id, g), GUIDON_OK);
        guidon_generator_free(g);
    }
}

static void test_the_machine_is_described(void **state)
{
    const struct {
        const char *key, *value;
    } rows[] = {
        {"entropy", gdn_entropy_name()},
        {"cipher", gdn_cipher()->name},
        {"fork", gdn_epoch_fork_name()},
        {"clone", gdn_epoch_clone_name()},
        {"clock", gdn_clock_timestamp_name()},
        {"uuid_text", gdn_hex_name()},
        {"ulid_text", gdn_base32_name()},
        {"sha1", gdn_hash_one(&gdn_sha1)->name},
        {"sha1_many", gdn_hash_many(&gdn_sha1)->name},
        {"host_scope", GDN_ATOMIC128_LOCK_FREE ? "yes" : "no"},
    };
    const char *key = "unchanged", *value = "unchanged";

    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        assert_int_equal(guidon_machine_describe(&key, &value, i), GUIDON_OK);
        assert_string_equal(key, rows[i].key);
        assert_string_equal(value, rows[i].value);
    }
    key = value = "unchanged";
    assert_int_equal(guidon_machine_describe(&key, &value, COUNT(rows)),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_machine_describe(&key, &value, UINT_MAX),
                     GUIDON_E_ARGUMENT);
    assert_string_equal(key, "unchanged");
    assert_string_equal(value, "unchanged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape_is_accepted),
        cmocka_unit_test(test_options_out_of_range_are_refused),
        cmocka_unit_test(test_every_other_number_is_no_kind),
        cmocka_unit_test(test_a_callback_that_is_asked_for_must_be_there),
        cmocka_unit_test(test_no_entropy_no_generator),
        cmocka_unit_test(test_new_makes_each_kind_but_v2),
        cmocka_unit_test(test_each_id_of_a_thread_s_own_is_of_its_version),
        cmocka_unit_test(test_none_asked_for_none_made),
        cmocka_unit_test(test_kinds_without_a_node_are_asked_for_none),
        cmocka_unit_test(test_70000_in_a_frozen_clock),
        cmocka_unit_test(test_a_batch_is_what_single_calls_make),
        cmocka_unit_test(test_small_steps_back_add_up),
        cmocka_unit_test(test_a_year_forward_is_followed),
        cmocka_unit_test(test_the_systems_clock_is_the_default),
        cmocka_unit_test(test_the_shortest_way_makes_the_same),
        cmocka_unit_test(test_options_that_take_the_long_way),
        cmocka_unit_test(test_the_shortest_way_draws_entropy_for_each_buffer),
        cmocka_unit_test(test_the_shortest_way_takes_the_last_bytes),
        cmocka_unit_test(test_a_long_call_that_fails_late_leaves_none),
        cmocka_unit_test(test_the_fast_path_leaves_events_to_the_slow_path),
        cmocka_unit_test(test_the_fast_path_stops_at_the_end),
        cmocka_unit_test(test_a_shared_state_has_no_fast_clock),
        cmocka_unit_test(test_a_clock_error_changes_nothing),
        cmocka_unit_test(test_an_entropy_error_changes_nothing),
        cmocka_unit_test(test_the_second_draw_of_a_run_changes_nothing),
        cmocka_unit_test(test_one_failed_draw_is_not_passed_over),
        cmocka_unit_test(test_a_batch_is_all_or_none_at_each_draw),
        cmocka_unit_test(test_a_refused_rollback_changes_nothing),
        cmocka_unit_test(test_a_clock_that_fails_in_a_batch_leaves_none),
        cmocka_unit_test(test_stats_count_calls),
        cmocka_unit_test(test_stats_count_each_restart_of_a_call),
        cmocka_unit_test(test_a_clock_goes_back_under_ids_that_run_ahead),
        cmocka_unit_test(test_stats_count_a_call_that_waits_twice_once),
        cmocka_unit_test(test_stats_count_a_rollback_before_a_wait),
        cmocka_unit_test(test_no_random_byte_serves_twice),
        cmocka_unit_test(test_each_shape_from_each_source),
        cmocka_unit_test(test_a_forked_child_makes_other_ids),
        cmocka_unit_test(test_a_fixed_sequence_is_left_to_the_parent),
        cmocka_unit_test(test_the_machine_is_described),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
