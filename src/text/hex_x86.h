/* SPDX-License-Identifier: MIT */
/* 8-4-4-4-12 text in XMM registers, and the parts that x86-64 kernels share. */
#ifndef GDN_TEXT_HEX_X86_H
#define GDN_TEXT_HEX_X86_H

#include "../core/memory.h"
#include "hex.h"

#include <immintrin.h>
#include <stdbool.h>

/* Constants that are the same in every lane. They are in memory because
 * compilers otherwise compute them, which costs more than a load in a call for
 * one id. */
struct gdn_hex_x86 {
    _Alignas(32) unsigned char nibble[32];
    unsigned char dash[32];
    unsigned char past_decimal[32], six[32], high[32]; /* gdn_hex_values */
    unsigned char no_case[32], letter_a[32], ten[32];
    unsigned char pairs[32]; /* high digit * 16 + low digit */
};

/* From this number of ids on, the texts (36 MiB) bypass the caches. */
#define GDN_HEX_STREAM ((size_t)1 << 20)

GDN_PRIVATE_BEGIN

extern const struct gdn_hex_x86 gdn_hex_x86;

/*
 * Write n records of `record` bytes past the caches. Pieces are written to
 * memory that stays in the cache, and copied from there by streaming stores.
 * These need not fetch the lines that they overwrite, and push no other data
 * out of the cache.
 *
 *   write  in  writes records to memory of any alignment
 */
void gdn_hex_stream(char *out, const guidon_id *in, size_t n, size_t record,
                    gdn_text_format_lines_fn *write);

GDN_PRIVATE_END

/* Inlined into kernels of wider registers too, in the encoding of those. */
#define GDN_HEX_SSE41                                                          \
  __attribute__((target("ssse3,sse4.1"), always_inline)) static inline

GDN_HEX_SSE41 __m128i gdn_hex_load16(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

#define GDN_HEX_ALL(constant) gdn_hex_load16(gdn_hex_x86.constant)

GDN_HEX_SSE41 void gdn_hex_store16(void *at, __m128i x)
{
    _mm_storeu_si128((__m128i *)at, x);
}

GDN_HEX_SSE41 void gdn_hex_store4(char *at, int word)
{
    memcpy(at, &word, sizeof word);
}

/* The result is short because gcc's macro of the intrinsic at -O0 does not
 * convert.
 */
GDN_HEX_SSE41 short gdn_hex_load2(const char *at)
{
    short word;

    memcpy(&word, at, sizeof word);
    return word;
}

/* ------------------------------------------------------------------ writing */

GDN_HEX_SSE41 __m128i gdn_hex_digits(void)
{
    return gdn_hex_load16(gdn_hex_lower);
}

/*
 * Characters 0-15, 16-19 and 20-35 of a text have the digits 0-13, 14-16 and
 * 17-31. Each piece is a shuffle of digits, in which ZZ leaves a zero, and the
 * '-' for these gaps. The first piece takes from d0 (digits 0-15), the middle
 * from digits 14-29, and the last from d16 (digits 16-31).
 */
#define ZZ (-1)
GDN_HEX_SSE41 __m128i gdn_hex_first(void)
{
    return _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, ZZ, 8, 9, 10, 11, ZZ, 12, 13);
}

GDN_HEX_SSE41 __m128i gdn_hex_first_dashes(void)
{
    return _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, '-', 0, 0, 0, 0, '-', 0, 0);
}

GDN_HEX_SSE41 __m128i gdn_hex_middle(void)
{
    return _mm_setr_epi8(0, 1, ZZ, 2, ZZ, ZZ, ZZ, ZZ, ZZ, ZZ, ZZ, ZZ, ZZ, ZZ,
                         ZZ, ZZ);
}

GDN_HEX_SSE41 __m128i gdn_hex_middle_dashes(void)
{
    return _mm_cvtsi32_si128('-' << 16);
}

GDN_HEX_SSE41 __m128i gdn_hex_last(void)
{
    return _mm_setr_epi8(1, 2, 3, ZZ, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

GDN_HEX_SSE41 __m128i gdn_hex_last_dashes(void)
{
    return _mm_cvtsi32_si128('-' << 24);
}

/* The digits 0-15 and 16-31 of an id. Each octet b becomes the nibbles b >> 4
 * and b & 15 side by side, and each nibble becomes its entry of `digits`. */
GDN_HEX_SSE41 void gdn_hex_digits_of(__m128i *d0, __m128i *d16,
                                     const guidon_id *id, __m128i digits)
{
    const __m128i nibble = GDN_HEX_ALL(nibble);
    __m128i x = gdn_hex_load16(id);
    __m128i high = _mm_and_si128(_mm_srli_epi16(x, 4), nibble);
    __m128i low = _mm_and_si128(x, nibble);

    *d0 = _mm_shuffle_epi8(digits, _mm_unpacklo_epi8(high, low));
    *d16 = _mm_shuffle_epi8(digits, _mm_unpackhi_epi8(high, low));
}

GDN_HEX_SSE41 void gdn_hex_write_with(char out[GDN_HEX_LEN],
                                      const guidon_id *id, __m128i digits)
{
    __m128i d0, d16, first, middle, last;

    gdn_hex_digits_of(&d0, &d16, id, digits);
    first = _mm_shuffle_epi8(d0, gdn_hex_first());
    middle = _mm_shuffle_epi8(_mm_alignr_epi8(d16, d0, 14), gdn_hex_middle());
    last = _mm_shuffle_epi8(d16, gdn_hex_last());

    middle = _mm_or_si128(middle, gdn_hex_middle_dashes());
    gdn_hex_store16(out, _mm_or_si128(first, gdn_hex_first_dashes()));
    gdn_hex_store4(out + 16, _mm_cvtsi128_si32(middle));
    gdn_hex_store16(out + 20, _mm_or_si128(last, gdn_hex_last_dashes()));
}

GDN_HEX_SSE41 void gdn_hex_write(char out[GDN_HEX_LEN], const guidon_id *id)
{
    gdn_hex_write_with(out, id, gdn_hex_digits());
}

/* ------------------------------------------------------------------ reading */

/*
 * Characters 2-17 and 18-33 have the digits 2-15 and 16-29. The pair of digits
 * at either end goes into the gap that its shuffle leaves.
 */
GDN_HEX_SSE41 __m128i gdn_hex_d0_of_2(void)
{
    return _mm_setr_epi8(ZZ, ZZ, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15);
}

GDN_HEX_SSE41 __m128i gdn_hex_d16_of_18(void)
{
    return _mm_setr_epi8(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ZZ,
                         ZZ);
}
#undef ZZ

/*
 * The values of sixteen digits; 16 and above if a character is no digit.
 *
 * Decimal: '0' to '9' become 0xf6 to 0xff by adding 0xc6, 0xf0 to 0xf9 by a
 * saturated subtraction of 6, and 0 to 9 by subtracting 0xf0. All others end at
 * 16 or above. Letters: in upper case and less 'A', they are 0 to 5, and 10 to
 * 15 after a saturated addition of 10. All others are above. So a character
 * that is no digit is large in both results, and the minimum is the value.
 */
GDN_HEX_SSE41 __m128i gdn_hex_values(__m128i c)
{
    __m128i decimal = _mm_subs_epu8(_mm_add_epi8(c, GDN_HEX_ALL(past_decimal)),
                                    GDN_HEX_ALL(six));
    __m128i letter = _mm_sub_epi8(_mm_and_si128(c, GDN_HEX_ALL(no_case)),
                                  GDN_HEX_ALL(letter_a));

    decimal = _mm_sub_epi8(decimal, GDN_HEX_ALL(high));
    letter = _mm_adds_epu8(letter, GDN_HEX_ALL(ten));
    return _mm_min_epu8(decimal, letter);
}

/* Read a text. False if it is wrong; *id is then undefined. */
GDN_HEX_SSE41 bool gdn_hex_read(__m128i *id, const char text[GDN_HEX_LEN])
{
    const __m128i pairs = GDN_HEX_ALL(pairs);
    /* The '-' of characters 18 and 23, then of 8 and 13, in the blended
     * words. */
    const __m128i at_dashes =
        _mm_setr_epi8((char)0xf0, 0, 0, 0, 0, (char)0xf0, (char)0xf0, 0, 0, 0,
                      0, (char)0xf0, 0, 0, 0, 0);
    __m128i from2 = gdn_hex_load16(text + 2);
    __m128i from18 = gdn_hex_load16(text + 18);
    __m128i v0 = gdn_hex_values(_mm_insert_epi16(
        _mm_shuffle_epi8(from2, gdn_hex_d0_of_2()), gdn_hex_load2(text), 0));
    __m128i v16 = gdn_hex_values(
        _mm_insert_epi16(_mm_shuffle_epi8(from18, gdn_hex_d16_of_18()),
                         gdn_hex_load2(text + 34), 7));
    __m128i dashes =
        _mm_cmpeq_epi8(_mm_blend_epi16(from2, from18, 5), GDN_HEX_ALL(dash));
    __m128i wrong = _mm_or_si128(_mm_or_si128(v0, v16),
                                 _mm_andnot_si128(dashes, at_dashes));

    *id = _mm_packus_epi16(_mm_maddubs_epi16(v0, pairs),
                           _mm_maddubs_epi16(v16, pairs));
    return _mm_testz_si128(wrong, GDN_HEX_ALL(high));
}

#endif
