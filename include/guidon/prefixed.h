/* SPDX-License-Identifier: MIT */
/* Ids of version 8 that begin with a prefix: unique in one database. */
#ifndef GUIDON_PREFIXED_H
#define GUIDON_PREFIXED_H

#include <guidon/api.h>
#include <guidon/generate.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * These ids are unique in one database that checks the key, and not when the
 * ids of many databases are merged: the prefix takes the place of random bits.
 * If 100 hosts make 10^6 ids a second with clocks of 1 us, one repeat is expected
 * after 51 days with a prefix of 16 bits, 3.2 days with 20, 4.8 hours with 24 and
 * 18 minutes with 28 bits. docs/guides/prefixed.md has the table.
 *
 * An index of a database keeps its ids in order, and the prefix decides where in
 * the index new ids go. It has three uses:
 *
 *   append   All bits of the prefix are 1. New ids sort after nearly all random
 *            ids of version 4, so a table with such keys grows at its end.
 *   sharded  The prefix is the number of a shard: from the caller, from a hash
 *            of a tenant (guidon_shard_of), or random. New ids go to 2^bits
 *            places, and those of a place are in the order of their time.
 *   no bits  The order of version 7, in an id of version 8.
 *
 * The layout, most significant bit first:
 *
 *   48 bits  the first bits of the data below
 *    4 bits  version, 8
 *   12 bits  the next bits of the data
 *    2 bits  variant
 *    1 bit   1, so that octet 8 is never 0x80: MariaDB stores no such id of
 *            version 8
 *   61 bits  the rest of the data
 *
 * The data are 121 bits: the prefix; 44 bits of Unix milliseconds, to the year
 * 2527; 20 bits of the fraction of the millisecond, floor(fraction * 2^20); and
 * 57 - prefix_bits random bits.
 *
 * The id does not hold prefix_bits, so the bits are a property of a table, for
 * ever. Functions that read an id cannot recognise ids of another layout of
 * version 8, or with another number of bits.
 */

/* The largest numbers of bits, of any prefix and of a shard. */
#define GUIDON_V8_PREFIX_BITS_MAX 28
#define GUIDON_V8_SHARD_BITS_MAX  10
/* The bits of append for a table of up to about 2 * 10^7 random keys. 24 bits
 * suffice to 3 * 10^8, and 28 bits to 5 * 10^9. */
#define GUIDON_V8_APPEND_BITS 20
/* The last Unix millisecond of an id with a prefix: 2527-06-23T06:20:44.415Z. Such
 * ids begin at 0. A bound that saturates, as in SQL, needs it. */
#define GUIDON_V8_PREFIXED_MS_MAX INT64_C(17592186044415)

/*
 * Make an id from its fields, or read the prefix and the time back.
 *
 *   time         from 1970 to the year 2527
 *   prefix       below 2^prefix_bits
 *   prefix_bits  0 .. GUIDON_V8_PREFIX_BITS_MAX
 *   random       the last 57 - prefix_bits bits are used
 *
 * Reading gives the time that the id was made from, to the nanosecond. Some
 * fractions belong to no nanosecond, because a millisecond has 10^6 nanoseconds
 * and 2^20 fractions. Such a fraction reads as the next nanosecond of its
 * millisecond, or the last. On an error the outputs are unchanged.
 *
 * Errors  GUIDON_E_RANGE     a value does not fit its field
 *         GUIDON_E_ARGUMENT  time.nanoseconds is above 999 999 999
 *         GUIDON_E_VERSION   guidon_v8_prefix_of: not version 8, or the bit
 *                            after the variant is 0
 * Threads any
 * Source  RFC 9562, section 5.8
 * Code    src/generate/prefixed.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_prefixed_make(guidon_id *out, guidon_time time, uint32_t prefix,
                        unsigned prefix_bits, const unsigned char random[8]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_prefix_of(guidon_time *time, uint32_t *prefix, const guidon_id *id,
                    unsigned prefix_bits);

/*
 * Make the smallest or the largest id of a nanosecond with a prefix, or the
 * smallest with a prefix of ones.
 *
 * The ids that guidon_v8_prefix_of reads as times from `a` to `b` lie between
 * guidon_v8_floor of `a` and guidon_v8_ceil of `b`, both included. If your times
 * have a coarser unit, such as microseconds, take the ceil of the last
 * nanosecond of the unit.
 *
 * Every id between two bounds counts, also one of another layout, such as a
 * random key of version 4. Beside such keys, add a condition on the version to
 * a query.
 *
 * Errors  as guidon_v8_prefixed_make
 * Threads any
 * Code    src/generate/prefixed.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_floor(
    guidon_id *out, guidon_time time, uint32_t prefix, unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_ceil(guidon_id *out,
                                                          guidon_time time,
                                                          uint32_t prefix,
                                                          unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_append_floor(guidon_id *out, guidon_time time, unsigned prefix_bits);

/*
 * Make the bounds of a span of time in every shard.
 *
 *   low, high   out  2^shard_bits ids each, in the order of the shards; the ids
 *                    of shard i lie between low[i] and high[i], both included
 *   from, to    in   the first and the last nanosecond
 *   shard_bits  in   0 .. GUIDON_V8_SHARD_BITS_MAX
 *
 * If `from` is after `to`, every low[i] is above high[i].
 *
 * Errors  as guidon_v8_floor; low and high are unchanged then
 * Threads any
 * Code    src/generate/prefixed.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_ranges(guidon_id *low, guidon_id *high, guidon_time from,
                 guidon_time to, unsigned shard_bits);

/*
 * Find the shard of data, such as the name of a tenant: always the same, on
 * every machine and in every later version of Guidon.
 *
 *   out         out  below 2^shard_bits
 *   data        in   `len` bytes, hashed as they are; may be NULL if len is 0
 *   shard_bits  in   0 .. GUIDON_V8_SHARD_BITS_MAX
 *
 * The shard is the first bits of the BLAKE2s hash of 32 bytes, without a key, of
 * the seven bytes "shard/1" and the data.
 *
 * Errors  GUIDON_E_RANGE     shard_bits is above GUIDON_V8_SHARD_BITS_MAX
 *         GUIDON_E_ARGUMENT  data is NULL, but len is not 0
 * Threads any
 * Source  RFC 7693
 * Code    src/keys/shard.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_shard_of(uint32_t *out,
                                                           const void *data,
                                                           size_t len,
                                                           unsigned shard_bits);

/*
 * Make new ids with a prefix: of ones, or the number of a shard. All threads of the
 * process share the order of the ids of one length of prefixes: if one call returned
 * before another began, the id of the first call has the earlier time. For other
 * options, such as an order across processes, make a generator of
 * GUIDON_V8_PREFIXED.
 *
 *   n            in  0 writes nothing
 *   prefix_bits  in  0 .. GUIDON_V8_PREFIX_BITS_MAX; GUIDON_V8_APPEND_BITS suits
 *                    most tables
 *   shard        in  below 2^shard_bits
 *   shard_bits   in  0 .. GUIDON_V8_SHARD_BITS_MAX
 *
 * Errors  GUIDON_E_RANGE     the shard or a number of bits is out of range
 *         GUIDON_E_ARGUMENT  prefix_bits is above 20, and this system's clock is
 *                            coarser than a microsecond
 *         GUIDON_E_CLOCK, GUIDON_E_ENTROPY, GUIDON_E_MEMORY, GUIDON_E_OVERFLOW
 *                            as guidon_next
 *         After an error, *out is unchanged, and out[] is unchanged or all Nil.
 * Owns    a generator for each length of prefixes, until the process ends
 * Threads any
 * Code    src/generate/process_generators.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_append(guidon_id *out, unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_append_many(guidon_id *out, size_t n, unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_sharded(guidon_id *out, uint32_t shard, unsigned shard_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_sharded_many(
    guidon_id *out, size_t n, uint32_t shard, unsigned shard_bits);

/*
 * Make an id of a given time, with new random bits: for rows that have a time
 * already. Ids of one time are in no order.
 *
 *   times  in  n times; out[] and times[] must not overlap
 *   shard  in  below 2^shard_bits
 *
 * Errors  as guidon_v8_prefixed_make, and GUIDON_E_RANGE if shard_bits is above
 *         GUIDON_V8_SHARD_BITS_MAX; GUIDON_E_ENTROPY and GUIDON_E_MEMORY as
 *         guidon_new. After an error of a _many, out[] is unchanged or all Nil. A call for
 *         more than 512 ids notices in its middle that the process was forked
 *         or the machine cloned.
 * Threads any
 * Code    src/generate/prefixed.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_append_at(guidon_id *out, guidon_time time, unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_append_at_many(
    guidon_id *out, const guidon_time times[], size_t n, unsigned prefix_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v8_sharded_at(
    guidon_id *out, guidon_time time, uint32_t shard, unsigned shard_bits);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v8_sharded_at_many(guidon_id *out, const guidon_time times[], size_t n,
                          uint32_t shard, unsigned shard_bits);

/*
 * Make the next id of a generator of GUIDON_V8_PREFIXED with another prefix than
 * that of its options, such as the shard of each row. All ids of the generator
 * share its rising sort keys, so ids of one prefix rise.
 *
 * Errors  as guidon_next, GUIDON_E_ARGUMENT if the generator is of another kind, and
 *         GUIDON_E_RANGE if the prefix does not fit the prefix_bits of the
 *         options
 * Threads as guidon_next
 * Code    src/generate/v8_prefixed.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_next_prefixed(
    guidon_id *out, guidon_generator *generator, uint32_t prefix);

#ifdef __cplusplus
}
#endif

#endif
