/* SPDX-License-Identifier: MIT */
/*
 * base32_neon.c - ids to Crockford's base 32 and back with NEON
 *
 * Needs   NEON, which every 64-bit ARM processor has.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes: a text is two vectors of
 *         16 bytes that overlap.
 * Idea    Writing: each pair of letters lies within two bytes of the id. Shifts
 *         move each letter to a byte of its own, and one table of 32 entries
 *         turns values into letters. Reading: a table of the digits and a table
 *         of the 64 characters from '@' on give the values. Each value is
 *         shifted and added to its neighbour; then pairs and groups of four
 *         are.
 * Reference base32_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64
#  include "base32_lanes.h"

#  include <arm_neon.h>

/* ------------------------------------------------------------------ writing */

#  define FIRST_SHIFT(k)  -(GDN_PAIR_BELOW(k) + 5)
#  define SECOND_SHIFT(k) (8 - GDN_PAIR_BELOW(k))
static const int16_t first_shifts[16] = {GDN_EACH_PAIR(FIRST_SHIFT)};
static const int16_t second_shifts[16] = {GDN_EACH_PAIR(SECOND_SHIFT)};

/* The letters of `lane`, 0 or 1. */
static inline uint8x16_t letters_of_id(uint8x16_t id, size_t lane)
{
    const uint8_t *letters = (const uint8_t *)gdn_base32_upper;
    const uint8x16x2_t table = {{vld1q_u8(letters), vld1q_u8(letters + 16)}};
    uint16x8_t pairs = vreinterpretq_u16_u8(
        vqtbl1q_u8(id, vld1q_u8(gdn_pair_bytes + 16 * lane)));
    uint16x8_t first = vshlq_u16(pairs, vld1q_s16(first_shifts + 8 * lane));
    uint16x8_t second = vshlq_u16(pairs, vld1q_s16(second_shifts + 8 * lane));
    uint16x8_t values =
        vorrq_u16(vandq_u16(first, vdupq_n_u16(GDN_FIRST_MASK)),
                  vandq_u16(second, vdupq_n_u16(GDN_SECOND_MASK)));

    return vqtbl2q_u8(table, vreinterpretq_u8_u16(values));
}

static inline void base32_neon_write_id(char out[26], const guidon_id *id)
{
    uint8x16_t x = vld1q_u8(id->bytes);

    vst1q_u8((uint8_t *)out, letters_of_id(x, 0));
    vst1q_u8((uint8_t *)out + 10, letters_of_id(x, 1));
}

/* ------------------------------------------------------------------ reading */

/* An index past a table leaves the old value: 0xff for characters of no
 * table. */
static inline uint8x16_t base32_neon_values_of_letters(uint8x16_t c)
{
    const uint8x16_t digits = vld1q_u8(gdn_base32_value + '0');
    const uint8x16x4_t letters = {{vld1q_u8(gdn_base32_value + '@'),
                                   vld1q_u8(gdn_base32_value + '@' + 16),
                                   vld1q_u8(gdn_base32_value + '@' + 32),
                                   vld1q_u8(gdn_base32_value + '@' + 48)}};
    uint8x16_t values = vdupq_n_u8(0xff);

    values = vqtbx1q_u8(values, digits, vsubq_u8(c, vdupq_n_u8('0')));
    return vqtbx4q_u8(values, letters, vsubq_u8(c, vdupq_n_u8('@')));
}

/* Join the values of two, four and eight letters to one number, then to
 * bytes. The first letter is lowest in its register, and is shifted above
 * the others. */
static inline uint8x16_t base32_neon_id_of_values(uint8x16_t values,
                                                  size_t lane)
{
    uint16x8_t twos = vreinterpretq_u16_u8(values);
    uint32x4_t fours;
    uint64x2_t eights;

    twos = vsraq_n_u16(vandq_u16(vshlq_n_u16(twos, 5), vdupq_n_u16(0x1f << 5)),
                       twos, 8);
    fours = vreinterpretq_u32_u16(twos);
    fours = vsraq_n_u32(
        vandq_u32(vshlq_n_u32(fours, 10), vdupq_n_u32(0x3ff << 10)), fours, 16);
    eights = vreinterpretq_u64_u32(fours);
    eights = vsraq_n_u64(vshlq_n_u64(eights, 20), eights, 32);
    return vqtbl1q_u8(vreinterpretq_u8_u64(eights),
                      vld1q_u8(gdn_id_bytes + 16 * lane));
}

static inline bool base32_neon_read_id(guidon_id *out, const char text[26])
{
    const uint8_t *bytes = (const uint8_t *)text;
    const uint8x16_t zeros = vdupq_n_u8(0);
    uint8x16_t first = base32_neon_values_of_letters(vld1q_u8(bytes));
    uint8x16_t second = base32_neon_values_of_letters(vld1q_u8(bytes + 10));
    uint8x16_t wrong;

    first = vextq_u8(zeros, first, 16 - GDN_BEFORE);
    wrong = vorrq_u8(vandq_u8(first, vld1q_u8(gdn_forbidden)),
                     vandq_u8(second, vld1q_u8(gdn_forbidden + 16)));
    if (vmaxvq_u8(wrong) != 0) {
        return false;
    }
    vst1q_u8(out->bytes, vorrq_u8(base32_neon_id_of_values(first, 0),
                                  base32_neon_id_of_values(second, 1)));
    return true;
}

#  define KERNEL neon
#  define TARGET
#  include "base32_each.h"
#else
GDN_EMPTY_FILE;
#endif
