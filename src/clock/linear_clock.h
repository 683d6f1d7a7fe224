/* SPDX-License-Identifier: MIT */
/* The wall clock read through the processor's counter, without a call. */
#ifndef GDN_CLOCK_LINEAR_CLOCK_H
#define GDN_CLOCK_LINEAR_CLOCK_H

#include "../core/private.h"
#include "clock.h"
#include "tsc.h"

#if GDN_HAVE_TSC
#  include <x86intrin.h>
#endif

GDN_PRIVATE_BEGIN

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
 * by their errors (tsc.h) and, for 1 ms after a step of the wall clock, by that
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
