/* SPDX-License-Identifier: MIT */
/* value.c - arguments to ids, ids to results, and errors. */
#include "guidon_sqlite.h"

#include <stdarg.h>

/* The shortest TypeID with a prefix: a letter, '_' and a suffix. A TypeID without
 * one is the text of a ULID. */
#define TYPEID_MIN 28

const struct gdnsq_function *gdnsq_row(sqlite3_context *context)
{
    return sqlite3_user_data(context);
}

void gdnsq_error(sqlite3_context *context, const char *format, ...)
{
    va_list args;
    char *message, *whole;

    va_start(args, format);
    message = sqlite3_vmprintf(format, args);
    va_end(args);
    whole = message
                ? sqlite3_mprintf("%s: %s", gdnsq_row(context)->name, message)
                : NULL;
    if (whole) {
        sqlite3_result_error(context, whole, -1);
    } else {
        sqlite3_result_error_nomem(context);
    }
    sqlite3_free(whole);
    sqlite3_free(message);
}

void gdnsq_failed(sqlite3_context *context, guidon_status status)
{
    gdnsq_error(context, "%s", guidon_status_text(status));
}

/* ---------------------------------------------------------------- arguments */

static bool read_typeid(struct gdnsq_id *out, const char *text, size_t len)
{
    return len >= TYPEID_MIN && len <= GUIDON_TYPEID_MAX &&
           guidon_typeid_parse(&out->id, NULL, text, len, NULL) == GUIDON_OK;
}

static bool read_text(struct gdnsq_id *out, const char *text, size_t len)
{
    guidon_form form;

    if (guidon_parse(&out->id, &form, text, len, GUIDON_ACCEPT_ANY, 0, NULL) ==
        GUIDON_OK) {
        bool is_ulid =
            form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER;

        out->mark = is_ulid ? GDNSQ_IS_ULID : GDNSQ_UNMARKED;
        return true;
    }
    out->mark = GDNSQ_IS_TYPEID;
    return read_typeid(out, text, len);
}

/* SQLite allocates the octets of a zeroblob when they are read. Without memory it
 * gives NULL, and ends the statement with an error afterwards. */
static bool read_octets(guidon_id *out, const void *octets)
{
    if (octets) {
        memcpy(out->bytes, octets, sizeof out->bytes);
    }
    return octets;
}

bool gdnsq_read(struct gdnsq_id *out, sqlite3_value *from)
{
    const void *bytes;

    out->mark = GDNSQ_UNMARKED;
    switch (sqlite3_value_type(from)) {
    case SQLITE_TEXT:
        out->is_blob = false;
        bytes = sqlite3_value_text(from);
        return bytes &&
               read_text(out, bytes, (size_t)sqlite3_value_bytes(from));
    case SQLITE_BLOB:
        out->is_blob = true;
        return sqlite3_value_bytes(from) == sizeof out->id.bytes &&
               read_octets(&out->id, sqlite3_value_blob(from));
    default:
        return false;
    }
}

bool gdnsq_read_as(guidon_id *out, sqlite3_value *from, guidon_form form)
{
    const unsigned char *text;

    if (sqlite3_value_type(from) != SQLITE_TEXT) {
        return false;
    }
    text = sqlite3_value_text(from);
    return text && guidon_parse_as(out, (const char *)text,
                                   (size_t)sqlite3_value_bytes(from), form,
                                   NULL) == GUIDON_OK;
}

bool gdnsq_form(guidon_form *out, sqlite3_context *context, sqlite3_value *name)
{
    const char *text = (const char *)sqlite3_value_text(name);

    if (!text) {
        return false; /* the result is NULL */
    }
    if (strlen(text) != (size_t)sqlite3_value_bytes(name) ||
        guidon_form_from_name(out, text) != GUIDON_OK) {
        gdnsq_error(context,
                    "no form of text has the name \"%!.40s\"; forms are "
                    "\"uuid\", \"hex\", \"ulid\", \"base58\" and others",
                    text);
        return false;
    }
    return true;
}

bool gdnsq_text_is(sqlite3_value *value, const char *text)
{
    const char *found = (const char *)sqlite3_value_text(value);

    return found && (size_t)sqlite3_value_bytes(value) == strlen(text) &&
           strcmp(found, text) == 0;
}

static bool read_kind(enum gdnsq_mark *out, sqlite3_context *context,
                      sqlite3_value *name)
{
    const char *text = (const char *)sqlite3_value_text(name);
    bool is_ulid = gdnsq_text_is(name, "ulid");

    if (!text) {
        return false;
    }
    if (!is_ulid && !gdnsq_text_is(name, "uuid")) {
        gdnsq_error(context,
                    "the kind of id must be 'uuid' or 'ulid', not '%!.40s'",
                    text);
        return false;
    }
    *out = is_ulid ? GDNSQ_IS_ULID : GDNSQ_UNMARKED;
    return true;
}

bool gdnsq_read_with_kind(struct gdnsq_id *out, sqlite3_context *context, int n,
                          sqlite3_value **args)
{
    enum gdnsq_mark kind = GDNSQ_UNMARKED;

    if (n >= 2 && !read_kind(&kind, context, args[1])) {
        return false;
    }
    if (!gdnsq_read(out, args[0])) {
        return false;
    }
    if (n >= 2) {
        out->mark = kind;
    }
    return true;
}

static bool check_text(sqlite3_context *context, const struct gdnsq_data *data)
{
    size_t bad_at;

    if (guidon_data_check_text(data->bytes, data->len, &bad_at) == GUIDON_OK) {
        return true;
    }
    gdnsq_error(context,
                "the TEXT is not UTF-8 at byte %d; CAST it AS BLOB to hash its "
                "bytes",
                (int)bad_at);
    return false;
}

bool gdnsq_data(struct gdnsq_data *out, sqlite3_context *context,
                sqlite3_value *from)
{
    switch (sqlite3_value_type(from)) {
    case SQLITE_TEXT:
        out->bytes = sqlite3_value_text(from);
        out->len = (size_t)sqlite3_value_bytes(from);
        return out->bytes && check_text(context, out);
    case SQLITE_INTEGER:
        guidon_data_from_integer(out->integer, sqlite3_value_int64(from));
        out->bytes = out->integer;
        out->len = sizeof out->integer;
        return true;
    case SQLITE_BLOB:
        out->bytes = sqlite3_value_blob(from);
        out->len = (size_t)sqlite3_value_bytes(from);
        return out->bytes || out->len == 0;
    case SQLITE_FLOAT:
        gdnsq_error(context,
                    "a REAL is not hashed, because it has no bytes that "
                    "every system agrees on; CAST it AS INTEGER or AS "
                    "TEXT");
        return false;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ results */

void gdnsq_result(sqlite3_context *context, const guidon_id *id,
                  enum gdnsq_storage storage)
{
    char text[GUIDON_UUID_LEN];

    switch (storage) {
    case GDNSQ_BYTES:
        sqlite3_result_blob(context, id->bytes, sizeof id->bytes,
                            SQLITE_TRANSIENT);
        break;
    case GDNSQ_ULID_TEXT:
        guidon_ulid_format(text, id);
        sqlite3_result_text(context, text, GUIDON_ULID_LEN, SQLITE_TRANSIENT);
        break;
    default:
        guidon_uuid_format(text, id);
        sqlite3_result_text(context, text, GUIDON_UUID_LEN, SQLITE_TRANSIENT);
        break;
    }
}

void gdnsq_result_like(sqlite3_context *context, const guidon_id *id,
                       const struct gdnsq_id *argument)
{
    gdnsq_result(context, id,
                 argument->is_blob ? GDNSQ_BYTES : GDNSQ_UUID_TEXT);
}
