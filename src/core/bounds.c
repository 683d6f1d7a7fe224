/* SPDX-License-Identifier: MIT */
/* bounds.c - the smallest and largest id of a millisecond or tick. */
#include "layout.h"
#include "ticks.h"
#include <guidon/make.h>

/* The value of every bit that is not time, version or variant. */
enum fill { FLOOR = 0x00, CEIL = 0xff };

static guidon_id bounds_filled(enum fill fill)
{
    guidon_id id;

    memset(id.bytes, (int)fill, sizeof id.bytes);
    return id;
}

typedef void put_ticks_fn(guidon_id *id, uint64_t ticks);

static guidon_status ticks_bound(guidon_id *out, guidon_time t, enum fill fill,
                                 put_ticks_fn *put_ticks, unsigned version)
{
    guidon_id id = bounds_filled(fill);
    uint64_t ticks;
    guidon_status status = guidon_time_to_ticks(&ticks, t);

    if (status) {
        return status;
    }
    put_ticks(&id, ticks);
    gdn_set_version(&id, version);
    *out = id;
    return GUIDON_OK;
}

static guidon_status ulid_bound(guidon_id *out, guidon_time t, enum fill fill)
{
    guidon_id id = bounds_filled(fill);
    uint64_t ms;
    guidon_status status = gdn_time_to_unix_ms(&ms, t);

    if (status) {
        return status;
    }
    gdn_put_first_48(&id, ms);
    *out = id;
    return GUIDON_OK;
}

/* A version 7 bound is the ULID bound with version and variant. */
static guidon_status v7_bound(guidon_id *out, guidon_time t, enum fill fill)
{
    guidon_status status = ulid_bound(out, t, fill);

    if (!status) {
        gdn_set_version(out, 7);
    }
    return status;
}

guidon_status guidon_v1_floor(guidon_id *out, guidon_time time)
{
    return ticks_bound(out, time, FLOOR, gdn_put_ticks_v1, 1);
}

guidon_status guidon_v1_ceil(guidon_id *out, guidon_time time)
{
    return ticks_bound(out, time, CEIL, gdn_put_ticks_v1, 1);
}

guidon_status guidon_v6_floor(guidon_id *out, guidon_time time)
{
    return ticks_bound(out, time, FLOOR, gdn_put_ticks_v6, 6);
}

guidon_status guidon_v6_ceil(guidon_id *out, guidon_time time)
{
    return ticks_bound(out, time, CEIL, gdn_put_ticks_v6, 6);
}

guidon_status guidon_v7_floor(guidon_id *out, guidon_time time)
{
    return v7_bound(out, time, FLOOR);
}

guidon_status guidon_v7_ceil(guidon_id *out, guidon_time time)
{
    return v7_bound(out, time, CEIL);
}

guidon_status guidon_ulid_floor(guidon_id *out, guidon_time time)
{
    return ulid_bound(out, time, FLOOR);
}

guidon_status guidon_ulid_ceil(guidon_id *out, guidon_time time)
{
    return ulid_bound(out, time, CEIL);
}
