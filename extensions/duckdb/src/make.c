/* SPDX-License-Identifier: MIT */
/* make.c - new ids, and ids from data. */
#include "guidon_duckdb.h"

static const guidon_kind kind_v4 = GUIDON_V4;
static const guidon_kind kind_v6 = GUIDON_V6;
static const guidon_kind kind_v7 = GUIDON_V7;
static const guidon_kind kind_ulid = GUIDON_ULID_MONOTONIC;

static void make_ids(duckdb_function_info info, duckdb_data_chunk input,
                     duckdb_vector output)
{
    const guidon_kind *kind = gdndk_data(info);
    uint64_t rows = duckdb_data_chunk_get_size(input);
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

/* What is hashed of a row. `bytes` may point to `own`. */
struct data {
    const void *bytes;
    size_t len;
    unsigned char own[sizeof(guidon_id)];
};

/* A type of data: how to find what is hashed of a row. The result is NULL, or the
 * reason why the value is refused. */
struct data_type {
    const char *(*find)(struct data *out, const struct gdndk_column *column,
                        uint64_t row);
};

static const char *bytes_of_row(struct data *out,
                                const struct gdndk_column *column, uint64_t row)
{
    out->bytes = gdndk_text(column, row, &out->len);
    return NULL;
}

static const char *text_of_row(struct data *out,
                               const struct gdndk_column *column, uint64_t row)
{
    out->bytes = gdndk_text(column, row, &out->len);
    return guidon_data_check_text(out->bytes, out->len, NULL) == GUIDON_OK
               ? NULL
               : "the text is not UTF-8";
}

static const char *id_of_row(struct data *out,
                             const struct gdndk_column *column, uint64_t row)
{
    const guidon_id id = gdndk_id(column, row);

    memcpy(out->own, id.bytes, sizeof id.bytes);
    out->bytes = out->own;
    out->len = sizeof id.bytes;
    return NULL;
}

/* Find what is hashed of an integer, if int64_t holds it. */
static const char *integer_data(struct data *out, bool fits, int64_t value)
{
    guidon_data_from_integer(out->own, value);
    out->bytes = out->own;
    out->len = GUIDON_INTEGER_LEN;
    return fits ? NULL
                : "the integer is not in the range of BIGINT; cast it to "
                  "VARCHAR";
}

static const char *bigint_of_row(struct data *out,
                                 const struct gdndk_column *column,
                                 uint64_t row)
{
    return integer_data(out, true, ((const int64_t *)column->data)[row]);
}

static const char *ubigint_of_row(struct data *out,
                                  const struct gdndk_column *column,
                                  uint64_t row)
{
    const uint64_t value = ((const uint64_t *)column->data)[row];

    return integer_data(out, value <= INT64_MAX, (int64_t)value);
}

/* The upper half of a number that int64_t holds repeats its sign. */
static const char *hugeint_of_row(struct data *out,
                                  const struct gdndk_column *column,
                                  uint64_t row)
{
    const duckdb_hugeint *value = (const duckdb_hugeint *)column->data + row;
    const int64_t low = (int64_t)value->lower;

    return integer_data(out, value->upper == (low < 0 ? -1 : 0), low);
}

static const char *uhugeint_of_row(struct data *out,
                                   const struct gdndk_column *column,
                                   uint64_t row)
{
    const duckdb_uhugeint *value = (const duckdb_uhugeint *)column->data + row;

    return integer_data(out, value->upper == 0 && value->lower <= INT64_MAX,
                        (int64_t)value->lower);
}

/* The id of one row; the key is that of the row. */
static guidon_status derive_row(guidon_id *id, const int64_t *micros,
                                const struct gdndk_column *keys,
                                const struct data *data, uint64_t row)
{
    guidon_time time = gdndk_time(*micros);
    int64_t ms = time.seconds * 1000 + time.nanoseconds / 1000000;
    size_t key_len;
    const char *key_bytes = gdndk_text(keys, row, &key_len);
    guidon_key key;
    guidon_status status = guidon_key_init(&key, key_bytes, key_len);

    if (status == GUIDON_OK) {
        status =
            guidon_v7_derive(id, (uint64_t)ms, &key, data->bytes, data->len);
        guidon_key_wipe(&key);
    }
    return status;
}

static const char *derive_reason(guidon_status status)
{
    switch (status) {
    case GUIDON_OK:
        return NULL;
    case GUIDON_E_ARGUMENT:
        return "the key must have 32 bytes";
    case GUIDON_E_RANGE:
        return "the time is out of range (expected the years 1970 to 10889)";
    default:
        return guidon_status_text(status);
    }
}

static void derive_ids(duckdb_function_info info, duckdb_data_chunk input,
                       duckdb_vector output)
{
    const struct data_type *type = gdndk_data(info);
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column times = gdndk_input(input, 0);
    struct gdndk_column keys = gdndk_input(input, 1);
    struct gdndk_column values = gdndk_input(input, 2);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        const char *why;
        struct data data;
        guidon_id id;

        if (gdndk_is_null(&times, row) || gdndk_is_null(&keys, row) ||
            gdndk_is_null(&values, row)) {
            gdndk_set_null(&out, row);
            continue;
        }
        why = type->find(&data, &values, row);
        if (!why) {
            why = derive_reason(derive_row(
                &id, (const int64_t *)times.data + row, &keys, &data, row));
        }
        if (why) {
            gdndk_error(info, why);
            return;
        }
        gdndk_set_id(&out, row, &id);
    }
}

static const struct data_type bytes_data = {bytes_of_row};
static const struct data_type text_data = {text_of_row};
static const struct data_type id_data = {id_of_row};
static const struct data_type bigint_data = {bigint_of_row};
static const struct data_type ubigint_data = {ubigint_of_row};
static const struct data_type hugeint_data = {hugeint_of_row};
static const struct data_type uhugeint_data = {uhugeint_of_row};

/* guidon_derive with data of one type. DuckDB casts smaller integers to BIGINT. */
#define DERIVE(type, data)                                                     \
  {                                                                            \
    "guidon_derive", DUCKDB_TYPE_UUID,                                         \
        {DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_BLOB, type}, false, derive_ids, \
        &(data)                                                                \
  }

const struct gdndk_function gdndk_make_functions[] = {
    {"guidon_v4", DUCKDB_TYPE_UUID, {0}, true, make_ids, &kind_v4},
    {"guidon_v6", DUCKDB_TYPE_UUID, {0}, true, make_ids, &kind_v6},
    {"guidon_v7", DUCKDB_TYPE_UUID, {0}, true, make_ids, &kind_v7},
    {"guidon_ulid", DUCKDB_TYPE_UUID, {0}, true, make_ids, &kind_ulid},
    DERIVE(DUCKDB_TYPE_BLOB, bytes_data),
    DERIVE(DUCKDB_TYPE_VARCHAR, text_data),
    DERIVE(DUCKDB_TYPE_UUID, id_data),
    DERIVE(DUCKDB_TYPE_BIGINT, bigint_data),
    DERIVE(DUCKDB_TYPE_UBIGINT, ubigint_data),
    DERIVE(DUCKDB_TYPE_HUGEINT, hugeint_data),
    DERIVE(DUCKDB_TYPE_UHUGEINT, uhugeint_data),
    {NULL, 0, {0}, false, NULL, NULL},
};
