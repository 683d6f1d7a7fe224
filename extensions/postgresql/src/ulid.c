/* SPDX-License-Identifier: MIT */
/* ulid.c - the type ulid: its text, its time, new ULIDs and its indexes. */
#include "guidon_pg.h"

#include <access/stratnum.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_type.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <utils/builtins.h>
#include <utils/lsyscache.h>
#include <utils/syscache.h>
#include <utils/typcache.h>

/*
 * The bytes of a ulid are those of a uuid. So the server's own functions for
 * uuid compare, hash, send and receive both types, and bounds.c serves both. See
 * sql/parts/70-ulid.sql.
 */

/* --------------------------------------------------------- text and the time */

PG_FUNCTION_INFO_V1(guidon_pg_ulid_in);
Datum guidon_pg_ulid_in(PG_FUNCTION_ARGS)
{
    const char *text = PG_GETARG_CSTRING(0);
    size_t len = strlen(text);
    guidon_id id;
    guidon_status status = guidon_ulid_parse(&id, text, len, NULL);

    if (status != GUIDON_OK) {
        gdnpg_bad_text(
            fcinfo->context, "ulid", text, len, status,
            gdnpg_reason(text, len, GUIDON_ACCEPT(GUIDON_FORM_ULID)));
        return (Datum)0;
    }
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_ulid_out);
Datum guidon_pg_ulid_out(PG_FUNCTION_ARGS)
{
    char *text = palloc(GUIDON_ULID_LEN + 1);

    guidon_ulid_format(text, GDNPG_ARG_ID(0));
    text[GUIDON_ULID_LEN] = '\0';
    PG_RETURN_CSTRING(text);
}

PG_FUNCTION_INFO_V1(guidon_pg_ulid_time_of);
Datum guidon_pg_ulid_time_of(PG_FUNCTION_ARGS)
{
    PG_RETURN_TIMESTAMPTZ(
        gdnpg_timestamptz_ms(guidon_ulid_ms_of(GDNPG_ARG_ID(0))));
}

/* ----------------------------------------------------------------- new ULIDs */

PG_FUNCTION_INFO_V1(guidon_pg_ulid);
Datum guidon_pg_ulid(PG_FUNCTION_ARGS)
{
    return gdnpg_new(GUIDON_ULID_MONOTONIC);
}

/* The ULIDs of one millisecond have no order. */
PG_FUNCTION_INFO_V1(guidon_pg_ulid_at);
Datum guidon_pg_ulid_at(PG_FUNCTION_ARGS)
{
    guidon_time time = gdnpg_finite_time(PG_GETARG_TIMESTAMPTZ(0));
    guidon_id id;
    guidon_status status = guidon_ulid_at(&id, time);

    if (status == GUIDON_E_RANGE) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("timestamp out of range for ULID"),
                        errdetail("A ULID holds the years 1970 to 10889.")));
    }
    gdnpg_check(status);
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_ulid_cluster);
Datum guidon_pg_ulid_cluster(PG_FUNCTION_ARGS)
{
    return gdnpg_new_cluster(GUIDON_ULID_MONOTONIC);
}

PG_FUNCTION_INFO_V1(guidon_pg_ulid_series);
Datum guidon_pg_ulid_series(PG_FUNCTION_ARGS)
{
    return gdnpg_series(fcinfo, GUIDON_ULID_MONOTONIC);
}

/* --------------------------------- a ulid compared with an indexed uuid column */

/* The function of the server, such as uuid_lt, that a function of this extension
 * is in C. */
static Oid builtin_of(Oid function)
{
    HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    char *source;
    bool null;

    if (!HeapTupleIsValid(row)) {
        return InvalidOid;
    }
    source = TextDatumGetCString(
        SysCacheGetAttr(PROCOID, row, Anum_pg_proc_prosrc, &null));
    ReleaseSysCache(row);
    return fmgr_internal_function(source);
}

/* The operator of an index on a uuid that compares two values of this type as
 * `function` compares a ulid with a uuid. The name of an operator does not tell
 * what it does. Returns InvalidOid if there is none, as for `<>`. */
static Oid uuid_operator(Oid function)
{
    Oid family =
        lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    Oid same = builtin_of(function);
    int16 strategy;

    for (strategy = 1; strategy <= BTMaxStrategyNumber; strategy++) {
        Oid op = get_opfamily_member(family, UUIDOID, UUIDOID, strategy);

        if (OidIsValid(op) && get_opcode(op) == same) {
            return op;
        }
    }
    return InvalidOid;
}

/*
 * Rewrite `column = ulid` as `column = ulid::uuid` for an index on a column of
 * type uuid. Such an index belongs to an operator family of the server, which
 * has no operators of this extension. The two conditions are equivalent, because
 * the cast changes no byte.
 *
 * Returns NULL if the index is not of that kind.
 */
static List *uuid_condition(SupportRequestIndexCondition *request)
{
    OpExpr *clause = (OpExpr *)request->node;
    Node *column = list_nth(clause->args, request->indexarg);
    Node *other = list_nth(clause->args, 1 - request->indexarg);
    Oid op = uuid_operator(request->funcid);

    if (request->indexarg == 1 && OidIsValid(op)) {
        op = get_commutator(op);
    }
    if (!OidIsValid(op) || !op_in_opfamily(op, request->opfamily)) {
        return NIL;
    }
    other = (Node *)makeRelabelType((Expr *)other, UUIDOID, -1, InvalidOid,
                                    COERCE_IMPLICIT_CAST);
    return list_make1(make_opclause(op, BOOLOID, false, (Expr *)column,
                                    (Expr *)other, InvalidOid, InvalidOid));
}

PG_FUNCTION_INFO_V1(guidon_pg_ulid_support);
Datum guidon_pg_ulid_support(PG_FUNCTION_ARGS)
{
    Node *node = (Node *)PG_GETARG_POINTER(0);
    SupportRequestIndexCondition *request;
    List *condition;

    if (!IsA(node, SupportRequestIndexCondition)) {
        PG_RETURN_POINTER(NULL);
    }
    request = (SupportRequestIndexCondition *)node;
    if (!is_opclause(request->node)) {
        PG_RETURN_POINTER(NULL);
    }
    condition = uuid_condition(request);
    request->lossy = false;
    PG_RETURN_POINTER(condition);
}
