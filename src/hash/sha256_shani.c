/* SPDX-License-Identifier: MIT */
/*
 * sha256_shani.c - the SHA-256 compression function with SHA-NI
 *
 * Needs   SHA-NI and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  words 8, blocks n x 64 bytes, any alignment.
 * Bounds  reads end at blocks + 64n, exactly.
 * Idea    SHA256RNDS2 does two steps on a, b, e, f. The old a, b, e, f are
 *         c, d, g, h two steps later, so the two registers swap their roles.
 * Reference sha256_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "kernels.h"

#  include <immintrin.h>

#  define TARGET __attribute__((target("sha,sse4.1")))

/* Four message words, the first lowest. */
TARGET static inline __m128i sha256_shani_load_words(const unsigned char *p)
{
    return _mm_shuffle_epi8(
        _mm_loadu_si128((const __m128i *)(const void *)p),
        _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
}

/* W_t to W_t+3 for t = 4g, which replace the words sixteen before them (6.2.2
 * step 1); for the first four groups, the words of the block. */
TARGET static inline __m128i sha256_shani_next_words(__m128i w[4], size_t g)
{
    __m128i *at = &w[g % 4];

    if (g >= 4) {
        __m128i seven_back = _mm_alignr_epi8(w[(g + 3) % 4], w[(g + 2) % 4], 4);

        *at = _mm_sha256msg1_epu32(*at, w[(g + 1) % 4]);
        *at = _mm_sha256msg2_epu32(_mm_add_epi32(*at, seven_back),
                                   w[(g + 3) % 4]);
    }
    return *at;
}

/* 6.2.2 step 3, sixty-four times. */
TARGET static inline void shani_steps(__m128i *abef, __m128i *cdgh,
                                      __m128i w[4])
{
    GDN_UNROLL
    for (size_t g = 0; g < 16; g++) {
        const __m128i *roots = (const __m128i *)(const void *)gdn_sha256_roots;
        __m128i added = _mm_add_epi32(sha256_shani_next_words(w, g),
                                      _mm_loadu_si128(&roots[g]));

        *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, added);
        added = _mm_shuffle_epi32(added, 0x0e);
        *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, added);
    }
}

TARGET void gdn_sha256_shani(uint32_t words[], const unsigned char *blocks,
                             size_t n)
{
    __m128i *at = (__m128i *)(void *)words;
    /* Names of registers begin with the highest word. The loads give dcba and
     * hgfe. */
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(at), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(at + 1), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        const __m128i abef_0 = abef;
        const __m128i cdgh_0 = cdgh;
        __m128i w[4];

        GDN_UNROLL
        for (size_t i = 0; i < 4; i++) {
            w[i] = sha256_shani_load_words(blocks + 16 * i);
        }
        shani_steps(&abef, &cdgh, w);
        abef = _mm_add_epi32(abef, abef_0);
        cdgh = _mm_add_epi32(cdgh, cdgh_0);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128(at, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(at + 1, _mm_alignr_epi8(dchg, feba, 8));
}
#else
GDN_EMPTY_FILE;
#endif
