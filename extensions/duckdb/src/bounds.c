/* SPDX-License-Identifier: MIT */
/* bounds.c - the first and the last id of a millisecond. A time that no id holds
 * gives Nil or Max, so that a condition never fails. */
#include "guidon_duckdb.h"

struct bound {
    guidon_status (*make)(guidon_id *, guidon_time);
};

static const struct bound bound_floor = {guidon_ulid_floor};
static const struct bound bound_ceil = {guidon_ulid_ceil};
static const struct bound bound_v7_min = {guidon_v7_floor};
static const struct bound bound_v7_max = {guidon_v7_ceil};

static void make_bounds(duckdb_function_info info, duckdb_data_chunk input,
                        duckdb_vector output)
{
    const struct bound *bound = gdndk_data(info);
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column times = gdndk_input(input, 0);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        guidon_id id;
        int64_t micros;

        if (gdndk_is_null(&times, row)) {
            gdndk_set_null(&out, row);
            continue;
        }
        micros = ((const int64_t *)times.data)[row];
        if (bound->make(&id, gdndk_time(micros)) != GUIDON_OK) {
            id = micros < 0 ? guidon_nil() : guidon_max();
        }
        gdndk_set_id(&out, row, &id);
    }
}

const struct gdndk_function gdndk_bound_functions[] = {
    {"guidon_floor",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_TIMESTAMP_TZ},
     false,
     make_bounds,
     &bound_floor},
    {"guidon_ceil",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_TIMESTAMP_TZ},
     false,
     make_bounds,
     &bound_ceil},
    {"guidon_v7_floor",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_TIMESTAMP_TZ},
     false,
     make_bounds,
     &bound_v7_min},
    {"guidon_v7_ceil",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_TIMESTAMP_TZ},
     false,
     make_bounds,
     &bound_v7_max},
    {NULL, 0, {0}, false, NULL, NULL},
};
