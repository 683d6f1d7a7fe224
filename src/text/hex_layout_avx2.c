/* SPDX-License-Identifier: MIT */
/*
 * hex_layout_avx2.c - ids to hex digits among marks and back with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c checks both.
 * Shapes  an id is 16 bytes, a text layout->len, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    as hex_layout_sse41.c. Among marks, writing has two ids in a register,
 *         and reading has the digits 0-15 and 16-31 of one id in the halves of
 *         a register.
 * Reference hex_layout_scalar.c defines the result; test_forms_many.c compares
 *         the kernels with slow readers and writers.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_layout_x86.h"

#  define TARGET    __attribute__((target("avx2")))
#  define INLINE    __attribute__((target("avx2"), always_inline)) static inline
#  define BOTH(xmm) _mm256_broadcastsi128_si256(xmm)

INLINE __m256i layout_avx2_load(const void *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

/* As gdn_hex_layout_write_marked, with one id in each half. */
INLINE void layout_avx2_write_marked(char *out, size_t stride,
                                     const guidon_id *ids,
                                     const struct gdn_hex_layout *layout)
{
    const __m256i nibble = layout_avx2_load(gdn_hex_x86.nibble);
    const __m256i digits = BOTH(gdn_hex_layout_digits(layout));
    __m256i x = layout_avx2_load(ids);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble);
    __m256i low = _mm256_and_si256(x, nibble);
    __m256i d0 = _mm256_shuffle_epi8(digits, _mm256_unpacklo_epi8(high, low));
    __m256i d16 = _mm256_shuffle_epi8(digits, _mm256_unpackhi_epi8(high, low));

    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = gdn_hex_block(i, layout->len);
        __m128i digit = gdn_hex_load16(layout->digit + at);
        __m256i text = _mm256_xor_si256(
            _mm256_shuffle_epi8(d0, BOTH(gdn_hex_below_16(digit))),
            _mm256_shuffle_epi8(d16, BOTH(gdn_hex_from_16(digit))));
        text = _mm256_xor_si256(text, BOTH(gdn_hex_load16(layout->nil + at)));
        gdn_hex_store16(out + at, _mm256_castsi256_si128(text));
        gdn_hex_store16(out + stride + at, _mm256_extracti128_si256(text, 1));
    }
}

/* Read a text. False if it is wrong; *id is then undefined. */
INLINE bool layout_avx2_read_marked(__m128i *id, const char *text,
                                    const struct gdn_hex_layout *layout)
{
    const __m256i digits_at = layout_avx2_load(layout->at);
    __m256i digits = _mm256_setzero_si256();
    __m128i marks = _mm_setzero_si128();

    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = gdn_hex_block(i, layout->len);
        __m128i block = gdn_hex_load16(text + at);
        __m256i in = _mm256_sub_epi8(digits_at, _mm256_set1_epi8((char)at));
        in = _mm256_adds_epu8(in, _mm256_set1_epi8(0x70));
        digits = _mm256_or_si256(digits, _mm256_shuffle_epi8(BOTH(block), in));
        marks = _mm_or_si128(marks, gdn_hex_wrong_marks(block, at, layout));
    }
    return gdn_hex_layout_join(id, _mm256_castsi256_si128(digits),
                               _mm256_extracti128_si256(digits, 1), marks);
}

#  define KERNEL  avx2
#  define AT_ONCE 2
#  include "hex_layout_each.h"
#else
GDN_EMPTY_FILE;
#endif
