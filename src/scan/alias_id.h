/* SPDX-License-Identifier: MIT */
/* Ids that guidon alias writes in the place of others: numbers in the shape of
 * version 4. */
#ifndef GDN_SCAN_ALIAS_ID_H
#define GDN_SCAN_ALIAS_ID_H

#include "../core/memory.h"

#include <guidon/id.h>
#include <stdint.h>

/* The last 12 digits of 00000000-0000-4000-8000-000000000001 are the number. */
#define GDN_ALIAS_ID_MAX ((UINT64_C(1) << 48) - 1)

/* The id of a number from 1 to GDN_ALIAS_ID_MAX. */
static inline guidon_id gdn_alias_id_of(uint64_t number)
{
    guidon_id id = {{0}};

    id.bytes[6] = 0x40;
    id.bytes[8] = 0x80;
    for (int i = 15; i >= 10; i--, number >>= 8) {
        id.bytes[i] = (unsigned char)number;
    }
    return id;
}

/* The number of such an id; 0 for every other id. */
static inline uint64_t gdn_alias_id_number(const guidon_id *id)
{
    static const unsigned char head[10] = {0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0};
    uint64_t number = 0;

    if (memcmp(id->bytes, head, sizeof head) != 0) {
        return 0;
    }
    for (int i = 10; i < 16; i++) {
        number = number << 8 | id->bytes[i];
    }
    return number;
}

#endif
