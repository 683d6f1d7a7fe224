/* SPDX-License-Identifier: MIT */
/*
 * sort_keys_avx512vbmi.c - many ids in order with AVX-512 VBMI
 *
 * Needs   AVX-512 F, BW and VBMI, and OS-saved ZMM state; src/cpu/x86.c has
 *         checked all.
 * Shapes  random n x 8 bytes, out n x 16 bytes, any alignment.
 * Bounds  reads end at random + 8n, writes end at out + 16n, exactly: the last
 *         are masked.
 * Idea    A register holds four ids of two words each. Both words start as the
 *         id's key. Each octet of an id is eight bits of the key from some bit
 *         on, so one multishift makes all octets. Then the random octets are
 *         put in, and the version and the variant are set. In a run of keys that
 *         differ only in their last eight bits, four ids follow from the four
 *         before by one addition (sort_keys.h).
 * Reference  gdn_sort_keys_scalar; test_v7.c compares the two.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "sort_keys.h"

#  include <immintrin.h>

#  define VBMI_IDS    ((size_t)4) /* ids in a register */

#  define VBMI_TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi")))

VBMI_TARGET static inline __m512i vbmi_four_times(const unsigned char id[16])
{
    return _mm512_broadcast_i32x4(
        _mm_loadu_si128((const __m128i *)(const void *)id));
}

/* Copy each of the lowest four words to both words of an id. */
VBMI_TARGET static inline __m512i vbmi_two_words(__m512i x)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0),
                                    x);
}

static const unsigned char vbmi_from_random[16] = {[9] = 0x3f, 255, 255, 255,
                                                   255,        255, 255};

/* Four ids. `keys` has each key in both words of its id; `random` has the
 * random bytes in its lowest four words. */
VBMI_TARGET static inline __m512i vbmi_ids(__m512i keys, __m512i random)
{
    /* The first bit of each octet: six octets of unix_ts_ms, then 4 and 8 bits
     * of rand_a, then 6 and 2 bits of rand_b. After bit 63 comes bit 0. */
    static const unsigned char from_bit[16] = {60, 52, 44, 36, 28,
                                               20, 16, 8,  2,  58};
    static const unsigned char from_key[16] = {0x0f, 255,  255, 255,  255,
                                               255,  0x0f, 255, 0x3f, 0xc0};
    static const unsigned char set[16] = {[6] = 7 << 4, [8] = 2 << 6};
    __m512i ids = _mm512_multishift_epi64_epi8(vbmi_four_times(from_bit), keys);

    /* (ids & from_key) | set, then that | (random & from_random) */
    ids = _mm512_ternarylogic_epi64(ids, vbmi_four_times(from_key),
                                    vbmi_four_times(set), 0xea);
    return _mm512_ternarylogic_epi64(ids, vbmi_two_words(random),
                                     vbmi_four_times(vbmi_from_random), 0xf8);
}

/* Write `fours` times four ids of a run. `ids` are the first four without random
 * bits. */
VBMI_TARGET static inline void vbmi_put_run(guidon_id *out, __m512i ids,
                                            uint64_t step,
                                            const unsigned char *random,
                                            size_t fours)
{
    const __m512i rise = _mm512_maskz_set1_epi64(0xaa, (long long)step);
    const __m512i in_id = vbmi_four_times(vbmi_from_random);

    for (; fours > 0; fours--, out += VBMI_IDS, random += 8 * VBMI_IDS) {
        __m512i words = _mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i *)(const void *)random));

        /* ids | (random & in_id) */
        _mm512_storeu_si512(out, _mm512_ternarylogic_epi64(
                                     ids, vbmi_two_words(words), in_id, 0xf8));
        ids = _mm512_add_epi64(ids, rise);
    }
}

VBMI_TARGET void gdn_sort_keys_avx512vbmi(guidon_id *out, uint64_t key,
                                          uint64_t step,
                                          const unsigned char *random, size_t n)
{
    const __m512i steps =
        _mm512_mul_epu32(_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0),
                         _mm512_set1_epi64((long long)step));

    while (n > 0) {
        const __m512i keys =
            _mm512_add_epi64(_mm512_set1_epi64((long long)key), steps);
        const size_t fours = gdn_sort_keys_run(key, step, n) / VBMI_IDS;
        const size_t rest = n < VBMI_IDS ? n : VBMI_IDS;
        const size_t ids = fours > 0 ? fours * VBMI_IDS : rest;

        if (fours > 0) {
            vbmi_put_run(out, vbmi_ids(keys, _mm512_setzero_si512()), step,
                         random, fours);
        } else {
            _mm512_mask_storeu_epi64(
                out, (__mmask8)((1u << 2 * rest) - 1),
                vbmi_ids(keys, _mm512_maskz_loadu_epi64(
                                   (__mmask8)((1u << rest) - 1), random)));
        }
        key += ids * step;
        out += ids;
        random += 8 * ids;
        n -= ids;
    }
}

/* ---------------------------------------------------- ids with one first word */

/* A pair of words in each id. */
VBMI_TARGET static inline __m512i vbmi_pairs(uint64_t hi, uint64_t lo)
{
    return _mm512_set4_epi64((long long)lo, (long long)hi, (long long)lo,
                             (long long)hi);
}

/* The words are numbers until they are stored, because their sums carry from octet
 * to octet. */
VBMI_TARGET void gdn_id_run_avx512vbmi(guidon_id *out,
                                       const struct gdn_id_run *run,
                                       const unsigned char *random, size_t n)
{
    const __m512i swap =
        vbmi_pairs(UINT64_C(0x0001020304050607), UINT64_C(0x08090a0b0c0d0e0f));
    const __m512i mask = _mm512_shuffle_epi8(vbmi_pairs(0, run->mask), swap);
    const __m512i rise = vbmi_pairs(0, VBMI_IDS * run->rise);
    const long long step = (long long)run->rise;
    __m512i ids = _mm512_add_epi64(
        vbmi_pairs(run->hi, run->lo),
        _mm512_set_epi64(3 * step, 0, 2 * step, 0, step, 0, 0, 0));

    for (; n >= VBMI_IDS; n -= VBMI_IDS) {
        const __m512i words = _mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i *)(const void *)random));

        /* ids | (random & mask) */
        _mm512_storeu_si512(
            out, _mm512_ternarylogic_epi64(_mm512_shuffle_epi8(ids, swap),
                                           vbmi_two_words(words), mask, 0xf8));
        ids = _mm512_add_epi64(ids, rise);
        out += VBMI_IDS;
        random += 8 * VBMI_IDS;
    }
    _mm512_mask_storeu_epi64(
        out, (__mmask8)((1u << 2 * n) - 1),
        _mm512_ternarylogic_epi64(_mm512_shuffle_epi8(ids, swap),
                                  vbmi_two_words(_mm512_maskz_loadu_epi64(
                                      (__mmask8)((1u << n) - 1), random)),
                                  mask, 0xf8));
}
#else
GDN_EMPTY_FILE;
#endif
