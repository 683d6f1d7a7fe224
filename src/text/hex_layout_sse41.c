/* SPDX-License-Identifier: MIT */
/*
 * hex_layout_sse41.c - ids to hex digits among marks with SSSE3 and SSE4.1
 *
 * Needs   SSSE3 and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text layout->len, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    Plain digits need no table, and canonical text is that of hex_x86.h.
 *         Else 16 bytes of text at a time. Writing shuffles the digits 0-15 and
 *         16-31 into the text of the nil id. Reading shuffles the digits out of
 *         each block into two registers, and compares the marks.
 * Reference hex_layout_scalar.c defines the result; test_forms_many.c compares
 *         the kernels with slow readers and writers.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_layout_x86.h"

#  define TARGET __attribute__((target("ssse3,sse4.1")))
#  define INLINE GDN_HEX_SSE41

INLINE void layout_sse41_write_marked(char *out, size_t stride,
                                      const guidon_id *ids,
                                      const struct gdn_hex_layout *layout)
{
    (void)stride;
    gdn_hex_layout_write_marked(out, ids, layout);
}

/* Read a text. False if it is wrong; *id is then undefined. */
INLINE bool layout_sse41_read_marked(__m128i *id, const char *text,
                                     const struct gdn_hex_layout *layout)
{
    const __m128i at0 = gdn_hex_load16(layout->at);
    const __m128i at16 = gdn_hex_load16(layout->at + 16);
    __m128i d0 = _mm_setzero_si128();
    __m128i d16 = _mm_setzero_si128();
    __m128i marks = _mm_setzero_si128();

    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = gdn_hex_block(i, layout->len);
        __m128i start = _mm_set1_epi8((char)at);
        __m128i block = gdn_hex_load16(text + at);
        __m128i in0 = gdn_hex_below_16(_mm_sub_epi8(at0, start));
        __m128i in16 = gdn_hex_below_16(_mm_sub_epi8(at16, start));
        d0 = _mm_or_si128(d0, _mm_shuffle_epi8(block, in0));
        d16 = _mm_or_si128(d16, _mm_shuffle_epi8(block, in16));
        marks = _mm_or_si128(marks, gdn_hex_wrong_marks(block, at, layout));
    }
    return gdn_hex_layout_join(id, d0, d16, marks);
}

#  define KERNEL  sse41
#  define AT_ONCE 1
#  include "hex_layout_each.h"
#else
GDN_EMPTY_FILE;
#endif
