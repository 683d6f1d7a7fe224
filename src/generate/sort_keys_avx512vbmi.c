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

VBMI_TARGET static inline __m512i vbmi_four_times(const void *id)
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)id));
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

/* ------------------------------------------------- version 8 with a prefix */

/* A pair of words in each id. */
VBMI_TARGET static inline __m512i vbmi_pairs(uint64_t hi, uint64_t lo)
{
    return _mm512_mask_set1_epi64(_mm512_set1_epi64((long long)hi), 0xaa,
                                  (long long)lo);
}

/* The octets of words that are numbers. */
VBMI_TARGET static inline __m512i vbmi_octets(__m512i words)
{
    static const unsigned char from[16] = {7,  6,  5,  4,  3,  2,  1, 0,
                                           15, 14, 13, 12, 11, 10, 9, 8};

    return _mm512_shuffle_epi8(words, vbmi_four_times(from));
}

/* The words of four ids without random bits, as numbers. `timestamps` has each
 * timestamp in both words of its id. See gdn_v8_prefixed_words. */
VBMI_TARGET static inline __m512i vbmi_prefixed_words(
    __m512i timestamps, const struct gdn_v8_prefix *prefix)
{
    static const uint64_t right[2] = {0, 3};
    static const uint64_t from_left[2] = {~UINT64_C(0xffff)};
    static const uint64_t no_version[2] = {~UINT64_C(0xf000), UINT64_MAX};
    const uint64_t early = UINT64_MAX >> (prefix->bits + 4);
    const __m512i turned = _mm512_and_si512(
        _mm512_rorv_epi64(timestamps,
                          _mm512_set1_epi64((long long)prefix->bits + 4)),
        vbmi_pairs(early, ~early));
    /* from_left ? turned << 4 : turned >> right */
    const __m512i split = _mm512_ternarylogic_epi64(
        vbmi_four_times(from_left), _mm512_slli_epi64(turned, 4),
        _mm512_srlv_epi64(turned, vbmi_four_times(right)), 0xca);

    /* (split & no_version) | fixed */
    return _mm512_ternarylogic_epi64(
        split, vbmi_four_times(no_version),
        vbmi_pairs((uint64_t)prefix->first << 32 | 0x8000, UINT64_C(5) << 61),
        0xea);
}

/* The octets of `ids`, with random bits. */
VBMI_TARGET static inline __m512i vbmi_prefixed_ids(__m512i ids, __m512i random,
                                                    __m512i in_random)
{
    /* ids | (random & in_random) */
    return _mm512_ternarylogic_epi64(vbmi_octets(ids), vbmi_two_words(random),
                                     in_random, 0xf8);
}

/* Write `fours` times four ids. Their timestamps differ only in the bits behind the
 * variant. `ids` are the words of the first four. They are numbers until they are
 * stored, because their sums carry from octet to octet. */
VBMI_TARGET static inline void vbmi_put_prefixed_run(
    guidon_id *out, __m512i ids, const struct gdn_v8_prefix *prefix,
    __m512i in_random, const unsigned char *random, size_t fours)
{
    const __m512i rise = _mm512_maskz_set1_epi64(
        0xaa, (long long)((uint64_t)VBMI_IDS
                          << (GDN_V8_PREFIX_REST_BITS - prefix->bits)));

    for (; fours > 0; fours--, out += VBMI_IDS, random += 8 * VBMI_IDS) {
        const __m512i words = _mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i *)(const void *)random));

        _mm512_storeu_si512(out, vbmi_prefixed_ids(ids, words, in_random));
        ids = _mm512_add_epi64(ids, rise);
    }
}

VBMI_TARGET void gdn_prefixed_keys_avx512vbmi(
    guidon_id *out, uint64_t timestamp, const struct gdn_v8_prefix *prefix,
    const unsigned char *random, size_t n)
{
    const __m512i in_random = vbmi_octets(vbmi_pairs(
        prefix->is_random ? ~(UINT64_MAX >> prefix->bits) : 0,
        UINT64_MAX >> (64 - GDN_V8_PREFIX_REST_BITS) >> prefix->bits));

    while (n > 0) {
        const __m512i timestamps =
            _mm512_add_epi64(_mm512_set1_epi64((long long)timestamp),
                             _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0));
        const __m512i words = vbmi_prefixed_words(timestamps, prefix);
        const size_t fours = gdn_prefixed_run(timestamp, prefix, n) / VBMI_IDS;
        size_t ids = fours * VBMI_IDS;

        if (fours > 0) {
            vbmi_put_prefixed_run(out, words, prefix, in_random, random, fours);
        } else if (n >= VBMI_IDS) {
            ids = VBMI_IDS; /* two runs meet in these */
            vbmi_put_prefixed_run(out, words, prefix, in_random, random, 1);
        } else {
            ids = n;
            _mm512_mask_storeu_epi64(
                out, (__mmask8)((1u << 2 * n) - 1),
                vbmi_prefixed_ids(
                    words,
                    _mm512_maskz_loadu_epi64((__mmask8)((1u << n) - 1), random),
                    in_random));
        }
        timestamp += ids;
        out += ids;
        random += 8 * ids;
        n -= ids;
    }
}
#else
GDN_EMPTY_FILE;
#endif
