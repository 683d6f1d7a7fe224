/* SPDX-License-Identifier: MIT */
/*
 * places_avx2.c - version 7 of many places with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c has checked both.
 * Shapes  random n x 8 bytes, out n x 16 bytes, any alignment.
 * Bounds  reads end at random + 8n, writes end at out + 16n, exactly.
 * Idea    four places side by side, each a 64-bit lane. Their first words come
 *         by shifts and masks, and are turned round at the end; the random
 *         bytes stay in memory order, so that of the second words only the
 *         place's eight bits are. Unpacking pairs the words of places 0 and 2,
 *         and of 1 and 3; exchanging halves puts them in order.
 * Twin    gdn_places_scalar; test_v7.c holds the two equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "places.h"

#  include <immintrin.h>

#  define TARGET __attribute__((target("avx2")))

/* A word as it lies in memory: big-endian. */
TARGET static inline __m256i in_memory(__m256i words)
{
    return _mm256_shuffle_epi8(
        words, _mm256_broadcastsi128_si256(_mm_set_epi8(
                   8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

TARGET static inline __m256i first_words(__m256i places)
{
    __m256i ms = _mm256_slli_epi64(
        _mm256_srli_epi64(places, GDN_STAMP_FRACTION_BITS), 16);
    __m256i rand_a = _mm256_and_si256(_mm256_srli_epi64(places, 8),
                                      _mm256_set1_epi64x(0xfff));

    return _mm256_or_si256(_mm256_or_si256(ms, rand_a),
                           _mm256_set1_epi64x(7 << 12));
}

/* Without the random bits. Shifting up and down again cuts the place's eight
 * bits out and puts them below the variant. */
TARGET static inline __m256i second_words(__m256i places)
{
    return _mm256_or_si256(_mm256_srli_epi64(_mm256_slli_epi64(places, 56), 2),
                           _mm256_set1_epi64x((long long)(UINT64_C(2) << 62)));
}

TARGET void gdn_places_avx2(guidon_id *out, uint64_t place, uint64_t step,
                            const unsigned char *random, size_t n)
{
    const __m256i random_mask = in_memory(_mm256_set1_epi64x(
        (long long)((UINT64_C(1) << GDN_PLACE_RANDOM_BITS) - 1)));
    const uint64_t steps[4] = {0, step, 2 * step, 3 * step};
    __m256i places = _mm256_add_epi64(
        _mm256_set1_epi64x((long long)place),
        _mm256_loadu_si256((const __m256i *)(const void *)steps));
    const uint64_t four = 4 * step;
    const __m256i four_steps = _mm256_set1_epi64x((long long)four);
    size_t i = 0;

    for (; n - i >= 4; i += 4) {
        __m256i *to = (__m256i *)(void *)(out + i);
        __m256i drawn =
            _mm256_loadu_si256((const __m256i *)(const void *)(random + 8 * i));
        __m256i first = in_memory(first_words(places));
        __m256i second = _mm256_or_si256(in_memory(second_words(places)),
                                         _mm256_and_si256(drawn, random_mask));
        __m256i even = _mm256_unpacklo_epi64(first, second);
        __m256i odd = _mm256_unpackhi_epi64(first, second);

        _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
        _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
        places = _mm256_add_epi64(places, four_steps);
    }
    gdn_places_scalar(out + i, place + i * step, step, random + 8 * i, n - i);
}
#else
typedef int gdn_places_avx2_is_empty; /* ISO C wants a declaration */
#endif
