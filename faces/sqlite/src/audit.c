/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(x), an aggregate that describes a column of ids. */
#include "guidon_sqlite.h"

/* SQLite 3.45 and later wants this flag of functions that return JSON; older
 * versions ignore it. */
#define RESULT_SUBTYPE 0x1000000

/* The repeats begin with few slots, because a query may have many groups. */
#define FIRST_SLOTS 64
#define LAST_SLOTS  8192

/* Begins with all members 0. */
struct audit {
    int64_t rows, nulls, malformed;
    guidon_audit ids;
    guidon_repeats *repeats; /* NULL before the first id */
    bool no_memory;
};

/* Make room for one more id. */
static bool audit_room(struct audit *audit)
{
    guidon_repeats *old = audit->repeats;
    size_t slots = old ? guidon_repeats_slots(old) : FIRST_SLOTS / 2;
    void *memory;

    if (old && (guidon_repeats_room(old) > 0 || slots == LAST_SLOTS)) {
        return true;
    }
    memory = sqlite3_malloc((int)guidon_repeats_size(slots * 2));
    if (!memory) {
        return false;
    }
    audit->repeats = guidon_repeats_init(memory, slots * 2);
    if (old) {
        guidon_repeats_merge(audit->repeats, old);
        sqlite3_free(old);
    }
    return true;
}

static void audit_id(struct audit *audit, const struct gdnsq_id *given)
{
    if (given->mark == GDNSQ_IS_ULID) {
        guidon_audit_add_ulid(&audit->ids, &given->id);
    } else {
        guidon_audit_add(&audit->ids, &given->id);
    }
    if (audit_room(audit)) {
        guidon_repeats_add(audit->repeats, &given->id);
    } else {
        audit->no_memory = true;
    }
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

static void write_kinds(sqlite3_str *out, const guidon_audit_counts *counts)
{
    const char *comma = "";

    sqlite3_str_appendall(out, ",\"kinds\":{");
    for (int kind = 0; kind < GUIDON_AUDIT_KINDS; kind++) {
        if (counts->kinds[kind]) {
            sqlite3_str_appendf(out, "%s\"%s\":%llu", comma,
                                guidon_audit_kind_name((guidon_audit_kind)kind),
                                (unsigned long long)counts->kinds[kind]);
            comma = ",";
        }
    }
    sqlite3_str_appendall(out, "}");
}

static void write_time(sqlite3_str *out, const char *name,
                       const guidon_audit_counts *counts, guidon_time time)
{
    char text[GDNSQ_DATETIME_MAX];

    sqlite3_str_appendf(out, ",\"%s\":", name);
    if (!counts->timed) {
        sqlite3_str_appendall(out, "null");
        return;
    }
    gdnsq_datetime(text, time.seconds * 1000 + time.nanoseconds / 1000000, 'T');
    sqlite3_str_appendf(out, "\"%sZ\"", text);
}

static const char *write_weak(sqlite3_str *out, const char *comma,
                              const guidon_id *weak, const uint64_t ones[128],
                              uint64_t ids, guidon_audit_kind kind)
{
    for (int bit = 0; bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1) {
            sqlite3_str_appendf(out,
                                "%s{\"kind\":\"%s\",\"bit\":%d,\"ones\":%.4f}",
                                comma, guidon_audit_kind_name(kind), bit,
                                (double)ones[bit] / (double)ids);
            comma = ",";
        }
    }
    return comma;
}

static void write_repeats(sqlite3_str *out, const guidon_repeats *repeats)
{
    uint64_t one_in = 1;
    uint64_t count = repeats ? guidon_repeats_count(&one_in, repeats) : 0;

    sqlite3_str_appendf(out, ",\"repeats\":%llu,\"repeats_sampled_1_in\":%llu",
                        (unsigned long long)count, (unsigned long long)one_in);
}

static void write_report(sqlite3_str *out, const struct audit *audit)
{
    guidon_audit_counts counts;
    const char *comma;

    guidon_audit_read(&counts, &audit->ids);
    sqlite3_str_appendf(out, "{\"rows\":%lld,\"nulls\":%lld,\"malformed\":%lld",
                        (long long)audit->rows, (long long)audit->nulls,
                        (long long)audit->malformed);
    write_kinds(out, &counts);
    write_time(out, "earliest", &counts, counts.earliest);
    write_time(out, "latest", &counts, counts.latest);
    sqlite3_str_appendf(out, ",\"out_of_order\":%llu,\"parts\":1",
                        (unsigned long long)counts.out_of_order);
    write_repeats(out, audit->repeats);
    sqlite3_str_appendall(out, ",\"weak_bits\":[");
    comma = write_weak(out, "", &counts.weak_v4, counts.ones_v4,
                       counts.kinds[4], (guidon_audit_kind)4);
    write_weak(out, comma, &counts.weak_v7, counts.ones_v7, counts.kinds[7],
               (guidon_audit_kind)7);
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
        sqlite3_free(audit->repeats);
        audit->repeats = NULL;
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
