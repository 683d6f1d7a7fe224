/* SPDX-License-Identifier: MIT */
/* The list of all kinds: guidon_kind to struct gdn_kind. */
#ifndef GDN_GENERATE_KINDS_H
#define GDN_GENERATE_KINDS_H

#include "kind.h"

GDN_PRIVATE_BEGIN

/* X(number, table): each guidon_kind and its table. This is the only list: if a
 * kind is missing here, the compiler names it in kinds.c (-Wswitch).
 *
 * A module that must be small leaves kinds out, and guidon_generator_new refuses
 * these. It defines one of two macros:
 *
 *   GDN_WITHOUT_V8    no kind of version 8
 *   GDN_SMALL_MODULE  no kind with a number of the caller: neither V2 nor V8_NODE,
 *                     and no clock of the caller
 *
 * Such a module fills guidon_options itself, so the library checks only the members
 * that the module passes on (options_check.c). */
#define GDN_KIND_LIST_V2(X)          X(GUIDON_V2, gdn_kind_v2)
#define GDN_KIND_LIST_V8_NODE(X)     X(GUIDON_V8_NODE, gdn_kind_v8_node)
#define GDN_KIND_LIST_V8_PREFIXED(X) X(GUIDON_V8_PREFIXED, gdn_kind_v8_prefixed)
#if defined GDN_SMALL_MODULE
#  define GDN_KIND_LIST(X) GDN_KIND_LIST_ALL(X) GDN_KIND_LIST_V8_PREFIXED(X)
#elif defined GDN_WITHOUT_V8
#  define GDN_KIND_LIST(X) GDN_KIND_LIST_ALL(X) GDN_KIND_LIST_V2(X)
#else
#  define GDN_KIND_LIST(X)                                                     \
    GDN_KIND_LIST_ALL(X)                                                       \
    GDN_KIND_LIST_V2(X) GDN_KIND_LIST_V8_NODE(X) GDN_KIND_LIST_V8_PREFIXED(X)
#endif
#define GDN_KIND_LIST_ALL(X)                                                   \
  X(GUIDON_V1, gdn_kind_v1)                                                    \
  X(GUIDON_V4, gdn_kind_v4)                                                    \
  X(GUIDON_V6, gdn_kind_v6)                                                    \
  X(GUIDON_V7, gdn_kind_v7)                                                    \
  X(GUIDON_ULID, gdn_kind_ulid)                                                \
  X(GUIDON_ULID_MONOTONIC, gdn_kind_ulid_monotonic)

#define GDN_KIND_DECLARE(number, table) extern const struct gdn_kind table;
GDN_KIND_LIST_ALL(GDN_KIND_DECLARE)
GDN_KIND_LIST_V2(GDN_KIND_DECLARE)
GDN_KIND_LIST_V8_NODE(GDN_KIND_DECLARE)
GDN_KIND_LIST_V8_PREFIXED(GDN_KIND_DECLARE)
#undef GDN_KIND_DECLARE

/*
 * The place of a kind in an array that has an element for each kind; GDN_KINDS
 * if there is no such kind. The numbers of kinds lie far apart, and this is the
 * only place that brings them together: versions below 8 stay where they are,
 * ULIDs follow, and then version 8. Two of the places, 0 and those of versions 3
 * and 5, belong to no kind.
 */
#define GDN_KIND_INDEX(number)                                                 \
  ((unsigned)(number) < 8               ? (unsigned)(number)                   \
   : (unsigned)(number)-GUIDON_ULID < 2 ? (unsigned)(number)-GUIDON_ULID + 8   \
   : (unsigned)(number)-GUIDON_V8_NODE < 2                                     \
       ? (unsigned)(number)-GUIDON_V8_NODE + 10                                \
       : GDN_KINDS)
#define GDN_KINDS     12u
#define GDN_NEW_KINDS 10u /* of which guidon_new makes these places */
static inline unsigned gdn_kind_index(guidon_kind kind)
{
    return GDN_KIND_INDEX(kind);
}

/* The table of a kind, of which the options may choose a variant; NULL if there is no
 * such kind. */
const struct gdn_kind *gdn_kind_named(guidon_kind kind);

/* The kind, and the variant of it, that options ask for which fit. With `reserves`,
 * the variant for threads or processes that can reserve timestamps, see
 * reserve/reservation.h, if the kind has one. */
const struct gdn_kind *gdn_kind_of(const guidon_options *options,
                                   bool reserves);

/* The table of `kind`, or the variant that replaces it, for a generator with a node
 * of its own; NULL if its ids have no node. */
const struct gdn_kind *gdn_kind_with_node(const struct gdn_kind *kind);

/* gdn_kind_of for one kind. */
const struct gdn_kind *gdn_v6_variant(const guidon_options *options);
const struct gdn_kind *gdn_v7_variant(const guidon_options *options,
                                      bool reserves);
const struct gdn_kind *gdn_ulid_variant(const guidon_options *options);
const struct gdn_kind *gdn_v8_prefixed_variant(const guidon_options *options,
                                               bool reserves);

/* Variants that guidon_new chooses without these functions. */
extern const struct gdn_kind gdn_kind_v6_random;
/* Version 7 in layout precise and scope THREAD. */
const struct gdn_kind *gdn_v7_precise(const guidon_options *options);

/* Version 7 in layout precise, with reservations. */
extern const struct gdn_kind gdn_kind_v7_reserving;

GDN_PRIVATE_END

#endif
