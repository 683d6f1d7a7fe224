/* SPDX-License-Identifier: MIT */
/* The id itself: sixteen bytes, and the fields that they hold. */
#ifndef GUIDON_ID_H
#define GUIDON_ID_H

#include <guidon/api.h>
#include <guidon/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * These functions depend on their arguments only. They allocate nothing and may
 * be called from any thread.
 */

/*
 * A UUID or a ULID: 16 bytes in network order, at any alignment.
 *
 * Assignment copies an id. guidon_compare orders ids as memcmp does. Their
 * canonical texts, and their values as unsigned integers, have the same order.
 *
 * Source RFC 9562, sections 4 and 6.11; ULID specification
 */
typedef struct guidon_id {
    unsigned char bytes[16];
} guidon_id;

/*
 * A time in UTC without leap seconds.
 *
 * `seconds` counts from 1970-01-01T00:00:00Z and is rounded towards the past.
 * `nanoseconds` is therefore 0 .. 999 999 999 before 1970 too. A 64-bit count
 * of nanoseconds cannot hold the times of ids, which reach from the year 1582
 * to 10889.
 */
typedef struct guidon_time {
    int64_t seconds;
    uint32_t nanoseconds;
} guidon_time;

/* The variant: the specification that defines the bits. The high bits of octet
 * 8 give it (RFC 9562, section 4.1). */
typedef enum guidon_variant {
    GUIDON_VARIANT_NCS,       /* 0xx: Apollo NCS; Nil has this variant */
    GUIDON_VARIANT_RFC,       /* 10x: RFC 9562; only these ids have a version */
    GUIDON_VARIANT_MICROSOFT, /* 110: early Microsoft GUIDs */
    GUIDON_VARIANT_FUTURE,    /* 111: reserved; Max has this variant */
    GUIDON_VARIANT_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_variant;
GUIDON_ENUM_SIZE(guidon_variant);

/* The meaning of the local id in a version-2 id (DCE 1.1). A site may define
 * the values above GUIDON_DOMAIN_ORG. */
typedef enum guidon_domain {
    GUIDON_DOMAIN_PERSON = 0,           /* a POSIX user id */
    GUIDON_DOMAIN_GROUP = 1,            /* a POSIX group id */
    GUIDON_DOMAIN_ORG = 2,              /* an organisation */
    GUIDON_DOMAIN_LAST = 255,           /* the largest value of octet 9 */
    GUIDON_DOMAIN_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_domain;
GUIDON_ENUM_SIZE(guidon_domain);

/* --------------------------------------------------- values and comparison */

/* Return Nil: all bits are zero. Nil sorts below every other id (RFC 9562,
 * section 5.9). Code src/core/value.c */
GUIDON_API guidon_id guidon_nil(void);
/* Return Max: all bits are one. Max sorts above every other id (RFC 9562,
 * section 5.10). Code src/core/value.c */
GUIDON_API guidon_id guidon_max(void);
/* Check whether an id is Nil, or Max. Code src/core/value.c */
GUIDON_API bool guidon_is_nil(const guidon_id *id);
GUIDON_API bool guidon_is_max(const guidon_id *id);

/*
 * Compare two ids as unsigned bytes, most significant byte first. The result is
 * below, equal to or above 0 if `a` is below, equal to or above `b`.
 *
 * The time that the comparison takes depends on the ids.
 *
 * Source RFC 9562, section 6.11; ITU-T X.667, 6.4
 * Code   src/core/value.c
 */
GUIDON_API int guidon_compare(const guidon_id *a, const guidon_id *b);
/* Check whether two ids are equal. The time that the comparison takes depends
 * on the ids. Code src/core/value.c */
GUIDON_API bool guidon_equal(const guidon_id *a, const guidon_id *b);

/*
 * Check whether two ids are equal, in a time that does not depend on the ids.
 *
 * Use this function if a stranger sends ids and must not find the right id by
 * guessing it byte by byte. No branch and no memory address depends on the
 * bytes. Parsing is not constant-time. docs/threat-model.md says which ids hold
 * enough random bits to be kept secret.
 *
 * Threads any.
 * Code    src/core/value.c
 */
GUIDON_API bool guidon_equal_consttime(const guidon_id *a, const guidon_id *b);

/*
 * Compute a 64-bit hash of an id for hash tables. It is the same on every
 * machine.
 *
 * The hash has no key, so somebody who chooses the ids can make them collide. A
 * table that stores ids from strangers needs a keyed hash instead.
 *
 * Code src/core/value.c
 */
GUIDON_API uint64_t guidon_hash(const guidon_id *id);

/*
 * Convert an id to two 64-bit numbers and back. `hi` holds octets 0 .. 7, with
 * octet 0 in its most significant byte, and `lo` holds octets 8 .. 15 alike.
 *
 * Code src/core/value.c
 */
GUIDON_API void guidon_to_words(uint64_t *hi, uint64_t *lo,
                                const guidon_id *id);
GUIDON_API guidon_id guidon_from_words(uint64_t hi, uint64_t lo);

/* ----------------------------------------------------- the fields of an id */

/* Return the variant of an id. Every id has one. Code src/core/fields.c */
GUIDON_API guidon_variant guidon_variant_of(const guidon_id *id);

/*
 * Return the version of an id, 0 .. 15, if its variant is GUIDON_VARIANT_RFC,
 * and 0 otherwise. Nil and Max have no version, so the result is 0.
 *
 * RFC 9562 assigns the versions 1 .. 8.
 *
 * Source RFC 9562, section 4.2
 * Code   src/core/fields.c
 */
GUIDON_API unsigned guidon_version_of(const guidon_id *id);

/*
 * Return the registered name of a version, for example "Random" for 4.
 *
 * The result is "Unused" for 0 and "Reserved" for 9 and above. The text is
 * constant and never NULL.
 *
 * Source RFC 9562, section 7.1
 * Code   src/core/fields.c
 */
GUIDON_API const char *guidon_version_name(unsigned version);

/*
 * Read one field of an id.
 *
 * They check the variant first and then the version. The bytes of a ULID do not
 * show that they are a ULID: if you know that an id is one, call
 * guidon_ulid_ms_of.
 *
 * Errors  GUIDON_E_VERSION  the id has no such field; the outputs are unchanged
 * Code    src/core/fields.c
 */

/* Read the time of versions 1 and 6 (100 ns) and 7 (milliseconds). A fraction
 * of the millisecond that a generator put into rand_a of version 7 is not read,
 * because the id does not show whether there is one (RFC 9562, section 6.1).
 * For version 2 see guidon_dce_time_of. */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_time_of(guidon_time *out,
                                                          const guidon_id *id);
/* Read the time of versions 1 and 6 as 100 ns ticks since
 * 1582-10-15T00:00:00Z, below 2^60 (RFC 9562, section 5.1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ticks_of(uint64_t *out,
                                                           const guidon_id *id);
/* Read the clock sequence: 14 bits in versions 1 and 6, 6 bits in version 2. */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_clock_seq_of(uint16_t *out, const guidon_id *id);
/* Read the node of versions 1, 2 and 6: octets 10 .. 15. */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_node_of(unsigned char out[6],
                                                          const guidon_id *id);
/* Read the domain (0 .. GUIDON_DOMAIN_LAST) and the local id (`local_id`) of
 * version 2 (DCE 1.1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_dce_of(guidon_domain *domain,
                                                         uint32_t *local_id,
                                                         const guidon_id *id);
/* Read the time of version 2. It keeps only the high bits of the time, so the
 * result is a range of 2^32 ticks (429.4967296 s) from *low to *high, both
 * included (DCE 1.1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_dce_time_of(guidon_time *low, guidon_time *high, const guidon_id *id);
/* Read the time of the NCS variant: a 48-bit count of 4 us since 1980-01-01.
 * Nil has none. */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ncs_time_of(guidon_time *out, const guidon_id *id);

/*
 * Read the time of a ULID: its first 48 bits as Unix milliseconds. Any id is
 * read as if it were a ULID.
 *
 * Source ULID specification
 *
 * Code src/core/fields.c
 */
GUIDON_API uint64_t guidon_ulid_ms_of(const guidon_id *id);

/*
 * Check that an id is a valid UUID: Nil, Max, or version 1 .. 8 in the RFC
 * variant. If `now` is given, check also that its time is not in the future.
 *
 *   id     in  any id
 *   now    in  the time now, or NULL to ignore the time of the id; NULL is
 *              right for most uses, because RFC 9562, section 6.1 allows a
 *              generator to alter times and to run ahead of the clock
 *   slack  in  how far after `now` the time may be; NULL means not at all. It
 *              must be a valid time even if `now` is NULL
 *
 * Only versions 1, 6 and 7 have a time that can be compared with `now`.
 *
 * Errors, in this order
 *         GUIDON_E_ARGUMENT  nanoseconds above 999 999 999, or slack below 0
 *         GUIDON_E_VERSION   not the RFC variant, or version 0 or 9 .. 15
 *         GUIDON_E_FUTURE    the time is after *now + *slack
 * Source  RFC 9562, sections 4.1 and 4.2; ITU-T X.667
 * Code    src/core/validate.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_validate(
    const guidon_id *id, const guidon_time *now, const guidon_time *slack);

/* ------------------------------------------------------------ what an id is */

/* What an id is: its variant, its version in the variant of RFC 9562, or that it was
 * written as a ULID, which its bytes do not show. Other than a guidon_kind, which a
 * generator makes. Version 7 is GUIDON_KIND_V7, and so on: a version is the value of
 * its kind. */
typedef enum guidon_id_kind {
    GUIDON_KIND_V0, /* which RFC 9562 calls unused */
    GUIDON_KIND_V1,
    GUIDON_KIND_V2,
    GUIDON_KIND_V3,
    GUIDON_KIND_V4,
    GUIDON_KIND_V5,
    GUIDON_KIND_V6,
    GUIDON_KIND_V7,
    GUIDON_KIND_V8,
    GUIDON_KIND_V9, /* RFC 9562 reserves versions 9 to 15 */
    GUIDON_KIND_V10,
    GUIDON_KIND_V11,
    GUIDON_KIND_V12,
    GUIDON_KIND_V13,
    GUIDON_KIND_V14,
    GUIDON_KIND_V15,
    GUIDON_KIND_NIL,
    GUIDON_KIND_MAX,
    GUIDON_KIND_NCS, /* the NCS variant without Nil */
    GUIDON_KIND_MICROSOFT,
    GUIDON_KIND_FUTURE, /* the reserved variant without Max */
    GUIDON_KIND_ULID,
    GUIDON_ID_KIND_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_id_kind;
GUIDON_ENUM_SIZE(guidon_id_kind);

/* The number of kinds. Their values are 0 .. GUIDON_ID_KINDS - 1. */
#define GUIDON_ID_KINDS 22

/* Return the kind of an id by its bits, which is never GUIDON_KIND_ULID.
 * Code src/core/kind.c */
GUIDON_API guidon_id_kind guidon_kind_of(const guidon_id *id);

/*
 * Return the name of a kind: "v0" .. "v15", "nil", "max", "ncs", "microsoft",
 * "future" or "ulid", and constant. For a value that is not a kind, the name is
 * "unknown".
 *
 * Code src/core/kind.c
 */
GUIDON_API const char *guidon_kind_name(guidon_id_kind kind);

/* Return the name of a variant for people: "Apollo NCS", "RFC 9562", "Microsoft" or
 * "reserved for the future", and constant. Code src/core/kind.c */
GUIDON_API const char *guidon_variant_name(guidon_variant variant);

/* Adjacent bits of an id. Bit 0 is the highest bit of octet 0. */
typedef struct guidon_field {
    const char *name; /* as the specification has it: "unix_ts_ms" */
    unsigned bit;     /* the first bit */
    unsigned width;   /* bits */
} guidon_field;

/*
 * Return the number of fields of a kind, at most GUIDON_FIELDS_MAX. They cover the bits
 * 0 to 127 in order, without a gap.
 *
 *   out  out  the fields; NULL, and the result 0, for a value that is not a kind
 *
 * Owns    the library owns the fields, which are constant
 * Threads any
 * Source  RFC 9562, sections 5.1 to 5.8; ULID specification; DCE 1.1; Apollo NCS;
 *         Microsoft, structure GUID
 * Code    src/core/kind.c
 */
#define GUIDON_FIELDS_MAX 8
GUIDON_API size_t guidon_fields_of(const guidon_field **out,
                                   guidon_id_kind kind);

/*
 * Read the time that an id holds if it is of a kind: v1, v6, v7, ULID, or NCS if the id
 * has a text of that form. Version 2 has only a range of times (guidon_dce_time_of).
 *
 *   digits  out  the digits of a second that the time holds: 7 for v1 and v6, 6 for
 *                NCS, 3 for v7 and ULID; may be NULL
 *   kind    in   guidon_kind_of the id, or GUIDON_KIND_ULID for the id of a ULID
 *
 * Errors  GUIDON_E_VERSION  ids of this kind hold no time, or this one does not; the
 *                           outputs are unchanged
 * Code    src/report/describe.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_kind_time_of(guidon_time *out, unsigned *digits, const guidon_id *id,
                    guidon_id_kind kind);

/*
 * Return whether the bits of an id could be of another kind too, by their time: a UUID
 * that could be a ULID of the years 2000 to 2099; or a ULID that could be a UUID, if
 * chance seldom gives a ULID the bits of such a UUID.
 *
 *   out   out  the other kind; written only if the result is true
 *   kind  in   as for guidon_kind_time_of
 *
 * Code  src/report/describe.c
 */
GUIDON_API bool guidon_kind_alternative(guidon_id_kind *out,
                                        const guidon_id *id,
                                        guidon_id_kind kind);

#ifdef __cplusplus
}
#endif

#endif
