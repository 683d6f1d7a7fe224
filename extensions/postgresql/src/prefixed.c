/* SPDX-License-Identifier: MIT */
/* prefixed.c - ids of version 8 with a prefix: append and sharded. */
#include "guidon_pg.h"

#include <access/htup_details.h>
#include <funcapi.h>

/* ---------------------------------------------------------------- arguments */

/* Return an argument that is a length of prefixes of at most `most` bits. */
static unsigned bits_of(FunctionCallInfo fcinfo, int argument, const char *name,
                        int most)
{
    int32 bits = PG_GETARG_INT32(argument);

    if (bits < 0 || bits > most) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("%s %d is out of range", name, (int)bits),
                        errdetail("It is 0 to %d.", most)));
    }
    return (unsigned)bits;
}

static unsigned prefix_bits_of(FunctionCallInfo fcinfo, int argument)
{
    return bits_of(fcinfo, argument, "prefix_bits", GUIDON_V8_PREFIX_BITS_MAX);
}

static unsigned shard_bits_of(FunctionCallInfo fcinfo, int argument)
{
    return bits_of(fcinfo, argument, "shard_bits", GUIDON_V8_SHARD_BITS_MAX);
}

/* Return an argument that is a prefix, or a shard, of so many bits. */
static uint32 prefix_of(FunctionCallInfo fcinfo, int argument, const char *name,
                        unsigned bits)
{
    int32 prefix = PG_GETARG_INT32(argument);

    if (prefix < 0 || (uint64)prefix >> bits != 0) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("%s %d is out of range", name, (int)prefix),
                        errdetail("With %u bits, it is 0 to %u.", bits,
                                  (1u << bits) - 1)));
    }
    return (uint32)prefix;
}

static uint32 ones(unsigned bits)
{
    return (UINT32_C(1) << bits) - 1;
}

/* ---------------------------------------------------------------- new ids */

PG_FUNCTION_INFO_V1(guidon_pg_v8_append);
Datum guidon_pg_v8_append(PG_FUNCTION_ARGS)
{
    guidon_id id;

    gdnpg_check(guidon_v8_append(&id, prefix_bits_of(fcinfo, 0)));
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_sharded);
Datum guidon_pg_v8_sharded(PG_FUNCTION_ARGS)
{
    unsigned bits = shard_bits_of(fcinfo, 1);
    uint32 shard = prefix_of(fcinfo, 0, "shard", bits);
    guidon_id id;

    gdnpg_check(guidon_v8_sharded(&id, shard, bits));
    GDNPG_RETURN_ID(id);
}

/* Raise the error of an id of a given time. */
static void check_time(guidon_status status)
{
    if (status == GUIDON_E_RANGE) {
        ereport(ERROR,
                (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                 errmsg("timestamp out of range for an id with a prefix"),
                 errdetail("Such an id holds the years 1970 to 2527.")));
    }
    gdnpg_check(status);
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_append_at);
Datum guidon_pg_v8_append_at(PG_FUNCTION_ARGS)
{
    guidon_time time = gdnpg_finite_time(PG_GETARG_TIMESTAMPTZ(0));
    guidon_id id;

    check_time(guidon_v8_append_at(&id, time, prefix_bits_of(fcinfo, 1)));
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_sharded_at);
Datum guidon_pg_v8_sharded_at(PG_FUNCTION_ARGS)
{
    guidon_time time = gdnpg_finite_time(PG_GETARG_TIMESTAMPTZ(0));
    unsigned bits = shard_bits_of(fcinfo, 2);
    uint32 shard = prefix_of(fcinfo, 1, "shard", bits);
    guidon_id id;

    check_time(guidon_v8_sharded_at(&id, time, shard, bits));
    GDNPG_RETURN_ID(id);
}

/* ------------------------------------------------------------------- bounds */

/* The first and the last time of an id. */
#define LAST_MS GUIDON_V8_PREFIXED_MS_MAX

static guidon_time first_time(void)
{
    return (guidon_time){0, 0};
}

static guidon_time last_time(void)
{
    return (guidon_time){LAST_MS / 1000, LAST_MS % 1000 * 1000000 + 999999};
}

/* Does a time lie before the first, or after the last time? */
static bool is_before(guidon_time time)
{
    return time.seconds < 0;
}

static bool is_after(guidon_time time)
{
    guidon_time last = last_time();

    return time.seconds > last.seconds || (time.seconds == last.seconds &&
                                           time.nanoseconds > last.nanoseconds);
}

/* The first id of a prefix that is not before a time. A bound saturates within
 * its prefix: for all times after the last, it is the last id. */
static guidon_id floor_of(TimestampTz at, uint32 prefix, unsigned bits)
{
    guidon_time time = gdnpg_time(at);
    guidon_id id;

    if (is_after(time)) {
        gdnpg_check(guidon_v8_ceil(&id, last_time(), prefix, bits));
    } else {
        gdnpg_check(guidon_v8_floor(&id, is_before(time) ? first_time() : time,
                                    prefix, bits));
    }
    return id;
}

/* The last id of a prefix that is not after the microsecond of a time. */
static guidon_id ceil_of(TimestampTz at, uint32 prefix, unsigned bits)
{
    guidon_time time = gdnpg_time(at);
    guidon_id id;

    if (is_before(time)) {
        gdnpg_check(guidon_v8_floor(&id, first_time(), prefix, bits));
        return id;
    }
    if (is_after(time)) {
        time = last_time();
    } else {
        time.nanoseconds += 999;
    }
    gdnpg_check(guidon_v8_ceil(&id, time, prefix, bits));
    return id;
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_append_floor);
Datum guidon_pg_v8_append_floor(PG_FUNCTION_ARGS)
{
    unsigned bits = prefix_bits_of(fcinfo, 1);

    GDNPG_RETURN_ID(floor_of(PG_GETARG_TIMESTAMPTZ(0), ones(bits), bits));
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_floor);
Datum guidon_pg_v8_floor(PG_FUNCTION_ARGS)
{
    unsigned bits = prefix_bits_of(fcinfo, 2);
    uint32 prefix = prefix_of(fcinfo, 1, "prefix", bits);

    GDNPG_RETURN_ID(floor_of(PG_GETARG_TIMESTAMPTZ(0), prefix, bits));
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_ceil);
Datum guidon_pg_v8_ceil(PG_FUNCTION_ARGS)
{
    unsigned bits = prefix_bits_of(fcinfo, 2);
    uint32 prefix = prefix_of(fcinfo, 1, "prefix", bits);

    GDNPG_RETURN_ID(ceil_of(PG_GETARG_TIMESTAMPTZ(0), prefix, bits));
}

/* ------------------------------------------------------------------- ranges */

static Datum range_of(FunctionCallInfo fcinfo, TupleDesc row, uint32 shard,
                      unsigned bits)
{
    guidon_id low = floor_of(PG_GETARG_TIMESTAMPTZ(0), shard, bits);
    guidon_id high = ceil_of(PG_GETARG_TIMESTAMPTZ(1), shard, bits);
    Datum values[3] = {Int32GetDatum((int32)shard), gdnpg_give(low),
                       gdnpg_give(high)};
    bool nulls[3] = {false};

    return HeapTupleGetDatum(heap_form_tuple(row, values, nulls));
}

PG_FUNCTION_INFO_V1(guidon_pg_v8_ranges);
Datum guidon_pg_v8_ranges(PG_FUNCTION_ARGS)
{
    unsigned bits = shard_bits_of(fcinfo, 2);
    FuncCallContext *call;
    Datum row;

    if (SRF_IS_FIRSTCALL()) {
        MemoryContext before;

        call = SRF_FIRSTCALL_INIT();
        before = MemoryContextSwitchTo(call->multi_call_memory_ctx);
        if (get_call_result_type(fcinfo, NULL, &call->tuple_desc) !=
            TYPEFUNC_COMPOSITE) {
            elog(ERROR, "guidon_v8_ranges returns rows");
        }
        call->tuple_desc = BlessTupleDesc(call->tuple_desc);
        call->max_calls = UINT64CONST(1) << bits;
        MemoryContextSwitchTo(before);
    }
    call = SRF_PERCALL_SETUP();
    if (call->call_cntr == call->max_calls) {
        SRF_RETURN_DONE(call);
    }
    /* The macro counts before it evaluates its argument. */
    row = range_of(fcinfo, call->tuple_desc, (uint32)call->call_cntr, bits);
    SRF_RETURN_NEXT(call, row);
}

/* ------------------------------------------------------------------- fields */

PG_FUNCTION_INFO_V1(guidon_pg_v8_prefix_of);
Datum guidon_pg_v8_prefix_of(PG_FUNCTION_ARGS)
{
    unsigned bits = prefix_bits_of(fcinfo, 1);
    uint32_t prefix;
    guidon_time time;

    if (guidon_v8_prefix_of(&time, &prefix, GDNPG_ARG_ID(0), bits) !=
        GUIDON_OK) {
        PG_RETURN_NULL();
    }
    PG_RETURN_INT32((int32)prefix);
}

PG_FUNCTION_INFO_V1(guidon_pg_prefixed_time_of);
Datum guidon_pg_prefixed_time_of(PG_FUNCTION_ARGS)
{
    unsigned bits = prefix_bits_of(fcinfo, 1);
    uint32_t prefix;
    guidon_time time;

    if (guidon_v8_prefix_of(&time, &prefix, GDNPG_ARG_ID(0), bits) !=
        GUIDON_OK) {
        PG_RETURN_NULL();
    }
    PG_RETURN_TIMESTAMPTZ(gdnpg_timestamptz(time));
}

/* ------------------------------------------------------------------- shards */

PG_FUNCTION_INFO_V1(guidon_pg_shard_of_bytes);
Datum guidon_pg_shard_of_bytes(PG_FUNCTION_ARGS)
{
    bytea *data = PG_GETARG_BYTEA_PP(0);
    uint32_t shard;

    gdnpg_check(guidon_shard_of(&shard, VARDATA_ANY(data),
                                VARSIZE_ANY_EXHDR(data),
                                shard_bits_of(fcinfo, 1)));
    PG_RETURN_INT32((int32)shard);
}

PG_FUNCTION_INFO_V1(guidon_pg_shard_of_text);
Datum guidon_pg_shard_of_text(PG_FUNCTION_ARGS)
{
    size_t len;
    const char *data = gdnpg_utf8(PG_GETARG_TEXT_PP(0), &len);
    uint32_t shard;

    gdnpg_check(guidon_shard_of(&shard, data, len, shard_bits_of(fcinfo, 1)));
    PG_RETURN_INT32((int32)shard);
}
