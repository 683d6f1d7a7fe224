/* SPDX-License-Identifier: MIT */
/* convert.c - ids of one version as ids of another. */
#include "guidon_sqlite.h"

struct conversion {
    guidon_status (*convert)(guidon_id *, const guidon_id *);
    int from; /* the version that it takes */
};

static const struct conversion v1_to_v6 = {guidon_v1_to_v6, 1};
static const struct conversion v6_to_v1 = {guidon_v6_to_v1, 6};

/* Another version is an error, because NULL would erase ids in an UPDATE. */
static void convert_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct conversion *conversion = gdnsq_row(context)->data;
    struct gdnsq_id given;
    guidon_id id;

    (void)n;
    if (!gdnsq_read(&given, args[0])) {
        return;
    }
    if (conversion->convert(&id, &given.id) != GUIDON_OK) {
        gdnsq_error(context, "the id is not of version %d", conversion->from);
        return;
    }
    gdnsq_result_like(context, &id, &given);
}

const struct gdnsq_function gdnsq_convert_functions[] = {
    {"guidon_v1_to_v6", 1, GDNSQ_PURE, convert_id, &v1_to_v6},
    {"guidon_v6_to_v1", 1, GDNSQ_PURE, convert_id, &v6_to_v1},
    {NULL, 0, 0, NULL, NULL},
};
