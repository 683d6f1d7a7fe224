/* SPDX-License-Identifier: MIT */
/* The bits of each version. Only this file knows octet numbers. */
#ifndef GDN_CORE_LAYOUT_H
#define GDN_CORE_LAYOUT_H

#include "bytes.h"
#include "memory.h"
#include <guidon/id.h>
#include <stdbool.h>

/*
 * The layouts come from RFC 9562, sections 5.1, 5.6 and 5.7 (versions 1, 6 and
 * 7), DCE 1.1 (version 2), the ULID specification and Apollo NCS. Octets:
 *
 *        0-3        4-5       6-7              8-9              10-15
 *   v1   time_low   time_mid  ver|time_high    var|clock_seq    node
 *   v2   local_id   time_mid  ver|time_high    var|seq(6) dom   node
 *   v6   time_high  time_mid  ver|time_low     var|clock_seq    node
 *   v7   unix_ts_ms (0-5)     ver|rand_a       var|rand_b (8-15)
 *   v8   unix ms (0-5)        ver|data            var|1|data (8-15), with a
 *                                                 node number: see below
 *   v8   prefix and timestamp  ver|timestamp      var|1|timestamp and random
 *        (0-5)                                    bits (8-15), with a prefix
 *   ULID unix ms (0-5)        80 random bits (6-15)
 *   NCS  4 us count (0-5)     reserved         0|family, host (9-15)
 *
 * The version is the high nibble of octet 6. The variant is the high two bits
 * of octet 8. The third bit of octet 8 is payload (RFC 9562, section 4.1).
 */

#define GDN_TICKS_MAX       ((UINT64_C(1) << 60) - 1)
#define GDN_UNIX_MS_MAX     ((UINT64_C(1) << 48) - 1)
#define GDN_CLOCK_SEQ_MAX   0x3fffu
#define GDN_DCE_SEQ_MAX     0x3fu

#define GDN_V8_COUNTER_BITS 20

/* ------------------------------------------------------ version and variant */

/* Overwrite six bits with the version and the RFC variant. This reads and
 * writes two 64-bit words, because a word that was just stored as a word can be
 * read without a wait. */
static inline void gdn_set_version(guidon_id *id, unsigned version)
{
    const unsigned char keep[16] = {255,  255, 255, 255, 255, 255, 0x0f, 255,
                                    0x3f, 255, 255, 255, 255, 255, 255,  255};
    const unsigned char set[16] = {
        [6] = (unsigned char)(version << 4), [8] = 0x80};
    uint64_t words[2], kept[2], put[2];

    memcpy(words, id->bytes, sizeof words);
    memcpy(kept, keep, sizeof kept);
    memcpy(put, set, sizeof put);
    words[0] = (words[0] & kept[0]) | put[0];
    words[1] = (words[1] & kept[1]) | put[1];
    memcpy(id->bytes, words, sizeof words);
}

/* Write an id as two big-endian words, with the version and the RFC variant in
 * their six bits. This reads nothing back from memory. */
static inline void gdn_put_words(guidon_id *id, unsigned version, uint64_t hi,
                                 uint64_t lo)
{
    gdn_store_be64(id->bytes,
                   (hi & ~(UINT64_C(15) << 12)) | (uint64_t)version << 12);
    gdn_store_be64(id->bytes + 8, (lo & (UINT64_MAX >> 2)) | UINT64_C(2) << 62);
}

/* The high nibble of octet 6. It is a version only if the variant is RFC. */
static inline unsigned gdn_version_nibble(const guidon_id *id)
{
    return id->bytes[6] >> 4;
}

static inline bool gdn_is_version(const guidon_id *id, unsigned version)
{
    return (id->bytes[8] & 0xc0u) == 0x80u && gdn_version_nibble(id) == version;
}

/* The high three bits of octet 8, as in table 1 of RFC 9562. */
static inline unsigned gdn_variant_bits(const guidon_id *id)
{
    return id->bytes[8] >> 5;
}

/* --------------------------------------------- time, most significant first */

/* Octets 0 to 5 as a number: Unix milliseconds in v7 and ULID, units of 4 us in
 * NCS. */
static inline uint64_t gdn_first_48(const guidon_id *id)
{
    return gdn_load_be64(id->bytes) >> 16;
}

/* `count` is below 2^48. */
static inline void gdn_put_first_48(guidon_id *id, uint64_t count)
{
    gdn_store_be32(id->bytes, (uint32_t)(count >> 16));
    gdn_store_be16(id->bytes + 4, (uint16_t)count);
}

static inline uint64_t gdn_ticks_v6(const guidon_id *id)
{
    return (uint64_t)gdn_load_be32(id->bytes) << 28 |
           (uint64_t)gdn_load_be16(id->bytes + 4) << 12 |
           (gdn_load_be16(id->bytes + 6) & 0x0fffu);
}

/* `ticks` is below 2^60. gdn_set_version writes the version. */
static inline void gdn_put_ticks_v6(guidon_id *id, uint64_t ticks)
{
    gdn_store_be32(id->bytes, (uint32_t)(ticks >> 28));
    gdn_store_be16(id->bytes + 4, (uint16_t)(ticks >> 12));
    gdn_store_be16(id->bytes + 6, (uint16_t)(ticks & 0x0fffu));
}

/* -------------------------------------------- time, least significant first */

static inline uint64_t gdn_ticks_v1(const guidon_id *id)
{
    return (uint64_t)(gdn_load_be16(id->bytes + 6) & 0x0fffu) << 48 |
           (uint64_t)gdn_load_be16(id->bytes + 4) << 32 |
           gdn_load_be32(id->bytes);
}

/* `ticks` is below 2^60. gdn_set_version writes the version. */
static inline void gdn_put_ticks_v1(guidon_id *id, uint64_t ticks)
{
    gdn_store_be32(id->bytes, (uint32_t)ticks);
    gdn_store_be16(id->bytes + 4, (uint16_t)(ticks >> 32));
    gdn_store_be16(id->bytes + 6, (uint16_t)(ticks >> 48));
}

/* v2 has the local id in place of the low 32 bits of the ticks of v1. */
static inline uint32_t gdn_local_id(const guidon_id *id)
{
    return gdn_load_be32(id->bytes);
}

static inline void gdn_put_local_id(guidon_id *id, uint32_t local_id)
{
    gdn_store_be32(id->bytes, local_id);
}

/* -------------------------------------------------- clock sequence and node */

static inline uint16_t gdn_clock_seq(const guidon_id *id)
{
    return gdn_load_be16(id->bytes + 8) & GDN_CLOCK_SEQ_MAX;
}

/* `clock_seq` is below 2^14. gdn_set_version writes the variant. */
static inline void gdn_put_clock_seq(guidon_id *id, uint16_t clock_seq)
{
    gdn_store_be16(id->bytes + 8, clock_seq);
}

static inline uint16_t gdn_dce_seq(const guidon_id *id)
{
    return id->bytes[8] & GDN_DCE_SEQ_MAX;
}

static inline unsigned gdn_domain(const guidon_id *id)
{
    return id->bytes[9];
}

/* `seq` is below 2^6, `domain` is below 2^8. gdn_set_version writes the
 * variant. */
static inline void gdn_put_dce(guidon_id *id, uint16_t seq, unsigned domain)
{
    id->bytes[8] = (unsigned char)seq;
    id->bytes[9] = (unsigned char)domain;
}

static inline void gdn_node(unsigned char out[6], const guidon_id *id)
{
    memcpy(out, id->bytes + 10, 6);
}

static inline void gdn_put_node(guidon_id *id, const unsigned char node[6])
{
    memcpy(id->bytes + 10, node, 6);
}

/* Write the node from a number of 48 bits. */
static inline void gdn_put_node_bits(guidon_id *id, uint64_t node)
{
    gdn_store_be16(id->bytes + 10, (uint16_t)(node >> 32));
    gdn_store_be32(id->bytes + 12, (uint32_t)node);
}

/* --------------------------------------------- version 8 with a node number */

/* The bit of octet 8 after the variant, which is always 1. */
#define GDN_V8_NODE_MARK (UINT64_C(1) << 61)
/* The bits of the data: the node, the counter and the random rest. */
#define GDN_V8_DATA_BITS 73
#define GDN_V8_REST_BITS (GDN_V8_DATA_BITS - GDN_V8_COUNTER_BITS)

/*
 * Write all bits of an id. `ms` is below 2^48, `node` below 2^node_number_bits, and
 * `counter` below 2^20. The first 12 bits of the data stand before the variant
 * and 61 after it, which include 8 + node_number_bits bits of node and counter.
 */
static inline void gdn_put_v8_node(guidon_id *id, uint64_t ms, uint64_t node,
                                   unsigned node_number_bits, uint64_t counter,
                                   uint64_t random)
{
    const unsigned below = node_number_bits + GDN_V8_COUNTER_BITS - 12;
    const unsigned rest_bits = GDN_V8_REST_BITS - node_number_bits;
    const uint64_t numbers = node << GDN_V8_COUNTER_BITS | counter;
    const uint64_t low = numbers & ((UINT64_C(1) << below) - 1);
    const uint64_t rest = random & ((UINT64_C(1) << rest_bits) - 1);

    gdn_put_words(id, 8, ms << 16 | numbers >> below,
                  GDN_V8_NODE_MARK | low << rest_bits | rest);
}

static inline uint32_t gdn_v8_node(const guidon_id *id,
                                   unsigned node_number_bits)
{
    const uint64_t high = gdn_load_be64(id->bytes) & 0xfff;
    const uint64_t low = gdn_load_be64(id->bytes + 8) & (GDN_V8_NODE_MARK - 1);
    /* The first 24 bits of the data, of which the node is the first part. */
    const uint64_t first = high << 12 | low >> 49;

    return (uint32_t)(first >> (24 - node_number_bits));
}

static inline bool gdn_is_v8_node(const guidon_id *id)
{
    return gdn_is_version(id, 8) && (id->bytes[8] & 0x20u) != 0;
}

/* ------------------------------------------------- version 8 with a prefix */

/* The prefix, a timestamp of 64 bits (clock/timestamp.h), and the random rest
 * are 121 bits of data. 60 of them stand before the variant, and 61 after the
 * bit that is GDN_V8_NODE_MARK here too. */
#define GDN_V8_PREFIX_REST_BITS 57 /* the random bits without a prefix */

/* The prefix of ids, of at most 28 bits. */
struct gdn_v8_prefix {
    uint32_t first; /* the first half of gdn_v8_prefix_word */
    uint32_t bits;
    bool is_random; /* each id has another; `first` is 0 */
};

/* A prefix in its place in the first word of an id, with zeros behind it. */
static inline uint64_t gdn_v8_prefix_word(uint32_t prefix, unsigned prefix_bits)
{
    return (uint64_t)prefix << 32 >> prefix_bits << 32;
}

static inline struct gdn_v8_prefix gdn_v8_prefix_of(uint32_t prefix,
                                                    unsigned prefix_bits)
{
    return (struct gdn_v8_prefix){
        .first = (uint32_t)(gdn_v8_prefix_word(prefix, prefix_bits) >> 32),
        .bits = prefix_bits,
    };
}

/*
 * The two words of an id, as numbers. `prefix` is a gdn_v8_prefix_word. Of `random`,
 * the last 57 - prefix_bits bits are used.
 */
static inline void gdn_v8_prefixed_words(uint64_t *hi, uint64_t *lo,
                                         uint64_t prefix, unsigned prefix_bits,
                                         uint64_t timestamp, uint64_t random)
{
    /* So many bits of the timestamp stand behind the variant. The others stand before
     * it, and the last twelve of these behind the version. */
    const unsigned late = prefix_bits + 4;
    const uint64_t early = timestamp >> late;
    const uint64_t turned = timestamp >> late | timestamp << (64 - late);
    const uint64_t in_rest = UINT64_MAX >> 3 >> late;

    *hi = prefix | early >> 12 << 16 | 8 << 12 | (early & 0xfff);
    *lo = UINT64_C(2) << 62 | GDN_V8_NODE_MARK | (turned >> 3 & ~in_rest) |
          (random & in_rest);
}

static inline void gdn_put_v8_prefixed(guidon_id *id, uint64_t prefix,
                                       unsigned prefix_bits, uint64_t timestamp,
                                       uint64_t random)
{
    uint64_t hi, lo;

    gdn_v8_prefixed_words(&hi, &lo, prefix, prefix_bits, timestamp, random);
    gdn_store_be64(id->bytes, hi);
    gdn_store_be64(id->bytes + 8, lo);
}

/* Replace the prefix. This reads and writes a whole word, as gdn_set_version does; but
 * half a word in a build for size, because WebAssembly has no instruction that swaps
 * octets. */
static inline void gdn_set_v8_prefix(guidon_id *id, uint32_t prefix,
                                     unsigned prefix_bits)
{
    const uint64_t word = gdn_v8_prefix_word(prefix, prefix_bits);
    const uint64_t keep = UINT64_MAX >> prefix_bits;

#ifdef __OPTIMIZE_SIZE__
    gdn_store_be32(id->bytes,
                   (gdn_load_be32(id->bytes) & (uint32_t)(keep >> 32)) |
                       (uint32_t)(word >> 32));
#else
    gdn_store_be64(id->bytes, (gdn_load_be64(id->bytes) & keep) | word);
#endif
}

static inline uint32_t gdn_v8_prefix(const guidon_id *id, unsigned prefix_bits)
{
    return (uint32_t)((uint64_t)gdn_load_be32(id->bytes) >> (32 - prefix_bits));
}

/* The timestamp of an id that gdn_put_v8_prefixed wrote. */
static inline uint64_t gdn_v8_prefixed_timestamp(const guidon_id *id,
                                                 unsigned prefix_bits)
{
    const unsigned rest_bits = GDN_V8_PREFIX_REST_BITS - prefix_bits;
    const uint64_t hi = gdn_load_be64(id->bytes);
    const uint64_t low = gdn_load_be64(id->bytes + 8) & (GDN_V8_NODE_MARK - 1);
    const uint64_t first = hi >> 16 << 12 | (hi & 0xfff);

    return first << (prefix_bits + 4) | low >> rest_bits;
}

/* -------------------------------------------------------------- random bits */

/* rand_a of v7, below 2^12. gdn_set_version writes the version. */
static inline void gdn_put_rand_a(guidon_id *id, uint32_t rand_a)
{
    gdn_store_be16(id->bytes + 6, (uint16_t)rand_a);
}

/* rand_b of v7, including the two bits of the variant. */
static inline void gdn_put_rand_b(guidon_id *id, const unsigned char random[8])
{
    memcpy(id->bytes + 8, random, 8);
}

/* The 80 random bits of a ULID, which are rand_a and rand_b in v7. */
static inline void gdn_put_random_80(guidon_id *id,
                                     const unsigned char random[10])
{
    memcpy(id->bytes + 6, random, 10);
}

/* The same 80 bits as a number: its high 16 and its low 64 bits. */
static inline void gdn_last_80(uint16_t *hi, uint64_t *lo, const guidon_id *id)
{
    *hi = gdn_load_be16(id->bytes + 6);
    *lo = gdn_load_be64(id->bytes + 8);
}

static inline void gdn_put_last_80(guidon_id *id, uint16_t hi, uint64_t lo)
{
    gdn_store_be16(id->bytes + 6, hi);
    gdn_store_be64(id->bytes + 8, lo);
}

#endif
