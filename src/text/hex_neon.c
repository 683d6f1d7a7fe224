/* SPDX-License-Identifier: MIT */
/*
 * hex_neon.c - ids to 8-4-4-4-12 text and back with NEON
 *
 * Needs   64-bit ARM, little-endian; all such processors have NEON.
 * Shapes  an id is 16 bytes, a text 36 chars, any alignment and stride.
 * Bounds  reads and writes touch exactly those bytes, and the newlines of
 *         lines.
 * Idea    Table lookups across two and three registers place the digits around
 *         the '-', and collect the high and the low digits from between them.
 * Reference hex_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64
#  include "../core/memory.h"
#  include "hex.h"
#  include "hex_neon.h"

#  include <stdbool.h>

#  define NO_DIGIT 0xff /* past every table, so that the '-' stays */

static inline uint8x16_t hex_neon_load16(const void *at)
{
    return vld1q_u8((const uint8_t *)at);
}

static inline void hex_neon_store16(void *at, uint8x16_t x)
{
    vst1q_u8((uint8_t *)at, x);
}

/* ------------------------------------------------------------------ writing */

/* The digits of characters 0-15 and 16-31. Characters 32-35 are the last four
 * digits. */
static const uint8_t in_first[16] = {0,        1, 2, 3,  4,  5,        6,  7,
                                     NO_DIGIT, 8, 9, 10, 11, NO_DIGIT, 12, 13};
static const uint8_t in_second[16] = {
    14, 15, NO_DIGIT, 16, 17, 18, 19, NO_DIGIT, 20, 21, 22, 23, 24, 25, 26, 27};

static inline void write_one(char *out, const guidon_id *id)
{
    const uint8x16_t dashes = vdupq_n_u8('-');
    const uint8x16_t digits = hex_neon_load16(gdn_hex_lower);
    uint8x16_t x = hex_neon_load16(id);
    uint8x16_t high = vshrq_n_u8(x, 4);
    uint8x16_t low = vandq_u8(x, vdupq_n_u8(15));
    uint8x16x2_t all = {{vqtbl1q_u8(digits, vzip1q_u8(high, low)),
                         vqtbl1q_u8(digits, vzip2q_u8(high, low))}};
    uint32_t last = vgetq_lane_u32(vreinterpretq_u32_u8(all.val[1]), 3);

    hex_neon_store16(out, vqtbx2q_u8(dashes, all, hex_neon_load16(in_first)));
    hex_neon_store16(out + 16,
                     vqtbx2q_u8(dashes, all, hex_neon_load16(in_second)));
    memcpy(out + 32, &last, sizeof last);
}

void gdn_hex_format_neon(char out[GDN_HEX_LEN], const guidon_id *id)
{
    write_one(out, id);
}

void gdn_hex_format_many_neon(char *out, size_t stride, const guidon_id *in,
                              size_t n)
{
    for (size_t i = 0; i < n; i++, out += stride) {
        write_one(out, &in[i]);
    }
}

void gdn_hex_format_lines_neon(char *out, const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += GDN_HEX_LINE) {
        write_one(out, &in[i]);
        out[GDN_HEX_LEN] = '\n';
    }
}

/* ------------------------------------------------------------------ reading */

/* The positions of the high and the low digits of the octets in three
 * registers, which have the characters 0-15, 16-31 and 20-35. */
static const uint8_t high_at[16] = {0,  2,  4,  6,  9,  11, 14, 16,
                                    19, 21, 24, 26, 28, 30, 44, 46};
static const uint8_t low_at[16] = {1,  3,  5,  7,  10, 12, 15, 17,
                                   20, 22, 25, 27, 29, 31, 45, 47};
static const uint8_t first_dashes[16] = {[8] = 0xf0, [13] = 0xf0};
static const uint8_t second_dashes[16] = {[18 - 16] = 0xf0, [23 - 16] = 0xf0};

/* Read a text. False if it is wrong; *id is then undefined. */
static inline bool read_one(uint8x16_t *id, const char *text)
{
    const uint8x16_t dash = vdupq_n_u8('-');
    uint8x16x3_t chars = {{hex_neon_load16(text), hex_neon_load16(text + 16),
                           hex_neon_load16(text + 20)}};
    uint8x16_t high =
        gdn_hex_neon_values(vqtbl3q_u8(chars, hex_neon_load16(high_at)));
    uint8x16_t low =
        gdn_hex_neon_values(vqtbl3q_u8(chars, hex_neon_load16(low_at)));
    uint8x16_t dashes = vorrq_u8(
        vbicq_u8(hex_neon_load16(first_dashes), vceqq_u8(chars.val[0], dash)),
        vbicq_u8(hex_neon_load16(second_dashes), vceqq_u8(chars.val[1], dash)));

    *id = vsliq_n_u8(low, high, 4);
    return vmaxvq_u8(vorrq_u8(vorrq_u8(high, low), dashes)) < 16;
}

guidon_status gdn_hex_parse_neon(guidon_id *out, const char text[GDN_HEX_LEN],
                                 size_t *bad_at)
{
    uint8x16_t id;

    if (!read_one(&id, text)) {
        return gdn_hex_parse_error(text, bad_at);
    }
    hex_neon_store16(out, id);
    return GUIDON_OK;
}

size_t gdn_hex_parse_many_neon(guidon_id *out, const char *text, size_t stride,
                               size_t n)
{
    for (size_t i = 0; i < n; i++, text += stride) {
        uint8x16_t id;

        if (!read_one(&id, text)) {
            return i;
        }
        hex_neon_store16(&out[i], id);
    }
    return n;
}

size_t gdn_hex_parse_lines_neon(guidon_id *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++, text += GDN_HEX_LINE) {
        uint8x16_t id;

        if (!read_one(&id, text) || text[GDN_HEX_LEN] != '\n') {
            return i;
        }
        hex_neon_store16(&out[i], id);
    }
    return n;
}
#else
GDN_EMPTY_FILE;
#endif
