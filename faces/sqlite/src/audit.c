/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(x), an aggregate that describes a column of ids. */
#include "bits.h"
#include "sample.h"

/* SQLite 3.45 and later wants this flag of functions that return JSON; older
 * versions ignore it. */
#define RESULT_SUBTYPE 0x1000000

enum audit_kind {
    AUDIT_VERSION_0, /* and 1 .. 15 */
    AUDIT_NIL = 16,
    AUDIT_MAX,
    AUDIT_NCS,
    AUDIT_MICROSOFT,
    AUDIT_FUTURE,
    AUDIT_ULID,
    AUDIT_KINDS
};

/* Begins with all members 0. */
struct audit {
    int64_t rows, nulls, malformed, out_of_order;
    int64_t kinds[AUDIT_KINDS];
    bool timed, no_memory;
    int64_t earliest, latest;
    guidon_id last;
    struct gdnsq_bits v4, v7;
    struct gdnsq_sample sample;
};

static enum audit_kind audit_kind_of(const struct gdnsq_id *given)
{
    if (given->mark == GDNSQ_IS_ULID) {
        return AUDIT_ULID;
    }
    if (guidon_is_nil(&given->id)) {
        return AUDIT_NIL;
    }
    if (guidon_is_max(&given->id)) {
        return AUDIT_MAX;
    }
    switch (guidon_variant_of(&given->id)) {
    case GUIDON_VARIANT_NCS:
        return AUDIT_NCS;
    case GUIDON_VARIANT_MICROSOFT:
        return AUDIT_MICROSOFT;
    case GUIDON_VARIANT_FUTURE:
        return AUDIT_FUTURE;
    default:
        return (enum audit_kind)guidon_version_of(&given->id);
    }
}

static void audit_time(struct audit *audit, int64_t ms)
{
    if (!audit->timed || ms < audit->earliest) {
        audit->earliest = ms;
    }
    if (!audit->timed || ms > audit->latest) {
        audit->latest = ms;
    }
    audit->timed = true;
}

static void audit_id(struct audit *audit, const struct gdnsq_id *given)
{
    enum audit_kind kind = audit_kind_of(given);
    int64_t ms;

    /* Before the first id `last` is Nil, and no id is below it. */
    audit->out_of_order += guidon_compare(&given->id, &audit->last) < 0;
    audit->last = given->id;
    audit->kinds[kind]++;
    if (gdnsq_ms_of(&ms, given)) {
        audit_time(audit, ms);
    }
    if (kind == 4) {
        gdnsq_bits_add(&audit->v4, &given->id);
    } else if (kind == 7) {
        gdnsq_bits_add(&audit->v7, &given->id);
    }
    audit->no_memory |= !gdnsq_sample_add(&audit->sample, &given->id);
}

static void audit_step(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct audit *audit = sqlite3_aggregate_context(context, sizeof *audit);
    struct gdnsq_id given;

    if (!audit) {
        sqlite3_result_error_nomem(context);
        return;
    }
    audit->rows++;
    if (sqlite3_value_type(args[0]) == SQLITE_NULL) {
        audit->nulls++;
    } else if (gdnsq_read_with_kind(&given, context, n, args)) {
        audit_id(audit, &given);
    } else {
        audit->malformed++;
    }
}

/* ----------------------------------------------------------------- the report */

static void write_kinds(sqlite3_str *out, const struct audit *audit)
{
    static const char *const names[AUDIT_KINDS] = {
        "v0",  "v1",  "v2",  "v3",        "v4",     "v5",  "v6",  "v7",
        "v8",  "v9",  "v10", "v11",       "v12",    "v13", "v14", "v15",
        "nil", "max", "ncs", "microsoft", "future", "ulid"};
    const char *comma = "";

    sqlite3_str_appendall(out, ",\"kinds\":{");
    for (int kind = 0; kind < AUDIT_KINDS; kind++) {
        if (audit->kinds[kind]) {
            sqlite3_str_appendf(out, "%s\"%s\":%lld", comma, names[kind],
                                (long long)audit->kinds[kind]);
            comma = ",";
        }
    }
    sqlite3_str_appendall(out, "}");
}

static void write_time(sqlite3_str *out, const char *name,
                       const struct audit *audit, int64_t ms)
{
    char text[GDNSQ_DATETIME_MAX];

    sqlite3_str_appendf(out, ",\"%s\":", name);
    if (!audit->timed) {
        sqlite3_str_appendall(out, "null");
        return;
    }
    gdnsq_datetime(text, ms, 'T');
    sqlite3_str_appendf(out, "\"%sZ\"", text);
}

/* The weak bits from `first` on that are neither version nor variant. */
static const char *write_weak(sqlite3_str *out, const char *comma,
                              struct gdnsq_bits *bits, const char *name,
                              int first)
{
    gdnsq_bits_flush(bits);
    for (int bit = first; bit < 128; bit++) {
        bool fixed = (bit >= 48 && bit < 52) || bit == 64 || bit == 65;

        if (!fixed && gdnsq_bits_weak(bits, bit)) {
            sqlite3_str_appendf(
                out, "%s{\"kind\":\"%s\",\"bit\":%d,\"ones\":%.4f}", comma,
                name, bit, (double)bits->ones[bit] / (double)bits->ids);
            comma = ",";
        }
    }
    return comma;
}

static void write_report(sqlite3_str *out, struct audit *audit)
{
    const char *comma;

    sqlite3_str_appendf(out, "{\"rows\":%lld,\"nulls\":%lld,\"malformed\":%lld",
                        (long long)audit->rows, (long long)audit->nulls,
                        (long long)audit->malformed);
    write_kinds(out, audit);
    write_time(out, "earliest", audit, audit->earliest);
    write_time(out, "latest", audit, audit->latest);
    sqlite3_str_appendf(
        out,
        ",\"out_of_order\":%lld,\"parts\":1,\"repeats\":%llu,"
        "\"repeats_sampled_1_in\":%llu,\"weak_bits\":[",
        (long long)audit->out_of_order,
        (unsigned long long)gdnsq_sample_repeats(&audit->sample),
        1ull << audit->sample.level);
    comma = write_weak(out, "", &audit->v4, "v4", 0);
    /* Before bit 96, a generator of version 7 may have time or a counter. */
    write_weak(out, comma, &audit->v7, "v7", 96);
    sqlite3_str_appendall(out, "]}");
}

/* SQLite calls this function once for each group, also after an error. */
static void audit_report(sqlite3_context *context)
{
    struct audit *audit = sqlite3_aggregate_context(context, sizeof *audit);
    sqlite3_str *out;
    char *text;

    if (!audit || audit->no_memory) {
        sqlite3_result_error_nomem(context);
    } else {
        out = sqlite3_str_new(sqlite3_context_db_handle(context));
        write_report(out, audit);
        text = sqlite3_str_finish(out);
        if (text) {
            sqlite3_result_text(context, text, -1, sqlite3_free);
            sqlite3_result_subtype(context, 'J'); /* for SQLite's JSON */
        } else {
            sqlite3_result_error_nomem(context);
        }
    }
    if (audit) {
        gdnsq_sample_free(&audit->sample);
    }
}

int gdnsq_audit_register(sqlite3 *db)
{
    static const struct gdnsq_function row = {"guidon_audit", 0, 0, NULL, NULL};
    int flags = GDNSQ_PURE | RESULT_SUBTYPE;
    int status = SQLITE_OK;

    for (int args = 1; status == SQLITE_OK && args <= 2; args++) {
        status = sqlite3_create_function_v2(db, row.name, args, flags,
                                            (void *)(uintptr_t)&row, NULL,
                                            audit_step, audit_report, NULL);
    }
    return status;
}
