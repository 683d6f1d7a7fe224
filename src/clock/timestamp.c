/* SPDX-License-Identifier: MIT */
/* timestamp.c - converts a time to a timestamp, to ticks, to milliseconds. */
#include "timestamp.h"
#include "../core/ticks.h"
#include <guidon/make.h>

#define TIMESTAMP_MS_MAX (UINT64_MAX >> GDN_TIMESTAMP_FRACTION_BITS)

/* A generator reports every time that it cannot use as an error of its
 * clock. */
static guidon_status as_clock_error(guidon_status status)
{
    return status == GUIDON_OK ? GUIDON_OK : GUIDON_E_CLOCK;
}

/*
 * The fraction of the millisecond is f = ns / 10^6. Because ns < 10^6 < 2^20,
 * ns * 2^20 fits 40 bits, and the division gives floor(f * 2^20) exactly. The
 * top 12 bits are floor(floor(f * 2^20) / 2^8) = floor(f * 2^12), because the
 * floor of a floor divided by a whole number is the floor of the quotient.
 * RFC 9562, 6.2, method 3 asks for exactly these bits.
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
    return as_clock_error(guidon_time_to_ticks(out, t));
}

guidon_status gdn_clock_ms_of(uint64_t *out, guidon_time t)
{
    return as_clock_error(gdn_time_to_unix_ms(out, t));
}
