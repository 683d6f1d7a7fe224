/* SPDX-License-Identifier: MIT */
/* id_fields.c - the node number of an id. */
#include "id_fields.h"

bool node_number_of(guidon_time *time, uint32_t *node, const guidon_id *id,
                    unsigned node_number_bits)
{
    uint64_t unix_ms;

    if (guidon_v8_node_of(&unix_ms, node, id, node_number_bits) != GUIDON_OK) {
        return false;
    }
    *time = (guidon_time){.seconds = (int64_t)(unix_ms / 1000),
                          .nanoseconds = (uint32_t)(unix_ms % 1000) * 1000000};
    return true;
}
