/* SPDX-License-Identifier: MIT */
/* id_fields.c - the title of a kind, and the node number of an id. */
#include "id_fields.h"

#include <stdio.h>

const char *kind_title(char out[KIND_TITLE_MAX], guidon_id_kind kind,
                       const guidon_id *id)
{
    unsigned version = guidon_version_of(id);

    switch (kind) {
    case GUIDON_KIND_ULID:
        return "ULID";
    case GUIDON_KIND_NIL:
        return "Nil UUID: no id, all bits zero";
    case GUIDON_KIND_MAX:
        return "Max UUID: above every id, all bits one";
    case GUIDON_KIND_NCS:
        return "UUID of the Apollo NCS variant";
    case GUIDON_KIND_MICROSOFT:
        return "UUID of the early Microsoft variant";
    case GUIDON_KIND_FUTURE:
        return "UUID of a variant not yet defined";
    default:
        snprintf(out, KIND_TITLE_MAX, "UUID version %u (%s)", version,
                 guidon_version_name(version));
        return out;
    }
}

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
