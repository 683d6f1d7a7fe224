/* SPDX-License-Identifier: MIT */
/* test_tsc.c - timestamps from scripted counters and wall clocks. */
#include "clock/clock.h"
#include "clock/tsc.h"
#include "core_test.h"

#define US       (GDN_TIMESTAMP_PER_MS / 1000)
#define MS       GDN_TIMESTAMP_PER_MS
#define SECOND   (1000 * MS)
#define HOUR     (3600 * SECOND)
#define WALL_NOW (UINT64_C(1645557742000) << GDN_TIMESTAMP_FRACTION_BITS)
#define WIDTH    1024u /* the widest reading that calibrates */

/* A machine with a counter and a wall clock, and a thread's clock on it. */
struct machine {
    struct gdn_tsc_clock clock;
    uint64_t tsc;
    uint64_t wall;
    double part;       /* the fraction of a timestamp step beyond `wall` */
    double ticks_a_ms; /* the counter's rate */
    double ppm;        /* how much too fast the wall clock runs */
    unsigned readings; /* of the wall clock */
    unsigned seen;     /* of those, when `count_readings` was last called */
};

static struct machine machine_of(double ticks_a_ms)
{
    struct machine m = {.tsc = UINT64_C(987654321987), .wall = WALL_NOW};

    m.ticks_a_ms = ticks_a_ms;
    return m;
}

static void pass_ticks(struct machine *m, uint64_t ticks)
{
    double timestamps = (double)ticks / m->ticks_a_ms * (double)MS;

    m->tsc += ticks;
    m->part += timestamps * (1 + m->ppm / 1e6);
    m->wall += (uint64_t)m->part;
    m->part -= (double)(uint64_t)m->part;
}

static void pass_us(struct machine *m, double us)
{
    pass_ticks(m, (uint64_t)(us * m->ticks_a_ms / 1000));
}

/* A timestamp, as gdn_clock_timestamp_fast makes it; a reading is off by `off`
 * ticks. */
static uint64_t timestamp_off(struct machine *m, int off)
{
    uint64_t middle = m->tsc + (uint64_t)(int64_t)off;
    uint64_t timestamp;

    if (gdn_tsc_extrapolate(&m->clock, &timestamp, m->tsc)) {
        return timestamp;
    }
    m->readings++;
    return gdn_tsc_calibrate(&m->clock, middle - WIDTH / 2, m->wall,
                             middle + WIDTH / 2);
}

static uint64_t timestamp(struct machine *m)
{
    return timestamp_off(m, 0);
}

/* How far a timestamp is from the wall clock, in either direction. */
static uint64_t error_of(const struct machine *m, uint64_t timestamp)
{
    return timestamp > m->wall ? timestamp - m->wall : m->wall - timestamp;
}

static unsigned count_readings(struct machine *m)
{
    unsigned n = m->readings - m->seen;

    m->seen = m->readings;
    return n;
}

/* Ask for a timestamp each microsecond for `us`; returns the largest error. The
 * wall clock is not stepped meanwhile, so no timestamp may fall. */
static uint64_t run(struct machine *m, unsigned us)
{
    uint64_t worst = 0;
    uint64_t before = 0;

    for (; us > 0; us--) {
        uint64_t now = timestamp(m);

        assert_true(now >= before);
        before = now;
        if (error_of(m, now) > worst) {
            worst = error_of(m, now);
        }
        pass_us(m, 1);
    }
    return worst;
}

/* A machine whose clock is calibrated. */
static struct machine calibrated_machine(void)
{
    struct machine m = machine_of(2600000);

    run(&m, 4500);
    count_readings(&m);
    assert_true(m.clock.valid_ticks > 0);
    return m;
}

/* -------------------------------------------------------------- calibrating */

static void test_calibration_takes_two_spans(void **state)
{
    struct machine m = machine_of(2600000);

    (void)state;
    assert_int_equal(run(&m, 2000), 0);
    assert_int_equal(count_readings(&m), 2000);
    run(&m, 10);
    count_readings(&m);
    run(&m, 900);
    assert_int_equal(count_readings(&m), 0);
    run(&m, 1000);
    assert_in_range(count_readings(&m), 1, 2);
}

/* The counter may begin at zero, where an empty clock also begins. */
static void test_no_extrapolation_before_the_first_reading(void **state)
{
    struct gdn_tsc_clock clock = {0};
    uint64_t out;

    (void)state;
    mark(&out, sizeof out);
    assert_false(gdn_tsc_extrapolate(&clock, &out, 0));
    assert_true(is_marked(&out, sizeof out));
    assert_int_equal(gdn_tsc_calibrate(&clock, 0, WALL_NOW, 0), WALL_NOW);
    assert_false(gdn_tsc_extrapolate(&clock, &out, 0));
    assert_true(is_marked(&out, sizeof out));
}

static void test_a_steady_clock_at_every_rate(void **state)
{
    static const double rates[] = {1000,    33000,   250000,  999999.7,
                                   1000000, 1048576, 2595124, 6000000};

    (void)state;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        struct machine m = machine_of(rates[i]);
        uint64_t tick = 1 + (uint64_t)((double)MS / rates[i]);

        /* Beyond the resolution of the counter, the only error is rounding. */
        assert_in_range(run(&m, 50000), 0, 3 * tick);
        assert_in_range(m.readings, 2000, 2100);
    }
}

/* Counter and wall clock wrap at different times than the clock's interval. */
static void test_the_counter_wraps(void **state)
{
    (void)state;
    for (uint64_t before = 0; before < 8; before++) {
        struct machine m = machine_of(2600000);

        m.tsc = 0 - before * 1300000;
        assert_in_range(run(&m, 8000), 0, 3);
        assert_in_range(m.readings, 2000, 2010);
    }
}

static void test_the_last_timestamps_do_not_wrap(void **state)
{
    struct machine m = calibrated_machine();
    uint64_t now;

    (void)state;
    m.clock.timestamp = m.clock.wall = m.clock.last = UINT64_MAX - 100;
    m.clock.tsc = m.tsc;
    pass_us(&m, 1);
    assert_true(gdn_tsc_extrapolate(&m.clock, &now, m.tsc));
    assert_int_equal(now, UINT64_MAX - 100);
}

/* ------------------------------------------------------- errors of readings */

/* Each reading is anywhere within its width. Three readings calibrate the clock
 * if they agree at all. */
static void test_readings_of_the_largest_error(void **state)
{
    struct machine m = machine_of(1000000);
    const uint64_t e = WIDTH / 2 * MS / 1000000 + 1; /* in timestamp steps */
    uint64_t seed = 1;
    uint64_t before = 0;

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        int off = (int)(draw(&seed) % (WIDTH + 1)) - (int)WIDTH / 2;
        uint64_t now = timestamp_off(&m, off);

        assert_true(now >= before);
        assert_in_range(error_of(&m, now), 0, 3 * e);
        before = now;
        pass_ticks(&m, draw(&seed) % 2000);
    }
    assert_in_range(m.readings, 1, 100000);
}

/*
 * The narrowest width that is rejected, and counters that differ by processor.
 */
static void test_a_wide_reading_is_used_but_does_not_calibrate(void **state)
{
    static const struct {
        const char *why;
        uint64_t width;
        bool calibrated;
    } rows[] = {
        {"no time at all", 0, true},
        {"the widest", WIDTH, true},
        {"wider", WIDTH + 1, false},
        {"an interrupt between", 100000000, false},
        {"the counter went back", (uint64_t)-1, false},
        {"it went back far", UINT64_C(1) << 63, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine m = calibrated_machine();
        uint64_t now;

        pass_us(&m, 1500);
        now = gdn_tsc_calibrate(&m.clock, m.tsc, m.wall, m.tsc + rows[i].width);
        assert_row(rows[i].why, now == m.wall);
        assert_row(rows[i].why,
                   (m.clock.valid_ticks > 0) == rows[i].calibrated);
        /* The next good reading continues from the last good one. */
        pass_us(&m, 1);
        assert_row(rows[i].why, run(&m, 1500) < US);
        assert_row(rows[i].why, m.clock.valid_ticks > 0);
        assert_row(rows[i].why, count_readings(&m) < 3);
    }
}

/* A reading counts as the middle of its width: two readings at opposite ends
 * would give one timestamp twice. */
static void test_a_reading_lies_in_the_middle(void **state)
{
    struct machine m = calibrated_machine();
    uint64_t now = 0;

    (void)state;
    pass_us(&m, 1500);
    gdn_tsc_calibrate(&m.clock, m.tsc - 1000, m.wall, m.tsc + 24);
    assert_true(gdn_tsc_extrapolate(&m.clock, &now, m.tsc - 488));
    assert_int_equal(now, m.wall);
    assert_true(gdn_tsc_extrapolate(&m.clock, &now, m.tsc));
    assert_in_range(now - m.wall, 195, 197); /* 488 ticks */
}

/* ---------------------------------------------------------- steps and slews */

static const struct {
    const char *why;
    bool back;
    uint64_t by;
    bool waited_out; /* back by less than the valid interval: absorbed */
} steps[] = {
    {"a microsecond forward", false, US, false},
    {"a microsecond back", true, US, true},
    {"half an interval forward", false, MS / 2, false},
    {"half an interval back", true, MS / 2, true},
    {"an interval forward", false, MS, false},
    {"past an interval back", true, MS + MS / 20, false},
    {"a second forward", false, SECOND, false},
    {"a second back", true, SECOND, false},
    {"an hour forward", false, HOUR, false},
    {"an hour back", true, HOUR, false},
    {"to 1970", true, WALL_NOW, false},
};

/* Timestamps of the two intervals after a step; returns the error past the
 * first. */
static uint64_t error_after_step(struct machine *m)
{
    uint64_t worst = 0;

    for (unsigned us = 0; us < 2000; us++) {
        uint64_t now = timestamp(m);

        if (us > 1000 && error_of(m, now) > worst) {
            worst = error_of(m, now);
        }
        pass_us(m, 1);
    }
    return worst;
}

/* The step may happen anywhere within the interval. */
static void test_a_step_is_followed_within_the_interval(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        for (unsigned us = 0; us < 1000; us += 97) {
            struct machine m = calibrated_machine();
            uint64_t worst;

            run(&m, us);
            m.wall += steps[i].back ? 0 - steps[i].by : steps[i].by;
            worst = error_after_step(&m);
            assert_row(steps[i].why,
                       worst <= (steps[i].waited_out ? steps[i].by + 3 : 3));
            /* Then the clock is calibrated again, as well as before. */
            assert_row(steps[i].why, run(&m, 3000) <= (us ? 3 : MS));
            count_readings(&m);
            assert_row(steps[i].why, run(&m, 9000) <= 3);
            assert_row(steps[i].why, count_readings(&m) <= 10);
        }
    }
}

/* The wall clock did not go back past the last reading, and so no timestamp
 * does. */
static void test_a_small_step_back_is_waited_out(void **state)
{
    (void)state;
    for (uint64_t by = 1; by < MS; by += MS / 100) {
        struct machine m = calibrated_machine();

        while (gdn_tsc_extrapolate(&m.clock, &(uint64_t){0}, m.tsc)) {
            pass_us(&m, 1);
        }
        timestamp(&m); /* calibrated from here */
        pass_us(&m, 999);
        timestamp(&m);
        m.wall -= by;
        run(&m, 1100); /* asserts the order */
        assert_in_range(error_of(&m, timestamp(&m)), 0, 3);
    }
}

/* Without calibration, every step is noticed at once. */
static void test_readings_follow_any_step_at_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct machine m = machine_of(2600000);

        run(&m, 500);
        m.wall += steps[i].back ? 0 - steps[i].by : steps[i].by;
        assert_row(steps[i].why, timestamp(&m) == m.wall);
        pass_us(&m, 1);
        assert_row(steps[i].why, timestamp(&m) == m.wall);
    }
}

/* The wall clock runs faster or slower from one moment to the next. */
static void test_slews_of_the_wall_clock(void **state)
{
    static const struct {
        const char *why;
        double ppm;
        uint64_t error;
        bool stays_calibrated;
    } rows[] = {
        {"NTP's own: 500 ppm fast", 500, US / 2 + 3, true},
        {"500 ppm slow", -500, US / 2 + 3, true},
        {"8 % fast, as chrony may", 83333, 84 * US, false},
        {"8 % slow", -83333, 92 * US, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine m = calibrated_machine();

        m.ppm = rows[i].ppm;
        assert_row(rows[i].why, run(&m, 1100) <= rows[i].error);
        assert_row(rows[i].why,
                   (m.clock.valid_ticks > 0) == rows[i].stays_calibrated);
        run(&m, 3000);
        assert_row(rows[i].why, run(&m, 5000) <= 3);
    }
}

/* The wall clock stands still. Timestamps stand still where the extrapolation
 * ended. */
static void test_the_wall_clock_stands_still(void **state)
{
    struct machine m = calibrated_machine();

    (void)state;
    m.ppm = -1e6;
    assert_in_range(run(&m, 5000), MS / 4, MS - 1);
    m.ppm = 0;
    run(&m, 5000);
    assert_in_range(run(&m, 5000), 0, 3);
}

/* A rate that always changes, by 100 ppm per millisecond up and down. */
static void test_a_rate_that_wanders(void **state)
{
    struct machine m = calibrated_machine();

    (void)state;
    for (unsigned ms = 0; ms < 100; ms++) {
        m.ppm += ms / 10 % 2 ? -100 : 100;
        assert_in_range(run(&m, 1000), 0, US / 4);
    }
    assert_in_range(count_readings(&m), 90, 120);
}

/* ------------------------------------------------------ jumps and long gaps */

static void test_the_counter_stands_still(void **state)
{
    struct machine m = calibrated_machine();
    uint64_t first, again;

    (void)state;
    assert_true(gdn_tsc_extrapolate(&m.clock, &first, m.tsc));
    assert_true(gdn_tsc_extrapolate(&m.clock, &again, m.tsc));
    assert_int_equal(first, again);

    /*
     * While the wall clock goes on, two readings have the same counter value.
     */
    for (unsigned i = 0; i < 5; i++) {
        m.wall += 2 * MS;
        first = gdn_tsc_calibrate(&m.clock, m.tsc, m.wall, m.tsc);
        assert_int_equal(first, m.wall);
        assert_false(gdn_tsc_extrapolate(&m.clock, &again, m.tsc));
    }
}

/* Within the interval, as on a processor whose counter is a little behind. */
static void test_the_counter_goes_back_a_little(void **state)
{
    struct machine m = calibrated_machine();
    uint64_t first, again;

    (void)state;
    run(&m, 1000);
    assert_true(gdn_tsc_extrapolate(&m.clock, &first, m.tsc));
    assert_true(gdn_tsc_extrapolate(&m.clock, &again, m.tsc - 100));
    assert_int_equal(first, again);
    assert_true(gdn_tsc_extrapolate(&m.clock, &again, m.tsc + 100));
    assert_true(again > first);
}

static void test_the_counter_jumps(void **state)
{
    static const struct {
        const char *why;
        uint64_t by;
    } rows[] = {
        {"to before the interval", (uint64_t)-2700000},
        {"far back, as after a suspension", (uint64_t)-900000000000},
        {"far ahead, as on another machine", UINT64_C(1) << 62},
        {"half way round", UINT64_C(1) << 63},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine m = calibrated_machine();

        m.tsc += rows[i].by;
        assert_row(rows[i].why, timestamp(&m) == m.wall);
        assert_row(rows[i].why, run(&m, 3000) <= 3);
        assert_row(rows[i].why, run(&m, 9000) <= 3);
        assert_row(rows[i].why, count_readings(&m) < 3020);
        assert_row(rows[i].why, m.clock.valid_ticks > 0);
    }
}

/* A thread that sleeps. Short spans measure a rate; long spans start again; two
 * long spans, whose rates are unknown, do not agree. */
static void test_gaps_between_timestamps(void **state)
{
    static const struct {
        const char *why;
        double us;
        bool calibrated;
    } rows[] = {
        {"an interval", 1000.5, true}, {"ten milliseconds", 1e4, true},
        {"four seconds", 4e6, true},   {"past 2^32 timestamps", 4.1e6, false},
        {"five seconds", 5e6, false},  {"an hour", 3.6e9, false},
        {"a year", 3.15576e13, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine m = calibrated_machine();

        for (unsigned gap = 0; gap < 4; gap++) {
            pass_us(&m, rows[i].us);
            assert_row(rows[i].why, timestamp(&m) == m.wall);
            assert_row(rows[i].why,
                       (m.clock.valid_ticks > 0) == rows[i].calibrated);
        }
        run(&m, 3000);
        assert_row(rows[i].why, run(&m, 9000) <= 3);
    }
}

/* Rates that no counter has stay within 64 bits and never divide by zero. */
static void test_absurd_rates(void **state)
{
    static const struct {
        const char *why;
        uint64_t ticks, timestamps;
        uint64_t valid_ticks; /* 2^52 / rate */
    } rows[] = {
        {"a tick in the longest span", 1, (UINT64_C(1) << 32) - 1, 0},
        {"a tick a millisecond", 1, MS, 1},
        {"so many ticks that the rate is 0", UINT64_MAX, MS, 0},
        {"as many as there are", UINT64_C(1) << 63, (UINT64_C(1) << 32) - 1,
         UINT64_C(1) << 52},
        {"a rate of one 2^-32", UINT64_C(1) << 52, MS, UINT64_C(1) << 52},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gdn_tsc_clock clock = {0};
        uint64_t tsc = 5, wall = WALL_NOW, now;

        for (unsigned reading = 0; reading < 5; reading++) {
            tsc += rows[i].ticks;
            wall += rows[i].timestamps;
            now = gdn_tsc_calibrate(&clock, tsc, wall, tsc);
            assert_row(rows[i].why, now == wall);
            assert_row(rows[i].why,
                       clock.valid_ticks ==
                           (reading < 2 ? 0 : rows[i].valid_ticks));
            for (unsigned bit = 0; bit < 64; bit++) {
                struct gdn_tsc_clock copy = clock;

                if (gdn_tsc_extrapolate(&copy, &now,
                                        tsc + (UINT64_C(1) << bit))) {
                    assert_row(rows[i].why, now - wall < MS);
                }
            }
        }
    }
}

/* Two spans of 2^41 ticks each, in which one timestamp step is 2^-9 of the
 * rate: the second span calibrates, or the next one has to. */
static void test_which_spans_agree(void **state)
{
    static const struct {
        const char *why;
        uint64_t span, next;
        uint64_t valid_ticks; /* 0: they do not agree */
    } rows[] = {
        {"the same", 2 * MS, 2 * MS, UINT64_C(1) << 40},
        {"faster by 1/1024", 2 * MS, 2 * MS + 4 * 512,
         (UINT64_C(1) << 52) / 4100},
        {"faster by more", 2 * MS, 2 * MS + 5 * 512, 0},
        {"slower by 1/1024", 2 * MS, 2 * MS - 4 * 512,
         (UINT64_C(1) << 52) / 4092},
        {"slower by more", 2 * MS, 2 * MS - 5 * 512, 0},
        {"a millisecond, the shortest", MS, MS, UINT64_C(1) << 41},
        {"half as fast", 2 * MS, MS, 0},
        {"the longest", (UINT64_C(1) << 32) - 512, (UINT64_C(1) << 32) - 1,
         (UINT64_C(1) << 52) / ((UINT64_C(1) << 23) - 1)},
        {"longer: no measure", (UINT64_C(1) << 32) - 512, UINT64_C(1) << 32, 0},
    };
    const uint64_t ticks = UINT64_C(1) << 41;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gdn_tsc_clock clock = {0};
        uint64_t tsc = 5, wall = WALL_NOW;

        gdn_tsc_calibrate(&clock, tsc, wall, tsc);
        tsc += ticks;
        wall += rows[i].span;
        gdn_tsc_calibrate(&clock, tsc, wall, tsc);
        assert_row(rows[i].why, clock.valid_ticks == 0);
        tsc += ticks;
        wall += rows[i].next;
        gdn_tsc_calibrate(&clock, tsc, wall, tsc);
        assert_row(rows[i].why, clock.valid_ticks == rows[i].valid_ticks);
        assert_row(rows[i].why, clock.tsc == tsc && clock.timestamp == wall);
    }
}

/* A short span ends the interval, and stays the beginning of the next span. */
static void test_a_short_span_is_no_measure(void **state)
{
    struct machine m = calibrated_machine();
    struct gdn_tsc_clock before;

    (void)state;
    pass_us(&m, 2000);
    gdn_tsc_calibrate(&m.clock, m.tsc, m.wall, m.tsc);
    before = m.clock;
    assert_int_equal(
        gdn_tsc_calibrate(&m.clock, m.tsc + 7, m.wall + MS - 1, m.tsc + 7),
        m.wall + MS - 1);
    assert_int_equal(m.clock.valid_ticks, 0);
    assert_int_equal(m.clock.tsc, before.tsc);
    assert_int_equal(m.clock.timestamp, before.timestamp);
    assert_int_equal(m.clock.rate, before.rate);
}

/* ----------------------------------------------------------------- anything */

/*
 * A length with a random number of bits, so that all sizes are equally likely.
 */
static uint64_t draw_length(uint64_t *seed)
{
    return draw(seed) >> draw(seed) % 64;
}

/* Whatever counter and wall clock do: a timestamp is not below the last
 * reading, less than 1 ms above it, and below the timestamp before only if a
 * reading was below the reading before. */
static void test_any_sequence_at_all(void **state)
{
    struct machine m = calibrated_machine();
    uint64_t before = timestamp(&m);
    uint64_t wall = m.clock.wall;
    uint64_t seed = 42;

    (void)state;
    for (unsigned i = 0; i < 1000000; i++) {
        uint64_t roll = draw(&seed) % 4096;
        uint64_t now;

        pass_ticks(&m, draw(&seed) % (roll < 8 ? 1000000000 : 500000));
        m.tsc += roll == 8 ? draw_length(&seed) : 0;
        m.tsc -= roll == 9 ? draw_length(&seed) : 0;
        m.wall += roll == 10 ? draw_length(&seed) >> 16 : 0;
        m.wall -= roll == 11 ? draw_length(&seed) >> 20 : 0;
        m.ppm = roll == 12 ? (double)(draw(&seed) % 200000) - 1e5 : m.ppm;
        now = timestamp_off(&m, (int)(draw(&seed) % 1000) - 500);
        assert_true(now >= m.clock.wall && now - m.clock.wall < MS);
        assert_true(now >= before || m.clock.wall < wall);
        before = now;
        wall = m.clock.wall;
    }
    assert_in_range(m.readings, 100000, 900000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calibration_takes_two_spans),
        cmocka_unit_test(test_no_extrapolation_before_the_first_reading),
        cmocka_unit_test(test_a_steady_clock_at_every_rate),
        cmocka_unit_test(test_the_counter_wraps),
        cmocka_unit_test(test_the_last_timestamps_do_not_wrap),
        cmocka_unit_test(test_readings_of_the_largest_error),
        cmocka_unit_test(test_a_wide_reading_is_used_but_does_not_calibrate),
        cmocka_unit_test(test_a_reading_lies_in_the_middle),
        cmocka_unit_test(test_a_step_is_followed_within_the_interval),
        cmocka_unit_test(test_a_small_step_back_is_waited_out),
        cmocka_unit_test(test_readings_follow_any_step_at_once),
        cmocka_unit_test(test_slews_of_the_wall_clock),
        cmocka_unit_test(test_the_wall_clock_stands_still),
        cmocka_unit_test(test_a_rate_that_wanders),
        cmocka_unit_test(test_the_counter_stands_still),
        cmocka_unit_test(test_the_counter_goes_back_a_little),
        cmocka_unit_test(test_the_counter_jumps),
        cmocka_unit_test(test_gaps_between_timestamps),
        cmocka_unit_test(test_absurd_rates),
        cmocka_unit_test(test_which_spans_agree),
        cmocka_unit_test(test_a_short_span_is_no_measure),
        cmocka_unit_test(test_any_sequence_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
