/* SPDX-License-Identifier: MIT */
/* What many ids have in common: kinds, times, order, weak bits and duplicates,
 * counted in bounded memory. */
#ifndef GUIDON_AUDIT_H
#define GUIDON_AUDIT_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Two states count ids as they come. A guidon_audit has a fixed size and counts
 * all but duplicates. A guidon_duplicates counts duplicates in memory of yours. Both
 * hold no pointer, so a copy of the bytes is a state too. Another process or
 * machine may use the bytes if it has the same version of the library and the
 * same byte order. The functions trust the bytes of a state; let
 * guidon_audit_check and guidon_duplicates_check judge bytes that come from
 * outside.
 *
 * States merge: threads, processes or partitions each count their ids, and one
 * of them merges the states. The result is that of one state for all ids, in
 * whatever groups and in whatever order the states merge. `out_of_order` and
 * `parts` are the exception, because order is counted within a part.
 *
 * A state counts and judges nothing. `guidon stat` of the tool gives these counts;
 * `guidon audit` judges ids, and gives the counts at the end.
 *
 * These functions depend on their arguments only. They allocate nothing and
 * may be called from any thread, one at a time for each state.
 */

/* ------------------------------------------------------------------- counts */

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
 *   in  in  n ids; may be NULL if n is 0
 *
 * Code src/core/audit.c
 */
GUIDON_API void guidon_audit_add(guidon_audit *audit, const guidon_id *id);
GUIDON_API void guidon_audit_add_many(guidon_audit *audit, const guidon_id *in,
                                      size_t n);
GUIDON_API void guidon_audit_add_ulid(guidon_audit *audit, const guidon_id *id);
GUIDON_API void guidon_audit_add_ulid_many(guidon_audit *audit,
                                           const guidon_id *in, size_t n);

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
    uint64_t kinds[32]; /* by guidon_id_kind; GUIDON_KIND_ULID counts those of
                           guidon_audit_add_ulid_many; the other members are
                           zero */
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

/*
 * Return whether bytes from outside are a state of fewer than 2^59 ids of each
 * kind. The counts then agree with each other; nobody can tell whether the ids
 * existed.
 *
 * Code src/core/audit.c
 */
GUIDON_API bool guidon_audit_check(const guidon_audit *audit);

/* ------------------------------------------------------------------ duplicates */

/*
 * The duplicates among any number of ids, in memory of a fixed size.
 *
 * The memory holds some of the different ids, and how often each occurred: the
 * ids whose guidon_hash begins with `level` zero bits. The level is 0 as long
 * as all different ids fit, and then rises as far as needed. So the level and
 * the counts depend only on the ids and the number of slots, and not on the
 * order of the ids.
 *
 * A number of duplicates is exact only at level 0. guidon_duplicates_read gives
 * what is known at another level: the duplicates that were seen, and a bound.
 *
 * guidon_hash has no key. Somebody who chooses the ids can make each of them
 * cost a search through all the ids that the memory holds, unless the state has
 * a secret (guidon_duplicates_set_random_secret) or few slots.
 */
typedef struct guidon_duplicates guidon_duplicates;

/* The lowest and the highest number of slots. */
#define GUIDON_DUPLICATES_SLOTS_MIN 8
#define GUIDON_DUPLICATES_SLOTS_MAX 1073741824

/*
 * Return the bytes of memory that a state with so many slots needs.
 *
 *   slots  in  a power of 2, GUIDON_DUPLICATES_SLOTS_MIN to
 *              GUIDON_DUPLICATES_SLOTS_MAX; for other numbers, and if the address
 *              space is too small, the result is 0. All different ids fit if
 *              they are at most three quarters of the slots
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API size_t guidon_duplicates_size(size_t slots);

/*
 * Make memory a state that has counted no id.
 *
 *   out     out  the state, which begins at `memory`; NULL on an error
 *   memory  out  guidon_duplicates_size(slots) bytes, aligned for uint64_t; the
 *                caller frees it when the state is no longer used
 *   slots   in   as for guidon_duplicates_size
 *
 * Errors  GUIDON_E_ARGUMENT  the number of slots is not valid, or memory is NULL
 * Code    src/core/duplicate_counts.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_duplicates_init(guidon_duplicates **out, void *memory, size_t slots);

/*
 * Let a secret choose the places of the ids in the memory. Then nobody who does
 * not know it can choose ids that make the state slow. The counts do not depend
 * on it.
 *
 *   duplicates  in, out  a state that has counted no id
 *   secret      in       random bits; all zero is no secret
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API void guidon_duplicates_set_secret(guidon_duplicates *duplicates,
                                             const uint64_t secret[5]);

/*
 * Do the same with random bits of the calling thread, if the state has more than
 * 8192 slots. A smaller state needs no secret.
 *
 *   duplicates  in, out  a state that has counted no id; after an error, it can
 *                        count, without a secret
 *
 * Errors  GUIDON_E_ENTROPY  the system gave no random bytes
 *         GUIDON_E_MEMORY   no memory for the random stream of a new thread
 * Code    src/random/duplicates_secret.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_duplicates_set_random_secret(guidon_duplicates *duplicates);

/*
 * Return the number of slots of a state; or how many more different ids it can
 * take before it leaves ids out.
 *
 * A state may begin with few slots. Before the room for the ids of the next
 * call is exhausted, initialise a state with more slots, and merge the old one
 * into the new one. Then the counts are those of a state that had all slots
 * from the beginning.
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API size_t guidon_duplicates_slots(const guidon_duplicates *duplicates);
GUIDON_API size_t guidon_duplicates_room(const guidon_duplicates *duplicates);

/* Return how many different ids the state holds. `duplicates` may be NULL, for 0.
 * Code src/core/duplicate_counts.c */
GUIDON_API size_t guidon_duplicates_held(const guidon_duplicates *duplicates);

/*
 * Return the slots that a state needs for more ids: those that it has, or those
 * of the larger state that takes its place.
 *
 *   duplicates   in  the state; NULL if there is none yet
 *   more         in  different ids that it is to take
 *   distinct     in  grow up to the slots that hold so many different ids
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API size_t guidon_duplicates_slots_for(
    const guidon_duplicates *duplicates, size_t more, uint64_t distinct);

/*
 * Count an id, or n ids.
 *
 *   in  in  n ids; may be NULL if n is 0
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API void guidon_duplicates_add(guidon_duplicates *duplicates,
                                      const guidon_id *id);
GUIDON_API void guidon_duplicates_add_many(guidon_duplicates *duplicates,
                                           const guidon_id *in, size_t n);

/*
 * Add the counts of another state, which may have another number of slots. The
 * counts are those of one state for all ids with the slots of `duplicates`, unless
 * `other` has fewer slots and has left out ids. Then the level may be higher than
 * that of one state, because no merge brings those ids back.
 *
 *   other  in  another state than `duplicates`; unchanged
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API void guidon_duplicates_merge(guidon_duplicates *duplicates,
                                        const guidon_duplicates *other);

/*
 * Return how many ids were counted before, among the ids that the state holds:
 * five equal ids are four duplicates.
 *
 *   one_in  out  the state holds one of so many different ids: 1 if it holds
 *                all, else 2^level. 0 if it holds no id at all, because nearly
 *                all ids have one hash: somebody has chosen them
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API uint64_t
guidon_duplicates_count(uint64_t *one_in, const guidon_duplicates *duplicates);

/*
 * What a state knows of duplicates. A duplicate is an id that was counted
 * before: five equal ids are four duplicates.
 *
 * If one_in is 1, the number of duplicates is `seen`, exactly. Otherwise the
 * number is not known: it is at least `seen` and, with a confidence of 95 %, at
 * most `at_most`. The confidence needs ids that nobody chose by their
 * guidon_hash.
 */
typedef struct guidon_duplicates_counts {
    uint64_t ids;     /* all ids that were counted */
    uint64_t one_in;  /* as guidon_duplicates_count gives it */
    uint64_t seen;    /* the duplicates among the ids that the state holds */
    uint64_t at_most; /* the duplicates among all ids; equal to `seen` if one_in
                         is 1 */
    uint64_t reserved[4]; /* zero, until a later version counts more */
} guidon_duplicates_counts;

/* Read what a state knows of duplicates. `duplicates` may be NULL, for no ids.
 * Code src/core/duplicate_counts.c */
GUIDON_API void guidon_duplicates_read(guidon_duplicates_counts *out,
                                       const guidon_duplicates *duplicates);

/* fits every explanation of guidon_duplicates_explain */
#define GUIDON_DUPLICATES_EXPLAIN_MAX 300

/*
 * Write in an English sentence what the counts mean, such as "The number of
 * duplicates is exact: every id was compared with all others."
 *
 *   out      out  the sentence, without NUL; may be NULL if out_cap is 0
 *   out_cap  in   the size of `out` in bytes; GUIDON_DUPLICATES_EXPLAIN_MAX
 *                 always suffices
 *   out_len  out  the length of the sentence, also if it does not fit; may be
 *                 NULL
 *   counts   in   NULL if duplicates were not counted
 *
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the sentence
 * Code    src/core/duplicate_counts.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_duplicates_explain(char *out, size_t out_cap, size_t *out_len,
                          const guidon_duplicates_counts *counts);

/*
 * Check bytes from outside in one pass. Return the number of slots of the state
 * that they are, or 0 if they are no state of fewer than 2^59 ids.
 *
 * The check does not judge at which places the ids are. Let a state of your own,
 * with as many slots, take the counts by guidon_duplicates_merge, which needs no
 * places, and add ids to that state.
 *
 *   bytes  in  `len` bytes of any alignment
 *
 * Code src/core/duplicate_counts.c
 */
GUIDON_API size_t guidon_duplicates_check(const void *bytes, size_t len);

/* ------------------------------------------------------------------ report */

#define GUIDON_AUDIT_JSON_MAX 10240 /* fits every report of guidon_audit_json */

/*
 * Write what an audit has counted as a JSON object on one line, for example:
 *
 *   {"ids":2,"kinds":{"v7":2},"earliest":"2022-02-22T19:22:22.000000Z",
 *    "latest":"2022-02-22T19:22:22.000000Z","out_of_order":0,"parts":1,
 *    "duplicates":1,"duplicates_seen":1,"duplicates_at_most":1,
 *    "sampled_1_in":1,"duplicates_note":"The number of duplicates is exact:
 *    every id was compared with all others.","weak_bits":[]}
 *
 * The members are those of guidon_audit_counts and of guidon_duplicates_counts.
 * The kinds that occurred have their guidon_kind_name. `duplicates` is null
 * if the number is not known. A weak bit has its kind, its number from the high
 * bit of octet 0, and the share of ids in which it is 1. Later versions may add
 * members at the end.
 *
 *   out         out  the text, without NUL; may be NULL if out_cap is 0
 *   out_cap     in   the size of `out` in bytes; GUIDON_AUDIT_JSON_MAX always
 *                    suffices
 *   out_len     out  the length of the text, also if it does not fit; may be
 *                    NULL
 *   duplicates  in   of the same ids; NULL if nobody counted them, and then
 *                    their members are null unless there are no ids
 *
 * Units   times are UTC, in microseconds; finer parts are dropped. A time after
 *         the year 9999 is as guidon_time_format writes it.
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the text
 * Source  RFC 8259; RFC 3339
 * Code    src/report/audit_json.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_audit_json(
    char *out, size_t out_cap, size_t *out_len, const guidon_audit *audit,
    const guidon_duplicates *duplicates);

/* ------------------------------------------------------------------ causes */

/*
 * The known faults that make wrong ids. man guidon-audit describes each of them.
 */
typedef enum guidon_cause {
    GUIDON_CAUSE_UNKNOWN,      /* wrong, but no known fault fits */
    GUIDON_CAUSE_DUCKDB_V7,    /* DuckDB 1.3.0: v7 with the top bit flipped */
    GUIDON_CAUSE_ENVOY_TRACE,  /* Envoy: v4 with 9, a or b as the version */
    GUIDON_CAUSE_DRAFT_V7,     /* the package uuid7 of PyPI: v7 with 36 bits of
                                     seconds and 24 bits of their fraction */
    GUIDON_CAUSE_SECONDS,      /* v7 with seconds as milliseconds */
    GUIDON_CAUSE_BYTE_SWAPPED, /* a GUID's bytes; v1, v6 or v7 if swapped */
    GUIDON_CAUSE_BYTE_SWAPPED_V4, /* the same of v4, for which one id is no proof */
    GUIDON_CAUSE_MYSQL_SWAP,   /* v1 of UUID_TO_BIN(id, 1), read without swap */
    GUIDON_CAUSE_ULID_AS_UUID, /* the bytes of a ULID */
    GUIDON_CAUSE_V1_AHEAD,     /* v1 of a clock that was ahead */
    GUIDON_CAUSE_MADE_UP,      /* typed, copied from a document, or made up */
    GUIDON_CAUSE_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_cause;
GUIDON_ENUM_SIZE(guidon_cause);

/* Every cause, in the order of the enumeration. X is a macro with three
 * parameters: the constant without GUIDON_CAUSE_, the name, and whether
 * guidon_repair undoes it. */
#define GUIDON_CAUSE_LIST(X)                                                   \
  X(UNKNOWN, "unknown", false)                                                 \
  X(DUCKDB_V7, "duckdb-v7", true)                                              \
  X(ENVOY_TRACE, "envoy-trace", true)                                          \
  X(DRAFT_V7, "draft-v7", true)                                                \
  X(SECONDS, "seconds", true)                                                  \
  X(BYTE_SWAPPED, "byte-swapped", true)                                        \
  X(BYTE_SWAPPED_V4, "byte-swapped-v4", true)                                  \
  X(MYSQL_SWAP, "mysql-swap", true)                                            \
  X(ULID_AS_UUID, "ulid-as-uuid", false)                                       \
  X(V1_AHEAD, "v1-ahead", false)                                               \
  X(MADE_UP, "made-up", false)

/* The number of causes. Their values are 0 .. GUIDON_CAUSES - 1. */
#define GUIDON_CAUSE_COUNT_ONE(cause, name, reversible) +1
#define GUIDON_CAUSES                                   (0 GUIDON_CAUSE_LIST(GUIDON_CAUSE_COUNT_ONE))

/* A set of causes: the bit GUIDON_CAUSE_BIT of each. */
typedef uint32_t guidon_cause_set;
#define GUIDON_CAUSE_BIT(cause) (UINT32_C(1) << (cause))

/*
 * Return the causes that fit an id; 0 if the id can be right.
 *
 * An id can be right if it is version 2, 3, 4, 5 or 8, or version 1, 6 or 7 of a
 * time from 1990 to a minute after `now`, or Nil or Max. The set of any other id
 * has GUIDON_CAUSE_UNKNOWN and each cause that fits. GUIDON_CAUSE_MADE_UP may fit
 * any version. Several causes may fit one id; many ids together show which one it
 * is, as `guidon audit` judges.
 *
 * The bytes of a ULID look like GUIDON_CAUSE_ULID_AS_UUID, so ask only for ids that
 * were not written as ULIDs.
 *
 *   now  in  the present time, or that at which the ids were collected
 *
 * Code src/core/cause.c
 */
GUIDON_API guidon_cause_set guidon_causes_of(const guidon_id *id,
                                             guidon_time now);

/*
 * Write the id that a cause has made wrong, as it should have been.
 *
 * The time of the result is that of the making. GUIDON_CAUSE_DRAFT_V7 has steps of
 * 60 ns, which become the 244 ns of 12 bits; the 62 bits behind them stay.
 * GUIDON_CAUSE_SECONDS has no finer time than a second.
 *
 *   out  out  may be `id` itself
 *   now  in   as for guidon_causes_of
 *
 * Errors  GUIDON_E_ARGUMENT  the cause is not known or cannot be undone, or
 *                            nanoseconds of `now` are above 999 999 999
 *         GUIDON_E_VERSION   the cause does not fit the id: guidon_causes_of lacks
 *                            it
 * Code    src/core/cause.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_repair(guidon_id *out,
                                                         const guidon_id *id,
                                                         guidon_time now,
                                                         guidon_cause cause);

/*
 * Return the name of a cause; find the cause of a name; return whether
 * guidon_repair undoes a cause.
 *
 * The names are those of GUIDON_CAUSE_LIST, and constant. For a value that is not a
 * cause, the name is "unknown" and the last result is false. "unknown" is the name
 * of no cause that guidon_cause_from_name finds.
 *
 *   name  in  ends with NUL; must match exactly
 *
 * Errors  GUIDON_E_ARGUMENT  no cause has this name; *out is unchanged
 * Code    src/core/cause.c
 */
GUIDON_API const char *guidon_cause_name(guidon_cause cause);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_cause_from_name(guidon_cause *out, const char *name);
GUIDON_API bool guidon_cause_reversible(guidon_cause cause);

#ifdef __cplusplus
}
#endif

#endif
