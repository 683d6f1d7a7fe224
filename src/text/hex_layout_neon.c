/* SPDX-License-Identifier: MIT */
/*
 * hex_layout_neon.c - ids to hex digits among marks and back with NEON
 *
 * Needs   64-bit ARM, little-endian; all such processors have NEON.
 * Shapes  an id is 16 bytes, a text layout->len, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes.
 * Idea    16 bytes of text at a time. A table lookup of the 32 digits leaves
 *         the marks as they are in the text of the nil id. Lookups in each
 *         block of a text collect the digits, and the marks are compared.
 * Reference hex_layout_scalar.c defines the result; test_forms_many.c compares
 *         the kernels with slow readers and writers.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64
#  include "hex.h"
#  include "hex_layout.h"
#  include "hex_neon.h"

#  include <stdbool.h>

static inline uint8x16_t layout_neon_load(const void *at)
{
    return vld1q_u8((const uint8_t *)at);
}

static inline size_t layout_neon_block(size_t at, size_t len)
{
    return at + 16 <= len ? at : len - 16;
}

static void layout_neon_write(char *out, const guidon_id *id,
                              const struct gdn_hex_layout *layout)
{
    const uint8x16_t digits = layout_neon_load(layout->digits);
    uint8x16_t x = layout_neon_load(id);
    uint8x16_t high = vshrq_n_u8(x, 4);
    uint8x16_t low = vandq_u8(x, vdupq_n_u8(15));
    uint8x16x2_t all = {{vqtbl1q_u8(digits, vzip1q_u8(high, low)),
                         vqtbl1q_u8(digits, vzip2q_u8(high, low))}};

    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = layout_neon_block(i, layout->len);
        uint8x16_t nil = layout_neon_load(layout->nil + at);
        uint8x16_t digit = layout_neon_load(layout->digit + at);
        vst1q_u8((uint8_t *)out + at, vqtbx2q_u8(nil, all, digit));
    }
}

void gdn_hex_layout_write_neon(char *out, size_t stride, const guidon_id *in,
                               size_t n, const struct gdn_hex_layout *layout)
{
    for (size_t i = 0; i < n; i++, out += stride) {
        layout_neon_write(out, &in[i], layout);
    }
}

/* Read a text. False if it is wrong; *id is then undefined. */
static bool layout_neon_read(uint8x16_t *id, const char *text,
                             const struct gdn_hex_layout *layout)
{
    const uint8x16_t at0 = layout_neon_load(layout->at);
    const uint8x16_t at16 = layout_neon_load(layout->at + 16);
    uint8x16_t d0 = vdupq_n_u8(0);
    uint8x16_t d16 = vdupq_n_u8(0);
    uint8x16_t marks = vdupq_n_u8(0);
    uint8x16_t wrong;

    for (size_t i = 0; i < layout->len; i += 16) {
        size_t at = layout_neon_block(i, layout->len);
        uint8x16_t start = vdupq_n_u8((uint8_t)at);
        uint8x16_t block = layout_neon_load(text + at);
        uint8x16_t folded =
            vorrq_u8(block, layout_neon_load(layout->fold + at));
        uint8x16_t equal = vceqq_u8(folded, layout_neon_load(layout->nil + at));
        uint8x16_t digit = layout_neon_load(layout->digit + at);
        d0 = vorrq_u8(d0, vqtbl1q_u8(block, vsubq_u8(at0, start)));
        d16 = vorrq_u8(d16, vqtbl1q_u8(block, vsubq_u8(at16, start)));
        marks = vorrq_u8(marks, vbicq_u8(digit, equal));
    }
    d0 = gdn_hex_neon_values(d0);
    d16 = gdn_hex_neon_values(d16);
    wrong = vandq_u8(marks, vdupq_n_u8(0x80));
    wrong = vorrq_u8(wrong, vorrq_u8(d0, d16));
    *id = vsliq_n_u8(vuzp2q_u8(d0, d16), vuzp1q_u8(d0, d16), 4);
    return vmaxvq_u8(wrong) < 16;
}

size_t gdn_hex_layout_read_neon(guidon_id *out, const char *text, size_t stride,
                                size_t n, const struct gdn_hex_layout *layout)
{
    for (size_t i = 0; i < n; i++, text += stride) {
        uint8x16_t id;

        if (!layout_neon_read(&id, text, layout)) {
            return i;
        }
        vst1q_u8((uint8_t *)&out[i], id);
    }
    return n;
}
#else
GDN_EMPTY_FILE;
#endif
