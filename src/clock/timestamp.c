/* SPDX-License-Identifier: MIT */
/* timestamp.c - a time as a stamp, as Gregorian ticks, as milliseconds. */
#include "../core/ticks.h"
#include "clock.h"
#include <guidon/make.h>

#define TIMESTAMP_MS_MAX (UINT64_MAX >> GDN_TIMESTAMP_FRACTION_BITS)

/* A time that no field holds is, to a generator, its clock's fault. */
static guidon_status blame_clock(guidon_status status)
{
    return status == GUIDON_OK ? GUIDON_OK : GUIDON_E_CLOCK;
}

/*
 * The nanoseconds of a millisecond are f = ns / 10^6 of it, and below 2^20, so
 * ns * 2^20 fits 40 bits and the division gives floor(f * 2^20) exactly. Its
 * top 12 bits are floor(floor(f * 2^20) / 2^8) = floor(f * 2^12), what method 3
 * of RFC 9562, 6.2 asks for (R68): a floor of a floor by a whole number is the
 * floor of the whole.
 */
guidon_status gdn_timestamp_of(uint64_t *out, guidon_time t)
{
    uint64_t ns = t.nanoseconds % GDN_NS_PER_MS;
    uint64_t ms;

    if (gdn_time_to_unix_ms(&ms, t) || ms > TIMESTAMP_MS_MAX) {
        return GUIDON_E_CLOCK;
    }
    *out = ms << GDN_TIMESTAMP_FRACTION_BITS |
           (ns << GDN_TIMESTAMP_FRACTION_BITS) / GDN_NS_PER_MS;
    return GUIDON_OK;
}

guidon_status gdn_clock_ticks_of(uint64_t *out, guidon_time t)
{
    return blame_clock(guidon_time_to_ticks(out, t));
}

guidon_status gdn_clock_ms_of(uint64_t *out, guidon_time t)
{
    return blame_clock(gdn_time_to_unix_ms(out, t));
}
