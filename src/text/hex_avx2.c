/* SPDX-License-Identifier: MIT */
/*
 * hex_avx2.c - ids to 8-4-4-4-12 text and back with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text 36 chars, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes, and the newlines of
 *         lines.
 * Idea    Writing: as hex_x86.h, with two ids in a register; gdn_hex_stream for
 *         very many ids. Reading: a register has all digits of one id. A reader
 *         of many checks the errors of eight texts at once before it stores
 *         their ids. If there is an error, it reads one text at a time.
 * Reference hex_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_x86.h"

#  define TARGET __attribute__((target("avx2")))
#  define INLINE __attribute__((target("avx2"), always_inline)) static inline

INLINE __m256i hex_avx2_load32(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

#  define BOTH(xmm)     _mm256_broadcastsi128_si256(xmm)
#  define ALL(constant) hex_avx2_load32(gdn_hex_x86.constant)

/* ------------------------------------------------------------------ writing */

TARGET void gdn_hex_format_avx2(char out[GDN_HEX_LEN], const guidon_id *id)
{
    gdn_hex_write(out, id);
}

/* As gdn_hex_write, with one id in each half. */
INLINE void write_two(char *out, size_t stride, const guidon_id *ids)
{
    const __m256i nibble = ALL(nibble);
    const __m256i digits = BOTH(gdn_hex_digits());
    __m256i x = hex_avx2_load32(ids);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);
    __m256i low = _mm256_and_si256(x, nibble);
    __m256i d0 = _mm256_shuffle_epi8(digits, _mm256_unpacklo_epi8(high, low));
    __m256i d16 = _mm256_shuffle_epi8(digits, _mm256_unpackhi_epi8(high, low));
    __m256i first =
        _mm256_or_si256(_mm256_shuffle_epi8(d0, BOTH(gdn_hex_first())),
                        BOTH(gdn_hex_first_dashes()));
    __m256i middle =
        _mm256_or_si256(_mm256_shuffle_epi8(_mm256_alignr_epi8(d16, d0, 14),
                                            BOTH(gdn_hex_middle())),
                        BOTH(gdn_hex_middle_dashes()));
    __m256i last =
        _mm256_or_si256(_mm256_shuffle_epi8(d16, BOTH(gdn_hex_last())),
                        BOTH(gdn_hex_last_dashes()));

    gdn_hex_store16(out, _mm256_castsi256_si128(first));
    gdn_hex_store4(out + 16, _mm256_extract_epi32(middle, 0));
    gdn_hex_store16(out + 20, _mm256_castsi256_si128(last));
    out += stride;
    gdn_hex_store16(out, _mm256_extracti128_si256(first, 1));
    gdn_hex_store4(out + 16, _mm256_extract_epi32(middle, 4));
    gdn_hex_store16(out + 20, _mm256_extracti128_si256(last, 1));
}

TARGET static void write_texts(char *out, size_t stride, const guidon_id *in,
                               size_t n)
{
    for (; n >= 2; n -= 2, in += 2, out += 2 * stride) {
        write_two(out, stride, in);
    }
    if (n > 0) {
        gdn_hex_write(out, in);
    }
}

/* Without gaps, for gdn_hex_stream. */
TARGET static void hex_avx2_write_packed(char *out, const guidon_id *in,
                                         size_t n)
{
    write_texts(out, GDN_HEX_LEN, in, n);
}

TARGET static void hex_avx2_write_lines(char *out, const guidon_id *in,
                                        size_t n)
{
    for (; n >= 2; n -= 2, in += 2, out += (size_t)2 * GDN_HEX_LINE) {
        write_two(out, GDN_HEX_LINE, in);
        out[GDN_HEX_LEN] = '\n';
        out[GDN_HEX_LINE + GDN_HEX_LEN] = '\n';
    }
    if (n > 0) {
        gdn_hex_write(out, in);
        out[GDN_HEX_LEN] = '\n';
    }
}

TARGET void gdn_hex_format_many_avx2(char *out, size_t stride,
                                     const guidon_id *in, size_t n)
{
    if (stride == GDN_HEX_LEN && n >= GDN_HEX_STREAM) {
        gdn_hex_stream(out, in, n, GDN_HEX_LEN, hex_avx2_write_packed);
    } else {
        write_texts(out, stride, in, n);
    }
}

TARGET void gdn_hex_format_lines_avx2(char *out, const guidon_id *in, size_t n)
{
    if (n >= GDN_HEX_STREAM) {
        gdn_hex_stream(out, in, n, GDN_HEX_LINE, hex_avx2_write_lines);
    } else {
        hex_avx2_write_lines(out, in, n);
    }
}

/* ------------------------------------------------------------------ reading */

/* As gdn_hex_values. */
INLINE __m256i hex_avx2_values_of(__m256i c)
{
    __m256i decimal =
        _mm256_subs_epu8(_mm256_add_epi8(c, ALL(past_decimal)), ALL(six));
    __m256i letter =
        _mm256_sub_epi8(_mm256_and_si256(c, ALL(no_case)), ALL(letter_a));

    decimal = _mm256_sub_epi8(decimal, ALL(high));
    letter = _mm256_adds_epu8(letter, ALL(ten));
    return _mm256_min_epu8(decimal, letter);
}

/*
 * The sixteen octets, in words. If the text is wrong, this sets one of the high
 * four bits of some byte of *wrong.
 */
INLINE __m256i hex_avx2_octets_of(const char text[GDN_HEX_LEN], __m256i *wrong)
{
    const __m256i digits_at =
        _mm256_setr_m128i(gdn_hex_d0_of_2(), gdn_hex_d16_of_18());
    /* The first word of one half and the last word of the other half. */
    const __m256i at_ends =
        _mm256_setr_epi32(0xffff, 0, 0, 0, 0, 0, 0, (int)0xffff0000);
    /* '-' 8 and 13; 18 and 23. */
    const __m256i at_dashes = _mm256_setr_epi32(
        0, 0xf0 << 16, (int)(0xf0u << 24), 0, 0xf0, 0xf0 << 8, 0, 0);
    __m256i from2 = hex_avx2_load32(text + 2);
    __m256i ends =
        _mm256_inserti128_si256(_mm256_castsi128_si256(gdn_hex_load16(text)),
                                gdn_hex_load16(text + 20), 1);
    __m256i values = hex_avx2_values_of(
        _mm256_or_si256(_mm256_shuffle_epi8(from2, digits_at),
                        _mm256_and_si256(ends, at_ends)));
    __m256i dashes = _mm256_cmpeq_epi8(from2, ALL(dash));

    *wrong = _mm256_or_si256(
        *wrong,
        _mm256_or_si256(values, _mm256_andnot_si256(dashes, at_dashes)));
    return _mm256_maddubs_epi16(values, ALL(pairs));
}

INLINE bool hex_avx2_is_right(__m256i wrong)
{
    return _mm256_testz_si256(wrong, ALL(high));
}

TARGET guidon_status gdn_hex_parse_avx2(guidon_id *out,
                                        const char text[GDN_HEX_LEN],
                                        size_t *bad_at)
{
    __m256i wrong = _mm256_setzero_si256();
    __m256i octets = hex_avx2_octets_of(text, &wrong);

    if (!hex_avx2_is_right(wrong)) {
        return gdn_hex_parse_error(text, bad_at);
    }
    gdn_hex_store16(out, _mm_packus_epi16(_mm256_castsi256_si128(octets),
                                          _mm256_extracti128_si256(octets, 1)));
    return GUIDON_OK;
}

/* Two ids, the first in the low half. */
INLINE __m256i read_two(const char *text, size_t stride, __m256i *wrong)
{
    __m256i a = hex_avx2_octets_of(text, wrong);
    __m256i b = hex_avx2_octets_of(text + stride, wrong);

    /* Octets 0-7 of both, 8-15 of both. */
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8);
}

#  define BLOCK 8

/* Read BLOCK ids; or none, and return false. `lines` is a constant. */
INLINE bool hex_avx2_read_block(guidon_id *out, const char *text, size_t stride,
                                bool lines)
{
    __m256i ids[BLOCK / 2];
    __m256i wrong = _mm256_setzero_si256();
    int others = 0;

    GDN_UNROLL
    for (size_t i = 0; i < BLOCK / 2; i++, text += 2 * stride) {
        ids[i] = read_two(text, stride, &wrong);
        if (lines) {
            others |= text[GDN_HEX_LEN] ^ '\n';
            others |= text[GDN_HEX_LINE + GDN_HEX_LEN] ^ '\n';
        }
    }
    if (!hex_avx2_is_right(wrong) || others) {
        return false;
    }
    GDN_UNROLL
    for (size_t i = 0; i < BLOCK / 2; i++) {
        _mm256_storeu_si256((__m256i *)(void *)(out + 2 * i), ids[i]);
    }
    return true;
}

INLINE size_t hex_avx2_read_many(guidon_id *out, const char *text,
                                 size_t stride, size_t n, bool lines)
{
    size_t i = 0;
    __m128i id;

    while (n - i >= BLOCK &&
           hex_avx2_read_block(out + i, text + i * stride, stride, lines)) {
        i += BLOCK;
    }
    while (i < n && gdn_hex_read(&id, text + i * stride) &&
           (!lines || text[i * stride + GDN_HEX_LEN] == '\n')) {
        gdn_hex_store16(&out[i], id);
        i++;
    }
    return i;
}

TARGET size_t gdn_hex_parse_many_avx2(guidon_id *out, const char *text,
                                      size_t stride, size_t n)
{
    return hex_avx2_read_many(out, text, stride, n, false);
}

TARGET size_t gdn_hex_parse_lines_avx2(guidon_id *out, const char *text,
                                       size_t n)
{
    return hex_avx2_read_many(out, text, GDN_HEX_LINE, n, true);
}
#else
GDN_EMPTY_FILE;
#endif
