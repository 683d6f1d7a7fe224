/* SPDX-License-Identifier: MIT */
/* test_clock_rules.c - what a generator does when its clock steps back or reads a
 * time that no id holds: one set of rules for every sort of id. Version 2 and
 * version 8 with a node number, which never restart, have tests of their own. */
#include "generate_test.h"

#define assert_shape(shape, why, condition)                                    \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fail_msg("%s, %s: %s", (shape)->name, why, #condition);                  \
    }                                                                          \
  } while (0)

#define EACH_SHAPE(shape)                                                      \
  const struct shape *shape = shapes;                                          \
  shape < shapes + SHAPES;                                                     \
  shape++

static bool has_ticks(const struct shape *shape)
{
    return shape->begins < 0;
}

static int64_t ms_of_time(guidon_time time)
{
    return time.seconds * 1000 + time.nanoseconds / (uint32_t)MS;
}

/* Does an id hold this time, in milliseconds? The time of version 8 stands behind
 * its prefix, and that of version 2 is cut. */
static bool is_at(const struct shape *shape, const guidon_id *id,
                  guidon_time want)
{
    guidon_time time;

    if (shape->version == 2 || shape->version == 8) {
        return true;
    }
    if (shape->version == 0) {
        return (int64_t)guidon_ulid_ms_of(id) == ms_of_time(want);
    }
    assert_int_equal(guidon_time_of(&time, id), GUIDON_OK);
    return ms_of_time(time) == ms_of_time(want);
}

/* ------------------------------------------------------------------ steps back */

static const struct step {
    const char *why;
    int64_t back;
    guidon_rollback rollback;
    uint32_t tolerance_ms;
    guidon_status want;
    uint64_t rollbacks, restarts;
} steps[] = {
    {"1 ms is held", MS, GUIDON_ROLLBACK_RESTART, 0, GUIDON_OK, 1, 0},
    {"1 ms is held", MS, GUIDON_ROLLBACK_WAIT, 0, GUIDON_OK, 1, 0},
    {"1 s is held", SEC, GUIDON_ROLLBACK_FAIL, 0, GUIDON_OK, 1, 0},
    {"10 s, the default's last", 10 * SEC, GUIDON_ROLLBACK_FAIL, 0, GUIDON_OK,
     1, 0},
    {"the same, waiting", 10 * SEC, GUIDON_ROLLBACK_WAIT, 0, GUIDON_OK, 1, 0},
    {"past it fails", 10 * SEC + MS, GUIDON_ROLLBACK_FAIL, 0, GUIDON_E_CLOCK, 0,
     0},
    {"past it restarts", 10 * SEC + MS, GUIDON_ROLLBACK_RESTART, 0, GUIDON_OK,
     0, 1},
    {"a tick past it fails", 10 * SEC + TICK, GUIDON_ROLLBACK_FAIL, 0,
     GUIDON_E_CLOCK, 0, 0},
    {"a tick past it restarts", 10 * SEC + TICK, GUIDON_ROLLBACK_RESTART, 0,
     GUIDON_OK, 0, 1},
    {"1 h fails", HOUR, GUIDON_ROLLBACK_FAIL, 0, GUIDON_E_CLOCK, 0, 0},
    {"1 h restarts", HOUR, GUIDON_ROLLBACK_RESTART, 0, GUIDON_OK, 0, 1},
    {"to the beginning of time", T0 *SEC, GUIDON_ROLLBACK_RESTART, 0, GUIDON_OK,
     0, 1},
    {"a tolerance of one's own", 2 * MS, GUIDON_ROLLBACK_FAIL, 1,
     GUIDON_E_CLOCK, 0, 0},
    {"its last", MS, GUIDON_ROLLBACK_FAIL, 1, GUIDON_OK, 1, 0},
    {"the widest", 1000 * HOUR, GUIDON_ROLLBACK_FAIL, UINT32_MAX, GUIDON_OK, 1,
     0},
};

/* What only ids with a fixed node show: R18, R19. If no ids with later times
 * exist, R18 asks for no change of the clock sequence. */
static void check_sequence(const struct shape *shape, const struct step *step,
                           const guidon_id ids[2])
{
    const unsigned seq = seq_of(&ids[0]) + (step->restarts ? 1 : 0);
    const uint64_t ticks =
        step->restarts ? TICK_T0 - (uint64_t)(step->back / TICK) : TICK_T0 + 1;

    assert_shape(shape, step->why, seq_of(&ids[1]) == (seq & 0x3fff));
    assert_shape(shape, step->why, ticks_of(&ids[1]) == ticks);
}

static void check_step(const struct shape *shape, const struct step *step)
{
    struct script script = script_at(T0, 0);
    guidon_options options = shape_options(&script, shape);
    guidon_generator *g;
    guidon_id ids[2];

    options.rollback = step->rollback;
    options.rollback_tolerance_ms = step->tolerance_ms;
    g = script_generator(&options);
    ids[0] = next_of(g);
    script_move(&script, -step->back);
    mark(&ids[1], sizeof ids[1]);
    assert_shape(shape, step->why, guidon_next(&ids[1], g) == step->want);
    if (step->want != GUIDON_OK) {
        assert_shape(shape, step->why, is_marked(&ids[1], sizeof ids[1]));
    } else {
        guidon_time at = step->restarts ? script.now : (guidon_time){T0, 0};
        guidon_id before = order_of(shape->kind, &ids[0]);
        guidon_id after = order_of(shape->kind, &ids[1]);

        assert_shape(shape, step->why, is_at(shape, &ids[1], at));
        assert_shape(shape, step->why,
                     (guidon_compare(&before, &after) < 0) == !step->restarts);
        if (shape->node == GUIDON_NODE_FIXED) {
            check_sequence(shape, step, ids);
        }
    }
    assert_shape(shape, step->why, stats_of(g).rollbacks == step->rollbacks);
    assert_shape(shape, step->why, stats_of(g).restarts == step->restarts);
    guidon_generator_free(g);
}

static void test_steps_back_under_each_policy(void **state)
{
    (void)state;
    for (EACH_SHAPE(shape)) {
        for (size_t i = 0; shape->ordered && i < COUNT(steps); i++) {
            check_step(shape, &steps[i]);
        }
    }
}

static void test_waiting_for_a_clock_that_stepped_back(void **state)
{
    (void)state;
    for (EACH_SHAPE(shape)) {
        struct script script = script_at(T0, 0);
        guidon_options options = shape_options(&script, shape);
        guidon_generator *g;
        guidon_id ids[2];

        if (!shape->ordered) {
            continue;
        }
        options.rollback = GUIDON_ROLLBACK_WAIT;
        g = script_generator(&options);
        ids[0] = next_of(g);
        script_move(&script, -HOUR);
        script.tick_ns =
            60 * (uint64_t)SEC; /* each reading is a minute later */
        script.readings = 0;
        ids[1] = next_of(g);
        assert_rising(shape->name, shape->kind, ids, 2);
        /* 60 readings are too far back; the next one is on time. */
        assert_shape(shape, "readings", script.readings == 61);
        assert_shape(shape, "waits", stats_of(g).waits == 1);
        assert_shape(shape, "restarts", stats_of(g).restarts == 0);
        assert_shape(shape, "the sequence",
                     shape->node != GUIDON_NODE_FIXED ||
                         seq_of(&ids[0]) == seq_of(&ids[1]));
        guidon_generator_free(g);
    }
}

/* Ids are not later than needed, and follow a clock that goes on. */
static void test_a_clock_that_comes_back_is_followed(void **state)
{
    (void)state;
    for (EACH_SHAPE(shape)) {
        struct script script = script_at(T0, 100 * MS);
        guidon_options options = shape_options(&script, shape);
        guidon_generator *g = script_generator(&options);
        static const int64_t moves[] = {0, -SEC, SEC, MS, YEAR};
        static const guidon_time want[] = {{T0, 100 * MS},
                                           {T0, 100 * MS},
                                           {T0, 100 * MS},
                                           {T0, 101 * MS},
                                           {T0 + YEAR / SEC, 101 * MS}};
        guidon_id ids[COUNT(moves)];

        for (size_t i = 0; shape->ordered && i < COUNT(moves); i++) {
            script_move(&script, moves[i]);
            ids[i] = next_of(g);
            assert_shape(shape, "there and back",
                         is_at(shape, &ids[i], want[i]));
        }
        if (shape->ordered) {
            assert_rising(shape->name, shape->kind, ids, COUNT(ids));
            assert_shape(shape, "rollbacks", stats_of(g).rollbacks == 1);
            assert_shape(shape, "ticks",
                         shape->node != GUIDON_NODE_FIXED ||
                             ticks_of(&ids[2]) == ticks_of(&ids[0]) + 2);
        }
        guidon_generator_free(g);
    }
}

/* -------------------------------------------------------------- out of range */

enum { TICKS = 1, TIMESTAMPS = 2, MILLISECONDS = 4, EVERY = 7 };

static unsigned range_of(const struct shape *shape)
{
    return has_ticks(shape)                ? TICKS
           : shape->ends == TIMESTAMP_ENDS ? TIMESTAMPS
                                           : MILLISECONDS;
}

static const struct reading {
    const char *why;
    guidon_time now;
    unsigned held_by;
} readings[] = {
    {"before 1582", {-12219292801, 999999999}, 0},
    {"its second tick", {-12219292800, 100}, TICKS},
    {"a nanosecond before 1970", {-1, 999999999}, TICKS},
    {"1970", {0, 0}, EVERY},
    {"the last timestamp: 2^44 ms", {17592186044, 415999999}, EVERY},
    {"past it", {17592186044, 416000000}, TICKS | MILLISECONDS},
    {"the last tick", {103072857660, 684697599}, TICKS | MILLISECONDS},
    {"past it", {103072857660, 684697600}, MILLISECONDS},
    {"trap 32: the sign of 48 bits", {140737488355, 328000000}, MILLISECONDS},
    {"U8: the last millisecond", {281474976710, 655999999}, MILLISECONDS},
    {"U8: past it", {281474976710, 656000000}, 0},
    {"no such nanosecond", {T0, 1000000000}, 0},
    {"far away", {INT64_MAX, 0}, 0},
    {"far back", {INT64_MIN, 0}, 0},
};

static void check_held(const struct shape *shape, const struct reading *row)
{
    struct script script = {.now = row->now, .seed = 1, .fill = -1};
    guidon_options options = shape_options(&script, shape);
    guidon_generator *g = script_generator(&options);
    guidon_id id = next_of(g);

    assert_shape(shape, row->why, is_at(shape, &id, row->now));
    /* The first ULID starts at random in 1970 too. */
    assert_shape(shape, row->why,
                 shape->version != 0 || !is_all(id.bytes + 6, 9, 0));
    guidon_generator_free(g);
}

/* The first reading, and a later one: as if the call had not been made. */
static void check_refused(const struct shape *shape, const struct reading *row)
{
    for (int later = 0; later < 2; later++) {
        struct script script = script_at(T0, 0), twin_script = script;
        guidon_options options = shape_options(&script, shape);
        guidon_options twin_options = shape_options(&twin_script, shape);
        guidon_generator *g = script_generator(&options);
        guidon_generator *twin = script_generator(&twin_options);
        guidon_id id, want;

        if (later) {
            id = next_of(g);
            want = next_of(twin);
            assert_id_equal(id, want);
        }
        script.now = row->now;
        mark(&id, sizeof id);
        assert_shape(shape, row->why, guidon_next(&id, g) == GUIDON_E_CLOCK);
        assert_shape(shape, row->why, is_marked(&id, sizeof id));
        script.now = twin_script.now;
        id = next_of(g);
        want = next_of(twin);
        assert_shape(shape, row->why, guidon_equal(&id, &want));
        guidon_generator_free(g);
        guidon_generator_free(twin);
    }
}

static void test_readings_out_of_range(void **state)
{
    (void)state;
    for (EACH_SHAPE(shape)) {
        for (size_t i = 0; is_timed(shape) && i < COUNT(readings); i++) {
            if (readings[i].held_by & range_of(shape)) {
                check_held(shape, &readings[i]);
            } else {
                check_refused(shape, &readings[i]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_back_under_each_policy),
        cmocka_unit_test(test_waiting_for_a_clock_that_stepped_back),
        cmocka_unit_test(test_a_clock_that_comes_back_is_followed),
        cmocka_unit_test(test_readings_out_of_range),
    };

    return cmocka_run_group_tests_name("clock_rules", tests, NULL, NULL);
}
