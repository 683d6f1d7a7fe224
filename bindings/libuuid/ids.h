/* SPDX-License-Identifier: MIT */
/* Use a uuid_t as a guidon_id. Both have the same 16 bytes. */
#ifndef LIBUUID_IDS_H
#define LIBUUID_IDS_H

#include "uuid/uuid.h"
#include <guidon.h>

_Static_assert(sizeof(uuid_t) == sizeof(guidon_id), "both have 16 bytes");
_Static_assert(_Alignof(guidon_id) == 1, "a uuid_t may have any address");

static inline const guidon_id *id_of(const unsigned char *uu)
{
    return (const guidon_id *)uu;
}

static inline guidon_id *id_at(unsigned char *uu)
{
    return (guidon_id *)uu;
}

#endif
