/* SPDX-License-Identifier: MIT */
/* fields.c - what an id holds. NULL if the id has no such field. */
#include "guidon_duckdb.h"

/* Reads a field as the 64-bit number of the result's type; false if none. */
typedef bool field_of(int64_t *out, const guidon_id *id);

static bool time_of(int64_t *out, const guidon_id *id)
{
    guidon_time time;

    if (guidon_time_of(&time, id) != GUIDON_OK) {
        return false;
    }
    *out = gdndk_micros(time);
    return true;
}

static bool ulid_time_of(int64_t *out, const guidon_id *id)
{
    *out = (int64_t)guidon_ulid_ms_of(id) * 1000;
    return true;
}

static bool version_of(int64_t *out, const guidon_id *id)
{
    *out = guidon_version_of(id);
    return guidon_variant_of(id) == GUIDON_VARIANT_RFC;
}

/* Inline, so that the compiler has a loop for each field. */
static inline void read_fields(duckdb_data_chunk input, duckdb_vector output,
                               field_of *read)
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column ids = gdndk_input(input, 0);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        int64_t value = 0;
        bool found = !gdndk_is_null(&ids, row);

        if (found) {
            guidon_id id = gdndk_id(&ids, row);

            found = read(&value, &id);
        }
        ((int64_t *)out.data)[row] = value;
        if (!found) {
            gdndk_set_null(&out, row);
        }
    }
}

static void read_times(duckdb_function_info info, duckdb_data_chunk input,
                       duckdb_vector output)
{
    (void)info;
    read_fields(input, output, time_of);
}

static void read_ulid_times(duckdb_function_info info, duckdb_data_chunk input,
                            duckdb_vector output)
{
    (void)info;
    read_fields(input, output, ulid_time_of);
}

static void read_versions(duckdb_function_info info, duckdb_data_chunk input,
                          duckdb_vector output)
{
    (void)info;
    read_fields(input, output, version_of);
}

const struct gdndk_function gdndk_field_functions[] = {
    {"guidon_time_of",
     DUCKDB_TYPE_TIMESTAMP_TZ,
     {DUCKDB_TYPE_UUID},
     false,
     read_times,
     NULL},
    {"guidon_ulid_time_of",
     DUCKDB_TYPE_TIMESTAMP_TZ,
     {DUCKDB_TYPE_UUID},
     false,
     read_ulid_times,
     NULL},
    {"guidon_version_of",
     DUCKDB_TYPE_BIGINT,
     {DUCKDB_TYPE_UUID},
     false,
     read_versions,
     NULL},
    {NULL, 0, {0}, false, NULL, NULL},
};
