/* SPDX-License-Identifier: MIT */
/* peer_names.c - the names that uuid.c of SQLite, sqlean and sqlite-ulid use. All other
 * functions of this extension begin with guidon_. */
#include "guidon_sqlite.h"

static const enum gdnsq_storage as_text = GDNSQ_UUID_TEXT;
static const enum gdnsq_storage as_blob = GDNSQ_BYTES;

/*
 * The texts that uuid.c of SQLite documents beyond GUIDON_ACCEPT_ANY: a hyphen or
 * none after each group of four digits, also in braces. Lenient reading knows
 * other texts too, which have other characters.
 */
static bool read_grouped(guidon_id *out, sqlite3_value *from)
{
    static const guidon_accept accept = {GUIDON_FORM_BIT(GUIDON_FORM_UUID) |
                                         GUIDON_FORM_BIT(GUIDON_FORM_BRACES)};
    const char *text = (const char *)sqlite3_value_text(from);
    size_t len = (size_t)sqlite3_value_bytes(from);

    return text && len <= GUIDON_TEXT_MAX &&
           strspn(text, "-0123456789ABCDEFabcdef{}") == len &&
           guidon_parse(out, NULL, text, len, accept, GUIDON_PARSE_LENIENT,
                        NULL) == GUIDON_OK;
}

static void same_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0]) ||
        (sqlite3_value_type(args[0]) == SQLITE_TEXT &&
         read_grouped(&given.id, args[0]))) {
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

/* ulid(BLOB): the text of a ULID. */
static void ulid_text(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (sqlite3_value_type(args[0]) == SQLITE_BLOB &&
        gdnsq_read(&given, args[0])) {
        gdnsq_result(context, &given.id, GDNSQ_ULID_TEXT);
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

/* The result is PREFIX_SUFFIX. A prefix may contain NUL. */
static void give_prefixed(sqlite3_context *context, sqlite3_value *prefix,
                          const char *suffix, size_t suffix_len)
{
    const char *text = (const char *)sqlite3_value_text(prefix);
    sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
    int error;

    sqlite3_str_append(out, text, sqlite3_value_bytes(prefix));
    sqlite3_str_appendchar(out, 1, '_');
    sqlite3_str_append(out, suffix, (int)suffix_len);
    error = sqlite3_str_errcode(out);
    if (error == SQLITE_OK) {
        int len = sqlite3_str_length(out);

        sqlite3_result_text(context, sqlite3_str_finish(out), len,
                            sqlite3_free);
        return;
    }
    sqlite3_free(sqlite3_str_finish(out));
    sqlite3_result_error_code(context, error);
}

/* The prefix may be any text, so the result is not always a TypeID. */
static void ulid_with_prefix(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    char suffix[GUIDON_TEXT_MAX];
    guidon_id id;
    guidon_status status;
    size_t len = 0;

    (void)n;
    if (sqlite3_value_type(args[0]) == SQLITE_BLOB) {
        gdnsq_error(context, "the prefix is a BLOB; CAST it AS TEXT");
        return;
    }
    if (!sqlite3_value_text(args[0])) {
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
    give_prefixed(context, args[0], suffix, len);
}

const struct gdnsq_function gdnsq_peer_functions[] = {
    {"uuid", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[GDNSQ_V4]},
    {"uuid4", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[GDNSQ_V4]},
    {"uuid7", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[GDNSQ_V7]},
    {"gen_random_uuid", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[GDNSQ_V4]},
    {"uuid_str", 1, GDNSQ_PURE, same_id, &as_text},
    {"uuid_blob", 1, GDNSQ_PURE, same_id, &as_blob},
    {"uuid7_timestamp_ms", 1, GDNSQ_PURE, uuid7_ms, NULL},
    {"ulid", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[GDNSQ_ULID]},
    {"ulid", 1, GDNSQ_PURE, ulid_text, NULL},
    {"ulid_bytes", 0, GDNSQ_NEW, gdnsq_make,
     &gdnsq_generators[GDNSQ_ULID_BLOB]},
    {"ulid_bytes", 1, GDNSQ_PURE, same_id, &as_blob},
    {"ulid_datetime", 1, GDNSQ_PURE, ulid_datetime, NULL},
    {"ulid_with_datetime", 1, GDNSQ_NEW, gdnsq_make_at,
     &gdnsq_generators[GDNSQ_ULID]},
    {"ulid_with_prefix", 1, GDNSQ_NEW, ulid_with_prefix, NULL},
    {NULL, 0, 0, NULL, NULL},
};
