/* SPDX-License-Identifier: MIT */
/* Ids made from the caller's data, without a clock, randomness or state. */
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
 * These functions depend on their arguments only. They allocate nothing and may
 * be called from any thread. On an error they leave *out unchanged.
 *
 * Functions that make or convert one id read all inputs before they write the
 * output, so an input may overlap *out. If a value does not fit its field, the
 * result is an error; no value wraps.
 */

/* --------------------------------------------------- ids from their fields */

/*
 * Make a version 1 or version 6 id from its fields. Both versions hold the same
 * fields. In version 6 the time is most significant first, so its ids sort by
 * time.
 *
 *   ticks      in  100 ns ticks since 1582-10-15T00:00:00Z, below 2^60
 *   clock_seq  in  below 2^14
 *   node       in  6 bytes, used unchanged; if you draw a random node, set its
 *                  multicast bit (RFC 9562, section 6.10)
 *
 * Errors  GUIDON_E_RANGE  ticks or clock_seq does not fit its field
 * Source  RFC 9562, sections 5.1 and 5.6
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v1_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
               const unsigned char node[6]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v6_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
               const unsigned char node[6]);

/*
 * Make a version 2 id from its fields. Version 2 is version 1 with a local id
 * in place of the low 32 bits of the time, and a domain in place of the low 8
 * bits of the clock sequence.
 *
 * With the same node, domain and local id, only the 64 values of clock_seq
 * differ within one step of 2^32 ticks (429.5 s).
 *
 *   ticks      in  100 ns ticks as in guidon_v1_make; the low 32 bits are
 *                  dropped
 *   clock_seq  in  below 2^6
 *   domain     in  0 .. GUIDON_DOMAIN_LAST
 *   local_id   in  a number that the domain gives its meaning
 *
 * Errors  GUIDON_E_RANGE  ticks, clock_seq or domain does not fit its field
 * Source  DCE 1.1
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v2_make(
    guidon_id *out, uint64_t ticks, uint16_t clock_seq,
    const unsigned char node[6], guidon_domain domain, uint32_t local_id);

/*
 * Make a version 4 id from 128 random bits. Version and variant overwrite six
 * of them. Take the bits from a cryptographically secure source.
 *
 * Source RFC 9562, sections 5.4 and 6.9
 * Code   src/core/make.c
 */
GUIDON_API void guidon_v4_make(guidon_id *out, const unsigned char random[16]);

/*
 * Make a version 7 id from milliseconds and random bits.
 *
 *   unix_ms  in  milliseconds since 1970-01-01T00:00:00Z, below 2^48
 *   random   in  octets 6 .. 15; version and variant overwrite the high four
 *                bits of random[0] and the high two bits of random[2], so that
 *                74 bits are used
 *
 * Errors  GUIDON_E_RANGE  unix_ms is 2^48 or more
 * Source  RFC 9562, section 5.7
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_make(
    guidon_id *out, uint64_t unix_ms, const unsigned char random[10]);

/*
 * Make a version 7 id with a fraction of the millisecond in rand_a. Such
 * ids sort by time to 244 ns, because rand_a = floor(fraction * 4096).
 *
 *   time    in  from 1970 to the year 10889
 *   random  in  octets 8 .. 15; the variant overwrites the high two bits of
 *               random[0], so that 62 bits are used
 *
 * Errors  GUIDON_E_RANGE     time is before 1970 or exceeds 48 bits of
 *                            milliseconds
 *         GUIDON_E_ARGUMENT  time.nanoseconds is above 999 999 999
 * Source  RFC 9562, section 6.2, method 3
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_make_precise(
    guidon_id *out, guidon_time time, const unsigned char random[8]);

/*
 * Make a version 8 id from 128 bits with a meaning of your own (`custom`). Version
 * and variant overwrite six of them. Your layout decides whether the ids are
 * unique.
 *
 * Source RFC 9562, section 5.8
 * Code   src/core/make.c
 */
GUIDON_API void guidon_v8_make(guidon_id *out, const unsigned char custom[16]);

/* The largest number of bits of a node number in version 8. */
#define GUIDON_V8_NODE_BITS_MAX 24

/*
 * Make a version 8 id with a node number, or read the number and the time back.
 * Machines that hold different node numbers never make the same id, whatever
 * their random bits are, if they agree on node_number_bits.
 *
 *   unix_ms           in  milliseconds since 1970-01-01T00:00:00Z, below 2^48
 *   node_number       in  below 2^node_number_bits; one owner at a time
 *   node_number_bits  in  1 .. GUIDON_V8_NODE_BITS_MAX; the same in all
 *                         programs that share the numbers, because the id does
 *                         not hold it
 *   counter           in  below 2^20; ids of one node number and millisecond
 *                         sort by it
 *   random            in  the last 53 - node_number_bits bits are used, that is
 *                         29 .. 52
 *
 * The layout, most significant bit first:
 *
 *   48 bits              unix_ms
 *    4 bits              version, 8
 *   12 bits              the first bits of the data below
 *    2 bits              variant
 *    1 bit               1, so that octet 8 is never 0x80: MariaDB stores no
 *                        such id of version 8
 *   61 bits              the rest of the data
 *
 * The data are 73 bits: node_number_bits of the node number, 20 of the counter,
 * and 53 - node_number_bits random bits. So ids sort by time, then by node
 * number, then by counter.
 *
 * guidon_v8_node_of reads any id of this layout; it cannot recognise ids of
 * another layout of version 8 or with other node_number_bits. On an error both
 * outputs are unchanged.
 *
 * Errors  GUIDON_E_RANGE    an input does not fit its field, or node_number_bits is
 *                           not 1 .. GUIDON_V8_NODE_BITS_MAX
 *         GUIDON_E_VERSION  guidon_v8_node_of: not version 8, or the bit after
 *                           the variant is 0
 * Source  RFC 9562, sections 5.8 and 6.4
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_node_make(
    guidon_id *out, uint64_t unix_ms, uint32_t node_number,
    unsigned node_number_bits, uint32_t counter, const unsigned char random[8]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_node_of(uint64_t *unix_ms, uint32_t *node_number, const guidon_id *id,
                  unsigned node_number_bits);

/*
 * Make a ULID from milliseconds and 80 random bits. All 80 bits are used.
 *
 *   unix_ms  in  milliseconds since 1970-01-01T00:00:00Z, below 2^48
 *
 * Errors  GUIDON_E_RANGE  unix_ms is 2^48 or more
 * Source  ULID specification
 * Code    src/core/make.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_make(
    guidon_id *out, uint64_t unix_ms, const unsigned char random[10]);

/* --------------------------------------------------------- ids from a name */

/*
 * Make an id from a namespace and a name. The same namespace and name always
 * give the same id, on every machine.
 *
 * The id is the hash of the 16 octets of the namespace followed by the name. It
 * is truncated to 128 bits, and version and variant overwrite six of them.
 * guidon_v3_make hashes with MD5, guidon_v5_make with SHA-1 and
 * guidon_v8_sha256_make with SHA-256. MD5 and SHA-1 do not resist forgery, so
 * these ids identify data but prove nothing about it.
 *
 *   out   out  may be `ns` itself
 *   ns    in   a registered namespace, or any id of your own
 *   name  in   `len` bytes, hashed as they are: no NUL is added, nothing is
 *              normalised; may be NULL if len is 0
 *
 * Source RFC 9562, sections 5.3, 5.5 and 6.5, appendix B.2
 * Code   src/generate/name.c
 */
GUIDON_API void guidon_v3_make(guidon_id *out, const guidon_id *ns,
                               const void *name, size_t len);
GUIDON_API void guidon_v5_make(guidon_id *out, const guidon_id *ns,
                               const void *name, size_t len);
GUIDON_API void guidon_v8_sha256_make(guidon_id *out, const guidon_id *ns,
                                      const void *name, size_t len);

/*
 * Make the ids of `n` names in one namespace.
 *
 *   out    out  n ids, in the order of the names; `ns` may be one of them, but
 *               out[] must not overlap names[], lens[] or any name
 *   names  in   n pointers; names[i] may be NULL if lens[i] is 0
 *   lens   in   n lengths in bytes
 *   n      in   0 writes nothing
 *
 * Code src/generate/name.c
 */
GUIDON_API void guidon_v3_make_many(guidon_id *out, const guidon_id *ns,
                                    const void *const names[],
                                    const size_t lens[], size_t n);
GUIDON_API void guidon_v5_make_many(guidon_id *out, const guidon_id *ns,
                                    const void *const names[],
                                    const size_t lens[], size_t n);
GUIDON_API void guidon_v8_sha256_make_many(guidon_id *out, const guidon_id *ns,
                                           const void *const names[],
                                           const size_t lens[], size_t n);

/* The version and hash of a name that arrives in pieces. As in guidon_kind, a
 * version is its own number, and kinds of version 8 begin at 0x80. */
typedef enum guidon_name_kind {
    GUIDON_NAME_V3 = 3,
    GUIDON_NAME_V5 = 5,
    GUIDON_NAME_V8_SHA256 = 0x80,
    GUIDON_NAME_KIND_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_name_kind;
GUIDON_ENUM_SIZE(guidon_name_kind);

/*
 * Make an id from a name that arrives in pieces. The name may have any length.
 *
 *   guidon_name_hash hash;
 *   status = guidon_name_hash_init(&hash, &ns, GUIDON_NAME_V5);
 *   guidon_name_hash_update(&hash, piece, len);  any number of times
 *   guidon_name_hash_id(&out, &hash);            at any time
 *
 * The caller owns the guidon_name_hash, which holds no pointer. A copy made by
 * assignment is independent of the original. The behaviour is undefined if
 * guidon_name_hash_init has not succeeded first, even if all bytes are zero.
 *
 * Errors  GUIDON_E_ARGUMENT  `kind` is not a guidon_name_kind
 * Threads one at a time per guidon_name_hash
 * Source  RFC 9562, section 6.5
 * Code    src/generate/name.c
 */
typedef struct guidon_name_hash {
    uint64_t opaque[16];
} guidon_name_hash;
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_name_hash_init(
    guidon_name_hash *hash, const guidon_id *ns, guidon_name_kind kind);
GUIDON_API void guidon_name_hash_update(guidon_name_hash *hash,
                                        const void *piece, size_t len);
/* Make the id of the name so far. `hash` is unchanged and takes more pieces.
 * Code src/generate/name.c */
GUIDON_API void guidon_name_hash_id(guidon_id *out,
                                    const guidon_name_hash *hash);

/*
 * Make a version 8 id from a digest of a namespace and a name.
 *
 *   digest  in  `len` bytes that you computed with a hash of 128 bits or more;
 *               the first 16 become the id, and version and variant overwrite
 *               six of their bits
 *
 * Errors  GUIDON_E_ARGUMENT  len is below 16
 * Source  RFC 9562, appendix B.2
 * Code    src/generate/name.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_from_digest(guidon_id *out, const unsigned char *digest, size_t len);

/* Return a registered namespace (RFC 9562, section 6.6).
 * Code src/core/value.c */
GUIDON_API guidon_id guidon_namespace_dns(void);
GUIDON_API guidon_id guidon_namespace_url(void);
GUIDON_API guidon_id guidon_namespace_oid(void);
GUIDON_API guidon_id guidon_namespace_x500(void);

/* Every registered namespace. X is a macro with two parameters: the word that stands
 * for the namespace in the tool and in the bindings, and the function above. */
#define GUIDON_NAMESPACE_LIST(X)                                               \
  X("dns", guidon_namespace_dns)                                               \
  X("url", guidon_namespace_url)                                               \
  X("oid", guidon_namespace_oid)                                               \
  X("x500", guidon_namespace_x500)

/* ----------------------------------- bounds, and conversions between kinds */

/*
 * Make the smallest (floor) or the largest (ceil) id of a time: of its
 * millisecond for version 7 and ULID, of its 100 ns tick for versions 1 and 6.
 *
 * Use them to select a range of time. For example, the ids of version 7 that
 * were made from `a` to `b` lie between guidon_v7_floor of `a` and
 * guidon_v7_ceil of `b`, both included.
 *
 * An id reads as the first instant of its millisecond or tick. The ids that read
 * as `a` or later begin with the floor of `a` plus a step less 1 ns: a step is
 * 1 ms in version 7 and ULID, and 100 ns in versions 1 and 6. The ids that read
 * as a time before `b` end with the ceil of `b` less 1 ns.
 *
 * If your times have a coarser unit, such as microseconds, the ids of a time
 * end with the ceil of the last nanosecond of its unit. A microsecond has ten
 * ticks of version 6, so its ids are those from guidon_v6_floor of `t` to
 * guidon_v6_ceil of `t` plus 999 ns.
 *
 * The bytes of version 1 do not sort by time, so the bounds of version 1 hold
 * only in GUIDON_ORDER_MYSQL_SWAP and GUIDON_ORDER_TIME (guidon/order.h). With
 * UUID_TO_BIN(id, 1) of MySQL they select a range of time. In MariaDB's type
 * UUID and in every other order, they do not.
 *
 * Errors  GUIDON_E_RANGE     the kind cannot hold time: version 7 and ULID hold
 *                            1970 .. 10889, versions 1 and 6 hold 1582-10-15 ..
 *                            5236-03-31
 *         GUIDON_E_ARGUMENT  time.nanoseconds is above 999 999 999
 * Source  RFC 9562, section 6.11; ITU-T X.667
 * Code    src/core/bounds.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v1_floor(guidon_id *out,
                                                           guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v1_ceil(guidon_id *out,
                                                          guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_floor(guidon_id *out,
                                                           guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_ceil(guidon_id *out,
                                                          guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_floor(guidon_id *out,
                                                           guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_ceil(guidon_id *out,
                                                          guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_floor(guidon_id *out,
                                                             guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_ceil(guidon_id *out,
                                                            guidon_time time);

/*
 * Convert version 1 to version 6, or version 6 to version 1. Nothing is lost,
 * because both versions hold the same fields.
 *
 * Errors  GUIDON_E_VERSION  the input is not of the version in the function's
 *                           name
 * Source  RFC 9562, section 5.6
 * Code    src/core/convert.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v1_to_v6(guidon_id *out,
                                                           const guidon_id *id);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v6_to_v1(guidon_id *out,
                                                           const guidon_id *id);

/*
 * Convert a ULID to version 7: version and variant overwrite six random bits.
 *
 * The six bits are lost. Two ULIDs that differ only there give the same id.
 *
 * Source RFC 9562, section 5.7
 * Code   src/core/convert.c
 */
GUIDON_API guidon_id guidon_ulid_as_v7(const guidon_id *id);

/*
 * Increment a ULID to the next one of the same millisecond: add one to the low
 * 80 bits.
 *
 * Errors  GUIDON_E_OVERFLOW  the 80 bits are all one; *id is unchanged
 * Source  ULID specification, "Monotonicity"
 * Code    src/core/convert.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_increment(guidon_id *id);

/*
 * Convert Gregorian ticks (100 ns since 1582-10-15T00:00:00Z) to a time and
 * back.
 *
 * guidon_ticks_to_time accepts any 64-bit count. guidon_time_to_ticks rounds
 * towards the past to 100 ns.
 *
 * Errors  GUIDON_E_RANGE     time is before 1582-10-15 or needs more than 60 bits
 *                            (after 5236-03-31T21:21:00.6846975Z)
 *         GUIDON_E_ARGUMENT  time.nanoseconds is above 999 999 999
 * Source  RFC 9562, sections 5.1 and 6.1
 * Code    src/core/ticks.c
 */
GUIDON_API guidon_time guidon_ticks_to_time(uint64_t ticks);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_time_to_ticks(uint64_t *out, guidon_time time);

#ifdef __cplusplus
}
#endif

#endif
