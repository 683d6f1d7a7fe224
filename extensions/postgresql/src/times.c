/* SPDX-License-Identifier: MIT */
/* times.c - timestamptz to the library's times and back. */
#include "guidon_pg.h"

guidon_time gdnpg_time(TimestampTz at)
{
    int64 seconds = at / USECS_PER_SEC;
    int64 micros = at % USECS_PER_SEC;
    guidon_time time;

    if (micros < 0) {
        micros += USECS_PER_SEC;
        seconds--;
    }
    time.seconds = seconds + GDNPG_EPOCH;
    time.nanoseconds = (uint32)micros * 1000;
    return time;
}

guidon_time gdnpg_finite_time(TimestampTz at)
{
    if (TIMESTAMP_NOT_FINITE(at)) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("an id cannot hold an infinite time")));
    }
    return gdnpg_time(at);
}

TimestampTz gdnpg_timestamptz(guidon_time time)
{
    return (time.seconds - GDNPG_EPOCH) * USECS_PER_SEC +
           time.nanoseconds / 1000;
}

TimestampTz gdnpg_timestamptz_ms(uint64 unix_ms)
{
    return (int64)unix_ms * 1000 - GDNPG_EPOCH * USECS_PER_SEC;
}

Datum gdnpg_bound(TimestampTz at, gdnpg_bound_function *bound)
{
    guidon_id id;

    /* No kind holds the numbers that stand for infinity. */
    if (bound(&id, gdnpg_time(at)) == GUIDON_OK) {
        return gdnpg_give(id);
    }
    /* Every kind holds 2000-01-01, so the sign of `at` gives the end. */
    return gdnpg_give(at > 0 ? guidon_max() : guidon_nil());
}
