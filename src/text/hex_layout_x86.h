/* SPDX-License-Identifier: MIT */
/* Hex digits among marks in XMM registers, for the x86-64 kernels. */
/*
 * A byte shuffle takes entry i & 15 for an index i below 128, and gives zero
 * for others. A table of a layout has numbers of which one shuffle can serve 16
 * only. Saturated arithmetic makes them indices: it raises the numbers that
 * another shuffle serves to 128 or above.
 */
#ifndef GDN_TEXT_HEX_LAYOUT_X86_H
#define GDN_TEXT_HEX_LAYOUT_X86_H

#include "hex_layout.h"
#include "hex_x86.h"

/* The start of the block that begins at `at`, if the last ends at `len`. */
static inline size_t gdn_hex_block(size_t at, size_t len)
{
    return at + 16 <= len ? at : len - 16;
}

/* Of the numbers 0 to 254, those below 16 are indices. */
GDN_HEX_SSE41 __m128i gdn_hex_below_16(__m128i numbers)
{
    return _mm_adds_epu8(numbers, _mm_set1_epi8(0x70));
}

/* For digits 16 to 31 and GDN_MARK: the digits become 0 to 15, all other
 * numbers become 128 or above. */
GDN_HEX_SSE41 __m128i gdn_hex_from_16(__m128i numbers)
{
    return _mm_sub_epi8(numbers, _mm_set1_epi8(16));
}

/* The sixteen digits, each less '0' by XOR. The text of the nil id XOR these
 * is the text. */
GDN_HEX_SSE41 __m128i gdn_hex_layout_digits(const struct gdn_hex_layout *layout)
{
    return _mm_xor_si128(gdn_hex_load16(layout->digits), _mm_set1_epi8('0'));
}

/* Each block is the text of the nil id XOR these digits. */
GDN_HEX_SSE41 void gdn_hex_layout_write_marked(
    char *out, const guidon_id *id, const struct gdn_hex_layout *layout)
{
    __m128i d0, d16;

    gdn_hex_digits_of(&d0, &d16, id, gdn_hex_layout_digits(layout));
    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = gdn_hex_block(i, layout->len);
        __m128i digit = gdn_hex_load16(layout->digit + at);
        __m128i text = gdn_hex_load16(layout->nil + at);
        text =
            _mm_xor_si128(text, _mm_shuffle_epi8(d0, gdn_hex_below_16(digit)));
        text =
            _mm_xor_si128(text, _mm_shuffle_epi8(d16, gdn_hex_from_16(digit)));
        gdn_hex_store16(out + at, text);
    }
}

GDN_HEX_SSE41 void gdn_hex_write_plain(char *out, const guidon_id *id,
                                       const struct gdn_hex_layout *layout)
{
    __m128i d0, d16;

    gdn_hex_digits_of(&d0, &d16, id, gdn_hex_load16(layout->digits));
    gdn_hex_store16(out, d0);
    gdn_hex_store16(out + 16, d16);
}

/* The text of the nil id gives the marks, and the id is written over it. */
GDN_HEX_SSE41 void gdn_hex_write_canonical(char *out, const guidon_id *id,
                                           const struct gdn_hex_layout *layout)
{
    gdn_hex_store16(out, gdn_hex_load16(layout->nil));
    out[layout->len - 1] = layout->nil[layout->len - 1];
    gdn_hex_write_with(out + layout->before, id,
                       gdn_hex_load16(layout->digits));
}

/* Nonzero in the highest bit of each byte that is a wrong mark. */
GDN_HEX_SSE41 __m128i gdn_hex_wrong_marks(__m128i text, size_t at,
                                          const struct gdn_hex_layout *layout)
{
    __m128i folded = _mm_or_si128(text, gdn_hex_load16(layout->fold + at));
    __m128i equal = _mm_cmpeq_epi8(folded, gdn_hex_load16(layout->nil + at));

    return _mm_andnot_si128(equal, gdn_hex_load16(layout->digit + at));
}

/* Are the marks before and after canonical text right? */
GDN_HEX_SSE41 bool gdn_hex_canonical_marks(const char *text,
                                           const struct gdn_hex_layout *layout)
{
    size_t last = layout->len - 16;
    __m128i wrong = gdn_hex_wrong_marks(gdn_hex_load16(text), 0, layout);

    wrong = _mm_or_si128(
        wrong, gdn_hex_wrong_marks(gdn_hex_load16(text + last), last, layout));
    return _mm_movemask_epi8(wrong) == 0;
}

/* The octets of the digits 0-15 and 16-31; false if a digit, or a mark of
 * which `marks` has the highest bit, is wrong. */
GDN_HEX_SSE41 bool gdn_hex_layout_join(__m128i *id, __m128i d0, __m128i d16,
                                       __m128i marks)
{
    const __m128i pairs = GDN_HEX_ALL(pairs);
    __m128i v0 = gdn_hex_values(d0);
    __m128i v16 = gdn_hex_values(d16);
    __m128i wrong = _mm_and_si128(marks, _mm_set1_epi8((char)0x80));

    wrong = _mm_or_si128(wrong, _mm_or_si128(v0, v16));
    *id = _mm_packus_epi16(_mm_maddubs_epi16(v0, pairs),
                           _mm_maddubs_epi16(v16, pairs));
    return _mm_testz_si128(wrong, GDN_HEX_ALL(high));
}

#endif
