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

/* Ids with the same first word. Each word is a number of 64 bits. */
struct gdn_id_run {
    uint64_t hi, lo; /* the first id, without random bits */
    uint64_t rise;   /* from one id's second word to the next */
    uint64_t mask;   /* the random bits of the second word */
};

/* Write `n` ids of a run, at least one. `random` is as in gdn_sort_keys_fn, except for
 * the bits that an id uses. */
typedef void gdn_id_run_fn(guidon_id *out, const struct gdn_id_run *run,
                           const unsigned char *random, size_t n);

/* The reference implementation, for any processor. */
static inline void gdn_id_run_scalar(guidon_id *out,
                                     const struct gdn_id_run *run,
                                     const unsigned char *random, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = gdn_load_be64(random + 8 * i) & run->mask;

        gdn_store_be64(out[i].bytes, run->hi);
        gdn_store_be64(out[i].bytes + 8, (run->lo + i * run->rise) | bits);
    }
}

/* The same by the best kernel for this processor, and the kernels. */
gdn_id_run_fn gdn_id_run;
gdn_id_run_fn gdn_id_run_avx512vbmi;
gdn_id_run_fn gdn_id_run_avx2;

GDN_PRIVATE_END

#endif
