/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(uuid), an aggregate that describes a column of ids. */
#include "bits.h"
#include "sample.h"

#include <lib/stringinfo.h>
#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/datetime.h>
#include <utils/fmgrprotos.h>

enum audit_kind {
    AUDIT_VERSION_0, /* and 1 .. 15 */
    AUDIT_NIL = 16,
    AUDIT_MAX,
    AUDIT_NCS,
    AUDIT_MICROSOFT,
    AUDIT_FUTURE,
    AUDIT_KINDS
};

/* Begins with all members 0. Workers send it as these bytes, so it holds no
 * pointer but that of the sample. */
typedef struct Audit {
    int64 rows, nulls, out_of_order;
    int64 parts; /* states that were combined into this one */
    int64 kinds[AUDIT_KINDS];
    bool timed;
    TimestampTz earliest, latest;
    guidon_id last;
    BitCounts v4, v7;
    Sample sample;
} Audit;

static enum audit_kind kind_of(const guidon_id *id)
{
    if (guidon_is_nil(id)) {
        return AUDIT_NIL;
    }
    if (guidon_is_max(id)) {
        return AUDIT_MAX;
    }
    switch (guidon_variant_of(id)) {
    case GUIDON_VARIANT_NCS:
        return AUDIT_NCS;
    case GUIDON_VARIANT_MICROSOFT:
        return AUDIT_MICROSOFT;
    case GUIDON_VARIANT_FUTURE:
        return AUDIT_FUTURE;
    default:
        return (enum audit_kind)guidon_version_of(id);
    }
}

/* --------------------------------------------------------------------- states */

static MemoryContext context_of(FunctionCallInfo fcinfo)
{
    MemoryContext context;

    if (!AggCheckCallContext(fcinfo, &context)) {
        elog(ERROR, "guidon_audit must be called as an aggregate");
    }
    return context;
}

static Audit *audit_begun(MemoryContext context)
{
    return MemoryContextAllocZero(context, sizeof(Audit));
}

static void add_time(Audit *audit, TimestampTz from, TimestampTz to)
{
    if (!audit->timed || from < audit->earliest) {
        audit->earliest = from;
    }
    if (!audit->timed || to > audit->latest) {
        audit->latest = to;
    }
    audit->timed = true;
}

static void add_id(Audit *audit, MemoryContext context, const guidon_id *id)
{
    enum audit_kind kind = kind_of(id);
    guidon_time time;

    /* Before the first id `last` is Nil, and no id is below it. */
    audit->out_of_order += guidon_compare(id, &audit->last) < 0;
    audit->last = *id;
    audit->kinds[kind]++;
    if (guidon_time_of(&time, id) == GUIDON_OK) {
        add_time(audit, gdnpg_timestamptz(time), gdnpg_timestamptz(time));
    }
    if (kind == 4) {
        gdnpg_bits_add(&audit->v4, id);
    } else if (kind == 7) {
        gdnpg_bits_add(&audit->v7, id);
    }
    gdnpg_sample_add(&audit->sample, context, id, 1);
}

GDNPG_FUNCTION(audit_step)
{
    MemoryContext context = context_of(fcinfo);
    Audit *audit =
        PG_ARGISNULL(0) ? audit_begun(context) : (Audit *)PG_GETARG_POINTER(0);

    if (PG_ARGISNULL(1)) {
        audit->nulls++;
    } else {
        add_id(audit, context, GDNPG_ARG_ID(1));
    }
    audit->rows++;
    PG_RETURN_POINTER(audit);
}

/* ----------------------------------------------------------- parallel workers */

static void merge(Audit *audit, MemoryContext context, const Audit *other)
{
    audit->rows += other->rows;
    audit->nulls += other->nulls;
    audit->out_of_order += other->out_of_order;
    audit->parts += Max(other->parts, 1);
    for (int kind = 0; kind < AUDIT_KINDS; kind++) {
        audit->kinds[kind] += other->kinds[kind];
    }
    if (other->timed) {
        add_time(audit, other->earliest, other->latest);
    }
    gdnpg_bits_merge(&audit->v4, &other->v4);
    gdnpg_bits_merge(&audit->v7, &other->v7);
    gdnpg_sample_merge(&audit->sample, context, &other->sample);
}

GDNPG_FUNCTION(audit_combine)
{
    MemoryContext context = context_of(fcinfo);
    Audit *audit =
        PG_ARGISNULL(0) ? audit_begun(context) : (Audit *)PG_GETARG_POINTER(0);

    if (!PG_ARGISNULL(1)) {
        merge(audit, context, (const Audit *)PG_GETARG_POINTER(1));
    }
    PG_RETURN_POINTER(audit);
}

static Size slots_size(const Audit *audit)
{
    return audit->sample.size * sizeof(SampleSlot);
}

/* The state and then the slots of its sample, for another process of the same
 * server. */
GDNPG_FUNCTION(audit_serialize)
{
    const Audit *audit = (const Audit *)PG_GETARG_POINTER(0);
    Size size = VARHDRSZ + sizeof *audit + slots_size(audit);
    bytea *bytes = palloc(size);

    (void)context_of(fcinfo);
    SET_VARSIZE(bytes, size);
    memcpy(VARDATA(bytes), audit, sizeof *audit);
    if (audit->sample.size) {
        memcpy(VARDATA(bytes) + sizeof *audit, audit->sample.slots,
               slots_size(audit));
    }
    PG_RETURN_BYTEA_P(bytes);
}

/* The state lives for one call of audit_combine, which copies what it keeps. */
GDNPG_FUNCTION(audit_deserialize)
{
    bytea *bytes = PG_GETARG_BYTEA_PP(0);
    const char *data = VARDATA_ANY(bytes);
    Audit *audit = palloc(sizeof *audit);

    (void)context_of(fcinfo);
    memcpy(audit, data, sizeof *audit);
    audit->sample.slots = NULL;
    if (audit->sample.size) {
        audit->sample.slots = palloc(slots_size(audit));
        memcpy(audit->sample.slots, data + sizeof *audit, slots_size(audit));
    }
    PG_RETURN_POINTER(audit);
}

/* ----------------------------------------------------------------- the report */

static const char *name_of_kind(enum audit_kind kind)
{
    static const char *const names[AUDIT_KINDS] = {
        "v0",  "v1",  "v2",  "v3",  "v4",  "v5",        "v6",
        "v7",  "v8",  "v9",  "v10", "v11", "v12",       "v13",
        "v14", "v15", "nil", "max", "ncs", "microsoft", "future"};

    return names[kind];
}

static void write_kinds(StringInfo out, const Audit *audit)
{
    const char *comma = "";

    appendStringInfoString(out, ", \"kinds\": {");
    for (int kind = 0; kind < AUDIT_KINDS; kind++) {
        if (audit->kinds[kind]) {
            appendStringInfo(out, "%s\"%s\": " INT64_FORMAT, comma,
                             name_of_kind((enum audit_kind)kind),
                             audit->kinds[kind]);
            comma = ", ";
        }
    }
    appendStringInfoChar(out, '}');
}

/* In UTC and ISO 8601, whatever the settings of the connection are. */
static void write_time(StringInfo out, const char *name, const Audit *audit,
                       TimestampTz at)
{
    char text[MAXDATELEN + 1];
    struct pg_tm tm;
    fsec_t fraction;

    appendStringInfo(out, ", \"%s\": ", name);
    if (!audit->timed ||
        timestamp2tm(at, NULL, &tm, &fraction, NULL, NULL) != 0) {
        appendStringInfoString(out, "null");
        return;
    }
    EncodeDateTime(&tm, fraction, false, 0, NULL, USE_XSD_DATES, text);
    appendStringInfo(out, "\"%sZ\"", text);
}

/* The weak bits from `first` on that are neither version nor variant. */
static const char *write_weak(StringInfo out, const char *comma,
                              BitCounts *bits, const char *name, int first)
{
    gdnpg_bits_flush(bits);
    for (int bit = first; bit < 128; bit++) {
        bool fixed = (bit >= 48 && bit < 52) || bit == 64 || bit == 65;

        if (!fixed && gdnpg_bits_weak(bits, bit)) {
            appendStringInfo(
                out, "%s{\"kind\": \"%s\", \"bit\": %d, \"ones\": %.4f}", comma,
                name, bit, (double)bits->ones[bit] / (double)bits->ids);
            comma = ", ";
        }
    }
    return comma;
}

static char *report(Audit *audit)
{
    StringInfoData out;
    const char *comma;

    initStringInfo(&out);
    appendStringInfo(&out,
                     "{\"rows\": " INT64_FORMAT ", \"nulls\": " INT64_FORMAT,
                     audit->rows, audit->nulls);
    write_kinds(&out, audit);
    write_time(&out, "earliest", audit, audit->earliest);
    write_time(&out, "latest", audit, audit->latest);
    appendStringInfo(
        &out, ", \"out_of_order\": " INT64_FORMAT ", \"parts\": " INT64_FORMAT,
        audit->out_of_order, Max(audit->parts, 1));
    appendStringInfo(&out,
                     ", \"repeats\": " UINT64_FORMAT
                     ", \"repeats_sampled_1_in\": " UINT64_FORMAT,
                     gdnpg_sample_repeats(&audit->sample),
                     UINT64CONST(1) << audit->sample.level);
    appendStringInfoString(&out, ", \"weak_bits\": [");
    comma = write_weak(&out, "", &audit->v4, "v4", 0);
    /* Before bit 96, a generator of version 7 may have time or a counter. */
    write_weak(&out, comma, &audit->v7, "v7", 96);
    appendStringInfoString(&out, "]}");
    return out.data;
}

GDNPG_FUNCTION(audit_report)
{
    Audit *audit = PG_ARGISNULL(0) ? audit_begun(CurrentMemoryContext)
                                   : (Audit *)PG_GETARG_POINTER(0);

    (void)context_of(fcinfo);
    return DirectFunctionCall1(jsonb_in, CStringGetDatum(report(audit)));
}
