/* SPDX-License-Identifier: MIT */
/* ticks.c - convert times to and from Gregorian ticks and Unix milliseconds. */
#include "ticks.h"
#include "layout.h"
#include <guidon/make.h>

#define MS_PER_SECOND 1000u

bool gdn_time_is_sound(guidon_time t)
{
    return t.nanoseconds < GDN_NS_PER_SECOND;
}

guidon_time guidon_ticks_to_time(uint64_t ticks)
{
    return gdn_ticks_to_time(ticks);
}

guidon_status guidon_time_to_ticks(uint64_t *out, guidon_time time)
{
    const int64_t last =
        (int64_t)(GDN_TICKS_MAX / GDN_TICKS_PER_SECOND) - GDN_GREGORIAN_SECONDS;
    uint64_t ticks;

    if (!gdn_time_is_sound(time)) {
        return GUIDON_E_ARGUMENT;
    }
    if (time.seconds < -GDN_GREGORIAN_SECONDS || time.seconds > last) {
        return GUIDON_E_RANGE;
    }
    ticks = (uint64_t)(time.seconds + GDN_GREGORIAN_SECONDS) *
                GDN_TICKS_PER_SECOND +
            time.nanoseconds / GDN_NS_PER_TICK;
    if (ticks > GDN_TICKS_MAX) {
        return GUIDON_E_RANGE;
    }
    *out = ticks;
    return GUIDON_OK;
}

guidon_time gdn_unix_ms_to_time(uint64_t ms)
{
    guidon_time t;

    t.seconds = (int64_t)(ms / MS_PER_SECOND);
    t.nanoseconds = (uint32_t)(ms % MS_PER_SECOND) * GDN_NS_PER_MS;
    return t;
}

guidon_status gdn_time_to_unix_ms(uint64_t *out, guidon_time t)
{
    const int64_t last = (int64_t)(GDN_UNIX_MS_MAX / MS_PER_SECOND);
    uint64_t ms;

    if (!gdn_time_is_sound(t)) {
        return GUIDON_E_ARGUMENT;
    }
    if (t.seconds < 0 || t.seconds > last) {
        return GUIDON_E_RANGE;
    }
    ms = (uint64_t)t.seconds * MS_PER_SECOND + t.nanoseconds / GDN_NS_PER_MS;
    if (ms > GDN_UNIX_MS_MAX) {
        return GUIDON_E_RANGE;
    }
    *out = ms;
    return GUIDON_OK;
}
