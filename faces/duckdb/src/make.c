/* SPDX-License-Identifier: MIT */
/* make.c - new ids, and ids from data. */
#include "guidon_duckdb.h"

static const guidon_kind kind_v4 = GUIDON_V4;
static const guidon_kind kind_v6 = GUIDON_V6;
static const guidon_kind kind_v7 = GUIDON_V7;
static const guidon_kind kind_ulid = GUIDON_ULID_MONOTONIC;

static void make_ids(duckdb_info info, duckdb_chunk input, duckdb_vector output)
{
    const guidon_kind *kind = gdndk_data(info);
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column out = gdndk_output(output);
    guidon_id ids[GDNDK_BATCH];

    for (uint64_t row = 0; row < rows; row += GDNDK_BATCH) {
        size_t n = rows - row < GDNDK_BATCH ? rows - row : GDNDK_BATCH;
        guidon_status status = guidon_new_many(ids, n, *kind);

        if (status != GUIDON_OK) {
            gdndk_error(info, guidon_status_text(status));
            return;
        }
        for (size_t i = 0; i < n; i++) {
            gdndk_set_id(&out, row + i, &ids[i]);
        }
    }
}

/* ------------------------------------------------------------- ids from data */

/* The id of one row; the key is that of the row. */
static guidon_status derive_row(guidon_id *id, const int64_t *micros,
                                const struct gdndk_column *keys,
                                const struct gdndk_column *data, uint64_t row)
{
    guidon_time time = gdndk_time(*micros);
    int64_t ms = time.seconds * 1000 + time.nanoseconds / 1000000;
    size_t key_len, len;
    const char *key_bytes = gdndk_text(keys, row, &key_len);
    const char *bytes = gdndk_text(data, row, &len);
    guidon_key key;
    guidon_status status = guidon_key_init(&key, key_bytes, key_len);

    if (status == GUIDON_OK) {
        status = guidon_v7_derive(id, ms, &key, bytes, len);
        guidon_key_wipe(&key);
    }
    return status;
}

static const char *derive_reason(guidon_status status)
{
    switch (status) {
    case GUIDON_E_LENGTH:
        return "the key must have 32 bytes";
    case GUIDON_E_RANGE:
        return "the time is out of range (expected the years 1970 to 10889)";
    default:
        return guidon_status_text(status);
    }
}

static void derive_ids(duckdb_info info, duckdb_chunk input,
                       duckdb_vector output)
{
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column times = gdndk_input(input, 0);
    struct gdndk_column keys = gdndk_input(input, 1);
    struct gdndk_column data = gdndk_input(input, 2);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        guidon_status status;
        guidon_id id;

        if (gdndk_is_null(&times, row) || gdndk_is_null(&keys, row) ||
            gdndk_is_null(&data, row)) {
            gdndk_set_null(&out, row);
            continue;
        }
        status = derive_row(&id, (const int64_t *)times.data + row, &keys,
                            &data, row);
        if (status != GUIDON_OK) {
            gdndk_error(info, derive_reason(status));
            return;
        }
        gdndk_set_id(&out, row, &id);
    }
}

const struct gdndk_function gdndk_make_functions[] = {
    {"guidon_v4", DUCKDB_UUID, {0}, true, make_ids, &kind_v4},
    {"guidon_v6", DUCKDB_UUID, {0}, true, make_ids, &kind_v6},
    {"guidon_v7", DUCKDB_UUID, {0}, true, make_ids, &kind_v7},
    {"guidon_ulid", DUCKDB_UUID, {0}, true, make_ids, &kind_ulid},
    {"guidon_derive",
     DUCKDB_UUID,
     {DUCKDB_TIMESTAMPTZ, DUCKDB_BLOB, DUCKDB_BLOB},
     false,
     derive_ids,
     NULL},
    {NULL, 0, {0}, false, NULL, NULL},
};
