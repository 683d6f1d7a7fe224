/* SPDX-License-Identifier: MIT */
/* Version 7 of places that rise by equal steps: v7.c says what a place is. */
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

#define GDN_SORT_KEY_RANDOM_BITS 54 /* and the random bytes of a place are 8 */

/*
 * Write the ids of `n` places, of which the first is `place`.
 *
 *   out     out  n ids
 *   step    in   from one place to the next, below 2^32
 *   random  in   8 n bytes, any alignment, not in out[]; the last 54 bits of
 *                each 8 are used
 */
typedef void gdn_sort_keys_fn(guidon_id *out, uint64_t place, uint64_t step,
                              const unsigned char *random, size_t n);

/* What any processor does, and the meaning. */
static inline void gdn_sort_keys_scalar(guidon_id *out, uint64_t place,
                                        uint64_t step,
                                        const unsigned char *random, size_t n)
{
    const uint64_t mask = (UINT64_C(1) << GDN_SORT_KEY_RANDOM_BITS) - 1;

    for (size_t i = 0; i < n; i++, place += step) {
        /* unix_ts_ms and rand_a; the last eight bits, random */
        gdn_put_words(&out[i], 7,
                      place >> GDN_TIMESTAMP_FRACTION_BITS << 16 |
                          (place >> 8 & 0xfff),
                      (place & 0xff) << GDN_SORT_KEY_RANDOM_BITS |
                          (gdn_load_be64(random + 8 * i) & mask));
    }
}

/* They need GDN_CPU_AVX512VBMI and GDN_CPU_AVX2; there on x86-64 alone,
 * cpu/arch.h. */
gdn_sort_keys_fn gdn_sort_keys_avx512vbmi;
gdn_sort_keys_fn gdn_sort_keys_avx2;

GDN_PRIVATE_END

#endif
