/* SPDX-License-Identifier: MIT */
/* bounds.c - the first and the last id of a time, and of a range of times. */
#include "guidon_pg.h"

#include <utils/builtins.h>
#include <utils/rangetypes.h>

#define BOUND_FUNCTION(name, bound)                                            \
  GDNPG_FUNCTION(name)                                                         \
  {                                                                            \
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), bound);                       \
  }

/* The bounds of a ULID are 48 bits of milliseconds and then only zeros, or only
 * ones: they are bounds of version 7 too. */
BOUND_FUNCTION(floor, guidon_ulid_floor)
BOUND_FUNCTION(ceil, guidon_ulid_ceil)
BOUND_FUNCTION(v7_min, guidon_v7_floor)
BOUND_FUNCTION(v7_max, guidon_v7_ceil)
BOUND_FUNCTION(v6_min, guidon_v6_floor)
BOUND_FUNCTION(v6_max, guidon_v6_ceil)

/* ------------------------------------------------------------------- ranges */

/* The ids of a range of times: low to high, both included. If the range has
 * none, low is Max and high is Nil. */
struct id_range {
    guidon_id low, high;
};

static const struct id_range no_ids = {
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
      255}},
    {{0}},
};

/* The first and the last time of 48 bits, in ms since 2000. */
#define FIRST_MS (-GDNPG_EPOCH * 1000)
#define LAST_MS  (FIRST_MS + (INT64CONST(1) << 48) - 1)

/* The millisecond of a finite time, since 2000, rounded towards the past. */
static int64 ms_of(TimestampTz at)
{
    return at / 1000 - (at % 1000 < 0);
}

static guidon_id bound_of_ms(int64 ms, gdnpg_bound_function *bound)
{
    return *gdnpg_id(gdnpg_bound(ms * 1000, bound));
}

/*
 * An id has the time of its millisecond. An excluded lower bound therefore
 * begins with the next millisecond, and an excluded upper bound ends with the
 * one before.
 */
static struct id_range ids_between(const RangeBound *lower,
                                   const RangeBound *upper)
{
    struct id_range ids = {guidon_nil(), guidon_max()};
    TimestampTz from = DatumGetTimestampTz(lower->val);
    TimestampTz to = DatumGetTimestampTz(upper->val);

    if (!upper->infinite && !TIMESTAMP_IS_NOEND(to)) {
        int64 last = TIMESTAMP_IS_NOBEGIN(to) ? FIRST_MS - 1
                                              : ms_of(to) - !upper->inclusive;

        if (last < FIRST_MS) {
            return no_ids;
        }
        ids.high = bound_of_ms(last, guidon_ulid_ceil);
    }
    if (!lower->infinite && !TIMESTAMP_IS_NOBEGIN(from)) {
        int64 first = TIMESTAMP_IS_NOEND(from)
                          ? LAST_MS + 1
                          : ms_of(from) + !lower->inclusive;

        if (first > LAST_MS) {
            return no_ids;
        }
        ids.low = bound_of_ms(first, guidon_ulid_floor);
    }
    return ids;
}

static struct id_range ids_of_range(FunctionCallInfo fcinfo)
{
    RangeType *range = PG_GETARG_RANGE_P(0);
    RangeBound lower, upper;
    bool empty;

    range_deserialize(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range,
                      &lower, &upper, &empty);
    return empty ? no_ids : ids_between(&lower, &upper);
}

GDNPG_FUNCTION(range_low)
{
    GDNPG_RETURN_ID(ids_of_range(fcinfo).low);
}

GDNPG_FUNCTION(range_high)
{
    GDNPG_RETURN_ID(ids_of_range(fcinfo).high);
}

/* ------------------------------------------------------------- pg_partman 5 */

/* Read the milliseconds of a bound as pg_partman keeps it: a UUID as text, which
 * need not have a version. */
GDNPG_FUNCTION(partman_decoder)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    const char *text = VARDATA_ANY(argument);
    size_t len = VARSIZE_ANY_EXHDR(argument);
    guidon_id id;
    size_t bad_at;
    guidon_status status = guidon_uuid_parse(&id, text, len, &bad_at);

    if (status != GUIDON_OK) {
        gdnpg_bad_text(NULL, "uuid", text, len, status, bad_at);
    }
    PG_RETURN_TIMESTAMPTZ(gdnpg_timestamptz_ms(guidon_ulid_ms_of(&id)));
}

/* --------------------------------------------------------------- min and max */

GDNPG_FUNCTION(smaller)
{
    const guidon_id *a = GDNPG_ARG_ID(0);
    const guidon_id *b = GDNPG_ARG_ID(1);

    GDNPG_RETURN_ID(guidon_compare(a, b) < 0 ? *a : *b);
}

GDNPG_FUNCTION(larger)
{
    const guidon_id *a = GDNPG_ARG_ID(0);
    const guidon_id *b = GDNPG_ARG_ID(1);

    GDNPG_RETURN_ID(guidon_compare(a, b) > 0 ? *a : *b);
}
