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
    guidon_duplicates *duplicates;

    if (guidon_duplicates_init(&duplicates, memory, slots) == GUIDON_OK) {
        /* Without random bits, the state counts without a secret. */
        (void)!guidon_duplicates_set_random_secret(duplicates);
    }
    return duplicates;
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

/* The rows, and then the report of the library about the ids. */
static void write_report(sqlite3_str *out, const struct audit *audit)
{
    char report[GUIDON_AUDIT_JSON_MAX];
    size_t len = 0;

    /* Every report fits. */
    (void)!guidon_audit_json(report, sizeof report, &len, &audit->ids,
                             audit->distinct > 0 ? audit->duplicates : NULL);
    sqlite3_str_appendf(out,
                        "{\"rows\":%lld,\"nulls\":%lld,\"malformed\":%lld,",
                        (long long)audit->rows, (long long)audit->nulls,
                        (long long)audit->malformed);
    sqlite3_str_append(out, report + 1, (int)len - 1);
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
