/* SPDX-License-Identifier: MIT */
/* bounds.c - the first and the last id of a millisecond. A time that no id holds
 * gives Nil or Max, so that a WHERE clause never fails. */
#include "guidon_sqlite.h"

struct bound {
    guidon_status (*make)(guidon_id *, guidon_time);
    enum gdnsq_storage storage;
};

static const struct bound id_floor = {guidon_ulid_floor, GDNSQ_BYTES};
static const struct bound id_ceil = {guidon_ulid_ceil, GDNSQ_BYTES};
static const struct bound uuid7_min = {guidon_v7_floor, GDNSQ_UUID_TEXT};
static const struct bound uuid7_max = {guidon_v7_ceil, GDNSQ_UUID_TEXT};
static const struct bound ulid_min = {guidon_ulid_floor, GDNSQ_ULID_TEXT};
static const struct bound ulid_max = {guidon_ulid_ceil, GDNSQ_ULID_TEXT};

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
    {"id_floor", 1, GDNSQ_PURE, give_bound, &id_floor},
    {"id_ceil", 1, GDNSQ_PURE, give_bound, &id_ceil},
    {"uuid7_min", 1, GDNSQ_PURE, give_bound, &uuid7_min},
    {"uuid7_max", 1, GDNSQ_PURE, give_bound, &uuid7_max},
    {"ulid_min", 1, GDNSQ_PURE, give_bound, &ulid_min},
    {"ulid_max", 1, GDNSQ_PURE, give_bound, &ulid_max},
    {NULL, 0, 0, NULL, NULL},
};
