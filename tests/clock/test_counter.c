/* SPDX-License-Identifier: MIT */
/* test_counter.c - whether the time-stamp counter is sound, and its readings
 * beside the wall clock's. The test supplies the answers of Linux and of the
 * processor. */
#define _DEFAULT_SOURCE
#include "clock/clock.h"
#include "clock/tsc.h"
#include "core_test.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)

#  include "cpu/cpu.h"
#  include <errno.h>
#  include <fcntl.h>
#  include <stdarg.h>
#  include <string.h>
#  include <sys/syscall.h>
#  include <sys/wait.h>
#  include <time.h>
#  include <unistd.h>

/* Stand-ins for calls of the system. The library is an archive, so the linker
 * takes these functions for its calls. */
static struct {
    unsigned features;
    const char *source; /* NULL: there is no such file */
    ssize_t len;        /* its length; -1 if it cannot be read */
    int file;           /* the result of open */
    unsigned opens, closes;
    int flags;
    bool clock_fails;
    guidon_time now;
    uint64_t readings;
} fake = {.file = -1};

static const char source_path[] =
    "/sys/devices/system/clocksource/clocksource0/current_clocksource";

unsigned gdn_cpu_features(void)
{
    return fake.features;
}

int open(const char *path, int flags, ...)
{
    if (strcmp(path, source_path) == 0) {
        fake.opens++;
        fake.flags = flags;
        errno = ENOENT;
        return fake.source ? fake.file : -1;
    }
    va_list rest;
    va_start(rest, flags);
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags,
                            flags & O_CREAT ? va_arg(rest, int) : 0);
    va_end(rest);
    return file;
}

ssize_t read(int file, void *out, size_t len)
{
    if (file != fake.file) {
        return syscall(SYS_read, file, out, len);
    }
    if (fake.len < 0) {
        errno = EIO;
        return -1;
    }
    memset(out, 'x', len); /* the content before */
    len = len < (size_t)fake.len ? len : (size_t)fake.len;
    memcpy(out, fake.source, len);
    return (ssize_t)len;
}

int close(int file)
{
    if (fake.opens > 0) {
        fake.closes++;
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_close, file);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    fake.readings++;
    if (fake.clock_fails) {
        errno = EPERM;
        return -1;
    }
    out->tv_sec = (time_t)fake.now.seconds;
    out->tv_nsec = (long)fake.now.nanoseconds;
    return 0;
}

/* -------------------------------------------------------------- is it
 * sound? */

/* The library keeps its finding, so each row has a process of its own. The
 * process's status says what went wrong, 0 for nothing. */
static int ask(bool want, unsigned opens, unsigned closes)
{
    static const char by_counter[] =
        "the time-stamp counter, set by clock_gettime";

    errno = 77;
    if (gdn_tsc_is_sound() != want || gdn_tsc_is_sound() != want) {
        return 1;
    }
    if (errno != 77) {
        return 2;
    }
    if (fake.opens != opens || fake.closes != closes) {
        return 3;
    }
    if (opens > 0 && fake.flags != (O_RDONLY | O_CLOEXEC)) {
        return 4;
    }
    return strcmp(gdn_clock_timestamp_name(),
                  want ? by_counter : "clock_gettime") == 0
               ? 0
               : 5;
}

static void test_which_counter_is_sound(void **state)
{
    static const struct {
        const char *why;
        const char *source;
        ssize_t len;
        int file;
        unsigned features;
        bool sound;
        unsigned opens, closes;
    } rows[] = {
        {"the kernel's own", "tsc\n", 4, 99, GDN_CPU_INVARIANT_TSC, true, 1, 1},
        {"standard input was closed", "tsc\n", 4, 0, GDN_CPU_INVARIANT_TSC,
         true, 1, 1},
        {"not invariant", "tsc\n", 4, 99, ~GDN_CPU_INVARIANT_TSC, false, 0, 0},
        {"another", "hpet\n", 5, 99, GDN_CPU_INVARIANT_TSC, false, 1, 1},
        {"another of as many letters", "pit\n", 4, 99, GDN_CPU_INVARIANT_TSC,
         false, 1, 1},
        {"its first letters", "tsc-early\n", 10, 99, GDN_CPU_INVARIANT_TSC,
         false, 1, 1},
        {"and a fourth", "tscx", 4, 99, GDN_CPU_INVARIANT_TSC, false, 1, 1},
        {"more than its name", "tsc\nand more", 12, 99, GDN_CPU_INVARIANT_TSC,
         false, 1, 1},
        {"less", "tsc\n", 3, 99, GDN_CPU_INVARIANT_TSC, false, 1, 1},
        {"nobody says", NULL, 4, 99, GDN_CPU_INVARIANT_TSC, false, 1, 0},
        {"it cannot be read", "tsc\n", -1, 99, GDN_CPU_INVARIANT_TSC, false, 1,
         1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pid_t child = fork();
        int status = -1;

        if (child == 0) {
            fake.features = rows[i].features;
            fake.source = rows[i].source;
            fake.len = rows[i].len;
            fake.file = rows[i].file;
            _exit(ask(rows[i].sound, rows[i].opens, rows[i].closes));
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_row(rows[i].why, status == 0);
    }
}

/* Then every timestamp is a reading of the clock, and the fast clock stays
 * unset. */
static int ask_without(void)
{
    struct gdn_tsc_clock tsc_clock = {.wall = 1};
    const struct gdn_tsc_clock before = tsc_clock;
    uint64_t timestamp = 0;
    uint64_t want = 0;

    fake.now = (guidon_time){1645557742, 0};
    if (gdn_timestamp_of(&want, fake.now) != GUIDON_OK ||
        gdn_clock_timestamp_calibrate(&timestamp, &tsc_clock) != GUIDON_OK ||
        timestamp != want) {
        return 1;
    }
    fake.clock_fails = true;
    return gdn_clock_timestamp_calibrate(&timestamp, &tsc_clock) ==
                       GUIDON_E_CLOCK &&
                   timestamp == want &&
                   memcmp(&tsc_clock, &before, sizeof tsc_clock) == 0
               ? 0
               : 2;
}

static void test_without_a_counter_the_clock_is_read(void **state)
{
    pid_t child = fork();
    int status = -1;

    (void)state;
    if (child == 0) {
        _exit(ask_without());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* ------------------------------------------------------- readings of the
 * two */

/* For the rest of this process. */
static int be_sound(void **state)
{
    (void)state;
    fake.features = GDN_CPU_INVARIANT_TSC;
    fake.source = "tsc\n";
    fake.len = 4;
    fake.file = 99;
    assert_true(gdn_tsc_is_sound());
    fake.opens = 0;
    fake.file = -1;
    return 0;
}

static uint64_t timestamp_of_fake(void)
{
    uint64_t timestamp = 0;

    assert_int_equal(gdn_timestamp_of(&timestamp, fake.now), GUIDON_OK);
    return timestamp;
}

/* Emulators read the counter too slowly to calibrate it. */
static bool reads_in_time(void)
{
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t before = __rdtsc();
        uint64_t timestamp;

        (void)!gdn_clock_timestamp(&timestamp);
        _mm_lfence();
        if (__rdtsc() - before <= GDN_TSC_WIDTH_MAX / 2) {
            return true;
        }
    }
    return false;
}

/* Each reading lies within its call, and a reading that was fast enough starts
 * the next calibration. */
static void test_a_reading_is_learned(void **state)
{
    struct gdn_tsc_clock tsc_clock = {0};
    unsigned begun = 0;

    (void)state;
    fake.now = (guidon_time){1645557742, 0};
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t begin = tsc_clock.tsc;
        uint64_t before, after, timestamp = 0;

        fake.now.seconds++;
        before = __rdtsc();
        assert_int_equal(gdn_clock_timestamp_calibrate(&timestamp, &tsc_clock),
                         GUIDON_OK);
        _mm_lfence();
        after = __rdtsc();
        assert_int_equal(timestamp, timestamp_of_fake());
        assert_int_equal(tsc_clock.wall, timestamp);
        assert_int_equal(tsc_clock.last, timestamp);
        if (tsc_clock.tsc != begin) {
            assert_in_range(tsc_clock.tsc, before, after);
            assert_int_equal(tsc_clock.timestamp, timestamp);
            begun++;
        }
    }
    assert_true(begun > 0 || !reads_in_time());
}

static void test_a_clock_that_fails_teaches_nothing(void **state)
{
    struct gdn_tsc_clock tsc_clock = {
        .tsc = 1, .timestamp = 2, .rate = 3, .wall = 4};
    const struct gdn_tsc_clock before = tsc_clock;
    uint64_t timestamp;

    (void)state;
    mark(&timestamp, sizeof timestamp);
    fake.clock_fails = true;
    assert_int_equal(gdn_clock_timestamp_calibrate(&timestamp, &tsc_clock),
                     GUIDON_E_CLOCK);
    fake.clock_fails = false;
    fake.now = (guidon_time){-1, 0};
    assert_int_equal(gdn_clock_timestamp_calibrate(&timestamp, &tsc_clock),
                     GUIDON_E_CLOCK);
    assert_true(is_marked(&timestamp, sizeof timestamp));
    assert_memory_equal(&tsc_clock, &before, sizeof tsc_clock);
}

/* While the calibration is valid, the wall clock is not read. Without one it
 * is. */
static void test_extrapolation_spares_readings(void **state)
{
    struct gdn_tsc_clock tsc_clock = {0};
    uint64_t timestamp = 0;

    (void)state;
    fake.now = (guidon_time){1645557742, 0};
    tsc_clock.timestamp = tsc_clock.last = timestamp_of_fake();
    tsc_clock.tsc =
        __rdtsc() - 1000; /* the counter of another processor may be behind */
    tsc_clock.valid_ticks = UINT64_MAX / 2;
    tsc_clock.rate = UINT64_C(1) << 20;
    fake.now.seconds += 3600;
    fake.readings = 0;
    assert_int_equal(gdn_clock_timestamp_fast(&timestamp, &tsc_clock),
                     GUIDON_OK);
    assert_int_equal(fake.readings, 0);
    assert_in_range(timestamp, tsc_clock.timestamp, timestamp_of_fake() - 1);

    tsc_clock.valid_ticks = 0;
    assert_int_equal(gdn_clock_timestamp_fast(&timestamp, &tsc_clock),
                     GUIDON_OK);
    assert_int_equal(fake.readings, 1);
    assert_int_equal(timestamp, timestamp_of_fake());

    tsc_clock.tsc = __rdtsc() + (UINT64_C(1) << 62); /* not yet */
    tsc_clock.valid_ticks = 1000000;
    fake.now.seconds += 3600;
    assert_int_equal(gdn_clock_timestamp_fast(&timestamp, &tsc_clock),
                     GUIDON_OK);
    assert_int_equal(fake.readings, 2);
    assert_int_equal(timestamp, timestamp_of_fake());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which_counter_is_sound),
        cmocka_unit_test(test_without_a_counter_the_clock_is_read),
        cmocka_unit_test_setup(test_a_reading_is_learned, be_sound),
        cmocka_unit_test_setup(test_a_clock_that_fails_teaches_nothing,
                               be_sound),
        cmocka_unit_test_setup(test_extrapolation_spares_readings, be_sound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    print_message("skipped: no counter on this machine\n");
    return 0;
}

#endif
