/* SPDX-License-Identifier: MIT */
/* make.c - new ids of now, and of a time. */
#include "guidon_sqlite.h"

const struct gdnsq_generator gdnsq_generators[] = {
    {"v1", "uuid1", GUIDON_V1, GDNSQ_UUID_TEXT, NULL},
    {"v1_blob", "uuid1_blob", GUIDON_V1, GDNSQ_BYTES, NULL},
    [GDNSQ_V4] = {"v4", "uuid4", GUIDON_V4, GDNSQ_UUID_TEXT, NULL},
    {"v4_blob", "uuid4_blob", GUIDON_V4, GDNSQ_BYTES, NULL},
    {"v6", "uuid6", GUIDON_V6, GDNSQ_UUID_TEXT, NULL},
    {"v6_blob", "uuid6_blob", GUIDON_V6, GDNSQ_BYTES, NULL},
    [GDNSQ_V7] = {"v7", "uuid7", GUIDON_V7, GDNSQ_UUID_TEXT, guidon_v7_at_many},
    {"v7_blob", "uuid7_blob", GUIDON_V7, GDNSQ_BYTES, guidon_v7_at_many},
    [GDNSQ_ULID] = {"ulid", "ulid-monotonic", GUIDON_ULID_MONOTONIC,
                    GDNSQ_ULID_TEXT, guidon_ulid_at_many},
    [GDNSQ_ULID_BLOB] = {"ulid_blob", "ulid_blob", GUIDON_ULID_MONOTONIC,
                         GDNSQ_BYTES, guidon_ulid_at_many},
    {NULL, NULL, GUIDON_V4, GDNSQ_BYTES, NULL},
};

const struct gdnsq_generator *gdnsq_generator_named(const char *name, int len)
{
    const struct gdnsq_generator *generator = gdnsq_generators;

    if (strlen(name) != (size_t)len) {
        return NULL;
    }
    while (generator->name && strcmp(generator->name, name) != 0 &&
           strcmp(generator->alias, name) != 0) {
        generator++;
    }
    return generator->name ? generator : NULL;
}

void gdnsq_make(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct gdnsq_generator *generator = gdnsq_row(context)->data;
    guidon_id id;
    guidon_status status = guidon_new(&id, generator->kind);

    (void)n;
    (void)args;
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, &id, generator->storage);
}

void gdnsq_make_at(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct gdnsq_generator *generator = gdnsq_row(context)->data;
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
    status = generator->at(&id, &time, 1);
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, &id, generator->storage);
}

const struct gdnsq_function gdnsq_make_functions[] = {
    {"guidon_v1", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[0]},
    {"guidon_v1_blob", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[1]},
    {"guidon_v4", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[2]},
    {"guidon_v4_blob", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[3]},
    {"guidon_v6", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[4]},
    {"guidon_v6_blob", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[5]},
    {"guidon_v7", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[6]},
    {"guidon_v7_blob", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[7]},
    {"guidon_v7_at", 1, GDNSQ_NEW, gdnsq_make_at, &gdnsq_generators[6]},
    {"guidon_v7_at_blob", 1, GDNSQ_NEW, gdnsq_make_at, &gdnsq_generators[7]},
    {"guidon_ulid", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[8]},
    {"guidon_ulid_blob", 0, GDNSQ_NEW, gdnsq_make, &gdnsq_generators[9]},
    {"guidon_ulid_at", 1, GDNSQ_NEW, gdnsq_make_at, &gdnsq_generators[8]},
    {"guidon_ulid_at_blob", 1, GDNSQ_NEW, gdnsq_make_at, &gdnsq_generators[9]},
    {NULL, 0, 0, NULL, NULL},
};
