/* SPDX-License-Identifier: MIT */
/* prefixed.c - ids of version 8 with a prefix: append and sharded. */
#include "guidon_duckdb.h"

#include <stdio.h>

/* The arguments of a row. */
struct prefixed_row {
    int64_t micros;
    guidon_id id;
    struct {
        const char *bytes;
        size_t len;
    } data;
    uint32_t prefix;
    uint32_t bits;
};

/* What a function takes and gives: first one value, then a prefix, then the number
 * of bits, each if the function has it. A prefix without the argument is all
 * ones. */
struct prefixed {
    enum { TAKES_NOTHING, TAKES_TIME, TAKES_ID, TAKES_DATA } first;
    bool has_prefix, has_bits;
    uint32_t most; /* bits */
    /* Make an id, or read a number. */
    guidon_status (*make)(guidon_id *id, const struct prefixed_row *row);
    guidon_status (*read)(int64_t *number, const struct prefixed_row *row);
};

/* ------------------------------------------------------------------ new ids */

static guidon_status prefixed_append(guidon_id *id,
                                     const struct prefixed_row *row)
{
    return guidon_v8_append(id, row->bits);
}

static guidon_status prefixed_sharded(guidon_id *id,
                                      const struct prefixed_row *row)
{
    return guidon_v8_sharded(id, row->prefix, row->bits);
}

static guidon_status prefixed_append_at(guidon_id *id,
                                        const struct prefixed_row *row)
{
    return guidon_v8_append_at(id, gdndk_time(row->micros), row->bits);
}

static guidon_status prefixed_sharded_at(guidon_id *id,
                                         const struct prefixed_row *row)
{
    return guidon_v8_sharded_at(id, gdndk_time(row->micros), row->prefix,
                                row->bits);
}

/* ------------------------------------------------------------------- bounds */

/* The last microsecond of an id with a prefix. */
#define PREFIXED_LAST (GUIDON_V8_PREFIXED_MS_MAX * 1000 + 999)

/* The first or the last id of a microsecond. A bound saturates within its prefix,
 * so that a condition never fails. */
static guidon_status prefixed_bound(guidon_id *id,
                                    const struct prefixed_row *row, bool last)
{
    guidon_time time;

    if (row->micros < 0) {
        return guidon_v8_floor(id, (guidon_time){0, 0}, row->prefix, row->bits);
    }
    if (row->micros > PREFIXED_LAST) {
        time = gdndk_time(PREFIXED_LAST);
        last = true;
    } else {
        time = gdndk_time(row->micros);
    }
    if (!last) {
        return guidon_v8_floor(id, time, row->prefix, row->bits);
    }
    time.nanoseconds += 999;
    return guidon_v8_ceil(id, time, row->prefix, row->bits);
}

static guidon_status prefixed_floor(guidon_id *id,
                                    const struct prefixed_row *row)
{
    return prefixed_bound(id, row, false);
}

static guidon_status prefixed_ceil(guidon_id *id,
                                   const struct prefixed_row *row)
{
    return prefixed_bound(id, row, true);
}

/* ------------------------------------------------------------------- fields */

static guidon_status prefixed_prefix(int64_t *number,
                                     const struct prefixed_row *row)
{
    uint32_t prefix = 0;
    guidon_time time;
    guidon_status status =
        guidon_v8_prefix_of(&time, &prefix, &row->id, row->bits);

    *number = prefix;
    return status;
}

static guidon_status prefixed_time(int64_t *number,
                                   const struct prefixed_row *row)
{
    uint32_t prefix;
    guidon_time time = {0, 0};
    guidon_status status =
        guidon_v8_prefix_of(&time, &prefix, &row->id, row->bits);

    *number = gdndk_micros(time);
    return status;
}

static guidon_status prefixed_shard(int64_t *number,
                                    const struct prefixed_row *row)
{
    uint32_t shard = 0;
    guidon_status status =
        guidon_shard_of(&shard, row->data.bytes, row->data.len, row->bits);

    *number = shard;
    return status;
}

/* --------------------------------------------------------------------- rows */

/* Take an integer from 0 to `most`. False, with an error, for any other. */
static bool prefixed_number(uint32_t *out, duckdb_function_info info,
                            const struct gdndk_column *column, uint64_t row,
                            const char *what, uint32_t most)
{
    /* `columns` has each column of which `function` reads a value. */
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    const int64_t number = ((const int64_t *)column->data)[row];
    char message[100];

    if (number < 0 || number > (int64_t)most) {
        snprintf(message, sizeof message,
                 "%s is out of range (expected an integer from 0 to %u)", what,
                 (unsigned)most);
        gdndk_error(info, message);
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

static void prefixed_first(struct prefixed_row *out,
                           const struct prefixed *function,
                           const struct gdndk_column *column, uint64_t row)
{
    switch (function->first) {
    case TAKES_TIME:
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): as above */
        out->micros = ((const int64_t *)column->data)[row];
        break;
    case TAKES_ID:
        out->id = gdndk_id(column, row);
        break;
    case TAKES_DATA:
        out->data.bytes = gdndk_text(column, row, &out->data.len);
        break;
    default:
        break;
    }
}

/* Take the prefix and its length. False, with an error, if one is wrong. */
static bool prefixed_lengths(struct prefixed_row *out,
                             duckdb_function_info info,
                             const struct prefixed *function,
                             const struct gdndk_column *columns, uint64_t row)
{
    const unsigned at = function->first != TAKES_NOTHING;
    uint32_t ones;

    out->bits = GUIDON_V8_APPEND_BITS;
    if (function->has_bits &&
        !prefixed_number(&out->bits, info, &columns[at + function->has_prefix],
                         row, "the number of bits", function->most)) {
        return false;
    }
    ones = (UINT32_C(1) << out->bits) - 1;
    out->prefix = ones;
    return !function->has_prefix ||
           prefixed_number(&out->prefix, info, &columns[at], row, "the prefix",
                           ones);
}

/* Give the result of a row. False, with an error, if there is none; a field that
 * an id lacks is NULL. */
static bool prefixed_give(struct gdndk_column *out, uint64_t at,
                          duckdb_function_info info,
                          const struct prefixed *function,
                          const struct prefixed_row *row)
{
    int64_t number = 0;
    guidon_id id = guidon_nil();
    guidon_status status = function->read ? function->read(&number, row)
                                          : function->make(&id, row);

    if (function->read) {
        ((int64_t *)out->data)[at] = number;
        if (status != GUIDON_OK) {
            gdndk_set_null(out, at);
        }
        return true;
    }
    if (status != GUIDON_OK) {
        gdndk_error(info, status == GUIDON_E_RANGE
                              ? "the time is out of range (expected the years "
                                "1970 to 2527)"
                              : guidon_status_text(status));
        return false;
    }
    gdndk_set_id(out, at, &id);
    return true;
}

static void prefixed_rows(duckdb_function_info info, duckdb_data_chunk input,
                          duckdb_vector output)
{
    const struct prefixed *function = gdndk_data(info);
    const unsigned n = (function->first != TAKES_NOTHING) +
                       function->has_prefix + function->has_bits;
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column columns[GDNDK_ARGS];
    struct gdndk_column out = gdndk_output(output);

    for (unsigned i = 0; i < n; i++) {
        columns[i] = gdndk_input(input, i);
    }
    for (uint64_t at = 0; at < rows; at++) {
        struct prefixed_row row = {0};
        bool is_null = false;

        for (unsigned i = 0; i < n; i++) {
            is_null = is_null || gdndk_is_null(&columns[i], at);
        }
        if (is_null) {
            gdndk_set_null(&out, at);
            continue;
        }
        prefixed_first(&row, function, columns, at);
        if (!prefixed_lengths(&row, info, function, columns, at) ||
            !prefixed_give(&out, at, info, function, &row)) {
            return;
        }
    }
}

/* -------------------------------------------------------------------- table */

#define BITS  GUIDON_V8_PREFIX_BITS_MAX
#define SHARD GUIDON_V8_SHARD_BITS_MAX

static const struct prefixed append = {.make = prefixed_append},
                             append_bits = {.has_bits = true,
                                            .most = BITS,
                                            .make = prefixed_append},
                             sharded = {.has_prefix = true,
                                        .has_bits = true,
                                        .most = SHARD,
                                        .make = prefixed_sharded},
                             append_at = {.first = TAKES_TIME,
                                          .make = prefixed_append_at},
                             append_at_bits = {.first = TAKES_TIME,
                                               .has_bits = true,
                                               .most = BITS,
                                               .make = prefixed_append_at},
                             sharded_at = {.first = TAKES_TIME,
                                           .has_prefix = true,
                                           .has_bits = true,
                                           .most = SHARD,
                                           .make = prefixed_sharded_at},
                             append_floor = {.first = TAKES_TIME,
                                             .make = prefixed_floor},
                             append_floor_bits = {.first = TAKES_TIME,
                                                  .has_bits = true,
                                                  .most = BITS,
                                                  .make = prefixed_floor},
                             v8_floor = {.first = TAKES_TIME,
                                         .has_prefix = true,
                                         .has_bits = true,
                                         .most = BITS,
                                         .make = prefixed_floor},
                             v8_ceil = {.first = TAKES_TIME,
                                        .has_prefix = true,
                                        .has_bits = true,
                                        .most = BITS,
                                        .make = prefixed_ceil},
                             prefix_of = {.first = TAKES_ID,
                                          .has_bits = true,
                                          .most = BITS,
                                          .read = prefixed_prefix},
                             time_of_prefixed = {.first = TAKES_ID,
                                                 .has_bits = true,
                                                 .most = BITS,
                                                 .read = prefixed_time},
                             shard_of = {.first = TAKES_DATA,
                                         .has_bits = true,
                                         .most = SHARD,
                                         .read = prefixed_shard};

#define NEW_ID(name, data, ...)                                                \
  {                                                                            \
    name, DUCKDB_TYPE_UUID, {__VA_ARGS__}, true, prefixed_rows, &(data)        \
  }
#define PURE(name, result, data, ...)                                          \
  {                                                                            \
    name, result, {__VA_ARGS__}, false, prefixed_rows, &(data)                 \
  }
#define AT     DUCKDB_TYPE_TIMESTAMP_TZ
#define NUMBER DUCKDB_TYPE_BIGINT

const struct gdndk_function gdndk_prefixed_functions[] = {
    NEW_ID("guidon_v8_append", append, 0),
    NEW_ID("guidon_v8_append", append_bits, NUMBER),
    NEW_ID("guidon_v8_append_at", append_at, AT),
    NEW_ID("guidon_v8_append_at", append_at_bits, AT, NUMBER),
    NEW_ID("guidon_v8_sharded", sharded, NUMBER, NUMBER),
    NEW_ID("guidon_v8_sharded_at", sharded_at, AT, NUMBER, NUMBER),
    PURE("guidon_v8_append_floor", DUCKDB_TYPE_UUID, append_floor, AT),
    PURE("guidon_v8_append_floor", DUCKDB_TYPE_UUID, append_floor_bits, AT,
         NUMBER),
    PURE("guidon_v8_floor", DUCKDB_TYPE_UUID, v8_floor, AT, NUMBER, NUMBER),
    PURE("guidon_v8_ceil", DUCKDB_TYPE_UUID, v8_ceil, AT, NUMBER, NUMBER),
    PURE("guidon_v8_prefix_of", NUMBER, prefix_of, DUCKDB_TYPE_UUID, NUMBER),
    PURE("guidon_prefixed_time_of", AT, time_of_prefixed, DUCKDB_TYPE_UUID,
         NUMBER),
    PURE("guidon_shard_of", NUMBER, shard_of, DUCKDB_TYPE_BLOB, NUMBER),
    PURE("guidon_shard_of", NUMBER, shard_of, DUCKDB_TYPE_VARCHAR, NUMBER),
    {NULL, 0, {0}, false, NULL, NULL},
};
