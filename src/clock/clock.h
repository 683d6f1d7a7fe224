/* SPDX-License-Identifier: MIT */
/* The system's clock, and time as the numbers that generators count in. */
#ifndef GDN_CLOCK_CLOCK_H
#define GDN_CLOCK_CLOCK_H

#include "../core/private.h"
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A stamp: Unix milliseconds << 20 | floor(fraction of the millisecond * 2^20).
 * One machine word of 0.95 ns steps, good for 2^44 milliseconds: to 2527.
 */
#define GDN_TIMESTAMP_FRACTION_BITS 20
#define GDN_TIMESTAMP_PER_MS        (UINT64_C(1) << GDN_TIMESTAMP_FRACTION_BITS)

/* Gregorian ticks of 1970, and in a millisecond (RFC 9562, 5.1). */
#define GDN_TICKS_OF_1970 UINT64_C(0x01b21dd213814000)
#define GDN_TICKS_PER_MS  10000

/* A stamp's time in milliseconds, and in Gregorian ticks. */
static inline uint64_t gdn_ms_of_timestamp(uint64_t stamp)
{
    return stamp >> GDN_TIMESTAMP_FRACTION_BITS;
}

/*
 * A fraction f = floor(ns * 2^20 / 10^6) stands for times from f to just below
 * f + 1, so the last tick that begins in them is that of f + 1 less a little:
 * exactly floor(ns / 100), since a tick is more than a hundred fractions long.
 */
static inline uint64_t gdn_ticks_of_timestamp(uint64_t stamp)
{
    uint64_t fraction = stamp & (GDN_TIMESTAMP_PER_MS - 1);

    return GDN_TICKS_OF_1970 + gdn_ms_of_timestamp(stamp) * GDN_TICKS_PER_MS +
           (((fraction + 1) * GDN_TICKS_PER_MS - 1) >>
            GDN_TIMESTAMP_FRACTION_BITS);
}

/*
 * Any sound time as a stamp, a count of Gregorian ticks, or milliseconds.
 *
 * Errors  GUIDON_E_CLOCK  before 1970 (ticks: 1582), past the last stamp (2527)
 *                         or tick or 48-bit millisecond, or nanoseconds past
 *                         999 999 999
 */
guidon_status gdn_timestamp_of(uint64_t *out, guidon_time t);
guidon_status gdn_clock_ticks_of(uint64_t *out, guidon_time t);
guidon_status gdn_clock_ms_of(uint64_t *out, guidon_time t);

/*
 * The system's wall clock, to its nanosecond.
 *
 * Errors  GUIDON_E_CLOCK  the system refused
 */
guidon_status gdn_clock_now(guidon_time *out);

/*
 * The same as a stamp: alike for all threads and processes. linear_clock.h has a cheaper
 * one for who reads alone.
 *
 * Errors  as gdn_clock_now and gdn_timestamp_of
 * Threads any
 */
guidon_status gdn_clock_timestamp(uint64_t *out);

/* What who reads alone reads, in words. */
const char *gdn_clock_timestamp_name(void);

/* Sleep until the wall clock may have moved by about `ns` nanoseconds, at most
 * a second. */
void gdn_clock_pause(uint64_t ns);

/*
 * A hardware address of this host as a node: the first, by name, of an
 * interface that is up, not a loopback, with a universally administered unicast
 * address.
 *
 * Errors  GUIDON_E_VERSION  there is none
 */
guidon_status gdn_node_mac(unsigned char out[6]);

GDN_PRIVATE_END

#endif
