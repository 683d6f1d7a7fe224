/* SPDX-License-Identifier: MIT */
/* test_gregorian.c - versions 1 and 6: ticks, clock sequence and node.
 *
 * Usage: test_gregorian [long]
 *
 * In the long form a clock swings a million times around one time. */
#include "generate_test.h"

#define TICKS_PER_MS 10000

static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6};
static const unsigned char node_a[6] = {0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46};
static const unsigned char node_b[6] = {0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};

/* With a fixed node both kinds keep their clock sequence. */
static guidon_options fixed(struct script *script, guidon_kind kind)
{
    guidon_options options = script_options(script, kind);

    options.node = GUIDON_NODE_FIXED;
    memcpy(options.node_bytes, node_a, 6);
    return options;
}

/* ------------------------------------------------------------------ fields */

static void test_the_vectors_are_made(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "gregorian"), i, row)
    {
        struct script script = script_at(row_i64(row, "seconds"),
                                         (uint32_t)row_u64(row, "nanoseconds"));
        guidon_options options = script_options(
            &script, row_u64(row, "version") == 1 ? GUIDON_V1 : GUIDON_V6);
        guidon_id want = row_id(row, "octets"), id;
        guidon_generator *g;

        if (row_u64(row, "ticks") == 0) {
            continue; /* a new generator: ids continue above it */
        }
        options.node = GUIDON_NODE_FIXED;
        row_hex(options.node_bytes, 6, row, "node");
        options.clock_seq_fixed = true;
        options.clock_seq = (uint16_t)row_u64(row, "clock_seq");
        g = script_generator(&options);
        id = next_of(g);
        assert_id_equal(id, want);
        assert_int_equal(script.draws, 0);
        guidon_generator_free(g);
    }
    json_decref(file);
}

static void test_v6_with_a_fixed_node_is_v1_in_order(void **state)
{
    struct script scripts[2] = {script_at(T0, 0), script_at(T0, 0)};
    guidon_options v1_options = fixed(&scripts[0], GUIDON_V1);
    guidon_options v6_options = fixed(&scripts[1], GUIDON_V6);
    guidon_generator *v1 = script_generator(&v1_options);
    guidon_generator *v6 = script_generator(&v6_options);

    (void)state;
    for (int i = 0; i < 100; i++) {
        guidon_id a = next_of(v1), b = next_of(v6), b_as_v1;

        assert_int_equal(guidon_v6_to_v1(&b_as_v1, &b), GUIDON_OK);
        assert_id_equal(a, b_as_v1);
        scripts[0].tick_ns = scripts[1].tick_ns = i % 3 == 0 ? 5000 : 0;
    }
    guidon_generator_free(v1);
    guidon_generator_free(v6);
}

static void test_v6_draws_node_and_sequence_for_each(void **state)
{
    enum { N = 1000 };
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V6);
    guidon_generator *g = script_generator(&options);
    guidon_id ids[N], tails[N];

    (void)state;
    for (int i = 0; i < N; i++) {
        ids[i] = next_of(g);
        assert_int_equal(ids[i].bytes[10] & 1, 1); /* R99 */
        tails[i] = guidon_nil();
        memcpy(tails[i].bytes + 8, ids[i].bytes + 8, 8);
    }
    assert_rising("R61: in one tick too", GUIDON_V6, ids, N);
    assert_unique("clock sequence and node", tails, N);
    script.fill = 0;
    assert_int_equal(next_of(g).bytes[10], 1);
    script.fill = 0xff;
    ids[0] = next_of(g);
    assert_int_equal(seq_of(&ids[0]), 0x3fff);
    assert_true(is_all(ids[0].bytes + 10, 6, 0xff));
    guidon_generator_free(g);
}

static void test_only_a_random_node_is_multicast(void **state)
{
    (void)state;
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, GUIDON_V1);
        unsigned char node[6], again[6];
        guidon_generator *g;
        guidon_id id;

        script.fill = fill;
        g = script_generator(&options);
        id = next_of(g);
        assert_int_equal(guidon_node_of(node, &id), GUIDON_OK);
        assert_int_equal(node[0], fill | 1);
        assert_true(is_all(node + 1, 5, (unsigned char)fill));
        script.fill = -1; /* chosen once, then kept */
        id = next_of(g);
        assert_int_equal(guidon_node_of(again, &id), GUIDON_OK);
        assert_memory_equal(node, again, 6);
        guidon_generator_free(g);

        options = fixed(&script, GUIDON_V1);
        memcpy(options.node_bytes, node_b, 6);
        g = script_generator(&options);
        id = next_of(g);
        assert_memory_equal(id.bytes + 10, node_b, 6);
        guidon_generator_free(g);
    }
}

static void test_a_hardware_node_is_asked_for(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g = NULL;
    guidon_status status;

    (void)state;
    options.node = GUIDON_NODE_MAC;
    status = guidon_generator_new(&g, &options);
    if (status == GUIDON_OK) {
        assert_int_equal(next_of(g).bytes[10] & 1, 0); /* not multicast */
    } else {
        print_message("no hardware address here\n");
        assert_int_equal(status, GUIDON_E_ARGUMENT);
        assert_null(g);
    }
    guidon_generator_free(g);
}

/* ---------------------------------------------------- many ids in one tick */

static void test_a_tick_gives_10000_ids(void **state)
{
    enum { N = TICKS_PER_MS };
    guidon_id *ids = new_ids(N), one;

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g;

        options.overflow = GUIDON_OVERFLOW_FAIL;
        g = script_generator(&options);
        for (size_t i = 0; i < N; i++) {
            ids[i] = next_of(g);
            assert_int_equal(ticks_of(&ids[i]), TICK_T0 + i);
        }
        mark(&one, sizeof one);
        for (int asked = 0; asked < 3; asked++) {
            assert_int_equal(guidon_next(&one, g), GUIDON_E_OVERFLOW);
        }
        assert_true(is_marked(&one, sizeof one));
        script_move(&script, TICK); /* one more */
        one = next_of(g);
        assert_int_equal(ticks_of(&one), TICK_T0 + N);
        assert_int_equal(seq_of(&one), seq_of(&ids[0]));
        assert_int_equal(guidon_next(&one, g), GUIDON_E_OVERFLOW);
        assert_int_equal(guidon_next_many(ids, 2, g), GUIDON_E_OVERFLOW);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_a_full_tick_waits(void **state)
{
    enum { N = TICKS_PER_MS };
    guidon_id *ids = new_ids(N + 1);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g = script_generator(&options);

        assert_int_equal(guidon_next_many(ids, N, g), GUIDON_OK);
        assert_int_equal(stats_of(g).waits, 0);
        script.tick_ns = 10;
        script.readings = 0;
        ids[N] = next_of(g);
        assert_int_equal(script.readings, 11); /* ten are in the full tick */
        assert_rising("past the wait", kinds[k], ids, N + 1);
        assert_int_equal(stats_of(g).waits, 1);
        guidon_generator_free(g);
    }
    free(ids);
}

/* A clock sequence that counted the ids of a tick would wrap at the 16
 * 385th. */
static void test_100000_ids_do_not_repeat(void **state)
{
    enum { N = 100000 };
    static const struct {
        const char *why;
        uint64_t tick_ns; /* 0: the clock stands, 1 s before the last id */
    } rows[] = {{"one tick", 0}, {"a slow clock", 10}};
    guidon_id *ids = new_ids(N);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        for (size_t r = 0; r < COUNT(rows); r++) {
            struct script script = script_at(T0, 0);
            guidon_options options = fixed(&script, kinds[k]);
            guidon_generator *g = script_generator(&options);

            script.tick_ns = rows[r].tick_ns;
            ids[0] = next_of(g);
            if (rows[r].tick_ns == 0) {
                script_move(&script, -SEC);
            }
            for (size_t i = 1; i < N; i++) {
                ids[i] = next_of(g);
            }
            assert_rising(rows[r].why, kinds[k], ids, N);
            assert_int_equal(seq_of(&ids[0]), seq_of(&ids[N - 1]));
            assert_unique(rows[r].why, ids, N);
            guidon_generator_free(g);
        }
    }
    free(ids);
}

static void test_ids_run_ahead_as_far_as_allowed(void **state)
{
    static const struct {
        const char *why;
        uint32_t tolerance_ms;
        uint64_t back; /* ticks */
        uint64_t more; /* ids after the step back, until the limit */
    } rows[] = {
        {"no step: a millisecond from the reading", 1, 0, 9999},
        {"a short one adds nothing to that", 1, 5000, 9999},
        {"held: as far above the clock as it may be back", 10, 5000, 95000},
        {"to the tick", 10, 1, 99999},
        {"all of it", 10, 100000, 9999},
    };
    guidon_id *ids = new_ids(100001);

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, GUIDON_V6);
        guidon_generator *g;

        options.overflow = GUIDON_OVERFLOW_FAIL;
        options.rollback_tolerance_ms = rows[r].tolerance_ms;
        g = script_generator(&options);
        ids[0] = next_of(g);
        script_move(&script, -(int64_t)rows[r].back * TICK);
        assert_row(rows[r].why, guidon_next_many(ids + 1, rows[r].more + 1,
                                                 g) == GUIDON_E_OVERFLOW);
        assert_row(rows[r].why,
                   guidon_next_many(ids + 1, rows[r].more, g) == GUIDON_OK);
        assert_rising(rows[r].why, GUIDON_V6, ids, rows[r].more + 1);
        guidon_generator_free(g);
    }
    free(ids);
}

/* --------------------------------------------------- a clock that went back */

static void test_no_repeat_over_the_same_hour_again(void **state)
{
    enum { EACH = 1000, HOURS = 5 };
    guidon_id ids[EACH * HOURS];

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g;

        options.clock_seq_fixed = true;
        options.clock_seq = 0x3ffe; /* and the same at the wrap of 14 bits */
        g = script_generator(&options);
        for (unsigned h = 0; h < HOURS; h++) {
            assert_int_equal(guidon_next_many(ids + h * EACH, EACH, g),
                             GUIDON_OK);
            assert_int_equal(seq_of(&ids[h * EACH]), (0x3ffe + h) & 0x3fff);
            script_move(&script, -HOUR);
            ids[h * EACH] = next_of(g);
            script_move(&script, HOUR);
        }
        assert_int_equal(stats_of(g).restarts, HOURS);
        assert_unique("the same ticks", ids, EACH * HOURS);
        guidon_generator_free(g);
    }
}

#define SEQS 16384 /* clock sequences, 14 bits */

/* Two ids around each of `n` restarts at one time. Returns how many ids there are. */
static size_t swing(guidon_id *ids, size_t n, struct script *script,
                    guidon_generator *g)
{
    size_t made = 0;

    for (size_t i = 0; i < n; i++) {
        ids[made++] = next_of(g);
        script_move(script, -11 * SEC);
        if (guidon_next(&ids[made], g) == GUIDON_OK) {
            made++;
        }
        script_move(script, 11 * SEC);
    }
    return made;
}

static size_t swings = 3 * SEQS; /* a million in the long form */

static void test_a_clock_that_swings_repeats_no_id(void **state)
{
    guidon_id *ids = new_ids(2 * swings), *nodes = new_ids(2 * swings);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds) * COUNT(scopes); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = script_options(&script, kinds[k % 2]);
        guidon_generator *g;

        options.scope = scopes[k / 2];
        options.clock_seq_fixed = true; /* so that v6 keeps its node */
        g = script_generator(&options);
        assert_int_equal(swing(ids, swings, &script, g), 2 * swings);
        assert_int_equal(stats_of(g).restarts, swings);
        for (size_t i = 0; i < 2 * swings; i++) {
            nodes[i] = guidon_nil();
            memcpy(nodes[i].bytes, ids[i].bytes + 10, 6);
            assert_int_equal(nodes[i].bytes[0] & 1, 1); /* R99 */
        }
        /* The first id of each node has the first clock sequence again. */
        assert_memory_equal(&nodes[0], &nodes[2 * (SEQS - 1)], 6);
        assert_memory_not_equal(&nodes[0], &nodes[2 * SEQS - 1], 6);
        assert_memory_equal(&nodes[2 * SEQS - 1], &nodes[4 * SEQS - 2], 6);
        assert_memory_not_equal(&nodes[2 * SEQS - 1], &nodes[4 * SEQS - 1], 6);
        assert_unique("one time again and again", ids, 2 * swings);
        guidon_generator_free(g);
    }
    free(nodes);
    free(ids);
}

static void test_a_fixed_node_runs_out_of_sequences(void **state)
{
    enum { SWINGS = SEQS + 10 };
    guidon_id *ids = new_ids(2 * SWINGS + 2);

    (void)state;
    for (size_t k = 0; k < 2 * COUNT(kinds) * COUNT(scopes); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k % 2]);
        guidon_generator *g;
        size_t made;

        options.scope = scopes[k / 2 % 2];
        options.clock_seq_fixed = true;
        if (k >= 2 * COUNT(kinds)) { /* a random node that is replaced */
            options.node = GUIDON_NODE_RANDOM;
            memset(options.node_bytes, 0, sizeof options.node_bytes);
        }
        g = script_generator(&options);
        if (k >= 2 * COUNT(kinds)) {
            assert_int_equal(guidon_generator_set_node(g, node_b), GUIDON_OK);
            assert_int_equal(guidon_generator_set_clock_seq(g, 2047),
                             GUIDON_OK);
        }
        made = swing(ids, SWINGS, &script, g);
        /* Each restart made an id while there were sequences. Of the first block
         * of 2048, the ones before the first sequence are left out. */
        assert_int_equal(made, SWINGS + SEQS - 1 -
                                   (k >= 2 * COUNT(kinds) ? 2047 : 0));
        script_move(&script, -11 * SEC);
        assert_int_equal(guidon_next(&ids[made], g), GUIDON_E_CLOCK);
        script_move(&script, 2 * HOUR);
        ids[made++] = next_of(g);
        script_move(&script, -HOUR);
        assert_int_equal(guidon_next(&ids[made], g), GUIDON_E_CLOCK);
        assert_int_equal(guidon_generator_set_clock_seq(g, -1), GUIDON_OK);
        ids[made++] = next_of(g);
        assert_unique("until the sequences are used up", ids, made);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_the_last_tick_does_not_wrap(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(103072857660, 684697500 - TICK);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g = script_generator(&options);
        guidon_id ids[3];

        assert_int_equal(guidon_next_many(ids, 3, g), GUIDON_E_OVERFLOW);
        assert_int_equal(guidon_next_many(ids, 2, g), GUIDON_OK);
        assert_int_equal(ticks_of(&ids[1]), (UINT64_C(1) << 60) - 1);
        assert_int_equal(guidon_next(ids, g), GUIDON_E_OVERFLOW);
        guidon_generator_free(g);
    }
}

/* ------------------------------------------------------ the clock sequence */

/* Records the random bytes. */
struct noted {
    struct script script;
    size_t lens[8];
    unsigned char first[8]; /* of each read */
};

static guidon_status noted_random(void *context, void *out, size_t len)
{
    struct noted *noted = context;
    size_t draw = noted->script.draws;
    guidon_status status = script_random(&noted->script, out, len);

    if (draw < COUNT(noted->lens)) {
        noted->lens[draw] = len;
        noted->first[draw] = *(unsigned char *)out;
    }
    return status;
}

static void test_the_sequence_begins_at_random(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        unsigned ones = 0, zeros = 0x3fff;

        for (uint64_t seed = 0; seed < 100; seed++) {
            struct script script = script_at(T0, 0);
            guidon_options options = fixed(&script, kinds[k]);
            guidon_generator *g;
            guidon_id id;

            script.seed = seed;
            g = script_generator(&options);
            id = next_of(g);
            ones |= seq_of(&id);
            zeros &= seq_of(&id);
            id = next_of(g);
            assert_int_equal(script.draws, 1); /* once */
            guidon_generator_free(g);
        }
        assert_int_equal(ones, 0x3fff);
        assert_int_equal(zeros, 0);
    }
}

static void test_the_sequence_is_what_the_source_gave(void **state)
{
    static const struct {
        int fill;
        unsigned seq;
    } rows[] = {{0, 0}, {0xff, 0x3fff}, {0x5a, 0x1a5a}, {0xa5, 0x25a5}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, GUIDON_V1);
        guidon_generator *g;
        guidon_id id;

        script.fill = rows[r].fill;
        g = script_generator(&options);
        id = next_of(g);
        assert_int_equal(seq_of(&id), rows[r].seq);
        guidon_generator_free(g);
    }
}

static void test_sequence_and_node_are_drawn_apart(void **state)
{
    struct noted noted = {.script = script_at(T0, 0)};
    guidon_options options = script_options(&noted.script, GUIDON_V1);
    guidon_generator *g;
    guidon_id id;

    (void)state;
    options.random_fn = noted_random;
    options.random_context = &noted;
    g = script_generator(&options);
    id = next_of(g);
    assert_int_equal(noted.script.draws, 2);
    assert_int_equal(noted.lens[0], 6);
    assert_int_equal(id.bytes[10], noted.first[0] | 1);
    assert_int_equal(id.bytes[8] & 0x3f, noted.first[1] & 0x3f);
    guidon_generator_free(g);
}

static void test_sequences_set_in_one_tick_do_not_repeat(void **state)
{
    enum { ROUNDS = 30, EACH = 100 };
    guidon_id *ids = new_ids(ROUNDS * EACH);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g = script_generator(&options);

        for (size_t r = 0; r < ROUNDS; r++) { /* A, B, A, ... */
            assert_int_equal(
                guidon_generator_set_clock_seq(g, r % 2 ? 0x3fff : 0x2a),
                GUIDON_OK);
            assert_int_equal(guidon_next_many(ids + r * EACH, EACH, g),
                             GUIDON_OK);
            assert_int_equal(seq_of(&ids[r * EACH]), r % 2 ? 0x3fff : 0x2a);
        }
        assert_rising("time goes on", kinds[k], ids, ROUNDS * EACH);
        assert_unique("A, B, A", ids, ROUNDS * EACH);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_a_drawn_sequence_differs_from_the_last(void **state)
{
    (void)state;
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, GUIDON_V1);
        guidon_generator *g;
        guidon_id last, id;

        script.fill =
            fill; /* the source gives the same bytes again and again */
        g = script_generator(&options);
        last = next_of(g);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(guidon_generator_set_clock_seq(g, -1), GUIDON_OK);
            id = next_of(g);
            assert_int_not_equal(seq_of(&id), seq_of(&last));
            last = id;
        }
        assert_int_equal(script.draws, 6);
        guidon_generator_free(g);
    }
}

static void test_a_new_node_draws_a_new_sequence(void **state)
{
    enum { ROUNDS = 30, EACH = 50 };
    guidon_id *ids = new_ids(ROUNDS * EACH);

    (void)state;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        struct script script = script_at(T0, 0);
        guidon_options options = fixed(&script, kinds[k]);
        guidon_generator *g = script_generator(&options);
        unsigned last_seq = 0x4000;

        for (size_t r = 0; r < ROUNDS; r++) {
            const unsigned char *node = r % 2 ? node_b : node_a;
            guidon_id *made = ids + r * EACH;

            assert_int_equal(guidon_generator_set_node(g, node), GUIDON_OK);
            assert_int_equal(script.draws, r + 1);
            assert_int_equal(guidon_next_many(made, EACH, g), GUIDON_OK);
            assert_memory_equal(made[0].bytes + 10, node, 6);
            assert_int_not_equal(seq_of(made), last_seq);
            last_seq = seq_of(made);
        }
        assert_rising("time goes on", kinds[k], ids, ROUNDS * EACH);
        assert_unique("A, B, A", ids, ROUNDS * EACH);
        guidon_generator_free(g);
    }
    free(ids);
}

static void test_v6_given_a_node_keeps_it(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V6);
    guidon_generator *g = script_generator(&options);
    guidon_id ids[3];

    (void)state;
    ids[0] = next_of(g);
    assert_int_equal(guidon_generator_set_clock_seq(g, 1), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_generator_set_node(g, node_b), GUIDON_OK);
    ids[1] = next_of(g);
    ids[2] = next_of(g);
    assert_rising("time goes on", GUIDON_V6, ids, 3);
    assert_memory_equal(ids[1].bytes + 8, ids[2].bytes + 8, 8);
    assert_memory_equal(ids[2].bytes + 10, node_b, 6);
    assert_int_equal(guidon_generator_set_clock_seq(g, 1), GUIDON_OK);
    guidon_generator_free(g);
}

static void test_setting_refuses_and_then_changes_nothing(void **state)
{
    struct script scripts[2] = {script_at(T0, 0), script_at(T0, 0)};
    guidon_options options = fixed(&scripts[0], GUIDON_V1);
    guidon_options twin_options = fixed(&scripts[1], GUIDON_V1);
    guidon_generator *g = script_generator(&options);
    guidon_generator *twin = script_generator(&twin_options);
    guidon_id id = next_of(g), want = next_of(twin);

    (void)state;
    assert_id_equal(id, want);
    assert_int_equal(guidon_generator_set_clock_seq(g, 0x4000), GUIDON_E_RANGE);
    assert_int_equal(guidon_generator_set_clock_seq(g, -2), GUIDON_E_RANGE);
    assert_int_equal(guidon_generator_set_clock_seq(g, INT32_MAX),
                     GUIDON_E_RANGE);
    assert_int_equal(guidon_generator_set_clock_seq(g, INT32_MIN),
                     GUIDON_E_RANGE);
    scripts[0].fails_at = 1;
    assert_int_equal(guidon_generator_set_clock_seq(g, -1), GUIDON_E_ENTROPY);
    assert_int_equal(guidon_generator_set_node(g, node_b), GUIDON_E_ENTROPY);
    scripts[0].fails_at = 0;
    id = next_of(g);
    want = next_of(twin);
    assert_id_equal(id, want);
    guidon_generator_free(g);
    guidon_generator_free(twin);
}

static void test_time_goes_on_from_a_set_before_any_id(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = fixed(&script, GUIDON_V1);
    guidon_generator *g;
    guidon_id id;

    (void)state;
    options.clock_seq_fixed = true;
    options.clock_seq = 7;
    g = script_generator(&options);
    assert_int_equal(guidon_generator_set_clock_seq(g, 8), GUIDON_OK);
    id = next_of(g);
    assert_int_equal(seq_of(&id), 8);
    assert_int_equal(ticks_of(&id), TICK_T0);
    guidon_generator_free(g);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_vectors_are_made),
        cmocka_unit_test(test_v6_with_a_fixed_node_is_v1_in_order),
        cmocka_unit_test(test_v6_draws_node_and_sequence_for_each),
        cmocka_unit_test(test_only_a_random_node_is_multicast),
        cmocka_unit_test(test_a_hardware_node_is_asked_for),
        cmocka_unit_test(test_a_tick_gives_10000_ids),
        cmocka_unit_test(test_a_full_tick_waits),
        cmocka_unit_test(test_100000_ids_do_not_repeat),
        cmocka_unit_test(test_ids_run_ahead_as_far_as_allowed),
        cmocka_unit_test(test_no_repeat_over_the_same_hour_again),
        cmocka_unit_test(test_a_clock_that_swings_repeats_no_id),
        cmocka_unit_test(test_a_fixed_node_runs_out_of_sequences),
        cmocka_unit_test(test_the_last_tick_does_not_wrap),
        cmocka_unit_test(test_the_sequence_begins_at_random),
        cmocka_unit_test(test_the_sequence_is_what_the_source_gave),
        cmocka_unit_test(test_sequence_and_node_are_drawn_apart),
        cmocka_unit_test(test_sequences_set_in_one_tick_do_not_repeat),
        cmocka_unit_test(test_a_drawn_sequence_differs_from_the_last),
        cmocka_unit_test(test_a_new_node_draws_a_new_sequence),
        cmocka_unit_test(test_v6_given_a_node_keeps_it),
        cmocka_unit_test(test_setting_refuses_and_then_changes_nothing),
        cmocka_unit_test(test_time_goes_on_from_a_set_before_any_id),
    };

    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        swings = 1000000;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
