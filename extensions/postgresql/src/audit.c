/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(uuid [, bigint]), an aggregate that describes a column
 * of ids. */
#include "guidon_pg.h"

#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/fmgrprotos.h>

/* Duplicates are exact up to so many different ids, if work_mem holds them. */
#define DISTINCT_DEFAULT 1000000
#define DISTINCT_MAX     ((int64)(GUIDON_DUPLICATES_SLOTS_MAX / 4 * 3))

/* Begins with all members 0 but `distinct`. */
typedef struct Audit {
    int64 rows, nulls;
    int64 distinct; /* duplicates are exact up to so many; 0: not counted */
    guidon_audit ids;
    guidon_duplicates *duplicates; /* NULL before the first id */
} Audit;

/* --------------------------------------------------------------------- states */

static MemoryContext context_of(FunctionCallInfo fcinfo)
{
    MemoryContext context;

    if (!AggCheckCallContext(fcinfo, &context)) {
        elog(ERROR, "guidon_audit must be called as an aggregate");
    }
    return context;
}

/* The different ids that work_mem holds, at most DISTINCT_DEFAULT. */
static int64 distinct_by_default(void)
{
    size_t slots = GUIDON_DUPLICATES_SLOTS_MIN;

    while (guidon_duplicates_size(slots * 2) <= (size_t)work_mem * 1024 &&
           slots < GUIDON_DUPLICATES_SLOTS_MAX / 2) {
        slots *= 2;
    }
    return Min(DISTINCT_DEFAULT, (int64)(slots - slots / 4));
}

static Audit *audit_begun(MemoryContext context)
{
    Audit *audit = MemoryContextAllocZero(context, sizeof(Audit));

    audit->distinct = distinct_by_default();
    return audit;
}

static guidon_duplicates *new_duplicates(MemoryContext context, size_t slots)
{
    void *memory =
        MemoryContextAllocHuge(context, guidon_duplicates_size(slots));
    guidon_duplicates *duplicates;

    gdnpg_check(guidon_duplicates_init(&duplicates, memory, slots));
    /* Without random bits, the state counts without a secret. */
    (void)!guidon_duplicates_set_random_secret(duplicates);
    return duplicates;
}

/* Make room for so many more different ids, up to audit->distinct. */
static void make_room(Audit *audit, MemoryContext context, size_t ids)
{
    guidon_duplicates *old = audit->duplicates;
    size_t slots =
        guidon_duplicates_slots_for(old, ids, (uint64_t)audit->distinct);

    if (old && slots == guidon_duplicates_slots(old)) {
        return;
    }
    audit->duplicates = new_duplicates(context, slots);
    if (old) {
        guidon_duplicates_merge(audit->duplicates, old);
        pfree(old);
    }
}

static void count_duplicates(Audit *audit, MemoryContext context,
                             const guidon_id *id)
{
    if (audit->distinct > 0) {
        make_room(audit, context, 1);
        guidon_duplicates_add(audit->duplicates, id);
    }
}

/* The state of a group begins at its first row, with the number of that row. */
static Audit *first_state(FunctionCallInfo fcinfo, MemoryContext context)
{
    Audit *audit = audit_begun(context);

    if (PG_NARGS() > 2 && !PG_ARGISNULL(2)) {
        audit->distinct = PG_GETARG_INT64(2);
        if (audit->distinct < 0 || audit->distinct > DISTINCT_MAX) {
            ereport(ERROR,
                    (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                     errmsg("guidon_audit cannot hold " INT64_FORMAT
                            " different ids (expected 0 to " INT64_FORMAT ")",
                            audit->distinct, DISTINCT_MAX)));
        }
    }
    return audit;
}

PG_FUNCTION_INFO_V1(guidon_pg_audit_step);
Datum guidon_pg_audit_step(PG_FUNCTION_ARGS)
{
    MemoryContext context = context_of(fcinfo);
    Audit *audit = PG_ARGISNULL(0) ? first_state(fcinfo, context)
                                   : (Audit *)PG_GETARG_POINTER(0);

    if (PG_ARGISNULL(1)) {
        audit->nulls++;
    } else {
        guidon_audit_add(&audit->ids, GDNPG_ARG_ID(1));
        count_duplicates(audit, context, GDNPG_ARG_ID(1));
    }
    audit->rows++;
    PG_RETURN_POINTER(audit);
}

/* ----------------------------------------------------------- parallel workers */

static void merge(Audit *audit, MemoryContext context, const Audit *other)
{
    audit->rows += other->rows;
    audit->nulls += other->nulls;
    guidon_audit_merge(&audit->ids, &other->ids);
    if (other->duplicates) {
        make_room(audit, context, guidon_duplicates_held(other->duplicates));
        guidon_duplicates_merge(audit->duplicates, other->duplicates);
    }
}

PG_FUNCTION_INFO_V1(guidon_pg_audit_combine);
Datum guidon_pg_audit_combine(PG_FUNCTION_ARGS)
{
    MemoryContext context = context_of(fcinfo);
    Audit *audit =
        PG_ARGISNULL(0) ? audit_begun(context) : (Audit *)PG_GETARG_POINTER(0);

    if (!PG_ARGISNULL(1)) {
        merge(audit, context, (const Audit *)PG_GETARG_POINTER(1));
    }
    PG_RETURN_POINTER(audit);
}

/* The state and then the duplicates, for another process of the same server: both
 * are plain bytes for the same build of the library. */
PG_FUNCTION_INFO_V1(guidon_pg_audit_serialize);
Datum guidon_pg_audit_serialize(PG_FUNCTION_ARGS)
{
    const Audit *audit = (const Audit *)PG_GETARG_POINTER(0);
    Size duplicates_size =
        audit->duplicates
            ? guidon_duplicates_size(guidon_duplicates_slots(audit->duplicates))
            : 0;
    Size size = VARHDRSZ + sizeof *audit + duplicates_size;
    bytea *bytes = palloc(size);

    (void)context_of(fcinfo);
    SET_VARSIZE(bytes, size);
    memcpy(VARDATA(bytes), audit, sizeof *audit);
    if (audit->duplicates) {
        memcpy(VARDATA(bytes) + sizeof *audit, audit->duplicates,
               duplicates_size);
    }
    PG_RETURN_BYTEA_P(bytes);
}

/* Do these bytes belong to a state, as far as anybody can tell? */
static bool is_state(const Audit *audit, const char *duplicates, Size size)
{
    guidon_audit_counts counts;

    if (!guidon_audit_check(&audit->ids)) {
        return false;
    }
    guidon_audit_read(&counts, &audit->ids);
    return audit->nulls >= 0 && audit->rows >= audit->nulls &&
           (uint64)(audit->rows - audit->nulls) == counts.ids &&
           audit->distinct >= 0 && audit->distinct <= DISTINCT_MAX &&
           (size == 0) == (counts.ids == 0 || audit->distinct == 0) &&
           (size == 0 || guidon_duplicates_check(duplicates, size) > 0);
}

/* The state lives for one call of audit_combine, which copies what it keeps.
 * Its ids may have wrong places, which a merge does not use. */
PG_FUNCTION_INFO_V1(guidon_pg_audit_deserialize);
Datum guidon_pg_audit_deserialize(PG_FUNCTION_ARGS)
{
    bytea *bytes = PG_GETARG_BYTEA_PP(0);
    const char *data = VARDATA_ANY(bytes);
    Size size = VARSIZE_ANY_EXHDR(bytes);
    Audit *audit = palloc(sizeof *audit);

    (void)context_of(fcinfo);
    if (size >= sizeof *audit) {
        memcpy(audit, data, sizeof *audit);
    }
    if (size < sizeof *audit ||
        !is_state(audit, data + sizeof *audit, size - sizeof *audit)) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
                        errmsg("these bytes are not a state of guidon_audit")));
    }
    size -= sizeof *audit;
    audit->duplicates = NULL;
    if (size > 0) {
        audit->duplicates = palloc(size);
        memcpy(audit->duplicates, data + sizeof *audit, size);
    }
    PG_RETURN_POINTER(audit);
}

/* ----------------------------------------------------------------- the report */

/* The rows, and then the report of the library about the ids. */
static char *report(const Audit *audit)
{
    char ids[GUIDON_AUDIT_JSON_MAX];
    size_t len = 0;

    /* Every report fits. */
    (void)!guidon_audit_json(ids, sizeof ids, &len, &audit->ids,
                             audit->distinct > 0 ? audit->duplicates : NULL);
    return psprintf("{\"rows\": " INT64_FORMAT ", \"nulls\": " INT64_FORMAT
                    ", %.*s",
                    audit->rows, audit->nulls, (int)len - 1, ids + 1);
}

PG_FUNCTION_INFO_V1(guidon_pg_audit_report);
Datum guidon_pg_audit_report(PG_FUNCTION_ARGS)
{
    Audit *audit = PG_ARGISNULL(0) ? audit_begun(CurrentMemoryContext)
                                   : (Audit *)PG_GETARG_POINTER(0);

    (void)context_of(fcinfo);
    return DirectFunctionCall1(jsonb_in, CStringGetDatum(report(audit)));
}
