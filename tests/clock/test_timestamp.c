/* SPDX-License-Identifier: MIT */
/* test_timestamp.c - conversions of times to timestamps, ticks and
 * milliseconds. */
#include "clock/clock.h"
#include "core_test.h"

#define NS_PER_MS 1000000u

/* The last second that has timestamps: 2^44 ms is 17 592 186 044.416 s. */
#define TIMESTAMP_SECONDS INT64_C(17592186044)

static uint64_t timestamp_at(int64_t seconds, uint32_t nanoseconds)
{
    guidon_time t = {seconds, nanoseconds};
    uint64_t timestamp;

    assert_int_equal(gdn_timestamp_of(&timestamp, t), GUIDON_OK);
    return timestamp;
}

/* floor(ns / 10^6 * 2^bits), computed one binary digit at a time by doubling
 * the remainder. */
static uint64_t digits_of(uint32_t ns, unsigned bits)
{
    uint64_t digits = 0;

    for (; bits > 0; bits--) {
        ns *= 2;
        digits = digits << 1 | (ns >= NS_PER_MS);
        ns -= ns >= NS_PER_MS ? NS_PER_MS : 0;
    }
    return digits;
}

/*
 * Every nanosecond of the 999th millisecond of a second: its fraction, the top
 * twelve bits of the fraction, and that no two nanoseconds share a timestamp.
 */
static void test_fraction_of_every_nanosecond(void **state)
{
    const uint64_t ms = UINT64_C(1645557742998);
    uint64_t before = 0;

    (void)state;
    for (uint32_t ns = 0; ns < NS_PER_MS; ns++) {
        uint64_t timestamp = timestamp_at(1645557742, 998 * NS_PER_MS + ns);

        if (timestamp != (ms << 20 | digits_of(ns, 20)) ||
            (timestamp >> 8 & 0xfff) != digits_of(ns, 12) ||
            timestamp <= before) {
            fail_msg("%u ns: timestamp %llx", ns,
                     (unsigned long long)timestamp);
        }
        before = timestamp;
    }
}

static void test_vectors_of_method_3(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "fraction"), i, row)
    {
        uint64_t timestamp =
            timestamp_at(0, (uint32_t)row_u64(row, "nanoseconds"));

        assert_row(row_text(row, "why"), timestamp >> 20 == 0);
        assert_row(row_text(row, "why"),
                   timestamp >> 8 == row_u64(row, "rand_a"));
    }
    json_decref(file);
}

static void test_timestamps_of_whole_milliseconds(void **state)
{
    static const struct {
        const char *why;
        guidon_time t;
        uint64_t ms;
    } rows[] = {
        {"the first", {0, 0}, 0},
        {"still the first", {0, 999999}, 0},
        {"the second", {0, 1000000}, 1},
        {"the last of a second", {0, 999999999}, 999},
        {"RFC 9562 A.6", {1645557742, 0}, UINT64_C(1645557742000)},
        {"past 32 bits of seconds",
         {INT64_C(4294967296), 5000000},
         UINT64_C(4294967296005)},
        {"the last one",
         {TIMESTAMP_SECONDS, 415999999},
         (UINT64_C(1) << 44) - 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t timestamp;

        assert_row(rows[i].why,
                   gdn_timestamp_of(&timestamp, rows[i].t) == GUIDON_OK);
        assert_row(rows[i].why, timestamp >> 20 == rows[i].ms);
    }
}

/* ------------------------------------------------------------- out of range */

enum { TIMESTAMP = 1, TICKS = 2, MS = 4 };

static const struct {
    const char *why;
    guidon_time t;
    unsigned held; /* the conversions that accept it */
} edges[] = {
    {"1970", {0, 0}, TIMESTAMP | TICKS | MS},
    {"the last nanosecond before 1970", {-1, 999999999}, TICKS},
    {"the first tick, in 1582", {INT64_C(-12219292800), 0}, TICKS},
    {"before the first tick", {INT64_C(-12219292801), 999999999}, 0},
    {"the last timestamp, in 2527",
     {TIMESTAMP_SECONDS, 415999999},
     TIMESTAMP | TICKS | MS},
    {"2^44 milliseconds", {TIMESTAMP_SECONDS, 416000000}, TICKS | MS},
    {"the second after", {TIMESTAMP_SECONDS + 1, 0}, TICKS | MS},
    {"twice 2^44 milliseconds, which a shift would make 1970 again",
     {2 * TIMESTAMP_SECONDS, 832000000},
     TICKS | MS},
    {"the last tick, in 5236", {INT64_C(103072857660), 684697599}, TICKS | MS},
    {"past the last tick", {INT64_C(103072857660), 684697600}, MS},
    {"the last 48-bit millisecond, in 10889",
     {INT64_C(281474976710), 655999999},
     MS},
    {"past it", {INT64_C(281474976710), 656000000}, 0},
    {"seconds whose milliseconds wrap 64 bits to few",
     {INT64_C(18446744073709552), 0},
     0},
    {"the largest time", {INT64_MAX, 999999999}, 0},
    {"the smallest time", {INT64_MIN, 0}, 0},
    {"nanoseconds of a second", {1645557742, 1000000000}, 0},
    {"any nanoseconds", {1645557742, UINT32_MAX}, 0},
};

/* If accepted, GUIDON_OK. Otherwise GUIDON_E_CLOCK, whatever the error of core,
 * and the output is unchanged. */
static void check_edge(const char *why, guidon_time t, bool held,
                       guidon_status (*convert)(uint64_t *, guidon_time))
{
    uint64_t out;

    mark(&out, sizeof out);
    assert_row(why, convert(&out, t) == (held ? GUIDON_OK : GUIDON_E_CLOCK));
    assert_row(why, held || is_marked(&out, sizeof out));
}

static void test_every_edge(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        const char *why = edges[i].why;
        guidon_time t = edges[i].t;

        check_edge(why, t, edges[i].held & TIMESTAMP, gdn_timestamp_of);
        check_edge(why, t, edges[i].held & TICKS, gdn_clock_ticks_of);
        check_edge(why, t, edges[i].held & MS, gdn_clock_ms_of);
    }
}

/* The tests of core check the counts. This checks that each function returns
 * its own. */
static void test_ticks_and_milliseconds(void **state)
{
    guidon_time t = {1645557742, 123456789};
    uint64_t ticks, ms;

    (void)state;
    assert_int_equal(gdn_clock_ticks_of(&ticks, t), GUIDON_OK);
    assert_int_equal(ticks, UINT64_C(138648505420000000) + 1234567);
    assert_int_equal(gdn_clock_ms_of(&ms, t), GUIDON_OK);
    assert_int_equal(ms, UINT64_C(1645557742123));
}

/* Every nanosecond of a millisecond, and the first and last timestamps: the
 * results equal those of the time itself. */
static void test_of_a_timestamp_as_of_its_time(void **state)
{
    static const uint64_t milliseconds[] = {0, 1, 999, 1645557742123,
                                            (UINT64_C(1) << 44) - 1};

    (void)state;
    for (size_t i = 0; i < sizeof milliseconds / sizeof milliseconds[0]; i++) {
        uint64_t ms = milliseconds[i];

        for (uint32_t ns = 0; ns < 1000000; ns++) {
            guidon_time t = {(int64_t)(ms / 1000),
                             (uint32_t)(ms % 1000) * 1000000 + ns};
            uint64_t timestamp = 0, ticks = 0;

            if (gdn_timestamp_of(&timestamp, t) ||
                gdn_clock_ticks_of(&ticks, t) ||
                gdn_ticks_of_timestamp(timestamp) != ticks ||
                gdn_ms_of_timestamp(timestamp) != ms) {
                fail_msg("%u ns after %llu ms", (unsigned)ns,
                         (unsigned long long)ms);
            }
        }
    }
}

/* A timestamp may stand for no whole nanosecond. Just below a tick or a
 * millisecond, it does not belong to that yet. */
static void test_a_timestamp_ends_before_the_next_tick(void **state)
{
    const uint64_t ms = UINT64_C(1645557742000);
    const uint64_t tick = GDN_TICKS_OF_1970 + ms * GDN_TICKS_PER_MS;

    (void)state;
    for (uint64_t part = 1; part <= 16; part++) { /* 625 ticks in 2^16 */
        uint64_t timestamp = (ms << GDN_TIMESTAMP_FRACTION_BITS) + (part << 16);

        assert_int_equal(gdn_ticks_of_timestamp(timestamp - 1),
                         tick + 625 * part - 1);
        assert_int_equal(gdn_ticks_of_timestamp(timestamp), tick + 625 * part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fraction_of_every_nanosecond),
        cmocka_unit_test(test_vectors_of_method_3),
        cmocka_unit_test(test_timestamps_of_whole_milliseconds),
        cmocka_unit_test(test_every_edge),
        cmocka_unit_test(test_ticks_and_milliseconds),
        cmocka_unit_test(test_of_a_timestamp_as_of_its_time),
        cmocka_unit_test(test_a_timestamp_ends_before_the_next_tick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
