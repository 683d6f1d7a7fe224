/* SPDX-License-Identifier: MIT */
/* The kind of an id, for code that asks for many. */
#ifndef GDN_CORE_KIND_H
#define GDN_CORE_KIND_H

#include "layout.h"

#include <guidon/id.h>

/* Nil has the variant NCS, and Max the reserved variant. */
static inline guidon_id_kind gdn_kind_of_id(const guidon_id *id)
{
    switch (gdn_variant_bits(id)) {
    case 7:
        return guidon_is_max(id) ? GUIDON_KIND_MAX : GUIDON_KIND_FUTURE;
    case 6:
        return GUIDON_KIND_MICROSOFT;
    case 5:
    case 4:
        return (guidon_id_kind)gdn_version_nibble(id);
    default:
        return guidon_is_nil(id) ? GUIDON_KIND_NIL : GUIDON_KIND_NCS;
    }
}

#endif
