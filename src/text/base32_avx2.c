/* SPDX-License-Identifier: MIT */
/*
 * base32_avx2.c - ids to Crockford's base 32 and back with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes: a text is two vectors of
 *         16 bytes that overlap.
 * Idea    as base32_sse41.c, with both lanes in one register.
 * Reference base32_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_x86.h"

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

#  define BASE32_AVX2(table) two_lanes(gdn_base32_x86.table)

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

/* The last letters, changed to the first ones for values below 16. */
TARGET static inline __m256i base32_avx2_letters_of_values(__m256i values)
{
    __m256i below_16 = _mm256_add_epi8(values, BASE32_AVX2(below_16));

    return _mm256_xor_si256(
        _mm256_shuffle_epi8(BASE32_AVX2(letters), values),
        _mm256_shuffle_epi8(BASE32_AVX2(letter_changes), below_16));
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

/* Are the bytes of x below those of y as signed numbers? Said with a type,
 * because the intrinsic of gcc before 8.3 compares unsigned bytes with
 * -funsigned-char. */
TARGET static inline __m256i base32_avx2_below(__m256i x, __m256i y)
{
    typedef signed char bytes __attribute__((vector_size(sizeof x)));

    return (__m256i)((bytes)x < (bytes)y);
}

/* The values of group 5, changed to those of the groups 4 and 3. */
TARGET static inline __m256i base32_avx2_values_of_letters(__m256i c)
{
    __m256i low = _mm256_and_si256(c, BASE32_AVX2(low_5));
    __m256i in_4 = _mm256_add_epi8(low, BASE32_AVX2(below_16));
    __m256i in_3 = _mm256_adds_epu8(c, BASE32_AVX2(below_64));
    __m256i values = _mm256_shuffle_epi8(BASE32_AVX2(values_5), c);
    __m256i to_4 = _mm256_shuffle_epi8(BASE32_AVX2(changes_4), in_4);
    __m256i to_3 = _mm256_shuffle_epi8(BASE32_AVX2(changes_3), in_3);

    values = _mm256_xor_si256(values, _mm256_xor_si256(to_4, to_3));
    return _mm256_or_si256(values,
                           base32_avx2_below(c, BASE32_AVX2(first_letter)));
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
