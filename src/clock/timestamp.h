/* SPDX-License-Identifier: MIT */
/* Timestamps: the time as one fixed-point number, and its conversions. */
#ifndef GDN_CLOCK_TIMESTAMP_H
#define GDN_CLOCK_TIMESTAMP_H

#include "../core/private.h"
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A timestamp counts Unix time in steps of 2^-20 ms (0.95 ns):
 *
 *   bits 63-20  Unix milliseconds
 *   bits 19-0   fraction of the millisecond, floor(fraction * 2^20)
 *
 * Example: 5.25 ms after the start of 1970 is 5 << 20 | 0x40000.
 * The milliseconds have 44 bits, so the last timestamp is in the year 2527.
 */
#define GDN_TIMESTAMP_FRACTION_BITS 20
#define GDN_TIMESTAMP_PER_MS        (UINT64_C(1) << GDN_TIMESTAMP_FRACTION_BITS)

/* The Gregorian tick at which 1970 begins, and the ticks in a millisecond
 * (RFC 9562, 5.1). */
#define GDN_TICKS_OF_1970 UINT64_C(0x01b21dd213814000)
#define GDN_TICKS_PER_MS  10000

static inline uint64_t gdn_ms_of_timestamp(uint64_t timestamp)
{
    return timestamp >> GDN_TIMESTAMP_FRACTION_BITS;
}

/*
 * The Gregorian tick of a timestamp: exactly floor(ns / 100) of the time that
 * gdn_timestamp_of converted.
 *
 * A fraction f = floor(ns * 2^20 / 10^6) covers the times from f to just below
 * f + 1. A tick is longer than 100 fractions, so at most one tick begins within
 * f. The last tick that begins before f + 1 is therefore the tick of ns.
 */
static inline uint64_t gdn_ticks_of_timestamp(uint64_t timestamp)
{
    uint64_t fraction = timestamp & (GDN_TIMESTAMP_PER_MS - 1);

    return GDN_TICKS_OF_1970 +
           gdn_ms_of_timestamp(timestamp) * GDN_TICKS_PER_MS +
           (((fraction + 1) * GDN_TICKS_PER_MS - 1) >>
            GDN_TIMESTAMP_FRACTION_BITS);
}

/*
 * Convert a time to a timestamp, to Gregorian ticks, or to Unix milliseconds.
 *
 * Errors  GUIDON_E_CLOCK  the time is before 1970 (ticks: 1582), or past the
 *                         last timestamp (2527), tick or 48-bit millisecond, or
 *                         its nanoseconds exceed 999 999 999; *out is unchanged
 */
guidon_status gdn_timestamp_of(uint64_t *out, guidon_time t);
guidon_status gdn_clock_ticks_of(uint64_t *out, guidon_time t);
guidon_status gdn_clock_ms_of(uint64_t *out, guidon_time t);

GDN_PRIVATE_END

#endif
