/* SPDX-License-Identifier: MIT */
/* test_v2.c - version 2: 64 ids in each step of 2^32 ticks (D2). */
#include "generate/kinds.h"
#include "generate_test.h"

#define EACH 64 /* ids in a step */
/* A step is 429.4967296 s. T0 lies in the step that began here. */
#define STEP       (INT64_C(4294967296) * TICK)
#define STEP_BEGAN ((guidon_time){1645557416, 189952000})

static const unsigned char nodes[2][6] = {{0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46},
                                          {0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}};

static guidon_options v2_options(struct script *script)
{
    guidon_options options = script_options(script, GUIDON_V2);

    options.node = GUIDON_NODE_FIXED;
    memcpy(options.node_bytes, nodes[0], 6);
    options.domain = GUIDON_DOMAIN_GROUP;
    options.local_id = 12345678;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    return options;
}

static void test_the_vectors_are_made(void **state)
{
    json_t *file = vectors_load("dce.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ids"), i, row)
    {
        struct script script = script_at(0, 0);
        guidon_options options = v2_options(&script);
        guidon_id want = row_id(row, "octets"), id;
        guidon_generator *g;

        script.now = guidon_ticks_to_time(row_u64(row, "ticks"));
        row_hex(options.node_bytes, 6, row, "node");
        options.clock_seq_fixed = true;
        options.clock_seq = (uint16_t)row_u64(row, "clock_seq");
        options.domain = (guidon_domain)row_u64(row, "domain");
        options.local_id = (uint32_t)row_u64(row, "local_id");
        g = script_generator(&options);
        id = next_of(g);
        assert_id_equal(id, want);
        guidon_generator_free(g);
    }
    json_decref(file);
}

static void test_a_step_gives_64_and_no_more(void **state)
{
    enum { STEPS = 5 };
    guidon_id ids[EACH * STEPS], one;

    (void)state;
    for (size_t s = 0; s < COUNT(scopes); s++) {
        struct script script = script_at(T0, 0);
        guidon_options options = v2_options(&script);
        guidon_generator *g;

        options.scope = scopes[s];
        g = script_generator(&options);
        for (size_t i = 0; i < EACH * STEPS; i++) {
            ids[i] = next_of(g);
            if (i % EACH == EACH - 1) {
                mark(&one, sizeof one);
                assert_int_equal(guidon_next(&one, g), GUIDON_E_OVERFLOW);
                assert_true(is_marked(&one, sizeof one));
                script_move(&script, STEP);
            } else {
                script_move(&script,
                            1000); /* the time within a step is not kept */
            }
        }
        assert_int_equal(script.draws, 1);
        assert_unique("five steps", ids, EACH * STEPS);
        guidon_generator_free(g);
    }
}

static void test_the_ring_goes_round_from_any_start(void **state)
{
    (void)state;
    for (uint16_t start = 0; start < EACH; start++) {
        struct script script = script_at(T0, 0);
        guidon_options options = v2_options(&script);
        guidon_generator *g;

        options.clock_seq_fixed = true;
        options.clock_seq = start;
        g = script_generator(&options);
        for (unsigned i = 0; i < EACH; i++) {
            guidon_id id = next_of(g);

            assert_int_equal(seq_of(&id), (start + i) % EACH);
        }
        assert_int_equal(script.draws, 0);
        guidon_generator_free(g);
    }
}

static void test_batches_are_whole_or_none(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = v2_options(&script);
    guidon_generator *g = script_generator(&options);
    guidon_id ids[2 * EACH + 1];

    (void)state;
    mark(ids, sizeof ids);
    assert_int_equal(guidon_next_many(ids, EACH + 1, g), GUIDON_E_OVERFLOW);
    assert_true(is_all(ids, (EACH + 1) * sizeof *ids, 0));
    assert_int_equal(guidon_next_many(ids, EACH, g), GUIDON_OK);
    assert_int_equal(guidon_next(&ids[0], g), GUIDON_E_OVERFLOW);
    guidon_generator_free(g);

    script = script_at(T0, 0);
    options.overflow = GUIDON_OVERFLOW_WAIT;
    g = script_generator(&options);
    script.tick_ns = (uint64_t)(10 * SEC);
    assert_int_equal(guidon_next_many(ids, COUNT(ids), g), GUIDON_OK);
    assert_int_equal(stats_of(g).waits, 1);
    assert_unique("three steps", ids, COUNT(ids));
    guidon_generator_free(g);
}

static void test_steps_back_never_deal_twice(void **state)
{
    static const struct {
        const char *why;
        int64_t from, to; /* nanoseconds into the step */
        guidon_rollback rollback;
        guidon_status want;
        uint64_t rollbacks;
    } rows[] = {
        {"within the step nothing changes", STEP - 1, 0, GUIDON_ROLLBACK_FAIL,
         GUIDON_OK, 0},
        {"1 ms before it: held", 0, -MS, GUIDON_ROLLBACK_RESTART, GUIDON_OK, 1},
        {"1 s before it: held", STEP / 2, -SEC, GUIDON_ROLLBACK_FAIL, GUIDON_OK,
         1},
        {"10 s before it, the last held", 0, -10 * SEC, GUIDON_ROLLBACK_FAIL,
         GUIDON_OK, 1},
        {"a tick more", 0, -10 * SEC - TICK, GUIDON_ROLLBACK_FAIL,
         GUIDON_E_CLOCK, 0},
        {"v2 cannot restart", 0, -10 * SEC - TICK, GUIDON_ROLLBACK_RESTART,
         GUIDON_E_CLOCK, 0},
        {"nor an hour before", 0, -HOUR, GUIDON_ROLLBACK_RESTART,
         GUIDON_E_CLOCK, 0},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct script script = {.now = STEP_BEGAN, .seed = 1, .fill = -1};
        guidon_options options = v2_options(&script);
        guidon_id ids[EACH + 1];
        guidon_generator *g;

        options.rollback = rows[r].rollback;
        g = script_generator(&options);
        script_move(&script, rows[r].from);
        assert_int_equal(guidon_next_many(ids, 40, g), GUIDON_OK);
        script_move(&script, rows[r].to - rows[r].from);
        assert_row(rows[r].why,
                   guidon_next_many(ids + 40, 10, g) == rows[r].want);
        assert_row(rows[r].why, stats_of(g).rollbacks == rows[r].rollbacks);
        assert_row(rows[r].why, stats_of(g).restarts == 0);
        if (rows[r].want == GUIDON_OK) {
            assert_row(rows[r].why,
                       guidon_next_many(ids + 50, 15, g) == GUIDON_E_OVERFLOW);
            assert_row(rows[r].why,
                       guidon_next_many(ids + 50, 14, g) == GUIDON_OK);
            /* The generator stays in the later step, so a return to it gives no
             * new ids. */
            assert_memory_equal(ids[40].bytes + 4, ids[0].bytes + 4, 4);
            script_move(&script, rows[r].from - rows[r].to);
            assert_row(rows[r].why,
                       guidon_next(&ids[EACH], g) == GUIDON_E_OVERFLOW);
        } else { /* the clock returns, and 24 ids are left */
            script_move(&script, rows[r].from - rows[r].to);
            assert_row(rows[r].why,
                       guidon_next_many(ids + 40, 24, g) == GUIDON_OK);
        }
        assert_unique(rows[r].why, ids, EACH);
        guidon_generator_free(g);
    }
}

static void test_waiting_for_a_clock_that_stepped_back(void **state)
{
    struct script script = {.now = STEP_BEGAN, .seed = 1, .fill = -1};
    guidon_options options = v2_options(&script);
    guidon_generator *g;
    guidon_id ids[2];

    (void)state;
    options.rollback = GUIDON_ROLLBACK_WAIT;
    g = script_generator(&options);
    ids[0] = next_of(g);
    script_move(&script, -HOUR);
    script.tick_ns = 60 * (uint64_t)SEC;
    script.readings = 0;
    ids[1] = next_of(g);
    assert_int_equal(script.readings, 61);
    assert_int_equal(stats_of(g).waits, 1);
    assert_unique("after the wait", ids, 2);
    guidon_generator_free(g);
}

static void test_a_node_set_again_gives_no_id_again(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = v2_options(&script);
    guidon_generator *g = script_generator(&options);
    guidon_id ids[EACH];

    (void)state;
    for (size_t i = 0; i < EACH; i++) { /* A, B, A, ... */
        assert_int_equal(guidon_generator_set_node(g, nodes[i % 2]), GUIDON_OK);
        ids[i] = next_of(g);
        assert_memory_equal(ids[i].bytes + 10, nodes[i % 2], 6);
    }
    assert_unique("A, B, A", ids, EACH);
    guidon_generator_free(g);
}

static void test_a_sequence_is_set_where_none_can_come_again(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = v2_options(&script);
    guidon_generator *g;
    guidon_id ids[EACH], id;

    (void)state;
    options.clock_seq_fixed = true;
    options.clock_seq = 60;
    g = script_generator(&options);
    assert_int_equal(guidon_generator_set_clock_seq(g, 64), GUIDON_E_RANGE);
    assert_int_equal(guidon_generator_set_clock_seq(g, -2), GUIDON_E_RANGE);
    for (size_t i = 0; i < 6; i++) { /* 60 .. 63, 0, 1 */
        ids[i] = next_of(g);
    }
    assert_int_equal(guidon_generator_set_clock_seq(g, 60), GUIDON_E_CLOCK);
    assert_int_equal(guidon_generator_set_clock_seq(g, 1), GUIDON_E_CLOCK);
    assert_int_equal(guidon_generator_set_clock_seq(g, 2), GUIDON_OK);
    ids[6] = next_of(g);
    assert_int_equal(seq_of(&ids[6]), 2);
    assert_int_equal(guidon_generator_set_clock_seq(g, 50), GUIDON_OK);
    assert_int_equal(guidon_generator_set_clock_seq(g, 40), GUIDON_E_CLOCK);
    assert_int_equal(guidon_next_many(ids + 7, 10, g), GUIDON_OK);
    assert_int_equal(seq_of(&ids[7]), 50);
    assert_int_equal(guidon_next(&id, g),
                     GUIDON_E_OVERFLOW); /* 3 to 49 are skipped */
    assert_unique("sequences set", ids, 17);
    script_move(&script, STEP);
    id = next_of(g);
    assert_int_equal(seq_of(&id), 60);
    guidon_generator_free(g);
}

static void test_a_drawn_sequence_differs_from_the_last(void **state)
{
    (void)state;
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        struct script script = script_at(T0, 0);
        guidon_options options = v2_options(&script);
        guidon_id ids[EACH];
        guidon_generator *g;
        size_t n = 0;

        script.fill = fill;
        g = script_generator(&options);
        while (guidon_next(&ids[n], g) == GUIDON_OK) {
            assert_in_range(++n, 1, EACH);
            assert_int_equal(guidon_generator_set_clock_seq(g, -1), GUIDON_OK);
        }
        assert_unique("drawn", ids, n);
        script.fails_at = script.draws + 1;
        assert_int_equal(guidon_generator_set_clock_seq(g, -1),
                         GUIDON_E_ENTROPY);
        guidon_generator_free(g);
    }
}

static void test_a_drawn_sequence_is_moved_to(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = v2_options(&script);
    guidon_generator *g;
    guidon_id id;

    (void)state;
    options.clock_seq_fixed = true;
    options.clock_seq = 60;
    g = script_generator(&options);
    id = next_of(g);
    assert_int_equal(seq_of(&id), 60);
    script.fill = 20; /* twenty on from 61, around the end */
    assert_int_equal(guidon_generator_set_clock_seq(g, -1), GUIDON_OK);
    id = next_of(g);
    assert_int_equal(seq_of(&id), 17);
    guidon_generator_free(g);
}

/* At random or to a given number. All clock sequences are free then. */
static void test_where_a_ring_begins(void **state)
{
    (void)state;
    for (int set = 0; set < 2; set++) {
        for (unsigned begin = 1; begin < EACH; begin += 13) {
            struct script script = script_at(T0, 0);
            guidon_options options = v2_options(&script);
            guidon_generator *g = script_generator(&options);
            guidon_id ids[EACH];

            script.fill = set ? 0 : (int)begin;
            if (set) {
                assert_int_equal(
                    guidon_generator_set_clock_seq(g, (int32_t)begin),
                    GUIDON_OK);
            }
            assert_int_equal(guidon_next_many(ids, EACH, g), GUIDON_OK);
            assert_int_equal(seq_of(&ids[0]), begin);
            assert_unique("a ring", ids, EACH);
            guidon_generator_free(g);
        }
    }
}

/* Each clock sequence that is left is as likely as the others, as far as 256
 * divides among them. If none is left, the state stays. */
static void test_moving_anywhere_stays_within_what_is_left(void **state)
{
    (void)state;
    for (unsigned dealt = 0; dealt <= EACH; dealt++) {
        struct gdn_u128 begun = {7, UINT64_C(1) << 63 | dealt << 8 | 61};
        unsigned left = EACH - dealt;
        unsigned chosen[EACH] = {0};

        for (unsigned random = 0; random < 256; random++) {
            struct gdn_u128 next = begun;
            unsigned passed;

            gdn_kind_v2.random_seq(&next, (uint16_t)random);
            passed = (unsigned)(next.hi - begun.hi) & (EACH - 1);
            assert_int_equal(next.lo, 7);
            assert_int_equal(next.hi >> 8 & 0x7f, dealt + passed);
            chosen[passed]++;
        }
        for (unsigned place = 0; place < left; place++) {
            assert_in_range(chosen[place], 256 / left, 256 / left + 1);
        }
        assert_true(left > 0 || chosen[0] == 256);
    }
}

/* A damaged file may say that more clock sequences are used than exist. */
static void test_more_dealt_than_there_is_leaves_none(void **state)
{
    static const struct gdn_rules rules = {.tolerance = 10};

    (void)state;
    for (uint64_t dealt = EACH; dealt < 128; dealt++) {
        struct gdn_u128 last = {.lo = 7,
                                .hi = UINT64_C(1) << 63 | dealt << 8 | 5};
        struct gdn_u128 before = last;
        struct gdn_plan plan = {.n = 0};

        assert_int_equal(
            gdn_kind_v2.plan(&plan, &last, UINT64_C(7) << 32, EACH, &rules),
            GDN_PLAN_EXHAUSTED_WAIT);
        assert_false(gdn_kind_v2.set_seq(&last, 6));
        gdn_kind_v2.random_seq(&last, 3);
        assert_memory_equal(&last, &before, sizeof last);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_vectors_are_made),
        cmocka_unit_test(test_a_step_gives_64_and_no_more),
        cmocka_unit_test(test_the_ring_goes_round_from_any_start),
        cmocka_unit_test(test_moving_anywhere_stays_within_what_is_left),
        cmocka_unit_test(test_batches_are_whole_or_none),
        cmocka_unit_test(test_steps_back_never_deal_twice),
        cmocka_unit_test(test_waiting_for_a_clock_that_stepped_back),
        cmocka_unit_test(test_a_node_set_again_gives_no_id_again),
        cmocka_unit_test(test_a_sequence_is_set_where_none_can_come_again),
        cmocka_unit_test(test_a_drawn_sequence_differs_from_the_last),
        cmocka_unit_test(test_a_drawn_sequence_is_moved_to),
        cmocka_unit_test(test_where_a_ring_begins),
        cmocka_unit_test(test_more_dealt_than_there_is_leaves_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
