/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(uuid), an aggregate that describes a column of ids. */
#include "guidon_pg.h"

#include <lib/stringinfo.h>
#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/datetime.h>
#include <utils/fmgrprotos.h>

/* The repeats begin with few slots, because a query may have many groups. */
#define FIRST_SLOTS 64
#define LAST_SLOTS  8192

/* Begins with all members 0. */
typedef struct Audit {
    int64 rows, nulls;
    guidon_audit ids;
    guidon_repeats *repeats; /* NULL before the first id */
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

static Audit *audit_begun(MemoryContext context)
{
    return MemoryContextAllocZero(context, sizeof(Audit));
}

/* Make room for the repeats of so many different ids, up to LAST_SLOTS. */
static void make_room(Audit *audit, MemoryContext context, size_t ids)
{
    guidon_repeats *old = audit->repeats;
    size_t slots = old ? guidon_repeats_slots(old) : FIRST_SLOTS;
    size_t used = old ? slots - slots / 4 - guidon_repeats_room(old) : 0;

    while (slots < LAST_SLOTS && slots - slots / 4 < used + ids) {
        slots *= 2;
    }
    if (old && slots == guidon_repeats_slots(old)) {
        return;
    }
    audit->repeats = guidon_repeats_init(
        MemoryContextAlloc(context, guidon_repeats_size(slots)), slots);
    if (old) {
        guidon_repeats_merge(audit->repeats, old);
        pfree(old);
    }
}

GDNPG_FUNCTION(audit_step)
{
    MemoryContext context = context_of(fcinfo);
    Audit *audit =
        PG_ARGISNULL(0) ? audit_begun(context) : (Audit *)PG_GETARG_POINTER(0);

    if (PG_ARGISNULL(1)) {
        audit->nulls++;
    } else {
        guidon_audit_add(&audit->ids, GDNPG_ARG_ID(1));
        make_room(audit, context, 1);
        guidon_repeats_add(audit->repeats, GDNPG_ARG_ID(1));
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
    if (other->repeats) {
        make_room(audit, context, guidon_repeats_slots(other->repeats));
        guidon_repeats_merge(audit->repeats, other->repeats);
    }
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

/* The state and then the repeats, for another process of the same server: both
 * are plain bytes for the same build of the library. */
GDNPG_FUNCTION(audit_serialize)
{
    const Audit *audit = (const Audit *)PG_GETARG_POINTER(0);
    Size repeats_size =
        audit->repeats
            ? guidon_repeats_size(guidon_repeats_slots(audit->repeats))
            : 0;
    Size size = VARHDRSZ + sizeof *audit + repeats_size;
    bytea *bytes = palloc(size);

    (void)context_of(fcinfo);
    SET_VARSIZE(bytes, size);
    memcpy(VARDATA(bytes), audit, sizeof *audit);
    if (audit->repeats) {
        memcpy(VARDATA(bytes) + sizeof *audit, audit->repeats, repeats_size);
    }
    PG_RETURN_BYTEA_P(bytes);
}

/* The state lives for one call of audit_combine, which copies what it keeps. */
GDNPG_FUNCTION(audit_deserialize)
{
    bytea *bytes = PG_GETARG_BYTEA_PP(0);
    const char *data = VARDATA_ANY(bytes);
    Size repeats_size = VARSIZE_ANY_EXHDR(bytes) - sizeof(Audit);
    Audit *audit = palloc(sizeof *audit);

    (void)context_of(fcinfo);
    memcpy(audit, data, sizeof *audit);
    audit->repeats = NULL;
    if (repeats_size > 0) {
        audit->repeats = palloc(repeats_size);
        memcpy(audit->repeats, data + sizeof *audit, repeats_size);
    }
    PG_RETURN_POINTER(audit);
}

/* ----------------------------------------------------------------- the report */

static void write_kinds(StringInfo out, const guidon_audit_counts *counts)
{
    const char *comma = "";

    appendStringInfoString(out, ", \"kinds\": {");
    for (int kind = 0; kind < GUIDON_AUDIT_KINDS; kind++) {
        if (counts->kinds[kind]) {
            appendStringInfo(out, "%s\"%s\": " UINT64_FORMAT, comma,
                             guidon_audit_kind_name((guidon_audit_kind)kind),
                             counts->kinds[kind]);
            comma = ", ";
        }
    }
    appendStringInfoChar(out, '}');
}

/* In UTC and ISO 8601, whatever the settings of the connection are. */
static void write_time(StringInfo out, const char *name,
                       const guidon_audit_counts *counts, guidon_time time)
{
    char text[MAXDATELEN + 1];
    struct pg_tm tm;
    fsec_t fraction;

    appendStringInfo(out, ", \"%s\": ", name);
    if (!counts->timed || timestamp2tm(gdnpg_timestamptz(time), NULL, &tm,
                                       &fraction, NULL, NULL) != 0) {
        appendStringInfoString(out, "null");
        return;
    }
    EncodeDateTime(&tm, fraction, false, 0, NULL, USE_XSD_DATES, text);
    appendStringInfo(out, "\"%sZ\"", text);
}

static const char *write_weak(StringInfo out, const char *comma,
                              const guidon_id *weak, const uint64_t ones[128],
                              uint64_t ids, guidon_audit_kind kind)
{
    for (int bit = 0; bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1) {
            appendStringInfo(
                out, "%s{\"kind\": \"%s\", \"bit\": %d, \"ones\": %.4f}", comma,
                guidon_audit_kind_name(kind), bit,
                (double)ones[bit] / (double)ids);
            comma = ", ";
        }
    }
    return comma;
}

static void write_repeats(StringInfo out, const guidon_repeats *repeats)
{
    uint64_t one_in = 1;
    uint64_t count = repeats ? guidon_repeats_count(&one_in, repeats) : 0;

    appendStringInfo(out,
                     ", \"repeats\": " UINT64_FORMAT
                     ", \"repeats_sampled_1_in\": " UINT64_FORMAT,
                     count, one_in);
}

static char *report(const Audit *audit)
{
    StringInfoData out;
    guidon_audit_counts counts;
    const char *comma;

    guidon_audit_read(&counts, &audit->ids);
    initStringInfo(&out);
    appendStringInfo(&out,
                     "{\"rows\": " INT64_FORMAT ", \"nulls\": " INT64_FORMAT,
                     audit->rows, audit->nulls);
    write_kinds(&out, &counts);
    write_time(&out, "earliest", &counts, counts.earliest);
    write_time(&out, "latest", &counts, counts.latest);
    appendStringInfo(&out,
                     ", \"out_of_order\": " UINT64_FORMAT
                     ", \"parts\": " UINT64_FORMAT,
                     counts.out_of_order, Max(counts.parts, 1));
    write_repeats(&out, audit->repeats);
    appendStringInfoString(&out, ", \"weak_bits\": [");
    comma = write_weak(&out, "", &counts.weak_v4, counts.ones_v4,
                       counts.kinds[4], (guidon_audit_kind)4);
    write_weak(&out, comma, &counts.weak_v7, counts.ones_v7, counts.kinds[7],
               (guidon_audit_kind)7);
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
