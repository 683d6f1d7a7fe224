/* SPDX-License-Identifier: MIT */
/* Ids made from parts that the caller gives: no clock, no randomness, no state.
 */
#ifndef GUIDON_MAKE_H
#define GUIDON_MAKE_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Everything here is a pure function of its arguments: it allocates nothing,
 * may be called from any thread, and on an error leaves *out as it was.
 * For the functions that make or convert one id, an input may lie within *out,
 * as all inputs are read before it is written.
 * A value that its field cannot hold is an error, never a silent wrap (R44,
 * R55, U8; traps 6, 17).
 */

/* --------------------------------------------------- ids from their fields */

/*
 * Versions 1 and 6: the same fields, version 6 with the time most significant
 * first so that ids sort by it.
 *
 *   ticks      in  100 ns since 1582-10-15T00:00:00Z, below 2^60
 *   clock_seq  in  below 2^14
 *   node       in  6 bytes, kept as given: whoever draws a random node sets
 *                  the multicast bit (R99)
 *
 * Errors  GUIDON_E_RANGE  ticks or clock_seq past its field
 * Source  RFC 9562, 5.1 (R15), 5.6 (R39)
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v1_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
               const unsigned char node[6]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v6_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
               const unsigned char node[6]);

/*
 * Version 2: version 1 with the low 32 bits of the time replaced by a local id
 * and the low 8 bits of the clock sequence by a domain. Within one step of
 * 2^32 ticks, 64 values of clock_seq are all that tell ids apart (D2).
 *
 *   ticks      in  below 2^60; the low 32 bits are dropped
 *   clock_seq  in  below 2^6
 *   domain     in  0 .. GUIDON_DOMAIN_LAST
 *
 * Errors  GUIDON_E_RANGE  ticks, clock_seq or domain past its field
 * Source  DCE 1.1 (D1-D3); trap 18
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v2_make(
    guidon_id *out, uint64_t ticks, uint16_t clock_seq,
    const unsigned char node[6], guidon_domain domain, uint32_t local_id);

/*
 * Version 4: 128 bits, of which six are overwritten by version and variant.
 * They are the caller's to draw from a cryptographic source (R95).
 *
 * Source RFC 9562, 5.4 (R37)
 * Code   src/core/make.c
 */
GUIDON_API void guidon_v4_make(guidon_id *out, const unsigned char random[16]);

/*
 * Version 7: milliseconds, then `random` in octets 6 .. 15, of which the high
 * four bits of random[0] and the high two of random[2] are overwritten by
 * version and variant: 74 bits are used.
 *
 *   unix_ms  in  milliseconds since 1970-01-01T00:00:00Z, below 2^48
 *
 * Errors  GUIDON_E_RANGE  unix_ms is 2^48 or more
 * Source  RFC 9562, 5.7 (R44)
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_make(
    guidon_id *out, uint64_t unix_ms, const unsigned char random[10]);

/*
 * Version 7 with twelve bits of the fraction of the millisecond in rand_a, so
 * that ids sort to 244 ns: rand_a = floor(fraction * 4096).
 *
 *   t       in  1970 to the year 10889
 *   random  in  octets 8 .. 15; the high two bits of random[0] are
 *               overwritten: 62 bits are used
 *
 * Errors  GUIDON_E_RANGE     t is before 1970 or past 48 bits of milliseconds
 *         GUIDON_E_ARGUMENT  t.nanoseconds is past 999 999 999
 * Source  RFC 9562, 6.2 method 3 (R68); traps 1, 2
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_make_precise(
    guidon_id *out, guidon_time t, const unsigned char random[8]);

/*
 * Version 8: 128 bits of the caller's own, of which six are overwritten by
 * version and variant. Says nothing of uniqueness (R48).
 *
 * Source RFC 9562, 5.8 (R47)
 * Code   src/core/make.c
 */
GUIDON_API void guidon_v8_make(guidon_id *out, const unsigned char custom[16]);

/*
 * ULID: 48 bits of milliseconds, 80 random bits, all of them used.
 *
 * Errors  GUIDON_E_RANGE  unix_ms is 2^48 or more (U8)
 * Source  ULID specification (U1)
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_make(
    guidon_id *out, uint64_t unix_ms, const unsigned char random[10]);

/* --------------------------------------------------------- ids from a name */

/*
 * Name-based ids: the hash of a namespace's sixteen octets followed by the
 * name, cut to 128 bits, with version and variant written over six of them.
 * The same namespace and name give the same id everywhere and always (R33).
 *
 *   out   out  may be `ns` itself
 *   ns    in   any sixteen bytes: a registered namespace or your own (R92)
 *   name  in   `len` bytes as they are: no final NUL, no normalisation (R35);
 *              may be NULL where len is 0
 *
 * v3 is MD5, v5 SHA-1, v8_sha256 SHA-256 (RFC 9562, appendix B.2; R32). MD5
 * and SHA-1 do not resist a forger: use these ids as names, not as proof.
 *
 * Source RFC 9562, 5.3, 5.5, 6.5 (R28-R35)
 * Code   src/generate/name.c
 */
GUIDON_API void guidon_v3(guidon_id *out, const guidon_id *ns, const void *name,
                          size_t len);
GUIDON_API void guidon_v5(guidon_id *out, const guidon_id *ns, const void *name,
                          size_t len);
GUIDON_API void guidon_v8_sha256(guidon_id *out, const guidon_id *ns,
                                 const void *name, size_t len);

/*
 * The same for `n` names of one namespace.
 *
 *   out    out  n ids, in the order of the names; out[] may hold `ns`, and must
 *               not overlap names[], lens[] or any name
 *   names  in   n pointers; names[i] may be NULL where lens[i] is 0
 *   lens   in   n lengths in bytes
 *   n      in   0 writes nothing
 *
 * Code src/generate/name.c
 */
GUIDON_API void guidon_v3_many(guidon_id *out, const guidon_id *ns,
                               const void *const names[], const size_t lens[],
                               size_t n);
GUIDON_API void guidon_v5_many(guidon_id *out, const guidon_id *ns,
                               const void *const names[], const size_t lens[],
                               size_t n);
GUIDON_API void guidon_v8_sha256_many(guidon_id *out, const guidon_id *ns,
                                      const void *const names[],
                                      const size_t lens[], size_t n);

/* Which of the three a name is hashed for. */
typedef enum guidon_name_kind {
    GUIDON_NAME_V3,
    GUIDON_NAME_V5,
    GUIDON_NAME_V8_SHA256
} guidon_name_kind;

/*
 * A name that arrives in pieces, of any length. The memory is the caller's and
 * holds no pointer: it may be copied by assignment to go on in two ways.
 *
 *   guidon_name name;
 *   status = guidon_name_init(&name, GUIDON_NAME_V5, &ns);
 *   guidon_name_update(&name, piece, len);       any number of times
 *   guidon_name_id(&out, &name);                 may be asked at any point
 *
 * Only guidon_name_init may touch one that has not been initialised: what the
 * other two make of it is undefined, all zero or not.
 *
 * Errors  GUIDON_E_ARGUMENT  `kind` is none of the three
 * Threads one at a time per guidon_name
 * Source  RFC 9562, 6.5 (R35)
 * Code    src/generate/name.c
 */
typedef struct guidon_name {
    uint64_t opaque[16];
} guidon_name;
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_name_init(guidon_name *name, guidon_name_kind kind, const guidon_id *ns);
GUIDON_API void guidon_name_update(guidon_name *name, const void *piece,
                                   size_t len);
/* The id of the name so far; `name` stays as it is and may go on. */
GUIDON_API void guidon_name_id(guidon_id *out, const guidon_name *name);

/*
 * Version 8 from a digest that the caller computed over namespace and name
 * with a hash of 128 bits or more: the first sixteen octets, with version and
 * variant written over them.
 *
 * Errors  GUIDON_E_LENGTH  len is below 16
 * Source  RFC 9562, appendix B.2 (R32, R36)
 * Code    src/generate/name.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_from_digest(guidon_id *out, const unsigned char *digest, size_t len);

/* The registered namespaces (RFC 9562, 6.6; R88). Code src/core/value.c */
GUIDON_API guidon_id guidon_namespace_dns(void);
GUIDON_API guidon_id guidon_namespace_url(void);
GUIDON_API guidon_id guidon_namespace_oid(void);
GUIDON_API guidon_id guidon_namespace_x500(void);

/* ----------------------------------- bounds, and conversions between kinds */

/*
 * The smallest (floor) and largest (ceil) id of a kind whose time is that of
 * `t`: its millisecond for v7 and ULID, its 100 ns tick for v6. All ids of a
 * span of time lie between the floor of its first and the ceil of its last
 * instant, both within.
 *
 * Errors  GUIDON_E_RANGE     t is out of the kind's span: 1970 .. 10889 for v7
 *                            and ULID, 1582-10-15 .. 5236-03-31 for v6
 *         GUIDON_E_ARGUMENT  t.nanoseconds is past 999 999 999
 * Source  RFC 9562, 6.11 (R101); X.667 (X7)
 * Code    src/core/bounds.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_floor(guidon_id *out,
                                                           guidon_time t);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_ceil(guidon_id *out,
                                                          guidon_time t);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_floor(guidon_id *out,
                                                           guidon_time t);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_ceil(guidon_id *out,
                                                          guidon_time t);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_floor(guidon_id *out,
                                                             guidon_time t);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_ceil(guidon_id *out,
                                                            guidon_time t);

/*
 * Versions 1 and 6 hold the same fields: each converts to the other and back
 * without loss.
 *
 * Errors  GUIDON_E_VERSION  the input is not of the version named
 * Source  RFC 9562, 5.6 (R39)
 * Code    src/core/convert.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v1_to_v6(guidon_id *out,
                                                           const guidon_id *v1);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_to_v1(guidon_id *out,
                                                           const guidon_id *v6);

/*
 * A ULID with the six bits of version 7 and variant RFC written over it. Lossy:
 * six random bits are gone, and two ULIDs that differ only there become one.
 *
 * Source U12
 * Code   src/core/convert.c
 */
GUIDON_API guidon_id guidon_ulid_as_v7(const guidon_id *ulid);

/*
 * The next ULID of the same millisecond: the low 80 bits plus one.
 *
 * Errors  GUIDON_E_OVERFLOW  they are all one; *id stays as it is
 * Source  ULID specification (U6, U7); trap 31
 * Code    src/core/convert.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_increment(guidon_id *id);

/*
 * Gregorian ticks (100 ns since 1582-10-15T00:00:00Z) and time. To time: any
 * 64-bit count. To ticks: what is finer than 100 ns is dropped towards the
 * past.
 *
 * Errors  GUIDON_E_RANGE     t is before 1582-10-15 or needs more than 60 bits
 *                            (after 5236-03-31T21:21:00.6846975Z)
 *         GUIDON_E_ARGUMENT  t.nanoseconds is past 999 999 999
 * Source  RFC 9562, 5.1, 6.1 (R16, R55); traps 16, 17
 * Code    src/core/ticks.c
 */
GUIDON_API guidon_time guidon_ticks_to_time(uint64_t ticks);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_time_to_ticks(uint64_t *out,
                                                                guidon_time t);

#ifdef __cplusplus
}
#endif

#endif
