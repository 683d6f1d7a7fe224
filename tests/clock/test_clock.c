/* SPDX-License-Identifier: MIT */
/* test_clock.c - the system's clock, as it is and as it might fail. */
#define _POSIX_C_SOURCE 200809L
#include "clock/clock.h"
#include "core/bytes.h"
#include "core_test.h"
#include "script.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

/*
 * The library is linked as an archive, so it calls these functions in place of
 * the system's. The real clock is read with timespec_get, which libc does not
 * build on the clock_gettime that it exports. MemorySanitizer does not see what
 * it writes, so the result is zeroed before.
 */
static struct {
    bool scripted;
    int fails_with;    /* 0 for success */
    unsigned fails_at; /* 1: the next reading alone; 0: none */
    struct timespec now;
    struct timespec slept;
    unsigned sleeps;
} fake;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (!fake.scripted) {
        *out = (struct timespec){0};
        return timespec_get(out, TIME_UTC) == TIME_UTC ? 0 : -1;
    }
    if (fake.fails_with || clock != CLOCK_REALTIME) {
        errno = fake.fails_with;
        return -1;
    }
    if (fake.fails_at > 0 && --fake.fails_at == 0) {
        return -1;
    }
    *out = fake.now;
    return 0;
}

int nanosleep(const struct timespec *length, struct timespec *left)
{
    (void)left;
    fake.slept = *length;
    fake.sleeps++;
    fake.now.tv_sec++; /* or a waiting caller would wait for ever */
    errno = EINTR;
    return -1;
}

static int begin_script(void **state)
{
    (void)state;
    fake.scripted = true;
    fake.fails_with = 0;
    errno = 0;
    return 0;
}

static int end_script(void **state)
{
    (void)state;
    fake.scripted = false;
    return 0;
}

/* --------------------------------------------------------- a scripted clock */

static void test_the_clock_reads_what_the_system_says(void **state)
{
    guidon_time now;

    (void)state;
    fake.now = (struct timespec){1645557742, 999999999};
    assert_int_equal(gdn_clock_now(&now), GUIDON_OK);
    assert_int_equal(now.seconds, 1645557742);
    assert_int_equal(now.nanoseconds, 999999999);
    fake.now = (struct timespec){-1, 1};
    assert_int_equal(gdn_clock_now(&now), GUIDON_OK);
    assert_int_equal(now.seconds, -1);
    assert_int_equal(now.nanoseconds, 1);
}

static void test_a_clock_that_fails(void **state)
{
    guidon_time now;
    uint64_t timestamp;

    (void)state;
    fake.now = (struct timespec){1645557742, 0};
    assert_int_equal(gdn_clock_timestamp(&timestamp), GUIDON_OK);
    fake.fails_with = EPERM;
    errno = 77;
    mark(&now, sizeof now);
    mark(&timestamp, sizeof timestamp);
    assert_int_equal(gdn_clock_now(&now), GUIDON_E_CLOCK);
    assert_int_equal(gdn_clock_timestamp(&timestamp), GUIDON_E_CLOCK);
    assert_true(is_marked(&now, sizeof now));
    assert_true(is_marked(&timestamp, sizeof timestamp));
    assert_int_equal(errno, 77);
}

/* Each time is read at once, also when times go back. No two are a measurable
 * span apart, so the processor's counter is not used. */
static void test_timestamps_of_a_scripted_clock(void **state)
{
    static const struct {
        const char *why;
        struct {
            int64_t seconds;
            long nanoseconds;
        } now;
        guidon_status want;
        uint64_t timestamp;
    } rows[] = {
        {"RFC 9562 A.6",
         {1645557742, 0},
         GUIDON_OK,
         UINT64_C(1645557742000) << 20},
        {"0.4567 ms later (R68)",
         {1645557742, 456700},
         GUIDON_OK,
         UINT64_C(1645557742000) << 20 | 478884},
        {"a nanosecond back",
         {1645557742, 456699},
         GUIDON_OK,
         UINT64_C(1645557742000) << 20 | 478883},
        {"before 1970", {-1, 999999999}, GUIDON_E_CLOCK, 0},
        {"after that, earlier", {1, 0}, GUIDON_OK, UINT64_C(1000) << 20},
        {"past the last timestamp",
         {INT64_C(17592186044), 416000000},
         GUIDON_E_CLOCK,
         0},
        {"after that, the last one",
         {INT64_C(17592186044), 415999999},
         GUIDON_OK,
         UINT64_MAX - 1},
        {"1970", {0, 0}, GUIDON_OK, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t timestamp;
        time_t seconds = (time_t)rows[i].now.seconds;

        if (seconds != rows[i].now.seconds) {
            continue; /* this system's clock ends in 2038 */
        }
        mark(&timestamp, sizeof timestamp);
        fake.now = (struct timespec){.tv_sec = seconds,
                                     .tv_nsec = rows[i].now.nanoseconds};
        for (unsigned again = 0; again < 3; again++) {
            assert_row(rows[i].why,
                       gdn_clock_timestamp(&timestamp) == rows[i].want);
            assert_row(rows[i].why,
                       rows[i].want == GUIDON_OK
                           ? timestamp == rows[i].timestamp
                           : is_marked(&timestamp, sizeof timestamp));
        }
    }
    assert_int_equal(errno, 0);
}

/* Linux's clock counts as exact to the nanosecond, unless a build says otherwise. */
static void test_the_resolution(void **state)
{
    (void)state;
    assert_true(gdn_clock_resolution() >= 1);
#if defined(__linux__)
    assert_int_equal(gdn_clock_resolution(),
                     GUIDON_HOST_CLOCK_NS > 0 ? GUIDON_HOST_CLOCK_NS : 1);
#endif
}

/* A length that nanosleep accepts, of at most one second. */
static void test_pauses(void **state)
{
    static const struct {
        uint64_t ns;
        struct timespec length;
    } rows[] = {
        {0, {0, 0}},
        {1, {0, 1}},
        {999999999, {0, 999999999}},
        {1000000000, {1, 0}},
        {1000000001, {1, 0}},
        {UINT64_C(4294967296), {1, 0}},
        {UINT64_MAX, {1, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fake.sleeps = 0;
        errno = 77;
        gdn_clock_pause(rows[i].ns);
        assert_int_equal(fake.sleeps, 1);
        assert_int_equal(fake.slept.tv_sec, rows[i].length.tv_sec);
        assert_int_equal(fake.slept.tv_nsec, rows[i].length.tv_nsec);
        assert_int_equal(errno, 77);
    }
}

/* A generator that waits for the system's clock sleeps, for a tenth of a
 * millisecond at a time. A clock of the caller moves as the caller wants. */
static void test_a_generator_sleeps_for_the_system_s_clock_alone(void **state)
{
    static guidon_id ids[10001]; /* one more than the tick has */
    struct script script = script_at(1645557742, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g;

    (void)state;
    script.tick_ns = 1;
    g = script_generator(&options);
    fake.sleeps = 0;
    assert_int_equal(guidon_next_many(ids, 10001, g), GUIDON_OK);
    assert_int_equal(fake.sleeps, 0);
    guidon_generator_free(g);

    script_no_clock(&options);
    fake.now = (struct timespec){1645557742, 0};
    g = script_generator(&options);
    assert_int_equal(guidon_next_many(ids, 10001, g), GUIDON_OK);
    assert_int_equal(fake.sleeps, 1);
    assert_int_equal(fake.slept.tv_sec, 0);
    assert_int_equal(fake.slept.tv_nsec, 100000);
    guidon_generator_free(g);
}

/* A long call is made in parts, and reports the error of any part. */
static void test_a_clock_that_fails_once_in_a_call(void **state)
{
    enum { N = 4000 };
    static guidon_id ids[N];

    (void)state;
    fake.now = (struct timespec){1645557742, 0};
    for (unsigned part = 1; part <= 3; part++) {
        assert_int_equal(guidon_new_many(ids, N, GUIDON_V7), GUIDON_OK);
        fake.fails_at = part;
        assert_int_equal(guidon_new_many(ids, N, GUIDON_V7), GUIDON_E_CLOCK);
        assert_int_equal(fake.fails_at, 0);
        for (size_t i = 0; i < N; i++) {
            assert_true(guidon_is_nil(&ids[i]));
        }
    }
}

/* In each scope, on the fast path, and in a lease: no id then. */
static void test_a_clock_that_fails_gives_no_id(void **state)
{
    (void)state;
    for (unsigned scope = GUIDON_SCOPE_THREAD; scope <= GUIDON_SCOPE_PROCESS;
         scope++) {
        guidon_options options = {.kind = GUIDON_V7,
                                  .scope = (guidon_scope)scope};
        guidon_generator *g = script_generator(&options);
        guidon_id id;

        assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
        mark(&id, sizeof id);
        fake.fails_with = EPERM;
        assert_int_equal(guidon_next(&id, g), GUIDON_E_CLOCK);
        assert_true(is_marked(&id, sizeof id));
        fake.fails_with = 0;
        guidon_generator_free(g);
    }
}

/* On the fast path, in a thread that is known, and on the slow path. */
static void test_an_id_has_the_time_that_the_clock_reads(void **state)
{
    static const guidon_options rows[] = {
        {.kind = GUIDON_V1},
        {.kind = GUIDON_V6},
        {.kind = GUIDON_V7},
        {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
        {.kind = GUIDON_ULID},
        {.kind = GUIDON_ULID_MONOTONIC},
    };

    (void)state;
    fake.now = (struct timespec){1645557742, 123456700};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        guidon_generator *g = script_generator(&rows[i / 2]);
        guidon_id id;
        guidon_time t;

        assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
        assert_int_equal(i % 2 ? guidon_next(&id, g)
                               : guidon_next_many(&id, 1, g),
                         GUIDON_OK);
        if (rows[i / 2].kind <= GUIDON_V6) {
            assert_int_equal(guidon_time_of(&t, &id), GUIDON_OK);
            assert_int_equal(t.seconds, 1645557742);
            assert_int_equal(t.nanoseconds, 123456700);
        } else {
            assert_int_equal(guidon_ulid_ms_of(&id), 1645557742123);
        }
        guidon_generator_free(g);
    }
}

/* While the clock stands still, the fast path takes one sort key per id. */
static void test_a_clock_that_stands_still_gives_sort_keys_in_a_row(
    void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6, GUIDON_V7,
                                        GUIDON_ULID_MONOTONIC};

    (void)state;
    fake.now = (struct timespec){1645557742, 123456700};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        guidon_options options = {.kind = kinds[i]};
        guidon_generator *g = script_generator(&options);
        guidon_id ids[3];
        uint64_t places[3];

        assert_int_equal(guidon_new(ids, GUIDON_V4), GUIDON_OK);
        for (size_t k = 0; k < 3; k++) {
            guidon_time t;

            assert_int_equal(guidon_next(&ids[k], g), GUIDON_OK);
            if (kinds[i] <= GUIDON_V6) {
                assert_int_equal(guidon_time_of(&t, &ids[k]), GUIDON_OK);
                places[k] = t.nanoseconds / 100;
            } else if (kinds[i] == GUIDON_V7) {
                places[k] = (gdn_load_be64(ids[k].bytes) & 0xfff) << 8 |
                            (gdn_load_be64(ids[k].bytes + 8) >> 54 & 0xff);
            } else {
                places[k] = gdn_load_be64(ids[k].bytes + 8);
            }
        }
        assert_int_equal(places[1], places[0] + 1);
        assert_int_equal(places[2], places[0] + 2);
        guidon_generator_free(g);
    }
}

/* ------------------------------------------------------------- the real one */

#define TOLERANCE (50 * GDN_TIMESTAMP_PER_MS / 1000) /* 50 us */

static uint64_t real_now(void)
{
    struct timespec now = {0};
    guidon_time t;
    uint64_t timestamp = 0;

    if (timespec_get(&now, TIME_UTC) == TIME_UTC) {
        t.seconds = now.tv_sec;
        t.nanoseconds = (uint32_t)now.tv_nsec;
        (void)!gdn_timestamp_of(&timestamp, t);
    }
    return timestamp;
}

/* Timestamps, each between two readings of the clock, and none below the one
 * before: enough of them to calibrate, extrapolate and calibrate again. */
static bool timestamps_keep_time(void)
{
    uint64_t last = 0;

    for (unsigned i = 0; i < 100000; i++) {
        uint64_t before = real_now();
        uint64_t timestamp;

        if (gdn_clock_timestamp(&timestamp) || timestamp < last ||
            timestamp + TOLERANCE < before ||
            timestamp > real_now() + TOLERANCE) {
            return false;
        }
        last = timestamp;
    }
    return true;
}

/* Somebody may set the clock meanwhile, so the test tries a few times. */
static void *timestamps_keep_time_once(void *result)
{
    bool *kept = result;

    for (unsigned attempt = 0; attempt < 5 && !*kept; attempt++) {
        *kept = timestamps_keep_time();
    }
    return NULL;
}

/* Several threads find the same answer at the same time, and each calibrates
 * its own clock. The main thread calibrates none, because the scripts run
 * there. */
static void test_timestamps_keep_time_in_every_thread(void **state)
{
    pthread_t threads[4];
    bool kept[4] = {false};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL,
                                        timestamps_keep_time_once, &kept[i]),
                         0);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_true(kept[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timestamps_keep_time_in_every_thread),
        cmocka_unit_test_setup_teardown(
            test_the_clock_reads_what_the_system_says, begin_script,
            end_script),
        cmocka_unit_test_setup_teardown(test_a_clock_that_fails, begin_script,
                                        end_script),
        cmocka_unit_test_setup_teardown(test_timestamps_of_a_scripted_clock,
                                        begin_script, end_script),
        cmocka_unit_test(test_the_resolution),
        cmocka_unit_test(test_pauses),
        cmocka_unit_test_setup_teardown(
            test_a_generator_sleeps_for_the_system_s_clock_alone, begin_script,
            end_script),
        cmocka_unit_test_setup_teardown(test_a_clock_that_fails_gives_no_id,
                                        begin_script, end_script),
        cmocka_unit_test_setup_teardown(test_a_clock_that_fails_once_in_a_call,
                                        begin_script, end_script),
        cmocka_unit_test_setup_teardown(
            test_an_id_has_the_time_that_the_clock_reads, begin_script,
            end_script),
        cmocka_unit_test_setup_teardown(
            test_a_clock_that_stands_still_gives_sort_keys_in_a_row,
            begin_script, end_script),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
