/* SPDX-License-Identifier: MIT */
/* What the tests of scope HOST check of ids. */
#ifndef HOST_TEST_H
#define HOST_TEST_H

#include "script.h"

#include <string.h>

/* The order in which ids were made: v1 by its time. The caller says the kind,
 * because a ULID may look like any version. */
static inline bool is_below(guidon_kind kind, const guidon_id *a,
                            const guidon_id *b)
{
    guidon_id x = *a, y = *b;

    if (kind == GUIDON_V1 &&
        ((!guidon_is_nil(a) && guidon_v1_to_v6(&x, a) != GUIDON_OK) ||
         guidon_v1_to_v6(&y, b) != GUIDON_OK)) {
        return false;
    }
    return guidon_compare(&x, &y) < 0;
}

static inline bool same_seq(const guidon_id *a, const guidon_id *b)
{
    uint16_t x, y;

    return guidon_clock_seq_of(&x, a) == GUIDON_OK &&
           guidon_clock_seq_of(&y, b) == GUIDON_OK && x == y;
}

static inline bool same_node(const guidon_id *a, const guidon_id *b)
{
    unsigned char x[6], y[6];

    return guidon_node_of(x, a) == GUIDON_OK &&
           guidon_node_of(y, b) == GUIDON_OK && memcmp(x, y, 6) == 0;
}

#endif
