/* SPDX-License-Identifier: MIT */
/*
 * base32_avx2.c - ids to Crockford's base 32 and back with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes: a text is two vectors of
 *         16 bytes that overlap.
 * Idea    as base32_sse41.c, with both lanes in one register.
 * Reference base32_scalar.c defines the result; test_base32.c holds both equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_lanes.h"

#  include <immintrin.h>

#  define TARGET __attribute__((target("avx2")))

TARGET static inline __m128i base32_avx2_load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

TARGET static inline void base32_avx2_store(void *to, __m128i x)
{
    _mm_storeu_si128((__m128i *)to, x);
}

/* A table of two lanes. */
TARGET static inline __m256i two_lanes(const void *table)
{
    return _mm256_loadu_si256((const __m256i *)table);
}

/* A table of 16 entries, in both lanes. */
TARGET static inline __m256i both_lanes(const void *table)
{
    return _mm256_broadcastsi128_si256(base32_avx2_load(table));
}

/* ------------------------------------------------------------------ writing */

TARGET static inline __m256i base32_avx2_values_of_id(__m128i id)
{
    __m256i pairs = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(id),
                                        two_lanes(gdn_pair_bytes));
    __m256i first = _mm256_mulhi_epu16(pairs, two_lanes(gdn_first_factors));
    __m256i second = _mm256_mullo_epi16(pairs, two_lanes(gdn_second_factors));

    first = _mm256_and_si256(first, _mm256_set1_epi16(GDN_FIRST_MASK));
    second = _mm256_and_si256(second, _mm256_set1_epi16(GDN_SECOND_MASK));
    return _mm256_or_si256(first, second);
}

/* Bit 4 of a value selects the table. It is the sign bit of the value times
 * eight.
 */
TARGET static inline __m256i base32_avx2_letters_of_values(__m256i values)
{
    return _mm256_blendv_epi8(
        _mm256_shuffle_epi8(both_lanes(gdn_letters), values),
        _mm256_shuffle_epi8(both_lanes(gdn_letters + 16), values),
        _mm256_slli_epi16(values, 3));
}

TARGET static inline void base32_avx2_write_id(char out[26],
                                               const guidon_id *id)
{
    __m256i letters = base32_avx2_letters_of_values(
        base32_avx2_values_of_id(base32_avx2_load(id->bytes)));

    base32_avx2_store(out, _mm256_castsi256_si128(letters));
    base32_avx2_store(out + 10, _mm256_extracti128_si256(letters, 1));
}

/* ------------------------------------------------------------------ reading */

/* The upper bits of a character select its table, each as the sign bit of a
 * shifted copy: bit 6 digits or letters, bit 4 one of the two tables of
 * letters. The characters of no table are below '0' as signed bytes. */
TARGET static inline __m256i base32_avx2_values_of_letters(__m256i c)
{
    __m256i digits = _mm256_shuffle_epi8(both_lanes(gdn_values_3), c);
    __m256i letters =
        _mm256_blendv_epi8(_mm256_shuffle_epi8(both_lanes(gdn_values_4), c),
                           _mm256_shuffle_epi8(both_lanes(gdn_values_5), c),
                           _mm256_slli_epi16(c, 3));
    __m256i values = _mm256_blendv_epi8(digits, letters, _mm256_add_epi8(c, c));

    return _mm256_or_si256(values, _mm256_cmpgt_epi8(_mm256_set1_epi8('0'), c));
}

/* Join the values of two, four and eight letters to one number, then to
 * bytes. */
TARGET static inline __m128i base32_avx2_id_of_values(__m256i values)
{
    __m256i x = _mm256_maddubs_epi16(values, two_lanes(gdn_weights));

    x = _mm256_madd_epi16(x, _mm256_set1_epi32(1 << 16 | 1 << 10));
    x = _mm256_or_si256(_mm256_slli_epi64(x, 20), _mm256_srli_epi64(x, 32));
    x = _mm256_shuffle_epi8(x, two_lanes(gdn_id_bytes));
    return _mm_or_si128(_mm256_castsi256_si128(x),
                        _mm256_extracti128_si256(x, 1));
}

TARGET static inline bool base32_avx2_read_id(guidon_id *out,
                                              const char text[26])
{
    __m128i low = _mm_slli_si128(base32_avx2_load(text), GDN_BEFORE);
    __m256i values = base32_avx2_values_of_letters(_mm256_inserti128_si256(
        _mm256_castsi128_si256(low), base32_avx2_load(text + 10), 1));

    if (!_mm256_testz_si256(values, two_lanes(gdn_forbidden))) {
        return false;
    }
    base32_avx2_store(out->bytes, base32_avx2_id_of_values(values));
    return true;
}

#  define KERNEL avx2
#  include "base32_each.h"
#else
GDN_EMPTY_FILE;
#endif
