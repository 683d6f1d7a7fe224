/* SPDX-License-Identifier: MIT */
/* The wall clock read through the time-stamp counter (TSC), without a call: a
 * clock that extrapolates from the counter. */
#ifndef GDN_CLOCK_TSC_H
#define GDN_CLOCK_TSC_H

#include "../core/private.h"
#include "clock.h"
#include <stdbool.h>
#include <stdint.h>

#if GDN_HAVE_TSC
#  include <x86intrin.h>
#endif

GDN_PRIVATE_BEGIN

/*
 * Reading the wall clock costs a call; reading the processor's counter does
 * not. Between two readings of the wall clock, this clock computes
 *
 *   timestamp + (tsc_now - tsc) * rate / 2^32
 *
 * from the last reading and from the rate between the last two readings. The
 * result is valid for one millisecond; then the caller reads the wall clock
 * again, which calibrates the clock again.
 *
 * The clock extrapolates only if the last two spans between calibrations, of
 * 1 ms to 4 s each, had the same rate to 1/1024. A wall clock that was stepped,
 * a counter that jumped and a machine that slept make the rates differ. Until
 * two spans agree again, every timestamp is a reading of the wall clock.
 *
 * Accuracy: let e be the error of one reading, at most 512 ticks. An
 * extrapolated timestamp is off by less than 3 e, plus the amount by which the
 * rate of the wall clock differs from its mean over the last span (at 500 ppm:
 * 0.5 us).
 *
 * Range: a timestamp is never below the last reading, and less than 1 ms above
 * it. So the clock notices a step of the wall clock within 1 ms. A step back by
 * less than 1 ms may be absorbed: timestamps then stand still for less than
 * 1 ms.
 *
 * All members are zero before the first reading. One thread at a time.
 */
struct gdn_tsc_clock {
    uint64_t tsc;         /* the counter at the last calibration */
    uint64_t timestamp;   /* the wall clock at that moment */
    uint64_t rate;        /* timestamp steps per tick, * 2^32 */
    uint64_t valid_ticks; /* length of the valid interval; 0: none */
    uint64_t last;        /* the last timestamp returned */
    uint64_t wall;        /* the last reading of the wall clock, any error */
};

/* Extrapolate to the counter value `tsc`. Returns false, and leaves *out as
 * it was, if `tsc` is outside the valid interval: the wall clock has to be
 * read. */
static inline bool gdn_tsc_extrapolate(struct gdn_tsc_clock *clock,
                                       uint64_t *out, uint64_t tsc)
{
    /* If tsc < clock->tsc, the difference wraps to a large number. */
    uint64_t ticks = tsc - clock->tsc;
    uint64_t timestamp;

    if (ticks >= clock->valid_ticks) {
        return false;
    }
    timestamp = clock->timestamp + (ticks * clock->rate >> 32);
    if (timestamp > clock->last) {
        clock->last = timestamp;
    }
    *out = clock->last;
    return true;
}

/* A reading of the wall clock calibrates only if the counter moved by at most
 * this many ticks around it. An undisturbed reading takes a tenth of that. */
#define GDN_TSC_WIDTH_MAX 1024u

/*
 * Calibrate with `wall`, a timestamp of the wall clock that was read when the
 * counter was between `before` and `after`. Returns the timestamp to use: the
 * later of `wall` and the last timestamp returned, or `wall` if the wall clock
 * has gone back.
 */
uint64_t gdn_tsc_calibrate(struct gdn_tsc_clock *clock, uint64_t before,
                           uint64_t wall, uint64_t after);

/* ------------------------------------------------- the counter of this machine */

/* Is the time-stamp counter invariant, and does this machine's kernel keep its
 * own time with it? */
bool gdn_tsc_is_sound(void);

/* The source of gdn_clock_timestamp_fast on this machine, in words. */
const char *gdn_clock_timestamp_name(void);

#if GDN_HAVE_TSC
/* The slow path of gdn_clock_timestamp_fast: read the wall clock, and calibrate
 * `clock` if the counter is sound. */
guidon_status gdn_clock_timestamp_calibrate(uint64_t *out,
                                            struct gdn_tsc_clock *clock);

/* The first attempt of gdn_clock_timestamp_fast: no call. False: the wall clock
 * must be read. */
static inline bool gdn_clock_timestamp_extrapolate(uint64_t *out,
                                                   struct gdn_tsc_clock *clock)
{
    /* A clock that is not calibrated does not read the counter, because the
     * counter may be slow on a machine that cannot use it. */
    return clock->valid_ticks > 0 && gdn_tsc_extrapolate(clock, out, __rdtsc());
}

/*
 * The wall clock as a timestamp, from the time-stamp counter if it is sound.
 *
 * One thread at a time uses `clock`, which is all zero at first. Its timestamps
 * never go back unless the wall clock does. Timestamps of two clocks may differ
 * by their errors and, for 1 ms after a step of the wall clock, by that
 * step.
 *
 * Errors  as gdn_clock_now and gdn_timestamp_of
 */
static inline guidon_status gdn_clock_timestamp_fast(
    uint64_t *out, struct gdn_tsc_clock *clock)
{
    return gdn_clock_timestamp_extrapolate(out, clock)
               ? GUIDON_OK
               : gdn_clock_timestamp_calibrate(out, clock);
}
#else
static inline bool gdn_clock_timestamp_extrapolate(uint64_t *out,
                                                   struct gdn_tsc_clock *clock)
{
    (void)out;
    (void)clock;
    return false;
}

static inline guidon_status gdn_clock_timestamp_fast(
    uint64_t *out, struct gdn_tsc_clock *clock)
{
    (void)clock;
    return gdn_clock_timestamp(out);
}
#endif

GDN_PRIVATE_END

#endif
