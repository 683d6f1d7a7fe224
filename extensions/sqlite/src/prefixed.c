/* SPDX-License-Identifier: MIT */
/* prefixed.c - ids of version 8 with a prefix: append and sharded. */
#include "guidon_sqlite.h"

/* ---------------------------------------------------------------- arguments */

/* Read an INTEGER from 0 to `most`. False for NULL, and for any other value; the
 * call has an error then. */
static bool prefixed_read_number(uint32_t *out, sqlite3_context *context,
                                 sqlite3_value *from, const char *what,
                                 uint32_t most)
{
    int64_t number;

    if (sqlite3_value_type(from) == SQLITE_NULL) {
        return false;
    }
    number = sqlite3_value_int64(from);
    if (sqlite3_value_type(from) != SQLITE_INTEGER || number < 0 ||
        number > (int64_t)most) {
        gdnsq_error(context,
                    "%s is out of range (expected an integer from 0 to %u)",
                    what, most);
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

static uint32_t prefixed_ones(uint32_t bits)
{
    return (UINT32_C(1) << bits) - 1;
}

/* Read prefix_bits, which has a default. */
static bool prefixed_read_append(uint32_t *prefix, uint32_t *bits,
                                 sqlite3_context *context, int n,
                                 sqlite3_value **args)
{
    *bits = GUIDON_V8_APPEND_BITS;
    if (n > 0 && !prefixed_read_number(bits, context, args[0], "prefix_bits",
                                       GUIDON_V8_PREFIX_BITS_MAX)) {
        return false;
    }
    *prefix = prefixed_ones(*bits);
    return true;
}

/* Read a prefix and its bits, from two arguments in this order. */
static bool prefixed_read_prefix(uint32_t *prefix, uint32_t *bits,
                                 sqlite3_context *context, sqlite3_value **args,
                                 const char *what, uint32_t most)
{
    return prefixed_read_number(bits, context, args[1], "the number of bits",
                                most) &&
           prefixed_read_number(prefix, context, args[0], what,
                                prefixed_ones(*bits));
}

static bool prefixed_read_shard(uint32_t *shard, uint32_t *bits,
                                sqlite3_context *context, sqlite3_value **args)
{
    return prefixed_read_prefix(shard, bits, context, args, "the shard",
                                GUIDON_V8_SHARD_BITS_MAX);
}

/* ------------------------------------------------------------------ new ids */

static void prefixed_give_new(sqlite3_context *context, guidon_status status,
                              const guidon_id *id)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;

    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, id, *storage);
}

static void prefixed_append(sqlite3_context *context, int n,
                            sqlite3_value **args)
{
    uint32_t prefix, bits;
    guidon_id id;

    if (prefixed_read_append(&prefix, &bits, context, n, args)) {
        guidon_status status = guidon_v8_append(&id, bits);

        prefixed_give_new(context, status, &id);
    }
}

static void prefixed_sharded(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    uint32_t shard, bits;
    guidon_id id;

    (void)n;
    if (prefixed_read_shard(&shard, &bits, context, args)) {
        guidon_status status = guidon_v8_sharded(&id, shard, bits);

        prefixed_give_new(context, status, &id);
    }
}

/* Return an id of a time, whose prefix is read. */
static void prefixed_give_at(sqlite3_context *context, sqlite3_value *at,
                             uint32_t prefix, uint32_t bits, bool appends)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;
    guidon_time time;
    guidon_id id;
    guidon_status status;
    int64_t ms;

    if (!gdnsq_time(&ms, at)) {
        return;
    }
    time = gdnsq_time_of_ms(ms);
    status = appends ? guidon_v8_append_at(&id, time, bits)
                     : guidon_v8_sharded_at(&id, time, prefix, bits);
    if (status == GUIDON_E_RANGE) {
        gdnsq_error(context,
                    "the time is out of range (expected 1970 to 2527)");
    } else if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
    } else {
        gdnsq_result(context, &id, *storage);
    }
}

static void prefixed_append_at(sqlite3_context *context, int n,
                               sqlite3_value **args)
{
    uint32_t prefix, bits;

    if (prefixed_read_append(&prefix, &bits, context, n - 1, args + 1)) {
        prefixed_give_at(context, args[0], prefix, bits, true);
    }
}

static void prefixed_sharded_at(sqlite3_context *context, int n,
                                sqlite3_value **args)
{
    uint32_t shard, bits;

    (void)n;
    if (prefixed_read_shard(&shard, &bits, context, args + 1)) {
        prefixed_give_at(context, args[0], shard, bits, false);
    }
}

/* ------------------------------------------------------------------- bounds */

/* Return the first or the last id of a millisecond. A bound saturates within its
 * prefix, so that a WHERE clause never fails. */
static void prefixed_give_bound(sqlite3_context *context, sqlite3_value *at,
                                uint32_t prefix, uint32_t bits, bool last)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;
    guidon_time time;
    guidon_id id;
    guidon_status status;
    int64_t ms;

    if (!gdnsq_time(&ms, at)) {
        return;
    }
    if (ms > GUIDON_V8_PREFIXED_MS_MAX) {
        last = true;
        ms = GUIDON_V8_PREFIXED_MS_MAX;
    } else if (ms < 0) {
        last = false;
        ms = 0;
    }
    time = gdnsq_time_of_ms(ms);
    if (last) {
        time.nanoseconds += 999999;
    }
    status = last ? guidon_v8_ceil(&id, time, prefix, bits)
                  : guidon_v8_floor(&id, time, prefix, bits);
    if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
        return;
    }
    gdnsq_result(context, &id, *storage);
}

static void prefixed_append_floor(sqlite3_context *context, int n,
                                  sqlite3_value **args)
{
    uint32_t prefix, bits;

    if (prefixed_read_append(&prefix, &bits, context, n - 1, args + 1)) {
        prefixed_give_bound(context, args[0], prefix, bits, false);
    }
}

static void prefixed_bound(sqlite3_context *context, sqlite3_value **args,
                           bool last)
{
    uint32_t prefix, bits;

    if (prefixed_read_prefix(&prefix, &bits, context, args + 1, "the prefix",
                             GUIDON_V8_PREFIX_BITS_MAX)) {
        prefixed_give_bound(context, args[0], prefix, bits, last);
    }
}

static void prefixed_v8_floor(sqlite3_context *context, int n,
                              sqlite3_value **args)
{
    (void)n;
    prefixed_bound(context, args, false);
}

static void prefixed_v8_ceil(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    (void)n;
    prefixed_bound(context, args, true);
}

/* ------------------------------------------------------------------- fields */

/* Read the prefix and the time of an id. False if the value is no such id; the
 * result is NULL then, or an error. */
static bool prefixed_read_fields(uint32_t *prefix, guidon_time *time,
                                 sqlite3_context *context, sqlite3_value **args)
{
    struct gdnsq_id id;
    uint32_t bits;

    return prefixed_read_number(&bits, context, args[1], "prefix_bits",
                                GUIDON_V8_PREFIX_BITS_MAX) &&
           gdnsq_read(&id, args[0]) &&
           guidon_v8_prefix_of(time, prefix, &id.id, bits) == GUIDON_OK;
}

static void prefixed_prefix_of(sqlite3_context *context, int n,
                               sqlite3_value **args)
{
    uint32_t prefix;
    guidon_time time;

    (void)n;
    if (prefixed_read_fields(&prefix, &time, context, args)) {
        sqlite3_result_int64(context, prefix);
    }
}

static void prefixed_time_of(sqlite3_context *context, int n,
                             sqlite3_value **args)
{
    uint32_t prefix;
    guidon_time time;

    (void)n;
    if (prefixed_read_fields(&prefix, &time, context, args)) {
        gdnsq_datetime_result(context,
                              time.seconds * 1000 + time.nanoseconds / 1000000);
    }
}

static void prefixed_shard_of(sqlite3_context *context, int n,
                              sqlite3_value **args)
{
    struct gdnsq_data data;
    uint32_t bits, shard;

    (void)n;
    if (!prefixed_read_number(&bits, context, args[1], "shard_bits",
                              GUIDON_V8_SHARD_BITS_MAX) ||
        !gdnsq_data(&data, context, args[0])) {
        return;
    }
    if (guidon_shard_of(&shard, data.bytes, data.len, bits) == GUIDON_OK) {
        sqlite3_result_int64(context, shard);
    }
}

static const enum gdnsq_storage prefixed_text = GDNSQ_UUID_TEXT,
                                prefixed_blob = GDNSQ_BYTES;

const struct gdnsq_function gdnsq_prefixed_functions[] = {
    {"guidon_v8_append", 0, GDNSQ_NEW, prefixed_append, &prefixed_text},
    {"guidon_v8_append", 1, GDNSQ_NEW, prefixed_append, &prefixed_text},
    {"guidon_v8_append_blob", 0, GDNSQ_NEW, prefixed_append, &prefixed_blob},
    {"guidon_v8_append_blob", 1, GDNSQ_NEW, prefixed_append, &prefixed_blob},
    {"guidon_v8_append_at", 1, GDNSQ_NEW, prefixed_append_at, &prefixed_text},
    {"guidon_v8_append_at", 2, GDNSQ_NEW, prefixed_append_at, &prefixed_text},
    {"guidon_v8_append_at_blob", 1, GDNSQ_NEW, prefixed_append_at,
     &prefixed_blob},
    {"guidon_v8_append_at_blob", 2, GDNSQ_NEW, prefixed_append_at,
     &prefixed_blob},
    {"guidon_v8_sharded", 2, GDNSQ_NEW, prefixed_sharded, &prefixed_text},
    {"guidon_v8_sharded_blob", 2, GDNSQ_NEW, prefixed_sharded, &prefixed_blob},
    {"guidon_v8_sharded_at", 3, GDNSQ_NEW, prefixed_sharded_at, &prefixed_text},
    {"guidon_v8_sharded_at_blob", 3, GDNSQ_NEW, prefixed_sharded_at,
     &prefixed_blob},
    {"guidon_v8_append_floor", 1, GDNSQ_PURE, prefixed_append_floor,
     &prefixed_text},
    {"guidon_v8_append_floor", 2, GDNSQ_PURE, prefixed_append_floor,
     &prefixed_text},
    {"guidon_v8_append_floor_blob", 1, GDNSQ_PURE, prefixed_append_floor,
     &prefixed_blob},
    {"guidon_v8_append_floor_blob", 2, GDNSQ_PURE, prefixed_append_floor,
     &prefixed_blob},
    {"guidon_v8_floor", 3, GDNSQ_PURE, prefixed_v8_floor, &prefixed_text},
    {"guidon_v8_floor_blob", 3, GDNSQ_PURE, prefixed_v8_floor, &prefixed_blob},
    {"guidon_v8_ceil", 3, GDNSQ_PURE, prefixed_v8_ceil, &prefixed_text},
    {"guidon_v8_ceil_blob", 3, GDNSQ_PURE, prefixed_v8_ceil, &prefixed_blob},
    {"guidon_v8_prefix_of", 2, GDNSQ_PURE, prefixed_prefix_of, NULL},
    {"guidon_prefixed_time_of", 2, GDNSQ_PURE, prefixed_time_of, NULL},
    {"guidon_shard_of", 2, GDNSQ_PURE, prefixed_shard_of, NULL},
    {NULL, 0, 0, NULL, NULL},
};
