/* SPDX-License-Identifier: MIT */
/* kinds.c - the kind that options ask for. */
#include "kinds.h"

#define KIND_CASE(number, table)                                               \
  case number:                                                                 \
    kind = &table;                                                             \
    break;

/* The sum of the bits has each bit that their union has, unless two kinds have one
 * index. */
#define INDEX_BIT(number, table)   +(UINT32_C(1) << GDN_KIND_INDEX(number))
#define INDEX_UNION(number, table) | UINT32_C(1) << GDN_KIND_INDEX(number)
#define LAST_INDEX(number, table)  &&GDN_KIND_INDEX(number) < GDN_KINDS
_Static_assert((0 GDN_KIND_LIST(INDEX_BIT)) == (0 GDN_KIND_LIST(INDEX_UNION)) &&
                   (1 GDN_KIND_LIST(LAST_INDEX)),
               "each kind has an index of its own below GDN_KINDS");

const struct gdn_kind *gdn_kind_named(guidon_kind number)
{
    const struct gdn_kind *kind = NULL;

    /* No default, so that the compiler names a kind that the list lacks. */
    switch (number) {
        GDN_KIND_LIST(KIND_CASE)
    case GUIDON_KIND_ENUM_MAX:
        break;
#if defined GDN_SMALL_MODULE
    case GUIDON_V2:
    case GUIDON_V8_NODE:
        break;
#elif defined GDN_WITHOUT_V8
    case GUIDON_V8_NODE:
    case GUIDON_V8_PREFIXED:
        break;
#endif
    }
    return kind;
}

const struct gdn_kind *gdn_kind_of(const guidon_options *options, bool reserves)
{
    switch (options->kind) {
    case GUIDON_V6:
        return gdn_v6_variant(options);
    case GUIDON_V7:
        return gdn_v7_variant(options, reserves);
    case GUIDON_ULID_MONOTONIC:
        return gdn_ulid_variant(options);
#ifndef GDN_WITHOUT_V8
    case GUIDON_V8_PREFIXED:
        return gdn_v8_prefixed_variant(options, reserves);
#endif
    default:
        return gdn_kind_named(options->kind);
    }
}

const struct gdn_kind *gdn_kind_with_node(const struct gdn_kind *kind)
{
    return kind->has_node                ? kind
           : kind == &gdn_kind_v6_random ? &gdn_kind_v6
                                         : NULL;
}
