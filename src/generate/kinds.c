/* SPDX-License-Identifier: MIT */
/* kinds.c - the kind that options ask for. */
#include "kinds.h"

#define KIND_CASE(number, table)                                               \
  case number:                                                                 \
    kind = &table;                                                             \
    break;

const struct gdn_kind *gdn_kind_of(const guidon_options *options)
{
    const struct gdn_kind *kind = NULL;

    /* No default, so that the compiler names a kind that the list lacks. */
    switch (options->kind) {
        GDN_KIND_LIST(KIND_CASE)
#ifdef GDN_WITHOUT_V8
    case GUIDON_V8_NODE:
    case GUIDON_V8_PREFIXED:
        break;
#endif
    }
    return kind && kind->variant ? kind->variant(options) : kind;
}
