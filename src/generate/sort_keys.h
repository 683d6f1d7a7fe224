/* SPDX-License-Identifier: MIT */
/* Ids from sort keys that rise by equal steps, see v7.c and v8_prefixed.c. */
#ifndef GDN_GENERATE_SORT_KEYS_H
#define GDN_GENERATE_SORT_KEYS_H

#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../core/private.h"
#include <guidon/id.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The random bits of an id, taken from 8 random bytes. */
#define GDN_SORT_KEY_RANDOM_BITS 54

/*
 * Write the ids of `n` sort keys.
 *
 *   out     out  n ids
 *   key     in   the first sort key
 *   step    in   from one key to the next, below 2^32
 *   random  in   8 n bytes, any alignment; each id uses the last 54 bits of its 8
 *                bytes. They may be the last 8 n bytes of out[]: each id's bytes
 *                are read before the id is written, and nothing behind them is
 *                written before
 */
typedef void gdn_sort_keys_fn(guidon_id *out, uint64_t key, uint64_t step,
                              const unsigned char *random, size_t n);

/* The reference implementation, for any processor. */
static inline void gdn_sort_keys_scalar(guidon_id *out, uint64_t key,
                                        uint64_t step,
                                        const unsigned char *random, size_t n)
{
    const uint64_t mask = (UINT64_C(1) << GDN_SORT_KEY_RANDOM_BITS) - 1;

    for (size_t i = 0; i < n; i++, key += step) {
        /* unix_ts_ms, rand_a; the last 8 bits of the key, random bits */
        gdn_put_words(&out[i], 7,
                      key >> GDN_TIMESTAMP_FRACTION_BITS << 16 |
                          (key >> 8 & 0xfff),
                      (key & 0xff) << GDN_SORT_KEY_RANDOM_BITS |
                          (gdn_load_be64(random + 8 * i) & mask));
    }
}

/* How many of `n` keys, at least one, from `key` on differ only in their last eight
 * bits. Their ids have the same first word. From an id to the fourth after it, the
 * octet with the variant rises by the step, and no other bit changes but the random
 * ones. */
static inline size_t gdn_sort_keys_run(uint64_t key, uint64_t step, size_t n)
{
    const uint64_t to_next = 256 - (key & 255);

    return (n - 1) * step < to_next ? n : (size_t)((to_next - 1) / step + 1);
}

/* The same by the best kernel for this processor. Worth it from 8 ids on. */
gdn_sort_keys_fn gdn_sort_keys;

/* Only on x86-64 (cpu/arch.h), for processors with GDN_CPU_AVX512VBMI and with
 * GDN_CPU_AVX2. */
gdn_sort_keys_fn gdn_sort_keys_avx512vbmi;
gdn_sort_keys_fn gdn_sort_keys_avx2;

/* ------------------------------------------------- version 8 with a prefix */

/*
 * Write the ids of `n` timestamps, each one above the one before.
 *
 *   out        out  n ids
 *   timestamp  in   the first timestamp
 *   prefix     in   that of all ids; or random: the first bits of an id's 8 bytes
 *   random     in   as in gdn_sort_keys_fn, except for the bits that an id uses
 */
typedef void gdn_prefixed_keys_fn(guidon_id *out, uint64_t timestamp,
                                  const struct gdn_v8_prefix *prefix,
                                  const unsigned char *random, size_t n);

/* The reference implementation, for any processor. */
static inline void gdn_prefixed_keys_scalar(guidon_id *out, uint64_t timestamp,
                                            const struct gdn_v8_prefix *prefix,
                                            const unsigned char *random,
                                            size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = gdn_load_be64(random + 8 * i);
        uint64_t word = (uint64_t)prefix->first << 32;

        if (prefix->is_random) {
            word = bits & ~(UINT64_MAX >> prefix->bits);
        }
        gdn_put_v8_prefixed(&out[i], word, prefix->bits, timestamp + i, bits);
    }
}

/* How many of `n` timestamps from `timestamp` on differ only in the bits behind the
 * variant. */
static inline size_t gdn_prefixed_run(uint64_t timestamp,
                                      const struct gdn_v8_prefix *prefix,
                                      size_t n)
{
    const uint64_t behind = (UINT64_C(1) << (prefix->bits + 4)) - 1;
    const uint64_t to_next = behind - (timestamp & behind) + 1;

    return n < to_next ? n : (size_t)to_next;
}

/* The same by the best kernel for this processor, and the kernels. */
gdn_prefixed_keys_fn gdn_prefixed_keys;
gdn_prefixed_keys_fn gdn_prefixed_keys_avx512vbmi;
gdn_prefixed_keys_fn gdn_prefixed_keys_avx2;

GDN_PRIVATE_END

#endif
