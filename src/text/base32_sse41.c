/* SPDX-License-Identifier: MIT */
/*
 * base32_sse41.c - ids to Crockford's base 32 and back with SSE4.1
 *
 * Needs   SSSE3 and SSE4.1; src/cpu/x86.c has checked both.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those: a text is two vectors of 16
 *         that overlap.
 * Idea    Writing: each pair of letters is within two bytes of the id (PSHUFB);
 *         multiplications shift each of its letters to a byte of its own, and
 *         two tables of 16 entries make letters of the values. Reading: three
 *         tables of 16 entries make values of the letters, which are multiplied
 *         and added to numbers of two and of four letters; shifts add those to
 *         eights, each of which is five bytes of the id.
 * Twin    base32_scalar.c is the meaning; test_base32.c holds the two equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_lanes.h"

#  include <smmintrin.h>

#  define TARGET __attribute__((target("sse4.1")))

TARGET static inline __m128i load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

TARGET static inline void store(void *to, __m128i x)
{
    _mm_storeu_si128((__m128i *)to, x);
}

/* ------------------------------------------------------------------ writing */

/* The values of a lane's letters; `lane` is 0 or 1. */
TARGET static inline __m128i values_of_id(__m128i id, size_t lane)
{
    __m128i pairs = _mm_shuffle_epi8(id, load(gdn_pair_bytes + 16 * lane));
    __m128i first = _mm_mulhi_epu16(pairs, load(gdn_first_factors + 8 * lane));
    __m128i second =
        _mm_mullo_epi16(pairs, load(gdn_second_factors + 8 * lane));

    first = _mm_and_si128(first, _mm_set1_epi16(GDN_FIRST_MASK));
    second = _mm_and_si128(second, _mm_set1_epi16(GDN_SECOND_MASK));
    return _mm_or_si128(first, second);
}

/* Bit 4 of a value, which chooses the table, is the sign of eight times it. */
TARGET static inline __m128i letters_of_values(__m128i values)
{
    return _mm_blendv_epi8(_mm_shuffle_epi8(load(gdn_letters), values),
                           _mm_shuffle_epi8(load(gdn_letters + 16), values),
                           _mm_slli_epi16(values, 3));
}

TARGET static inline void write_id(char out[26], const guidon_id *id)
{
    __m128i x = load(id->bytes);

    store(out, letters_of_values(values_of_id(x, 0)));
    store(out + 10, letters_of_values(values_of_id(x, 1)));
}

/* ------------------------------------------------------------------ reading */

/* Upper bits of a char choose its table, each as the sign of a shifted copy:
 * bit 6 between digits and letters, bit 4 among letters. Below '0' as signed
 * bytes are all that are of no table. */
TARGET static inline __m128i values_of_letters(__m128i c)
{
    __m128i digits = _mm_shuffle_epi8(load(gdn_values_3), c);
    __m128i letters = _mm_blendv_epi8(_mm_shuffle_epi8(load(gdn_values_4), c),
                                      _mm_shuffle_epi8(load(gdn_values_5), c),
                                      _mm_slli_epi16(c, 3));
    __m128i values = _mm_blendv_epi8(digits, letters, _mm_add_epi8(c, c));

    return _mm_or_si128(values, _mm_cmplt_epi8(c, _mm_set1_epi8('0')));
}

/* Twos, fours and eights of letters to one number each, then to bytes. */
TARGET static inline __m128i id_of_values(__m128i values, size_t lane)
{
    __m128i x = _mm_maddubs_epi16(values, load(gdn_weights + 16 * lane));

    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 1 << 10));
    x = _mm_or_si128(_mm_slli_epi64(x, 20), _mm_srli_epi64(x, 32));
    return _mm_shuffle_epi8(x, load(gdn_id_bytes + 16 * lane));
}

TARGET static inline bool read_id(guidon_id *out, const char text[26])
{
    __m128i first = values_of_letters(_mm_slli_si128(load(text), GDN_BEFORE));
    __m128i second = values_of_letters(load(text + 10));
    __m128i wrong =
        _mm_or_si128(_mm_and_si128(first, load(gdn_forbidden)),
                     _mm_and_si128(second, load(gdn_forbidden + 16)));

    if (!_mm_testz_si128(wrong, wrong)) {
        return false;
    }
    store(out->bytes,
          _mm_or_si128(id_of_values(first, 0), id_of_values(second, 1)));
    return true;
}

#  define KERNEL sse41
#  include "base32_each.h"
#else
GDN_EMPTY_FILE;
#endif
