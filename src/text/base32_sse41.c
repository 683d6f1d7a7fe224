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
 * Reference base32_scalar.c defines the result; test_base32.c holds both equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_lanes.h"

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

/* Bit 4 of a value selects the table. It is the sign bit of the value times
 * eight.
 */
TARGET static inline __m128i base32_sse41_letters_of_values(__m128i values)
{
    return _mm_blendv_epi8(
        _mm_shuffle_epi8(base32_sse41_load(gdn_letters), values),
        _mm_shuffle_epi8(base32_sse41_load(gdn_letters + 16), values),
        _mm_slli_epi16(values, 3));
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

/* The upper bits of a character select its table, each as the sign bit of a
 * shifted copy: bit 6 digits or letters, bit 4 one of the two tables of
 * letters. The characters of no table are below '0' as signed bytes. */
TARGET static inline __m128i base32_sse41_values_of_letters(__m128i c)
{
    __m128i digits = _mm_shuffle_epi8(base32_sse41_load(gdn_values_3), c);
    __m128i letters =
        _mm_blendv_epi8(_mm_shuffle_epi8(base32_sse41_load(gdn_values_4), c),
                        _mm_shuffle_epi8(base32_sse41_load(gdn_values_5), c),
                        _mm_slli_epi16(c, 3));
    __m128i values = _mm_blendv_epi8(digits, letters, _mm_add_epi8(c, c));

    return _mm_or_si128(values, _mm_cmplt_epi8(c, _mm_set1_epi8('0')));
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
