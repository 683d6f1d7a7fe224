/* SPDX-License-Identifier: MIT */
/* tsc.c - calibrates the extrapolation from the time-stamp counter. */
#include "tsc.h"
#include "timestamp.h"

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
