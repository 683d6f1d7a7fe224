/* SPDX-License-Identifier: MIT */
/* text.c - ids to text in a form, and text in a form to ids. */
#include "guidon_sqlite.h"

static void format_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    guidon_form form = GUIDON_FORM_UUID;
    char text[GUIDON_TEXT_MAX];
    struct gdnsq_id given;
    size_t len;

    if (n == 2 && !gdnsq_form(&form, context, args[1])) {
        return;
    }
    /* Some forms have no text for some ids: the result is NULL. */
    if (gdnsq_read(&given, args[0]) &&
        guidon_format(text, sizeof text, &len, &given.id, form) == GUIDON_OK) {
        sqlite3_result_text(context, text, (int)len, SQLITE_TRANSIENT);
    }
}

/* Read the first argument: in any form, or in the form of the second. */
static bool read_any_or_as(guidon_id *out, sqlite3_context *context, int n,
                           sqlite3_value **args, bool *form_given)
{
    struct gdnsq_id given;
    guidon_form form;

    *form_given = true;
    if (n == 2) {
        *form_given = gdnsq_form(&form, context, args[1]);
        return *form_given && gdnsq_read_as(out, args[0], form);
    }
    if (!gdnsq_read(&given, args[0])) {
        return false;
    }
    *out = given.id;
    return true;
}

static void parse_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    bool form_given;
    guidon_id id;

    if (read_any_or_as(&id, context, n, args, &form_given)) {
        gdnsq_result(context, &id, GDNSQ_BYTES);
    }
}

/* NULL is neither valid nor invalid. */
static void valid_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    bool form_given;
    guidon_id id;
    bool valid = read_any_or_as(&id, context, n, args, &form_given);

    if (form_given && sqlite3_value_type(args[0]) != SQLITE_NULL) {
        sqlite3_result_int(context, valid);
    }
}

/* Why a TEXT is not read in any form, a TypeID among them, or in the form of the second
 * argument; NULL if it is, and for values of other types. */
static void parse_reason(sqlite3_context *context, int n, sqlite3_value **args)
{
    guidon_form form = GUIDON_FORM_UUID;
    char reason[GUIDON_REASON_MAX];
    struct gdnsq_id given;
    size_t len = 0;
    const char *text;

    if ((n == 2 && !gdnsq_form(&form, context, args[1])) ||
        sqlite3_value_type(args[0]) != SQLITE_TEXT ||
        (n == 1 && gdnsq_read(&given, args[0]))) {
        return;
    }
    text = (const char *)sqlite3_value_text(args[0]);
    if (text &&
        guidon_parse_reason(reason, sizeof reason, &len, text,
                            (size_t)sqlite3_value_bytes(args[0]),
                            n == 2 ? GUIDON_ACCEPT(form) : GUIDON_ACCEPT_ANY,
                            0) == GUIDON_OK &&
        len > 0) {
        sqlite3_result_text(context, reason, (int)len, SQLITE_TRANSIENT);
    }
}

/* What a TEXT could be, as JSON; NULL for values of other types. */
static void describe_text(sqlite3_context *context, int n, sqlite3_value **args)
{
    char readings[GUIDON_DESCRIBE_MAX];
    size_t len = 0;
    const char *text;

    (void)n;
    if (sqlite3_value_type(args[0]) != SQLITE_TEXT) {
        return;
    }
    text = (const char *)sqlite3_value_text(args[0]);
    if (text && guidon_describe_json(readings, sizeof readings, &len, text,
                                     (size_t)sqlite3_value_bytes(args[0]),
                                     GUIDON_ACCEPT_ANY, 0) == GUIDON_OK) {
        sqlite3_result_text(context, readings, (int)len, SQLITE_TRANSIENT);
    }
}

const struct gdnsq_function gdnsq_text_functions[] = {
    {"guidon_format", 1, GDNSQ_PURE, format_id, NULL},
    {"guidon_format", 2, GDNSQ_PURE, format_id, NULL},
    {"guidon_parse", 1, GDNSQ_PURE, parse_id, NULL},
    {"guidon_parse", 2, GDNSQ_PURE, parse_id, NULL},
    {"guidon_valid", 1, GDNSQ_PURE, valid_id, NULL},
    {"guidon_valid", 2, GDNSQ_PURE, valid_id, NULL},
    {"guidon_parse_reason", 1, GDNSQ_PURE, parse_reason, NULL},
    {"guidon_parse_reason", 2, GDNSQ_PURE, parse_reason, NULL},
    {"guidon_describe", 1, GDNSQ_PURE, describe_text, NULL},
    {NULL, 0, 0, NULL, NULL},
};
