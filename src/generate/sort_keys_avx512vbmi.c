/* SPDX-License-Identifier: MIT */
/*
 * sort_keys_avx512vbmi.c - version 7 of many places with AVX-512 VBMI
 *
 * Needs   AVX-512 F, BW and VBMI, and OS-saved ZMM state; src/cpu/x86.c has
 *         checked all.
 * Shapes  random n x 8 bytes, out n x 16 bytes, any alignment.
 * Bounds  reads end at random + 8n, writes end at out + 16n, exactly: the last
 *         are masked.
 * Idea    four ids a register, each of two words in memory order, and in both
 *         of them the place: an octet of an id is eight bits of its place from
 *         some bit on, so one multishift finds all of them. Then the random
 *         octets are put in, and what is neither is set.
 * Twin    gdn_sort_keys_scalar; test_v7.c holds the two equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "sort_keys.h"

#  include <immintrin.h>

#  define FLIGHT ((size_t)4) /* ids a register */

#  define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi")))

TARGET static inline __m512i four_times(const unsigned char id[16])
{
    return _mm512_broadcast_i32x4(
        _mm_loadu_si128((const __m128i *)(const void *)id));
}

/* Each of the lowest four words, in both words of an id. */
TARGET static inline __m512i two_words(__m512i x)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0),
                                    x);
}

/* Ids of their places, each in both words, and of random words, which are the
 * lowest four. */
TARGET static inline __m512i ids_of(__m512i places, __m512i drawn)
{
    /* unix_ts_ms in six octets, four and eight bits of rand_a; six and two bits
     * of rand_b. What lies beyond bit 63 begins at bit 0 again. */
    static const unsigned char from_bit[16] = {60, 52, 44, 36, 28,
                                               20, 16, 8,  2,  58};
    static const unsigned char from_place[16] = {0x0f, 255,  255, 255,  255,
                                                 255,  0x0f, 255, 0x3f, 0xc0};
    static const unsigned char from_random[16] = {[9] = 0x3f, 255, 255, 255,
                                                  255,        255, 255};
    static const unsigned char set[16] = {[6] = 7 << 4, [8] = 2 << 6};
    __m512i ids = _mm512_multishift_epi64_epi8(four_times(from_bit), places);

    /* (ids & from_place) | set, then that | (random & from_random) */
    ids = _mm512_ternarylogic_epi64(ids, four_times(from_place),
                                    four_times(set), 0xea);
    return _mm512_ternarylogic_epi64(ids, two_words(drawn),
                                     four_times(from_random), 0xf8);
}

TARGET void gdn_sort_keys_avx512vbmi(guidon_id *out, uint64_t place,
                                     uint64_t step, const unsigned char *random,
                                     size_t n)
{
    const uint64_t four = 4 * step;
    const __m512i four_steps = _mm512_set1_epi64((long long)four);
    __m512i places = _mm512_add_epi64(
        _mm512_set1_epi64((long long)place),
        _mm512_mul_epu32(_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0),
                         _mm512_set1_epi64((long long)step)));

    for (; n >= FLIGHT; n -= FLIGHT, out += FLIGHT, random += 8 * FLIGHT) {
        __m512i drawn = _mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i *)(const void *)random));

        _mm512_storeu_si512(out, ids_of(places, drawn));
        places = _mm512_add_epi64(places, four_steps);
    }
    _mm512_mask_storeu_epi64(
        out, (__mmask8)((1u << 2 * n) - 1),
        ids_of(places,
               _mm512_maskz_loadu_epi64((__mmask8)((1u << n) - 1), random)));
}
#else
GDN_EMPTY_FILE;
#endif
