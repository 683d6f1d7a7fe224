/* SPDX-License-Identifier: MIT */
/* bounds.c - the first and the last id of a millisecond. A time that no id holds
 * gives Nil or Max, so that a WHERE clause never fails. */
#include "guidon_sqlite.h"

struct bound {
    guidon_status (*make)(guidon_id *, guidon_time);
    enum gdnsq_storage storage;
};

/* The bounds of a ULID are 48 bits of milliseconds and then only zeros, or only
 * ones: they are bounds of version 7 too. */
static const struct bound any_floor = {guidon_ulid_floor, GDNSQ_UUID_TEXT};
static const struct bound any_ceil = {guidon_ulid_ceil, GDNSQ_UUID_TEXT};
static const struct bound any_floor_blob = {guidon_ulid_floor, GDNSQ_BYTES};
static const struct bound any_ceil_blob = {guidon_ulid_ceil, GDNSQ_BYTES};
static const struct bound v7_floor = {guidon_v7_floor, GDNSQ_UUID_TEXT};
static const struct bound v7_ceil = {guidon_v7_ceil, GDNSQ_UUID_TEXT};
static const struct bound v7_floor_blob = {guidon_v7_floor, GDNSQ_BYTES};
static const struct bound v7_ceil_blob = {guidon_v7_ceil, GDNSQ_BYTES};
static const struct bound ulid_floor = {guidon_ulid_floor, GDNSQ_ULID_TEXT};
static const struct bound ulid_ceil = {guidon_ulid_ceil, GDNSQ_ULID_TEXT};

static void give_bound(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct bound *bound = gdnsq_row(context)->data;
    guidon_time time;
    guidon_id id;
    int64_t ms;

    (void)n;
    if (!gdnsq_time(&ms, args[0])) {
        return;
    }
    time.seconds = ms / 1000;
    time.nanoseconds = (uint32_t)(ms < 0 ? 0 : ms % 1000) * 1000000;
    if (ms < 0) {
        id = guidon_nil();
    } else if (bound->make(&id, time) != GUIDON_OK) {
        id = guidon_max();
    }
    gdnsq_result(context, &id, bound->storage);
}

const struct gdnsq_function gdnsq_bound_functions[] = {
    {"guidon_floor", 1, GDNSQ_PURE, give_bound, &any_floor},
    {"guidon_ceil", 1, GDNSQ_PURE, give_bound, &any_ceil},
    {"guidon_floor_blob", 1, GDNSQ_PURE, give_bound, &any_floor_blob},
    {"guidon_ceil_blob", 1, GDNSQ_PURE, give_bound, &any_ceil_blob},
    {"guidon_v7_floor", 1, GDNSQ_PURE, give_bound, &v7_floor},
    {"guidon_v7_ceil", 1, GDNSQ_PURE, give_bound, &v7_ceil},
    {"guidon_v7_floor_blob", 1, GDNSQ_PURE, give_bound, &v7_floor_blob},
    {"guidon_v7_ceil_blob", 1, GDNSQ_PURE, give_bound, &v7_ceil_blob},
    {"guidon_ulid_floor", 1, GDNSQ_PURE, give_bound, &ulid_floor},
    {"guidon_ulid_ceil", 1, GDNSQ_PURE, give_bound, &ulid_ceil},
    {"guidon_ulid_floor_blob", 1, GDNSQ_PURE, give_bound, &any_floor_blob},
    {"guidon_ulid_ceil_blob", 1, GDNSQ_PURE, give_bound, &any_ceil_blob},
    {NULL, 0, 0, NULL, NULL},
};
