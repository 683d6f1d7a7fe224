/* SPDX-License-Identifier: MIT */
/* What many ids have in common: kinds, times, order, weak bits and repeats,
 * counted in bounded memory. */
#ifndef GUIDON_AUDIT_H
#define GUIDON_AUDIT_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Two states count ids as they come. A guidon_audit has a fixed size and counts
 * all but repeats. A guidon_repeats counts repeats in memory of yours. Both
 * hold no pointer, so a copy of the bytes is a state too. Another process or
 * machine may use the bytes if it has the same version of the library and the
 * same byte order. The functions trust the bytes of a state; a stranger must
 * not choose them.
 *
 * States merge: threads, processes or partitions each count their ids, and one
 * of them merges the states. The result is that of one state for all ids, in
 * whatever groups and in whatever order the states merge. `out_of_order` and
 * `parts` are the exception, because order is counted within a part.
 *
 * These functions depend on their arguments only. They allocate nothing and
 * may be called from any thread, one at a time for each state.
 */

/* ------------------------------------------------------------------- counts */

/* The kinds that are counted. An id of the RFC variant has the kind
 * GUIDON_AUDIT_V0 + version, so version 7 is 7. */
typedef enum guidon_audit_kind {
    GUIDON_AUDIT_V0 = 0,   /* version 0, which RFC 9562 calls unused */
    GUIDON_AUDIT_V15 = 15, /* version 15, the last of the RFC variant */
    GUIDON_AUDIT_NIL,
    GUIDON_AUDIT_MAX,
    GUIDON_AUDIT_NCS, /* the NCS variant without Nil */
    GUIDON_AUDIT_MICROSOFT,
    GUIDON_AUDIT_FUTURE, /* the reserved variant without Max */
    GUIDON_AUDIT_ULID    /* ids that guidon_audit_add_ulid_many counts */
} guidon_audit_kind;

/* The number of kinds. Their values are 0 .. GUIDON_AUDIT_KINDS - 1. */
#define GUIDON_AUDIT_KINDS 22

/*
 * Return the name of a kind: "v0" .. "v15", "nil", "max", "ncs", "microsoft",
 * "future" or "ulid". For a value that is not a kind, the name is "unknown".
 *
 * Code src/core/audit.c
 */
GUIDON_API const char *guidon_audit_kind_name(guidon_audit_kind kind);

/*
 * The counts of any number of ids. The caller owns the state. A state whose
 * bytes are all zero has counted no id.
 */
typedef struct guidon_audit {
    uint64_t opaque[336];
} guidon_audit;

/* Make the state one that has counted no id. Code src/core/audit.c */
GUIDON_API void guidon_audit_init(guidon_audit *audit);

/*
 * Count an id, or n ids in their order.
 *
 * The bytes of a ULID do not show that they are a ULID. The functions with
 * `ulid` in their name count every id as a ULID.
 *
 *   ids  in  n ids; may be NULL if n is 0
 *
 * Code src/core/audit.c
 */
GUIDON_API void guidon_audit_add(guidon_audit *audit, const guidon_id *id);
GUIDON_API void guidon_audit_add_many(guidon_audit *audit, const guidon_id *ids,
                                      size_t n);
GUIDON_API void guidon_audit_add_ulid(guidon_audit *audit, const guidon_id *id);
GUIDON_API void guidon_audit_add_ulid_many(guidon_audit *audit,
                                           const guidon_id *ids, size_t n);

/*
 * Add the counts of another state. Then `audit` has also counted the ids of
 * `other`, as a part of their own.
 *
 *   other  in  another state than `audit`; unchanged
 *
 * Code src/core/audit.c
 */
GUIDON_API void guidon_audit_merge(guidon_audit *audit,
                                   const guidon_audit *other);

/*
 * What a state has counted.
 *
 * A bit is weak if random bits do not give its count. For n random bits, the
 * count of ones has the mean n/2 and the deviation sqrt(n)/2. A bit is weak if
 * its count is 8 deviations or more from the mean: random bits are so with a
 * probability of about 10^-15. Among fewer than 64 ids no bit is weak. Among 64
 * or more, each constant bit is.
 */
typedef struct guidon_audit_counts {
    uint64_t ids;
    uint64_t kinds[32]; /* by guidon_audit_kind; the other members are zero */
    uint64_t timed;     /* ids of versions 1, 6 and 7, and ULIDs: these have a
                           time */
    guidon_time earliest, latest; /* of these times; zero if `timed` is 0 */
    uint64_t out_of_order; /* ids below the id before them in their part */
    uint64_t parts; /* states with ids that were merged; 1 without a merge, and
                       0 if `ids` is 0 */
    guidon_id weak_v4; /* the weak bits of version 4, without those of version
                          and variant */
    guidon_id weak_v7; /* the weak bits of octets 12 .. 15 of version 7; a
                          generator may have time or a counter in those before */
    uint64_t ones_v4[128], ones_v7[128]; /* ids of version 4 and 7 whose bit is
                                            1; bit 0 is the high bit of octet
                                            0 */
    uint64_t reserved[8]; /* zero, until a later version counts more */
} guidon_audit_counts;

/* Read the counts of a state, which may count on afterwards.
 * Code src/core/audit.c */
GUIDON_API void guidon_audit_read(guidon_audit_counts *out,
                                  const guidon_audit *audit);

/* ------------------------------------------------------------------ repeats */

/*
 * The repeats among any number of ids, in memory of a fixed size.
 *
 * The memory holds some of the different ids, and how often each occurred: the
 * ids whose guidon_hash begins with `level` zero bits. The level is 0 as long
 * as all different ids fit, and then rises as far as needed. So the level and
 * the counts depend only on the ids and the number of slots, and not on the
 * order of the ids.
 *
 * guidon_hash has no key. Somebody who chooses the ids can make each of them
 * cost a search through all the ids that the memory holds. Few slots bound that
 * cost.
 *
 * To count exactly, ask your database (COUNT(DISTINCT id)) or sort the ids.
 */
typedef struct guidon_repeats guidon_repeats;

/* The lowest and the highest number of slots. */
#define GUIDON_REPEATS_SLOTS_MIN 8
#define GUIDON_REPEATS_SLOTS_MAX 16777216

/*
 * Return the bytes of memory that a state with so many slots needs.
 *
 *   slots  in  a power of 2, GUIDON_REPEATS_SLOTS_MIN to
 *              GUIDON_REPEATS_SLOTS_MAX; for other numbers the result is 0. All
 *              different ids fit if they are at most three quarters of the slots
 *
 * Code src/core/repeats.c
 */
GUIDON_API size_t guidon_repeats_size(size_t slots);

/*
 * Make memory a state that has counted no id. Return the state, which begins at
 * `memory`, or NULL if the number of slots is not valid.
 *
 *   memory  out  guidon_repeats_size(slots) bytes, aligned for uint64_t; the
 *                caller frees it when the state is no longer used
 *
 * Code src/core/repeats.c
 */
GUIDON_API guidon_repeats *guidon_repeats_init(void *memory, size_t slots);

/*
 * Return the number of slots of a state; or how many more different ids it can
 * take before it leaves ids out.
 *
 * A state may begin with few slots. Before the room for the ids of the next
 * call is exhausted, initialise a state with more slots, and merge the old one
 * into the new one. Then the counts are those of a state that had all slots
 * from the beginning.
 *
 * Code src/core/repeats.c
 */
GUIDON_API size_t guidon_repeats_slots(const guidon_repeats *repeats);
GUIDON_API size_t guidon_repeats_room(const guidon_repeats *repeats);

/*
 * Count an id, or n ids.
 *
 *   ids  in  n ids; may be NULL if n is 0
 *
 * Code src/core/repeats.c
 */
GUIDON_API void guidon_repeats_add(guidon_repeats *repeats,
                                   const guidon_id *id);
GUIDON_API void guidon_repeats_add_many(guidon_repeats *repeats,
                                        const guidon_id *ids, size_t n);

/*
 * Add the counts of another state, which may have another number of slots. The
 * counts are those of one state for all ids with the slots of `repeats`, unless
 * `other` has fewer slots and has left out ids. Then the level may be higher than
 * that of one state, because no merge brings those ids back.
 *
 *   other  in  another state than `repeats`; unchanged
 *
 * Code src/core/repeats.c
 */
GUIDON_API void guidon_repeats_merge(guidon_repeats *repeats,
                                     const guidon_repeats *other);

/*
 * Return how many ids were counted before, among the ids that the state holds:
 * five equal ids are four repeats.
 *
 *   one_in  out  the state holds one of so many different ids: 1 if it holds
 *                all, else 2^level. 0 if it holds no id at all, because nearly
 *                all ids have one hash: somebody has chosen them
 *
 * Code src/core/repeats.c
 */
GUIDON_API uint64_t guidon_repeats_count(uint64_t *one_in,
                                         const guidon_repeats *repeats);

#ifdef __cplusplus
}
#endif

#endif
