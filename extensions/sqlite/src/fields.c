/* SPDX-License-Identifier: MIT */
/* fields.c - what an id holds. NULL where an id has no such field. */
#include "guidon_sqlite.h"

static const char *variant_name(const guidon_id *id)
{
    static const char *const names[] = {
        [GUIDON_VARIANT_NCS] = "ncs",
        [GUIDON_VARIANT_RFC] = "rfc",
        [GUIDON_VARIANT_MICROSOFT] = "microsoft",
        [GUIDON_VARIANT_FUTURE] = "future",
    };

    return names[guidon_variant_of(id)];
}

static void kind_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0])) {
        sqlite3_result_text(context,
                            given.mark == GDNSQ_UNMARKED
                                ? guidon_kind_name(guidon_kind_of(&given.id))
                            : given.mark == GDNSQ_IS_ULID
                                ? guidon_kind_name(GUIDON_KIND_ULID)
                                : "typeid",
                            -1, SQLITE_STATIC);
    }
}

static void ms_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;
    int64_t ms;

    if (gdnsq_read_with_kind(&given, context, n, args) &&
        gdnsq_ms_of(&ms, &given)) {
        sqlite3_result_int64(context, ms);
    }
}

static void time_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;
    int64_t ms;

    if (gdnsq_read_with_kind(&given, context, n, args) &&
        gdnsq_ms_of(&ms, &given)) {
        gdnsq_datetime_result(context, ms);
    }
}

static void version_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0]) && given.mark != GDNSQ_IS_ULID &&
        guidon_variant_of(&given.id) == GUIDON_VARIANT_RFC) {
        sqlite3_result_int(context, (int)guidon_version_of(&given.id));
    }
}

static void variant_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    (void)n;
    if (gdnsq_read(&given, args[0])) {
        sqlite3_result_text(context, variant_name(&given.id), -1,
                            SQLITE_STATIC);
    }
}

const struct gdnsq_function gdnsq_field_functions[] = {
    {"guidon_kind_of", 1, GDNSQ_PURE, kind_of, NULL},
    {"guidon_ms_of", 1, GDNSQ_PURE, ms_of, NULL},
    {"guidon_ms_of", 2, GDNSQ_PURE, ms_of, NULL},
    {"guidon_time_of", 1, GDNSQ_PURE, time_of, NULL},
    {"guidon_time_of", 2, GDNSQ_PURE, time_of, NULL},
    {"guidon_version_of", 1, GDNSQ_PURE, version_of, NULL},
    {"guidon_variant_of", 1, GDNSQ_PURE, variant_of, NULL},
    {NULL, 0, 0, NULL, NULL},
};
