/* SPDX-License-Identifier: MIT */
/* tsc.c - the wall clock as a stamp, by the time-stamp counter if it may be. */
#if defined(__x86_64__) && defined(__linux__)
#  define _POSIX_C_SOURCE 200809L
#endif
#include "tsc.h"
#include "clock.h"
#include "linear_clock.h"

/* ------------------------------------------------------- the line, on paper */

/* Stamps in a span whose rate is measured, and in the window of a line. The
 * longest span keeps span << 32 within 64 bits. */
#define SPAN_MIN GDN_TIMESTAMP_PER_MS
#define SPAN_END (UINT64_C(1) << 32)

/* Stamps per tick, * 2^32; 0 where the span is no measure of it: too long, or
 * one of the two went back. */
static uint64_t rate_of(uint64_t span, uint64_t ticks)
{
    return span < SPAN_END && ticks > 0 ? (span << 32) / ticks : 0;
}

/* The same to 1/1024, and known. */
static bool rates_agree(uint64_t a, uint64_t b)
{
    return a > 0 && (a > b ? a - b : b - a) <= b >> 10;
}

/* Ticks in SPAN_MIN stamps: so ticks * rate stays below 2^52 on the line. */
static uint64_t window_of(uint64_t rate)
{
    return (SPAN_MIN << 32) / rate;
}

static void draw_line(struct gdn_tsc_clock *clock, uint64_t tsc, uint64_t stamp)
{
    uint64_t span = stamp - clock->stamp;
    uint64_t rate;

    if (span < SPAN_MIN) {
        return;
    }
    rate = rate_of(span, tsc - clock->tsc);
    if (rates_agree(rate, clock->rate)) {
        clock->window = window_of(rate);
    }
    clock->tsc = tsc;
    clock->stamp = stamp;
    clock->rate = rate;
}

uint64_t gdn_tsc_calibrate(struct gdn_tsc_clock *clock, uint64_t before,
                           uint64_t wall, uint64_t after)
{
    uint64_t width = after - before;

    clock->window = 0;
    if (width <= GDN_TSC_WIDTH_MAX) {
        draw_line(clock, before + width / 2, wall);
    }
    if (wall < clock->wall || wall > clock->last) {
        clock->last = wall;
    }
    clock->wall = wall;
    return clock->last;
}

/* ------------------------------------------------------ and on this machine */

guidon_status gdn_clock_timestamp(uint64_t *out)
{
    guidon_time now;
    guidon_status status = gdn_clock_now(&now);

    return status == GUIDON_OK ? gdn_timestamp_of(out, now) : status;
}

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)

#  include "../cpu/cpu.h"
#  include <errno.h>
#  include <fcntl.h>
#  include <stdatomic.h>
#  include <string.h>
#  include <unistd.h>

/* Does the kernel keep its own time by this counter? It has then found it to be
 * the same on every processor. */
static bool kernel_uses_tsc(void)
{
    static const char source[] =
        "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char name[8];
    int saved = errno;
    int file = open(source, O_RDONLY | O_CLOEXEC);
    bool is_tsc = false;

    if (file >= 0) {
        is_tsc =
            read(file, name, sizeof name) == 4 && memcmp(name, "tsc\n", 4) == 0;
        close(file);
    }
    errno = saved;
    return is_tsc;
}

/* Found once; threads that ask at the same time find the same. */
bool gdn_tsc_is_sound(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int answer = UNKNOWN;
    int known = atomic_load_explicit(&answer, memory_order_relaxed);

    if (known == UNKNOWN) {
        known = gdn_cpu_features() & GDN_CPU_INVARIANT_TSC && kernel_uses_tsc()
                    ? YES
                    : NO;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == YES;
}

guidon_status gdn_clock_timestamp_calibrate(uint64_t *out,
                                            struct gdn_tsc_clock *line)
{
    uint64_t before, wall, after;
    guidon_status status;

    if (!gdn_tsc_is_sound()) {
        return gdn_clock_timestamp(out);
    }
    before = __rdtsc();
    status = gdn_clock_timestamp(&wall);
    if (status != GUIDON_OK) {
        return status;
    }
    _mm_lfence(); /* or the counter may be read before the clock */
    after = __rdtsc();
    *out = gdn_tsc_calibrate(line, before, wall, after);
    return GUIDON_OK;
}

const char *gdn_clock_timestamp_name(void)
{
    return gdn_tsc_is_sound() ? "the time-stamp counter, set by clock_gettime"
                              : "clock_gettime";
}

#else

bool gdn_tsc_is_sound(void)
{
    return false;
}

const char *gdn_clock_timestamp_name(void)
{
    return "the system's clock";
}

#endif
