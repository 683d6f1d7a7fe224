/* SPDX-License-Identifier: MIT */
/* bounds.c - the first and the last id of a time, and of a range of times. */
#include "guidon_pg.h"

#include <access/stratnum.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_type.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <optimizer/clauses.h>
#include <optimizer/optimizer.h>
#include <utils/builtins.h>
#include <utils/lsyscache.h>
#include <utils/rangetypes.h>
#include <utils/syscache.h>
#include <utils/typcache.h>

/* The bounds of a ULID are 48 bits of milliseconds and then only zeros, or only
 * ones: they are bounds of version 7 too. */
PG_FUNCTION_INFO_V1(guidon_pg_floor);
Datum guidon_pg_floor(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), guidon_ulid_floor);
}
PG_FUNCTION_INFO_V1(guidon_pg_ceil);
Datum guidon_pg_ceil(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), guidon_ulid_ceil);
}
PG_FUNCTION_INFO_V1(guidon_pg_v7_floor);
Datum guidon_pg_v7_floor(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), guidon_v7_floor);
}
PG_FUNCTION_INFO_V1(guidon_pg_v7_ceil);
Datum guidon_pg_v7_ceil(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), guidon_v7_ceil);
}
PG_FUNCTION_INFO_V1(guidon_pg_v6_floor);
Datum guidon_pg_v6_floor(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), guidon_v6_floor);
}

/* A time is a microsecond, which is ten ticks of version 6. The last microsecond
 * of version 6 has only six of them. */
static guidon_status v6_last_of_microsecond(guidon_id *id, guidon_time at)
{
    static const guidon_time last = {INT64CONST(103072857660), 684697500};

    if (at.seconds == last.seconds && at.nanoseconds == 684697000) {
        return guidon_v6_ceil(id, last);
    }
    at.nanoseconds += 999;
    return guidon_v6_ceil(id, at);
}

PG_FUNCTION_INFO_V1(guidon_pg_v6_ceil);
Datum guidon_pg_v6_ceil(PG_FUNCTION_ARGS)
{
    return gdnpg_bound(PG_GETARG_TIMESTAMPTZ(0), v6_last_of_microsecond);
}

/* ------------------------------------------------------------------- ranges */

/* The ids of a range of times: low to high, both included. */
struct id_range {
    guidon_id low, high;
};

/* The result for a range without ids. Low is one above high, so the planner
 * estimates that no row has an id between them. */
static const struct id_range no_ids = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
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

/* The first millisecond that is not before a lower bound. */
static int64 first_ms(const RangeBound *lower)
{
    TimestampTz from = DatumGetTimestampTz(lower->val);

    if (lower->infinite || TIMESTAMP_IS_NOBEGIN(from)) {
        return FIRST_MS;
    }
    return TIMESTAMP_IS_NOEND(from)
               ? LAST_MS + 1
               : Max(FIRST_MS, ms_of(from - lower->inclusive) + 1);
}

/* The last millisecond that is not after an upper bound. */
static int64 last_ms(const RangeBound *upper)
{
    TimestampTz to = DatumGetTimestampTz(upper->val);

    if (upper->infinite || TIMESTAMP_IS_NOEND(to)) {
        return LAST_MS;
    }
    return TIMESTAMP_IS_NOBEGIN(to)
               ? FIRST_MS - 1
               : Min(LAST_MS, ms_of(to - !upper->inclusive));
}

static guidon_id bound_of_ms(int64 ms, gdnpg_bound_function *bound)
{
    return *gdnpg_id(gdnpg_bound(ms * 1000, bound));
}

/* An id has the time at which its millisecond begins. So a millisecond belongs to
 * the range if its first microsecond does. */
static struct id_range ids_between(const RangeBound *lower,
                                   const RangeBound *upper)
{
    int64 first = first_ms(lower);
    int64 last = last_ms(upper);
    struct id_range ids;

    if (first > last) {
        return no_ids;
    }
    ids.low = bound_of_ms(first, guidon_ulid_floor);
    ids.high = bound_of_ms(last, guidon_ulid_ceil);
    return ids;
}

static struct id_range ids_of_range(FunctionCallInfo fcinfo, int argument)
{
    RangeType *range = PG_GETARG_RANGE_P(argument);
    RangeBound lower, upper;
    bool empty;

    range_deserialize(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range,
                      &lower, &upper, &empty);
    return empty ? no_ids : ids_between(&lower, &upper);
}

PG_FUNCTION_INFO_V1(guidon_pg_range_low);
Datum guidon_pg_range_low(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(ids_of_range(fcinfo, 0).low);
}

PG_FUNCTION_INFO_V1(guidon_pg_range_high);
Datum guidon_pg_range_high(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(ids_of_range(fcinfo, 0).high);
}

/* What the planner cannot replace by comparisons, such as a volatile argument. */
PG_FUNCTION_INFO_V1(guidon_pg_in_range);
Datum guidon_pg_in_range(PG_FUNCTION_ARGS)
{
    const guidon_id *id = GDNPG_ARG_ID(0);
    struct id_range ids = ids_of_range(fcinfo, 1);

    PG_RETURN_BOOL(guidon_compare(id, &ids.low) >= 0 &&
                   guidon_compare(id, &ids.high) <= 0);
}

/* Call a function of this extension, which is in the schema of `sibling`, for a
 * range. Neither the search path nor the rights of the user on that schema count.
 * Returns NULL if there is no such function. */
static Node *bound_of_range(const char *name, const FuncExpr *sibling,
                            Node *range)
{
    Oid argument = TSTZRANGEOID;
    Oid function = GetSysCacheOid3(
        PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
        PointerGetDatum(buildoidvector(&argument, 1)),
        ObjectIdGetDatum(get_func_namespace(sibling->funcid)));

    return OidIsValid(function)
               ? (Node *)makeFuncExpr(function, UUIDOID, list_make1(range),
                                      InvalidOid, InvalidOid,
                                      COERCE_EXPLICIT_CALL)
               : NULL;
}

/* Compare an id of a type, uuid or ulid, with a bound of type uuid, by the
 * operator that an index on the type has. Returns NULL if there is none. */
static Expr *comparison(Oid type, int16 strategy, Node *id, Node *bound)
{
    TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
    Oid op = OidIsValid(entry->btree_opf)
                 ? get_opfamily_member(entry->btree_opf, type, type, strategy)
                 : InvalidOid;

    if (!OidIsValid(op) || !bound) {
        return NULL;
    }
    if (type != UUIDOID) {
        bound = (Node *)makeRelabelType((Expr *)bound, type, -1, InvalidOid,
                                        COERCE_IMPLICIT_CAST);
    }
    return make_opclause(op, BOOLOID, false, (Expr *)copyObject(id),
                         (Expr *)bound, InvalidOid, InvalidOid);
}

/*
 * Replace `in_range(id, times)` by `id >= low AND id <= high`. Each argument is
 * then evaluated twice, so it must be neither volatile nor a subquery. Returns
 * NULL if the call has to stay.
 */
static Node *comparisons(SupportRequestSimplify *request)
{
    FuncExpr *call = request->fcall;
    Node *id = linitial(call->args);
    Node *range = lsecond(call->args);
    Oid type = exprType(id);
    Expr *low, *high;

    if (contain_volatile_functions((Node *)call->args) ||
        contain_subplans((Node *)call->args)) {
        return NULL;
    }
    low = comparison(type, BTGreaterEqualStrategyNumber, id,
                     bound_of_range("guidon_range_low", call, range));
    high = comparison(
        type, BTLessEqualStrategyNumber, id,
        bound_of_range("guidon_range_high", call, copyObject(range)));
    if (!low || !high) {
        return NULL;
    }
    return eval_const_expressions(
        request->root,
        (Node *)makeBoolExpr(AND_EXPR, list_make2(low, high), -1));
}

PG_FUNCTION_INFO_V1(guidon_pg_range_support);
Datum guidon_pg_range_support(PG_FUNCTION_ARGS)
{
    Node *request = (Node *)PG_GETARG_POINTER(0);

    PG_RETURN_POINTER(IsA(request, SupportRequestSimplify)
                          ? comparisons((SupportRequestSimplify *)request)
                          : NULL);
}

/* ------------------------------------------------------------- pg_partman 5 */

/* Read the milliseconds of a bound as pg_partman keeps it: a UUID as text, which
 * need not have a version. */
PG_FUNCTION_INFO_V1(guidon_pg_partman_decoder);
Datum guidon_pg_partman_decoder(PG_FUNCTION_ARGS)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    const char *text = VARDATA_ANY(argument);
    size_t len = VARSIZE_ANY_EXHDR(argument);
    guidon_id id;
    guidon_status status = guidon_uuid_parse(&id, text, len, NULL);

    if (status != GUIDON_OK) {
        gdnpg_bad_text(
            NULL, "uuid", text, len, status,
            gdnpg_reason(text, len, GUIDON_ACCEPT(GUIDON_FORM_UUID)));
    }
    PG_RETURN_TIMESTAMPTZ(gdnpg_timestamptz_ms(guidon_ulid_ms_of(&id)));
}

/* --------------------------------------------------------------- min and max */

PG_FUNCTION_INFO_V1(guidon_pg_smaller);
Datum guidon_pg_smaller(PG_FUNCTION_ARGS)
{
    const guidon_id *a = GDNPG_ARG_ID(0);
    const guidon_id *b = GDNPG_ARG_ID(1);

    GDNPG_RETURN_ID(guidon_compare(a, b) < 0 ? *a : *b);
}

PG_FUNCTION_INFO_V1(guidon_pg_larger);
Datum guidon_pg_larger(PG_FUNCTION_ARGS)
{
    const guidon_id *a = GDNPG_ARG_ID(0);
    const guidon_id *b = GDNPG_ARG_ID(1);

    GDNPG_RETURN_ID(guidon_compare(a, b) > 0 ? *a : *b);
}
