/* SPDX-License-Identifier: MIT */
/* names.c - ids from a namespace and a name. */
#include "guidon_sqlite.h"

struct name_function {
    void (*make)(guidon_id *, const guidon_id *, const void *, size_t);
    enum gdnsq_storage storage;
};

static const struct name_function v3_text = {guidon_v3_make, GDNSQ_UUID_TEXT};
static const struct name_function v3_blob = {guidon_v3_make, GDNSQ_BYTES};
static const struct name_function v5_text = {guidon_v5_make, GDNSQ_UUID_TEXT};
static const struct name_function v5_blob = {guidon_v5_make, GDNSQ_BYTES};
static const struct name_function v8_text = {guidon_v8_sha256_make,
                                             GDNSQ_UUID_TEXT};
static const struct name_function v8_blob = {guidon_v8_sha256_make,
                                             GDNSQ_BYTES};

static bool registered_namespace(guidon_id *out, sqlite3_value *name)
{
    static const struct {
        const char *name;
        guidon_id (*id)(void);
    } known[] = {
#define NAMESPACE_ROW(name, function) {name, function},
        GUIDON_NAMESPACE_LIST(NAMESPACE_ROW)
#undef NAMESPACE_ROW
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (gdnsq_text_is(name, known[i].name)) {
            *out = known[i].id();
            return true;
        }
    }
    return false;
}

/* A namespace is an id, or the name of a registered one. */
static bool read_namespace(guidon_id *out, sqlite3_value *from)
{
    struct gdnsq_id given;

    if (gdnsq_read(&given, from)) {
        *out = given.id;
        return true;
    }
    return sqlite3_value_type(from) == SQLITE_TEXT &&
           registered_namespace(out, from);
}

static void make_of_name(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct name_function *function = gdnsq_row(context)->data;
    guidon_id ns, id;
    struct gdnsq_data name;

    (void)n;
    if (read_namespace(&ns, args[0]) && gdnsq_data(&name, context, args[1])) {
        function->make(&id, &ns, name.bytes, name.len);
        gdnsq_result(context, &id, function->storage);
    }
}

const struct gdnsq_function gdnsq_name_functions[] = {
    {"guidon_v3", 2, GDNSQ_PURE, make_of_name, &v3_text},
    {"guidon_v3_blob", 2, GDNSQ_PURE, make_of_name, &v3_blob},
    {"guidon_v5", 2, GDNSQ_PURE, make_of_name, &v5_text},
    {"guidon_v5_blob", 2, GDNSQ_PURE, make_of_name, &v5_blob},
    {"guidon_v8_sha256", 2, GDNSQ_PURE, make_of_name, &v8_text},
    {"guidon_v8_sha256_blob", 2, GDNSQ_PURE, make_of_name, &v8_blob},
    {NULL, 0, 0, NULL, NULL},
};
