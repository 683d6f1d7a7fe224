/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(id [, kind [, distinct]]), an aggregate that describes a
 * column of ids. */
#include "guidon_sqlite.h"

/* SQLite 3.45 and later wants this flag of functions that return JSON; older
 * versions ignore it. */
#define RESULT_SUBTYPE 0x1000000

/* Duplicates are exact up to so many different ids. The most are those of the
 * largest memory that SQLite gives. */
#define DISTINCT_DEFAULT 1000000
#define DISTINCT_MAX     ((INT64_C(1) << 26) / 4 * 3)

/* With more slots than these, a secret chooses the places of the ids. With
 * these, ids that somebody has chosen cost little time. */
#define SLOTS_WITHOUT_SECRET 8192

/* SQLite gives zeros, and audit_of makes them a state. */
struct audit {
    bool is_begun, no_memory;
    int64_t rows, nulls, malformed;
    int64_t distinct; /* duplicates are exact up to so many; 0: not counted */
    guidon_audit ids;
    guidon_duplicates *duplicates; /* NULL before the first id */
};

/* The state of the group, or NULL if there is no memory. */
static struct audit *audit_of(sqlite3_context *context)
{
    struct audit *audit = sqlite3_aggregate_context(context, sizeof *audit);

    if (audit && !audit->is_begun) {
        audit->is_begun = true;
        audit->distinct = DISTINCT_DEFAULT;
    }
    return audit;
}

/* Read the third argument, of the first row of a group. False after an error. */
static bool audit_distinct(struct audit *audit, sqlite3_context *context,
                           sqlite3_value *value)
{
    if (sqlite3_value_type(value) == SQLITE_NULL) {
        return true;
    }
    audit->distinct = sqlite3_value_int64(value);
    if (sqlite3_value_type(value) == SQLITE_INTEGER && audit->distinct >= 0 &&
        audit->distinct <= DISTINCT_MAX) {
        return true;
    }
    gdnsq_error(context,
                "the third argument says how many different ids to hold "
                "(expected an integer of 0 to %lld)",
                (long long)DISTINCT_MAX);
    return false;
}

static guidon_duplicates *new_duplicates(size_t slots)
{
    void *memory = sqlite3_malloc64(guidon_duplicates_size(slots));
    uint64_t secret[5];

    if (memory) {
        guidon_duplicates_init(memory, slots);
        if (slots > SLOTS_WITHOUT_SECRET) {
            sqlite3_randomness(sizeof secret, secret);
            guidon_duplicates_set_secret(memory, secret);
        }
    }
    return memory;
}

/* Make room for one more id. */
static bool audit_room(struct audit *audit)
{
    guidon_duplicates *old = audit->duplicates;
    size_t slots =
        guidon_duplicates_slots_for(old, 1, (uint64_t)audit->distinct);

    if (old && slots == guidon_duplicates_slots(old)) {
        return true;
    }
    audit->duplicates = new_duplicates(slots);
    if (!audit->duplicates) {
        audit->duplicates = old;
        return false;
    }
    if (old) {
        guidon_duplicates_merge(audit->duplicates, old);
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
    if (audit->distinct == 0) {
        return;
    }
    if (audit_room(audit)) {
        guidon_duplicates_add(audit->duplicates, &given->id);
    } else {
        audit->no_memory = true;
    }
}

static void audit_step(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct audit *audit = audit_of(context);
    struct gdnsq_id given;

    if (!audit) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (n == 3 && audit->rows == 0 &&
        !audit_distinct(audit, context, args[2])) {
        return;
    }
    if (n >= 2 && sqlite3_value_type(args[1]) == SQLITE_NULL) {
        /* Elsewhere the result is NULL; here each id would count as malformed. */
        gdnsq_error(context,
                    "the kind of id must be 'uuid' or 'ulid', not NULL");
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

static void write_number(sqlite3_str *out, const char *name, bool is_known,
                         uint64_t number)
{
    if (is_known) {
        sqlite3_str_appendf(out, ",\"%s\":%llu", name,
                            (unsigned long long)number);
    } else {
        sqlite3_str_appendf(out, ",\"%s\":null", name);
    }
}

/* The number of duplicates, only if it is exact, and all that is known of it. */
static void write_duplicates(sqlite3_str *out, const struct audit *audit)
{
    bool are_counted = audit->distinct > 0;
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];
    guidon_duplicates_counts counts;

    guidon_duplicates_read(&counts, audit->duplicates);
    guidon_duplicates_explain(note, are_counted ? &counts : NULL);
    write_number(out, "duplicates", are_counted && counts.one_in == 1,
                 counts.seen);
    write_number(out, "duplicates_seen", are_counted, counts.seen);
    write_number(out, "duplicates_at_most", are_counted, counts.at_most);
    write_number(out, "sampled_1_in", are_counted, counts.one_in);
    sqlite3_str_appendf(out, ",\"duplicates_note\":\"%s\"", note);
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
    write_duplicates(out, audit);
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
    struct audit *audit = audit_of(context);
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
        sqlite3_free(audit->duplicates);
        audit->duplicates = NULL;
    }
}

int gdnsq_audit_register(sqlite3 *db)
{
    static const struct gdnsq_function row = {"guidon_audit", 0, 0, NULL, NULL};
    int flags = GDNSQ_PURE | RESULT_SUBTYPE;
    int status = SQLITE_OK;

    for (int args = 1; status == SQLITE_OK && args <= 3; args++) {
        gdnsq_object_added();
        status = sqlite3_create_function_v2(
            db, row.name, args, flags, (void *)(uintptr_t)&row, NULL,
            audit_step, audit_report, gdnsq_object_gone);
    }
    return status;
}
