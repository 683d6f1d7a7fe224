/* SPDX-License-Identifier: MIT */
/* tsc.c - calibrates the extrapolation from the time-stamp counter, if the counter
 * can be used here. */
#include "tsc.h"
#include "timestamp.h"

#if GDN_HAVE_TSC
#  include "../cpu/cpu.h"
#  include <stdatomic.h>
#endif

/* Timestamp steps in a span whose rate is measured: at least 1 ms, which is
 * also the valid interval, and less than 4 s, so that span << 32 fits 64
 * bits. */
#define SPAN_MIN GDN_TIMESTAMP_PER_MS
#define SPAN_END (UINT64_C(1) << 32)

/* Timestamp steps per tick, * 2^32. 0 if the span gives no rate: it is too
 * long, or the counter or the wall clock went back. */
static uint64_t tsc_rate(uint64_t span, uint64_t ticks)
{
    return span < SPAN_END && ticks > 0 ? (span << 32) / ticks : 0;
}

/* Are both rates known, and the same to 1/1024? */
static bool tsc_rates_agree(uint64_t a, uint64_t b)
{
    return a > 0 && (a > b ? a - b : b - a) <= b >> 10;
}

/* Ticks in 1 ms. So ticks * rate stays below 2^52 within the interval. */
static uint64_t tsc_valid_ticks(uint64_t rate)
{
    return (SPAN_MIN << 32) / rate;
}

static void tsc_calibrate(struct gdn_tsc_clock *clock, uint64_t tsc,
                          uint64_t timestamp)
{
    uint64_t span = timestamp - clock->timestamp;
    uint64_t rate;

    if (span < SPAN_MIN) {
        return;
    }
    rate = tsc_rate(span, tsc - clock->tsc);
    if (tsc_rates_agree(rate, clock->rate)) {
        clock->valid_ticks = tsc_valid_ticks(rate);
    }
    clock->tsc = tsc;
    clock->timestamp = timestamp;
    clock->rate = rate;
}

uint64_t gdn_tsc_calibrate(struct gdn_tsc_clock *clock, uint64_t before,
                           uint64_t wall, uint64_t after)
{
    uint64_t width = after - before;

    clock->valid_ticks = 0;
    if (width <= GDN_TSC_WIDTH_MAX) {
        tsc_calibrate(clock, before + width / 2, wall);
    }
    if (wall < clock->wall || wall > clock->last) {
        clock->last = wall;
    }
    clock->wall = wall;
    return clock->last;
}

/* ------------------------------------------------- the counter of this machine */

#if GDN_HAVE_TSC

/* The first call finds the answer. Threads that ask at the same time find the
 * same answer. */
bool gdn_tsc_is_sound(void)
{
    enum { TSC_UNKNOWN, TSC_UNSOUND, TSC_SOUND };
    static atomic_int answer = TSC_UNKNOWN;
    int known = atomic_load_explicit(&answer, memory_order_relaxed);

    if (known == TSC_UNKNOWN) {
        known = gdn_cpu_features() & GDN_CPU_INVARIANT_TSC &&
                        gdn_tsc_is_kernel_clock()
                    ? TSC_SOUND
                    : TSC_UNSOUND;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == TSC_SOUND;
}

GDN_OUT_OF_LINE guidon_status
gdn_clock_timestamp_calibrate(uint64_t *out, struct gdn_tsc_clock *clock)
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
    *out = gdn_tsc_calibrate(clock, before, wall, after);
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
    return GDN_HOST_NONE ? "guidon_host_now" : "the system's clock";
}

#endif
