/* SPDX-License-Identifier: MIT */
/* make.c - new ids. */
#include "guidon_pg.h"

#include <funcapi.h>
#include <miscadmin.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <optimizer/optimizer.h>
#include <utils/fmgrprotos.h>

PG_FUNCTION_INFO_V1(guidon_pg_v1);
Datum guidon_pg_v1(PG_FUNCTION_ARGS)
{
    return gdnpg_new(GUIDON_V1);
}
PG_FUNCTION_INFO_V1(guidon_pg_v4);
Datum guidon_pg_v4(PG_FUNCTION_ARGS)
{
    return gdnpg_new(GUIDON_V4);
}
PG_FUNCTION_INFO_V1(guidon_pg_v6);
Datum guidon_pg_v6(PG_FUNCTION_ARGS)
{
    return gdnpg_new(GUIDON_V6);
}
PG_FUNCTION_INFO_V1(guidon_pg_v7);
Datum guidon_pg_v7(PG_FUNCTION_ARGS)
{
    return gdnpg_new(GUIDON_V7);
}

/* ------------------------------------------------------- at a time that you give */

static Datum out_of_reach(int sqlstate)
{
    ereport(ERROR, (errcode(sqlstate),
                    errmsg("timestamp out of range for UUID version 7"),
                    errdetail("Version 7 holds the years 1970 to 10889.")));
}

/* The microseconds are in rand_a. The ids of one time have no order. */
PG_FUNCTION_INFO_V1(guidon_pg_v7_at);
Datum guidon_pg_v7_at(PG_FUNCTION_ARGS)
{
    guidon_time time = gdnpg_finite_time(PG_GETARG_TIMESTAMPTZ(0));
    guidon_id id;
    guidon_status status = guidon_v7_at_precise(&id, time);

    if (status == GUIDON_E_RANGE) {
        return out_of_reach(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
    }
    gdnpg_check(status);
    GDNPG_RETURN_ID(id);
}

/*
 * uuidv7(interval) of PostgreSQL 18: an ordinary id, whose milliseconds are
 * shifted. The other bits stay, so the ids of one shift keep their order.
 */
PG_FUNCTION_INFO_V1(guidon_pg_v7_shifted);
Datum guidon_pg_v7_shifted(PG_FUNCTION_ARGS)
{
    guidon_id id;
    Datum now;
    guidon_time at;

    gdnpg_check(guidon_new(&id, GUIDON_V7));
    now = TimestampTzGetDatum(gdnpg_timestamptz_ms(guidon_ulid_ms_of(&id)));
    now = DirectFunctionCall2(timestamptz_pl_interval, now, PG_GETARG_DATUM(0));
    if (TIMESTAMP_NOT_FINITE(DatumGetTimestampTz(now))) {
        return out_of_reach(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE);
    }
    at = gdnpg_time(DatumGetTimestampTz(now));
    /* A time before 1970 is too large as an unsigned number. */
    if (guidon_v7_make(&id,
                       (uint64)at.seconds * 1000 + at.nanoseconds / 1000000,
                       id.bytes + 6) != GUIDON_OK) {
        return out_of_reach(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE);
    }
    GDNPG_RETURN_ID(id);
}

/* ------------------------------------------------------------- many at once */

#define GDNPG_CHUNK 512

typedef struct SeriesState {
    int64 left; /* ids that are not made yet */
    int next, filled;
    guidon_id ids[GDNPG_CHUNK];
} SeriesState;

static void series_refill(SeriesState *series, guidon_kind kind)
{
    CHECK_FOR_INTERRUPTS();
    series->filled = (int)Min(series->left, GDNPG_CHUNK);
    gdnpg_check(guidon_new_many(series->ids, (size_t)series->filled, kind));
    series->left -= series->filled;
    series->next = 0;
}

static SeriesState *series_start(FuncCallContext *call, int64 n)
{
    SeriesState *series =
        MemoryContextAlloc(call->multi_call_memory_ctx, sizeof *series);

    series->left = n;
    series->next = series->filled = 0;
    return series;
}

Datum gdnpg_series(FunctionCallInfo fcinfo, guidon_kind kind)
{
    FuncCallContext *call;
    SeriesState *series;

    if (SRF_IS_FIRSTCALL()) {
        call = SRF_FIRSTCALL_INIT();
        call->user_fctx = series_start(call, PG_GETARG_INT64(0));
    }
    call = SRF_PERCALL_SETUP();
    series = call->user_fctx;
    if (series->next == series->filled) {
        if (series->left <= 0) {
            SRF_RETURN_DONE(call);
        }
        series_refill(series, kind);
    }
    SRF_RETURN_NEXT(call, PointerGetDatum(&series->ids[series->next++]));
}

PG_FUNCTION_INFO_V1(guidon_pg_v4_series);
Datum guidon_pg_v4_series(PG_FUNCTION_ARGS)
{
    return gdnpg_series(fcinfo, GUIDON_V4);
}
PG_FUNCTION_INFO_V1(guidon_pg_v7_series);
Datum guidon_pg_v7_series(PG_FUNCTION_ARGS)
{
    return gdnpg_series(fcinfo, GUIDON_V7);
}

/* Tell the planner how many rows a series of a constant length returns. */
PG_FUNCTION_INFO_V1(guidon_pg_series_support);
Datum guidon_pg_series_support(PG_FUNCTION_ARGS)
{
    Node *request = (Node *)PG_GETARG_POINTER(0);
    SupportRequestRows *rows = (SupportRequestRows *)request;
    Node *n;

    if (!IsA(request, SupportRequestRows) || !is_funcclause(rows->node)) {
        PG_RETURN_POINTER(NULL);
    }
    n = estimate_expression_value(rows->root,
                                  linitial(((FuncExpr *)rows->node)->args));
    if (!IsA(n, Const)) {
        PG_RETURN_POINTER(NULL);
    }
    rows->rows = ((Const *)n)->constisnull
                     ? 0
                     : (double)Max(DatumGetInt64(((Const *)n)->constvalue), 0);
    PG_RETURN_POINTER(rows);
}
