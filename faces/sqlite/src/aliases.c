/* SPDX-License-Identifier: MIT */
/* aliases.c - the names that uuid.c of SQLite, sqlean and sqlite-ulid use. */
#include "guidon_sqlite.h"

static const enum gdnsq_storage as_text = GDNSQ_UUID_TEXT;
static const enum gdnsq_storage as_blob = GDNSQ_BYTES;

static void same_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0])) {
        gdnsq_result(context, &given.id, *storage);
    }
}

static void uuid7_ms(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;
    int64_t ms;

    (void)n;
    if (gdnsq_read(&given, args[0]) && guidon_version_of(&given.id) == 7 &&
        gdnsq_ms_of(&ms, &given)) {
        sqlite3_result_int64(context, ms);
    }
}

static void ulid_datetime(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0])) {
        gdnsq_datetime_result(context, (int64_t)guidon_ulid_ms_of(&given.id));
    }
}

/* The prefix may be any text, so the result is not always a TypeID. */
static void ulid_with_prefix(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    const char *prefix = (const char *)sqlite3_value_text(args[0]);
    char suffix[GUIDON_TEXT_MAX];
    guidon_id id;
    guidon_status status;
    size_t len = 0;

    (void)n;
    if (!prefix) {
        return;
    }
    status = guidon_new(&id, GUIDON_ULID_MONOTONIC);
    if (status == GUIDON_OK) {
        status = guidon_format(suffix, sizeof suffix, &len, &id,
                               GUIDON_FORM_ULID_LOWER);
    }
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    sqlite3_result_text(context,
                        sqlite3_mprintf("%s_%.*s", prefix, (int)len, suffix),
                        -1, sqlite3_free);
}

const struct gdnsq_function gdnsq_alias_functions[] = {
    {"uuid", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[GDNSQ_MAKE_UUID4]},
    {"gen_random_uuid", 0, GDNSQ_MAKER, gdnsq_make,
     &gdnsq_makers[GDNSQ_MAKE_UUID4]},
    {"uuid_str", 1, GDNSQ_PURE, same_id, &as_text},
    {"uuid_blob", 1, GDNSQ_PURE, same_id, &as_blob},
    {"uuid7_timestamp_ms", 1, GDNSQ_PURE, uuid7_ms, NULL},
    {"ulid_bytes", 0, GDNSQ_MAKER, gdnsq_make,
     &gdnsq_makers[GDNSQ_MAKE_ULID_BLOB]},
    {"ulid_bytes", 1, GDNSQ_PURE, same_id, &as_blob},
    {"ulid_datetime", 1, GDNSQ_PURE, ulid_datetime, NULL},
    {"ulid_with_datetime", 1, GDNSQ_MAKER, gdnsq_make_at,
     &gdnsq_makers[GDNSQ_MAKE_ULID]},
    {"ulid_with_prefix", 1, GDNSQ_MAKER, ulid_with_prefix, NULL},
    {NULL, 0, 0, NULL, NULL},
};
