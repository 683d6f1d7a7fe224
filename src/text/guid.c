/* SPDX-License-Identifier: MIT */
/* guid.c - the mixed-endian byte image of Microsoft GUIDs. */
#include "../core/memory.h"

#include <guidon/text.h>

/* Octet i of an id is octet swapped_at[i] of the GUID, and the reverse. */
static const unsigned char swapped_at[16] = {3, 2, 1,  0,  5,  4,  7,  6,
                                             8, 9, 10, 11, 12, 13, 14, 15};

static guidon_id swap_fields(const unsigned char in[16])
{
    guidon_id id;

    for (size_t i = 0; i < 16; i++) {
        id.bytes[i] = in[swapped_at[i]];
    }
    return id;
}

void guidon_to_guid_bytes(unsigned char out[16], const guidon_id *id)
{
    guidon_id guid = swap_fields(id->bytes);

    memcpy(out, guid.bytes, sizeof guid.bytes);
}

guidon_id guidon_from_guid_bytes(const unsigned char in[16])
{
    return swap_fields(in);
}
