/* SPDX-License-Identifier: MIT */
/* test_ticks.c - Gregorian ticks and Unix milliseconds to time and back. */
#include "core/ticks.h"
#include "core_test.h"

#include <stdlib.h>

#define TICKS_MAX ((UINT64_C(1) << 60) - 1)
#define UNIX_TICK UINT64_C(0x01b21dd213814000)

/* -------------------------------------- an oracle: the calendar, day by day */

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int64_t days_in(int64_t year, int month)
{
    static const int64_t days[] = {31, 28, 31, 30, 31, 30,
                                   31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days since 1970-01-01, counted one year and one month at a time. */
static int64_t days_at(int64_t year, int month, int day)
{
    int64_t days = day - 1;

    for (int m = 1; m < month; m++) {
        days += days_in(year, m);
    }
    for (int64_t y = 1970; y < year; y++) {
        days += 365 + is_leap(y);
    }
    for (int64_t y = year; y < 1970; y++) {
        days -= 365 + is_leap(y);
    }
    return days;
}

/* Read the number at *text, and move *text past it and past the sign behind
 * it. */
static int64_t take_number(const char **text)
{
    char *end;
    int64_t number = strtoll(*text, &end, 10);

    assert_ptr_not_equal(end, *text);
    *text = end + 1;
    return number;
}

/* "1997-02-03T17:43:12.2168750Z", with any number of digits after the point. */
static guidon_time read_utc(const char *text)
{
    int64_t year = take_number(&text);
    int month = (int)take_number(&text);
    int day = (int)take_number(&text);
    guidon_time t = {days_at(year, month, day) * 86400, 0};

    t.seconds += take_number(&text) * 3600;
    t.seconds += take_number(&text) * 60;
    t.seconds += take_number(&text);
    for (uint32_t weight = 100000000; *text != 'Z'; weight /= 10) {
        t.nanoseconds += (uint32_t)(*text++ - '0') * weight;
    }
    return t;
}

static guidon_time row_time(json_t *row)
{
    guidon_time t = {row_i64(row, "seconds"),
                     (uint32_t)row_u64(row, "nanoseconds")};

    return t;
}

static bool same_time(guidon_time a, guidon_time b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

/* Trap 16: from midnight to midnight, not from noon to noon. */
static void test_the_epochs_are_141427_days_apart(void **state)
{
    (void)state;
    assert_int_equal(days_at(1970, 1, 1), 0);
    assert_int_equal(-days_at(1582, 10, 15), 141427);
    assert_int_equal(UNIX_TICK, 141427 * UINT64_C(864000000000));
    assert_true(same_time(guidon_ticks_to_time(UNIX_TICK), (guidon_time){0}));
}

/* ------------------------------------------------------------------ vectors */

static void check_exact(json_t *row, bool fits)
{
    const char *why = row_text(row, "why");
    uint64_t want = row_u64(row, "ticks");
    uint64_t ticks;
    guidon_time t = guidon_ticks_to_time(want);

    assert_row(why, same_time(t, row_time(row)));
    assert_row(why, same_time(t, read_utc(row_text(row, "utc"))));
    mark(&ticks, sizeof ticks);
    if (fits) {
        assert_row(why, guidon_time_to_ticks(&ticks, t) == GUIDON_OK);
        assert_row(why, ticks == want);
    } else {
        assert_row(why, guidon_time_to_ticks(&ticks, t) == GUIDON_E_RANGE);
        assert_row(why, is_marked(&ticks, sizeof ticks));
    }
}

static void test_vectors_of_ticks(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ticks"), i, row)
    {
        check_exact(row, true);
    }
    json_array_foreach(vectors_rows(file, "ticks_past_60_bits"), i, row)
    {
        check_exact(row, false);
    }
    json_decref(file);
}

static void test_vectors_finer_than_a_tick_or_out_of_range(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ticks_floor"), i, row)
    {
        const char *why = row_text(row, "why");
        uint64_t ticks;

        assert_row(why, !guidon_time_to_ticks(&ticks, row_time(row)));
        assert_row(why, ticks == row_u64(row, "ticks"));
    }
    json_array_foreach(vectors_rows(file, "ticks_range"), i, row)
    {
        const char *why = row_text(row, "why");
        uint64_t ticks;

        mark(&ticks, sizeof ticks);
        assert_row(why, guidon_time_to_ticks(&ticks, row_time(row)) ==
                            GUIDON_E_RANGE);
        assert_row(why, is_marked(&ticks, sizeof ticks));
    }
    json_decref(file);
}

static void test_vectors_of_unix_milliseconds(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;
    uint64_t ms;

    (void)state;
    json_array_foreach(vectors_rows(file, "unix_ms"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_time t = row_time(row);

        assert_row(why, same_time(t, read_utc(row_text(row, "utc"))));
        assert_row(why,
                   same_time(t, gdn_unix_ms_to_time(row_u64(row, "unix_ms"))));
        t.nanoseconds += 999999; /* still the same millisecond */
        assert_row(why, gdn_time_to_unix_ms(&ms, t) == GUIDON_OK);
        assert_row(why, ms == row_u64(row, "unix_ms"));
    }
    json_array_foreach(vectors_rows(file, "unix_ms_range"), i, row)
    {
        mark(&ms, sizeof ms);
        assert_row(row_text(row, "why"),
                   gdn_time_to_unix_ms(&ms, row_time(row)) == GUIDON_E_RANGE);
        assert_row(row_text(row, "why"), is_marked(&ms, sizeof ms));
    }
    json_decref(file);
}

/* One time as ticks, as seconds and as nanoseconds since 1970. */
static void test_vectors_of_unix_nanoseconds(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "unix_ns"), i, row)
    {
        const char *why = row_text(row, "why");
        uint64_t ns = row_u64(row, "unix_ns");
        guidon_time t = {(int64_t)(ns / 1000000000),
                         (uint32_t)(ns % 1000000000)};

        check_exact(row, true);
        assert_row(why, same_time(t, row_time(row)));
        assert_row(why, row_u64(row, "unix_tick") == UNIX_TICK);
        assert_row(why, ns / 100 + UNIX_TICK == row_u64(row, "ticks"));
    }
    json_decref(file);
}

static void test_times_of_ulids(void **state)
{
    json_t *file = vectors_load("ulid.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ulids"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        guidon_time t = gdn_unix_ms_to_time(guidon_ulid_ms_of(&id));

        assert_row(row_text(row, "why"),
                   same_time(t, read_utc(row_text(row, "utc"))));
    }
    json_decref(file);
}

/* -------------------------------------------------------------- round trips */

/* Any count gives a sound time. A count of 60 bits comes back, and the
 * nanoseconds within the tick give the same tick. */
static void check_round_trip(uint64_t count)
{
    guidon_time t = guidon_ticks_to_time(count);
    uint64_t ticks;

    assert_in_range(t.nanoseconds, 0, 999999900);
    if (count > TICKS_MAX) {
        assert_int_equal(guidon_time_to_ticks(&ticks, t), GUIDON_E_RANGE);
        return;
    }
    assert_int_equal(guidon_time_to_ticks(&ticks, t), GUIDON_OK);
    assert_int_equal(ticks, count);
    t.nanoseconds += 99;
    assert_int_equal(guidon_time_to_ticks(&ticks, t), GUIDON_OK);
    assert_int_equal(ticks, count);
}

static void test_round_trip_around_every_boundary(void **state)
{
    (void)state;
    for (uint64_t near = 0; near <= 4; near++) {
        check_round_trip(UNIX_TICK + near - 2);
        for (unsigned bit = 0; bit < 64; bit++) {
            check_round_trip((UINT64_C(1) << bit) + near - 2);
        }
        for (int year = 1583; year < 5237; year++) {
            int64_t days = days_at(year, 1, 1);
            guidon_time t = {days * 86400, 0};
            uint64_t ticks = (uint64_t)(days + 141427) * 864000000000;

            assert_true(same_time(guidon_ticks_to_time(ticks), t));
            check_round_trip(ticks + near - 2);
        }
    }
}

static void test_round_trip_of_random_counts(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 100000; i++) {
        check_round_trip(draw(&seed) >> 4);
        check_round_trip(draw(&seed));
    }
}

/* Each tick adds 100 ns, also across 1970 (trap 17). */
static void test_the_next_tick_is_100_ns_later(void **state)
{
    (void)state;
    for (uint64_t ticks = UNIX_TICK - 20000000; ticks < UNIX_TICK + 20000000;
         ticks += 9999) {
        guidon_time a = guidon_ticks_to_time(ticks);
        guidon_time b = guidon_ticks_to_time(ticks + 1);

        assert_int_equal((b.seconds - a.seconds) * 1000000000 +
                             (int64_t)b.nanoseconds - (int64_t)a.nanoseconds,
                         100);
    }
}

/* ------------------------------------------------------------ bad arguments */

static void test_extreme_and_unsound_times(void **state)
{
    static const struct {
        const char *why;
        guidon_time t;
        guidon_status want;
    } rows[] = {
        {"the smallest seconds", {INT64_MIN, 0}, GUIDON_E_RANGE},
        {"the smallest, late", {INT64_MIN, 999999999}, GUIDON_E_RANGE},
        {"the largest seconds", {INT64_MAX, 0}, GUIDON_E_RANGE},
        {"the largest, late", {INT64_MAX, 999999999}, GUIDON_E_RANGE},
        {"seconds whose ticks wrap 64 bits to a small count",
         {INT64_C(1832455114571), 0},
         GUIDON_E_RANGE},
        {"seconds whose milliseconds wrap 64 bits to a small count",
         {INT64_C(18446744073709552), 0},
         GUIDON_E_RANGE},
        {"nanoseconds of a second", {0, 1000000000}, GUIDON_E_ARGUMENT},
        {"any nanoseconds", {0, UINT32_MAX}, GUIDON_E_ARGUMENT},
        {"both wrong: the argument first",
         {INT64_MIN, 1000000000},
         GUIDON_E_ARGUMENT},
        {"both wrong at the other end",
         {INT64_MAX, UINT32_MAX},
         GUIDON_E_ARGUMENT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t out;

        mark(&out, sizeof out);
        assert_row(rows[i].why,
                   guidon_time_to_ticks(&out, rows[i].t) == rows[i].want);
        assert_row(rows[i].why,
                   gdn_time_to_unix_ms(&out, rows[i].t) == rows[i].want);
        assert_row(rows[i].why, is_marked(&out, sizeof out));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_epochs_are_141427_days_apart),
        cmocka_unit_test(test_vectors_of_ticks),
        cmocka_unit_test(test_vectors_finer_than_a_tick_or_out_of_range),
        cmocka_unit_test(test_vectors_of_unix_milliseconds),
        cmocka_unit_test(test_vectors_of_unix_nanoseconds),
        cmocka_unit_test(test_times_of_ulids),
        cmocka_unit_test(test_round_trip_around_every_boundary),
        cmocka_unit_test(test_round_trip_of_random_counts),
        cmocka_unit_test(test_the_next_tick_is_100_ns_later),
        cmocka_unit_test(test_extreme_and_unsound_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
