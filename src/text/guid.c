/* SPDX-License-Identifier: MIT */
/* guid.c - the mixed-endian byte image of Microsoft GUIDs, and its hex. */
#include "../core/memory.h"
#include "forms.h"
#include "hex.h"
#include "pattern.h"

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

size_t gdn_guid_hex_write(char *out, const guidon_id *id)
{
    guidon_id guid = swap_fields(id->bytes);

    return gdn_pattern_write(out, GDN_HEX_PATTERN, gdn_hex_lower, guid.bytes);
}

guidon_status gdn_guid_hex_read(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    unsigned char bytes[16];
    guidon_status status =
        gdn_pattern_read(bytes, GDN_HEX_PATTERN, text, len, bad_at);

    if (!status) {
        *out = swap_fields(bytes);
    }
    return status;
}
