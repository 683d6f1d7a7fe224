/* SPDX-License-Identifier: MIT */
/*
 * base32_sse41.c - ids to Crockford's base 32 and back with SSE4.1
 *
 * Needs   SSSE3 and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes: a text is two vectors of
 *         16 bytes that overlap.
 * Idea    Writing: each pair of letters lies within two bytes of the id
 *         (PSHUFB). Multiplications shift each letter to a byte of its own, and
 *         two tables of 16 entries turn values into letters. Reading: three
 *         tables of 16 entries turn letters into values. Multiplications and
 *         additions join the values of two and of four letters, and shifts
 *         those of eight, which are five bytes of the id.
 * Reference base32_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_x86.h"

#  include <smmintrin.h>

#  define TARGET __attribute__((target("sse4.1")))

TARGET static inline __m128i base32_sse41_load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

TARGET static inline void base32_sse41_store(void *to, __m128i x)
{
    _mm_storeu_si128((__m128i *)to, x);
}

#  define BASE32_SSE41(table) base32_sse41_load(gdn_base32_x86.table)

/* ------------------------------------------------------------------ writing */

/* The values of the letters of `lane`, 0 or 1. */
TARGET static inline __m128i base32_sse41_values_of_id(__m128i id, size_t lane)
{
    __m128i pairs =
        _mm_shuffle_epi8(id, base32_sse41_load(gdn_pair_bytes + 16 * lane));
    __m128i first =
        _mm_mulhi_epu16(pairs, base32_sse41_load(gdn_first_factors + 8 * lane));
    __m128i second = _mm_mullo_epi16(
        pairs, base32_sse41_load(gdn_second_factors + 8 * lane));

    first = _mm_and_si128(first, _mm_set1_epi16(GDN_FIRST_MASK));
    second = _mm_and_si128(second, _mm_set1_epi16(GDN_SECOND_MASK));
    return _mm_or_si128(first, second);
}

/* The last letters, changed to the first ones for values below 16. */
TARGET static inline __m128i base32_sse41_letters_of_values(__m128i values)
{
    __m128i below_16 = _mm_add_epi8(values, BASE32_SSE41(below_16));

    return _mm_xor_si128(
        _mm_shuffle_epi8(BASE32_SSE41(letters), values),
        _mm_shuffle_epi8(BASE32_SSE41(letter_changes), below_16));
}

TARGET static inline void base32_sse41_write_id(char out[26],
                                                const guidon_id *id)
{
    __m128i x = base32_sse41_load(id->bytes);

    base32_sse41_store(
        out, base32_sse41_letters_of_values(base32_sse41_values_of_id(x, 0)));
    base32_sse41_store(out + 10, base32_sse41_letters_of_values(
                                     base32_sse41_values_of_id(x, 1)));
}

/* ------------------------------------------------------------------ reading */

/* Are the bytes of x below those of y as signed numbers? Said with a type,
 * because the intrinsic of gcc before 8.3 compares unsigned bytes with
 * -funsigned-char. */
TARGET static inline __m128i base32_sse41_below(__m128i x, __m128i y)
{
    typedef signed char bytes __attribute__((vector_size(sizeof x)));

    return (__m128i)((bytes)x < (bytes)y);
}

/* The values of group 5, changed to those of the groups 4 and 3. */
TARGET static inline __m128i base32_sse41_values_of_letters(__m128i c)
{
    __m128i low = _mm_and_si128(c, BASE32_SSE41(low_5));
    __m128i in_4 = _mm_add_epi8(low, BASE32_SSE41(below_16));
    __m128i in_3 = _mm_adds_epu8(c, BASE32_SSE41(below_64));
    __m128i values = _mm_shuffle_epi8(BASE32_SSE41(values_5), c);
    __m128i to_4 = _mm_shuffle_epi8(BASE32_SSE41(changes_4), in_4);
    __m128i to_3 = _mm_shuffle_epi8(BASE32_SSE41(changes_3), in_3);

    values = _mm_xor_si128(values, _mm_xor_si128(to_4, to_3));
    return _mm_or_si128(values,
                        base32_sse41_below(c, BASE32_SSE41(first_letter)));
}

/* Join the values of two, four and eight letters to one number, then to
 * bytes. */
TARGET static inline __m128i base32_sse41_id_of_values(__m128i values,
                                                       size_t lane)
{
    __m128i x =
        _mm_maddubs_epi16(values, base32_sse41_load(gdn_weights + 16 * lane));

    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 1 << 10));
    x = _mm_or_si128(_mm_slli_epi64(x, 20), _mm_srli_epi64(x, 32));
    return _mm_shuffle_epi8(x, base32_sse41_load(gdn_id_bytes + 16 * lane));
}

TARGET static inline bool base32_sse41_read_id(guidon_id *out,
                                               const char text[26])
{
    __m128i first = base32_sse41_values_of_letters(
        _mm_slli_si128(base32_sse41_load(text), GDN_BEFORE));
    __m128i second =
        base32_sse41_values_of_letters(base32_sse41_load(text + 10));
    __m128i wrong = _mm_or_si128(
        _mm_and_si128(first, base32_sse41_load(gdn_forbidden)),
        _mm_and_si128(second, base32_sse41_load(gdn_forbidden + 16)));

    if (!_mm_testz_si128(wrong, wrong)) {
        return false;
    }
    base32_sse41_store(out->bytes,
                       _mm_or_si128(base32_sse41_id_of_values(first, 0),
                                    base32_sse41_id_of_values(second, 1)));
    return true;
}

#  define KERNEL sse41
#  include "base32_each.h"
#else
GDN_EMPTY_FILE;
#endif
