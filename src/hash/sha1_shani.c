/* SPDX-License-Identifier: MIT */
/*
 * sha1_shani.c - the SHA-1 compression function with SHA-NI
 *
 * Needs   SHA-NI and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  words 5, blocks n x 64 bytes, any alignment.
 * Bounds  reads end at blocks + 64n, exactly.
 * Idea    SHA1RNDS4 does four steps and adds four message words. The highest of
 *         these includes e, which SHA1NEXTE makes of the a of four steps
 *         before.
 * Reference sha1_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "kernels.h"

#  include <immintrin.h>

#  define TARGET __attribute__((target("sha,sse4.1")))

/* Four message words, the first highest. */
TARGET static inline __m128i sha1_shani_load_words(const unsigned char *p)
{
    return _mm_shuffle_epi8(
        _mm_loadu_si128((const __m128i *)(const void *)p),
        _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

/* W_t to W_t+3 for t = 4g, which replace the words sixteen before them (6.1.2
 * step 1); for the first four groups, the words of the block. */
TARGET static inline __m128i sha1_shani_next_words(__m128i w[4], size_t g)
{
    __m128i *at = &w[g % 4];

    if (g >= 4) {
        *at = _mm_sha1msg1_epu32(*at, w[(g + 1) % 4]);
        *at = _mm_xor_si128(*at, w[(g + 2) % 4]);
        *at = _mm_sha1msg2_epu32(*at, w[(g + 3) % 4]);
    }
    return *at;
}

/* The groups `from` to `to` - 1 of four steps each, all with one function.
 * `before` is abcd before the last group. */
#  define FOUR_STEPS_EACH(function, from, to)                                  \
    do {                                                                       \
      GDN_UNROLL                                                               \
      for (size_t g = (from); g < (to); g++) {                                 \
        __m128i added =                                                        \
            _mm_sha1nexte_epu32(before, sha1_shani_next_words(w, g));          \
                                                                               \
        before = abcd;                                                         \
        abcd = _mm_sha1rnds4_epu32(abcd, added, function);                     \
      }                                                                        \
    } while (0)

/* a is the highest word of abcd, and e the highest word of its register. */
TARGET void gdn_sha1_shani(uint32_t words[], const unsigned char *blocks,
                           size_t n)
{
    __m128i *first = (__m128i *)(void *)words;
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128(first), 0x1b);
    __m128i e = _mm_set_epi32((int)words[4], 0, 0, 0);

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        const __m128i abcd_0 = abcd;
        __m128i before = abcd;
        __m128i w[4];

        GDN_UNROLL
        for (size_t i = 0; i < 4; i++) {
            w[i] = sha1_shani_load_words(blocks + 16 * i);
        }
        abcd = _mm_sha1rnds4_epu32(abcd, _mm_add_epi32(e, w[0]), 0);
        FOUR_STEPS_EACH(0, 1, 5);
        FOUR_STEPS_EACH(1, 5, 10);
        FOUR_STEPS_EACH(2, 10, 15);
        FOUR_STEPS_EACH(3, 15, 20);
        abcd = _mm_add_epi32(abcd, abcd_0);
        e = _mm_sha1nexte_epu32(before, e);
    }
    _mm_storeu_si128(first, _mm_shuffle_epi32(abcd, 0x1b));
    words[4] = (uint32_t)_mm_extract_epi32(e, 3);
}
#else
GDN_EMPTY_FILE;
#endif
