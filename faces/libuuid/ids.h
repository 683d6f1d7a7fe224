/* SPDX-License-Identifier: MIT */
/* A uuid_t seen as the library's id: the same sixteen bytes. */
#ifndef LIBUUID_IDS_H
#define LIBUUID_IDS_H

#include "uuid/uuid.h"
#include <guidon.h>

_Static_assert(sizeof(uuid_t) == sizeof(guidon_id), "both are sixteen bytes");
_Static_assert(_Alignof(guidon_id) == 1, "a uuid_t may lie anywhere");

static inline const guidon_id *id_of(const unsigned char *uu)
{
    return (const guidon_id *)uu;
}

static inline guidon_id *id_at(unsigned char *uu)
{
    return (guidon_id *)uu;
}

#endif
