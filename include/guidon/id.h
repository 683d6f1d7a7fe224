/* SPDX-License-Identifier: MIT */
/* The value: sixteen bytes, and what can be read out of them. */
#ifndef GUIDON_ID_H
#define GUIDON_ID_H

#include <guidon/api.h>
#include <guidon/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * An id: a UUID or a ULID, in network order, at any alignment. Copy it by
 * assignment; order it with guidon_compare, which is memcmp, which is also the
 * order of its text and of its value as one unsigned integer.
 *
 * Source RFC 9562, 4 (R1, R2, R101); ULID specification (U1).
 */
typedef struct guidon_id {
    unsigned char bytes[16];
} guidon_id;

/*
 * A point on the UTC time line, leap seconds left out. `seconds` counts from
 * 1970-01-01T00:00:00Z and is rounded towards the past, so `nanoseconds` is
 * 0 .. 999 999 999 before 1970 too. A 64-bit count of nanoseconds could not
 * hold the years 1582 to 10889 that ids reach.
 */
typedef struct guidon_time {
    int64_t seconds;
    uint32_t nanoseconds;
} guidon_time;

/* Whose rules the bits follow: octet 8 says (RFC 9562, 4.1; R9). */
typedef enum guidon_variant {
    GUIDON_VARIANT_NCS,       /* 0xx: Apollo NCS; Nil is here */
    GUIDON_VARIANT_RFC,       /* 10x: RFC 9562, the only one with a version */
    GUIDON_VARIANT_MICROSOFT, /* 110: early Microsoft GUIDs */
    GUIDON_VARIANT_FUTURE     /* 111: reserved; Max is here */
} guidon_variant;

/* What the local id of a version-2 id names (DCE 1.1; D1). Sites may use the
 * values past the first three. */
typedef enum guidon_domain {
    GUIDON_DOMAIN_PERSON = 0, /* a POSIX user id */
    GUIDON_DOMAIN_GROUP = 1,  /* a POSIX group id */
    GUIDON_DOMAIN_ORG = 2,    /* an organisation */
    GUIDON_DOMAIN_LAST = 255  /* octet 9 holds no more */
} guidon_domain;

/* --------------------------------------------------- values and comparison */

/* All zero bits: no id, below every id (RFC 9562, 5.9; R50).
 * Code src/core/value.c */
GUIDON_API guidon_id guidon_nil(void);
/* All one bits: above every id (RFC 9562, 5.10; R51). Code src/core/value.c */
GUIDON_API guidon_id guidon_max(void);
/* Is it Nil? Is it Max? Code src/core/value.c */
GUIDON_API bool guidon_is_nil(const guidon_id *id);
GUIDON_API bool guidon_is_max(const guidon_id *id);

/*
 * Order two ids as unsigned bytes, most significant first: <0, 0 or >0 as `a`
 * is below, equal to or above `b`. Not constant-time.
 *
 * Source RFC 9562, 6.11 (R101); X.667 6.4 (X7).
 * Code   src/core/value.c
 */
GUIDON_API int guidon_compare(const guidon_id *a, const guidon_id *b);
/* Are all sixteen bytes the same? Not constant-time. Code src/core/value.c */
GUIDON_API bool guidon_equal(const guidon_id *a, const guidon_id *b);

/*
 * Are all sixteen bytes the same? In a time that does not hang on what they
 * are: for an id that a stranger hands in and must not find out by guessing
 * byte after byte. No branch and no address is chosen by the bytes; the text
 * that was parsed into them has no such promise. Which ids hold enough
 * unpredictable bits to be kept secret is told in SECURITY.md.
 *
 * Threads any.
 * Code    src/core/value.c
 */
GUIDON_API bool guidon_equal_consttime(const guidon_id *a, const guidon_id *b);

/*
 * 64 well-mixed bits for a hash table, the same on every machine. Without a
 * key: whoever chooses the ids can make them collide, so a table that takes
 * ids from strangers needs a keyed hash.
 *
 * Code src/core/value.c
 */
GUIDON_API uint64_t guidon_hash(const guidon_id *id);

/*
 * The value as two 64-bit numbers, `hi` holding octets 0 .. 7 (R2, R3).
 *
 * Code src/core/value.c
 */
GUIDON_API void guidon_to_words(uint64_t *hi, uint64_t *lo,
                                const guidon_id *id);
GUIDON_API guidon_id guidon_from_words(uint64_t hi, uint64_t lo);

/* ----------------------------------------------------- the fields of an id */

/* The variant, for any sixteen bytes (R9). Code src/core/fields.c */
GUIDON_API guidon_variant guidon_variant_of(const guidon_id *id);

/*
 * The version, 0 .. 15, where the variant is RFC; 0 elsewhere, so for Nil and
 * Max too. RFC 9562 assigns 1 .. 8.
 *
 * Source RFC 9562, 4.2 (R13, R14).
 * Code   src/core/fields.c
 */
GUIDON_API unsigned guidon_version_of(const guidon_id *id);

/*
 * The registered name of a version: "Gregorian Time-based" for 1, ...,
 * "Custom" for 8; "Unused" for 0, "Reserved" for 9 and above. Never NULL.
 *
 * Source RFC 9562, 7.1 (R106).
 * Code   src/core/fields.c
 */
GUIDON_API const char *guidon_version_name(unsigned version);

/*
 * Accessors. Each refuses, with GUIDON_E_VERSION and *out as it was, an id for
 * which the field has no meaning; the variant is looked at first, then the
 * version (traps 27, 28). A ULID is not told from other bytes: ask
 * guidon_ulid_ms_of where you know that it is one.
 *
 * Threads any.
 * Code    src/core/fields.c
 */

/* Versions 1, 6 (to 100 ns) and 7 (to the millisecond; finer bits that a
 * generator may keep in rand_a are not read: R56). Not version 2: see
 * guidon_dce_time_of. */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_time_of(guidon_time *out,
                                                          const guidon_id *id);
/* Versions 1 and 6: 100 ns ticks since 1582-10-15T00:00:00Z, 60 bits (R16). */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ticks_of(uint64_t *out,
                                                           const guidon_id *id);
/* Versions 1 and 6: 14 bits; version 2: the 6 bits that are left (D1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_clock_seq_of(uint16_t *out, const guidon_id *id);
/* Versions 1, 2 and 6: octets 10 .. 15. */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_node_of(unsigned char out[6],
                                                          const guidon_id *id);
/* Version 2: domain, up to GUIDON_DOMAIN_LAST, and local id (D1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_dce_of(guidon_domain *domain,
                                                         uint32_t *local_id,
                                                         const guidon_id *id);
/* Version 2: its time is known only to lie in *low .. *high, both within, a
 * span of 2^32 ticks (429.4967296 s; D2, D3). */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_dce_time_of(guidon_time *low, guidon_time *high, const guidon_id *id);
/* NCS variant except Nil: a 48-bit count of 4 us since 1980-01-01 (N1). */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ncs_time_of(guidon_time *out, const guidon_id *id);

/*
 * The first 48 bits as Unix milliseconds: the time of a ULID, of any sixteen
 * bytes read as one (U1).
 *
 * Code src/core/fields.c
 */
GUIDON_API uint64_t guidon_ulid_ms_of(const guidon_id *id);

/*
 * Is this a UUID that RFC 9562 could have made: Nil, Max, or variant RFC with
 * a version of 1 .. 8; and, where `now` is given, not from the future?
 *
 *   id     in  any sixteen bytes
 *   now    in  NULL to leave time out of it, which is right for most uses:
 *              RFC 9562 6.1 lets times be altered and run ahead
 *   slack  in  how far past `now` a time may lie; NULL for not at all
 *              (looked at, for its own errors, even where `now` is NULL)
 *
 * Only versions 1, 6 and 7 are asked for their time, never 2-5 and 8.
 *
 * Errors, in this order
 *         GUIDON_E_ARGUMENT  nanoseconds past 999 999 999, or slack below 0
 *         GUIDON_E_VERSION   not of the RFC variant, or version 0 or 9 .. 15
 *         GUIDON_E_FUTURE    its time is after *now + *slack
 * Source  X.667 (X10); traps 41, 45.
 * Code    src/core/validate.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_validate(
    const guidon_id *id, const guidon_time *now, const guidon_time *slack);

#ifdef __cplusplus
}
#endif

#endif
