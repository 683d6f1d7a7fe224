/* SPDX-License-Identifier: MIT */
/* convert.c - ids of one version as ids of another. */
#include "guidon_duckdb.h"

struct conversion {
    guidon_status (*convert)(guidon_id *, const guidon_id *);
    const char *wrong; /* the error for another version */
};

static const struct conversion from_v1 = {guidon_v1_to_v6,
                                          "an id is not of version 1"};
static const struct conversion from_v6 = {guidon_v6_to_v1,
                                          "an id is not of version 6"};

/* Another version is an error, because NULL would erase ids in an UPDATE. */
static void convert_ids(duckdb_function_info info, duckdb_data_chunk input,
                        duckdb_vector output)
{
    const struct conversion *conversion = gdndk_data(info);
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column ids = gdndk_input(input, 0);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        guidon_id id;

        if (gdndk_is_null(&ids, row)) {
            gdndk_set_null(&out, row);
            continue;
        }
        id = gdndk_id(&ids, row);
        if (conversion->convert(&id, &id) != GUIDON_OK) {
            gdndk_error(info, conversion->wrong);
            return;
        }
        gdndk_set_id(&out, row, &id);
    }
}

const struct gdndk_function gdndk_convert_functions[] = {
    {"guidon_v1_to_v6",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_UUID},
     false,
     convert_ids,
     &from_v1},
    {"guidon_v6_to_v1",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_UUID},
     false,
     convert_ids,
     &from_v6},
    {NULL, 0, {0}, false, NULL, NULL},
};
