/* SPDX-License-Identifier: MIT */
/* Convert times to and from the counts in ids, for the rest of the library. */
#ifndef GDN_CORE_TICKS_H
#define GDN_CORE_TICKS_H

#include "layout.h"
#include "private.h"
#include <guidon/id.h>
#include <stdbool.h>

#define GDN_NS_PER_SECOND    1000000000u
#define GDN_NS_PER_MS        1000000u
#define GDN_NS_PER_TICK      100u

#define GDN_TICKS_PER_SECOND 10000000u

/* From 1582-10-15 to 1970-01-01: 141 427 days of 86 400 s (RFC 9562, section
 * 5.1). */
#define GDN_GREGORIAN_SECONDS INT64_C(12219292800)

/* The ticks start before 1970 at a whole second, so an unsigned division rounds
 * towards the past. The quotient is below 2^41. */
static inline guidon_time gdn_ticks_to_time(uint64_t ticks)
{
    guidon_time t;

    t.seconds = (int64_t)(ticks / GDN_TICKS_PER_SECOND) - GDN_GREGORIAN_SECONDS;
    t.nanoseconds = (uint32_t)(ticks % GDN_TICKS_PER_SECOND) * GDN_NS_PER_TICK;
    return t;
}

/* The Unix millisecond of a tick; 0 before 1970. */
static inline uint64_t gdn_ms_of_ticks(uint64_t ticks)
{
    const uint64_t start =
        (uint64_t)GDN_GREGORIAN_SECONDS * GDN_TICKS_PER_SECOND;

    return ticks > start ? (ticks - start) / (GDN_TICKS_PER_SECOND / 1000) : 0;
}

/* Unix milliseconds of 48 bits as ticks: below 2^62. */
static inline uint64_t gdn_ticks_of_ms(uint64_t ms)
{
    return (uint64_t)GDN_GREGORIAN_SECONDS * GDN_TICKS_PER_SECOND +
           ms * (GDN_NS_PER_MS / GDN_NS_PER_TICK);
}

/* Above all ticks. */
#define GDN_NO_TICKS UINT64_MAX

/* The time in 100 ns ticks since 1582, which versions 1, 6 and 7 hold exactly.
 * GDN_NO_TICKS: no time. */
static inline uint64_t gdn_ticks_of_any(const guidon_id *id)
{
    if (gdn_is_version(id, 7)) {
        return gdn_ticks_of_ms(gdn_first_48(id));
    }
    if (gdn_is_version(id, 1)) {
        return gdn_ticks_v1(id);
    }
    return gdn_is_version(id, 6) ? gdn_ticks_v6(id) : GDN_NO_TICKS;
}

GDN_PRIVATE_BEGIN

/* Check that t.nanoseconds is below 10^9. */
bool gdn_time_is_sound(guidon_time t);

/* Accepts any 64-bit count of Unix milliseconds. */
guidon_time gdn_unix_ms_to_time(uint64_t ms);

/*
 * Round a time down to Unix milliseconds.
 *
 * Errors  GUIDON_E_ARGUMENT  t.nanoseconds is above 999 999 999
 *         GUIDON_E_RANGE     t is before 1970 or exceeds 48 bits of
 *                            milliseconds
 */
guidon_status gdn_time_to_unix_ms(uint64_t *out, guidon_time t);

GDN_PRIVATE_END

#endif
