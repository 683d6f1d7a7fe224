/* SPDX-License-Identifier: MIT */
/* typeid.c - ids with a prefix that names their type. */
#include "guidon_sqlite.h"

static void give_typeid(sqlite3_context *context, sqlite3_value *prefix,
                        const guidon_id *id)
{
    const char *text = (const char *)sqlite3_value_text(prefix);
    size_t prefix_len = (size_t)sqlite3_value_bytes(prefix);
    char typeid_text[GUIDON_TYPEID_MAX];
    size_t len;

    if (guidon_typeid_format(typeid_text, sizeof typeid_text, &len, text,
                             prefix_len, id) != GUIDON_OK) {
        gdnsq_error(context,
                    "'%!.70s' is no prefix (expected at most 63 letters a-z "
                    "and '_', beginning and ending with a letter)",
                    text ? text : "");
        return;
    }
    sqlite3_result_text(context, typeid_text, (int)len, SQLITE_TRANSIENT);
}

static void typeid_new(sqlite3_context *context, int n, sqlite3_value **args)
{
    guidon_id id;
    guidon_status status;

    (void)n;
    if (sqlite3_value_type(args[0]) != SQLITE_TEXT) {
        return;
    }
    status = guidon_new(&id, GUIDON_V7);
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    give_typeid(context, args[0], &id);
}

static void typeid_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (sqlite3_value_type(args[0]) == SQLITE_TEXT &&
        gdnsq_read(&given, args[1])) {
        give_typeid(context, args[0], &given.id);
    }
}

static void typeid_prefix_of(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    const char *text;
    size_t prefix_len;
    guidon_id id;

    (void)n;
    if (sqlite3_value_type(args[0]) != SQLITE_TEXT) {
        return;
    }
    text = (const char *)sqlite3_value_text(args[0]);
    if (text && guidon_typeid_parse(&id, &prefix_len, text,
                                    (size_t)sqlite3_value_bytes(args[0]),
                                    NULL) == GUIDON_OK) {
        sqlite3_result_text(context, text, (int)prefix_len, SQLITE_TRANSIENT);
    }
}

const struct gdnsq_function gdnsq_typeid_functions[] = {
    {"guidon_typeid", 1, GDNSQ_NEW, typeid_new, NULL},
    {"guidon_typeid", 2, GDNSQ_PURE, typeid_of, NULL},
    {"guidon_typeid_prefix_of", 1, GDNSQ_PURE, typeid_prefix_of, NULL},
    {NULL, 0, 0, NULL, NULL},
};
