/* SPDX-License-Identifier: MIT */
/* make.c - new ids of now, and of a time. */
#include "guidon_sqlite.h"

const struct gdnsq_maker gdnsq_makers[] = {
    {"uuid1", "v1", GUIDON_V1, GDNSQ_UUID_TEXT, NULL},
    {"uuid1_blob", "v1_blob", GUIDON_V1, GDNSQ_BYTES, NULL},
    [GDNSQ_MAKE_UUID4] = {"uuid4", "v4", GUIDON_V4, GDNSQ_UUID_TEXT, NULL},
    {"uuid4_blob", "v4_blob", GUIDON_V4, GDNSQ_BYTES, NULL},
    {"uuid6", "v6", GUIDON_V6, GDNSQ_UUID_TEXT, NULL},
    {"uuid6_blob", "v6_blob", GUIDON_V6, GDNSQ_BYTES, NULL},
    {"uuid7", "v7", GUIDON_V7, GDNSQ_UUID_TEXT, guidon_v7_at_many},
    {"uuid7_blob", "v7_blob", GUIDON_V7, GDNSQ_BYTES, guidon_v7_at_many},
    [GDNSQ_MAKE_ULID] = {"ulid", "ulid", GUIDON_ULID_MONOTONIC, GDNSQ_ULID_TEXT,
                         guidon_ulid_at_many},
    [GDNSQ_MAKE_ULID_BLOB] = {"ulid_blob", "ulid_blob", GUIDON_ULID_MONOTONIC,
                              GDNSQ_BYTES, guidon_ulid_at_many},
    {NULL, NULL, GUIDON_V4, GDNSQ_BYTES, NULL},
};

const struct gdnsq_maker *gdnsq_maker_named(const char *name, int len)
{
    const struct gdnsq_maker *maker = gdnsq_makers;

    if (strlen(name) != (size_t)len) {
        return NULL;
    }
    while (maker->name && strcmp(maker->name, name) != 0 &&
           strcmp(maker->version, name) != 0) {
        maker++;
    }
    return maker->name ? maker : NULL;
}

void gdnsq_make(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct gdnsq_maker *maker = gdnsq_row(context)->data;
    guidon_id id;
    guidon_status status = guidon_new(&id, maker->kind);

    (void)n;
    (void)args;
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, &id, maker->storage);
}

void gdnsq_make_at(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct gdnsq_maker *maker = gdnsq_row(context)->data;
    guidon_id id;
    guidon_time time;
    guidon_status status;
    int64_t ms;

    (void)n;
    if (!gdnsq_time(&ms, args[0])) {
        return;
    }
    if (ms < 0 || ms > GDNSQ_LAST_MS) {
        gdnsq_out_of_range(context, args[0]);
        return;
    }
    time = gdnsq_time_of_ms(ms);
    status = maker->at(&id, &time, 1);
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, &id, maker->storage);
}

/* ulid(X): the ULID of a time, or the text of a ULID in a BLOB. */
static void ulid_of(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct gdnsq_id given;

    if (sqlite3_value_type(args[0]) != SQLITE_BLOB) {
        gdnsq_make_at(context, n, args);
    } else if (gdnsq_read(&given, args[0])) {
        gdnsq_result(context, &given.id, GDNSQ_ULID_TEXT);
    }
}

const struct gdnsq_function gdnsq_make_functions[] = {
    {"uuid1", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[0]},
    {"uuid1_blob", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[1]},
    {"uuid4", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[GDNSQ_MAKE_UUID4]},
    {"uuid4_blob", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[3]},
    {"uuid6", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[4]},
    {"uuid6_blob", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[5]},
    {"uuid7", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[6]},
    {"uuid7", 1, GDNSQ_MAKER, gdnsq_make_at, &gdnsq_makers[6]},
    {"uuid7_blob", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[7]},
    {"uuid7_blob", 1, GDNSQ_MAKER, gdnsq_make_at, &gdnsq_makers[7]},
    {"ulid", 0, GDNSQ_MAKER, gdnsq_make, &gdnsq_makers[GDNSQ_MAKE_ULID]},
    {"ulid", 1, GDNSQ_MAKER, ulid_of, &gdnsq_makers[GDNSQ_MAKE_ULID]},
    {"ulid_blob", 0, GDNSQ_MAKER, gdnsq_make,
     &gdnsq_makers[GDNSQ_MAKE_ULID_BLOB]},
    {"ulid_blob", 1, GDNSQ_MAKER, gdnsq_make_at,
     &gdnsq_makers[GDNSQ_MAKE_ULID_BLOB]},
    {NULL, 0, 0, NULL, NULL},
};
