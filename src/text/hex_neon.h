/* SPDX-License-Identifier: MIT */
/* The values of hex digits in NEON registers, which the NEON kernels share. */
#ifndef GDN_TEXT_HEX_NEON_H
#define GDN_TEXT_HEX_NEON_H

#include "../cpu/arch.h"

#if GDN_ARCH_ARM64
#  include <arm_neon.h>

/*
 * The values of digits; 16 and above if a character is no digit. Decimal digits
 * less '0' are 0 to 9; all others are raised above 15. Letters in upper case
 * less 'A' are 0 to 5, and 10 to 15 after a saturated addition of 10; all
 * others are above.
 */
static inline uint8x16_t gdn_hex_neon_values(uint8x16_t c)
{
    uint8x16_t decimal = vsubq_u8(c, vdupq_n_u8('0'));
    uint8x16_t letter =
        vsubq_u8(vandq_u8(c, vdupq_n_u8(0xff - 0x20)), vdupq_n_u8('A'));

    decimal = vorrq_u8(decimal, vcgtq_u8(decimal, vdupq_n_u8(9)));
    return vminq_u8(decimal, vqaddq_u8(letter, vdupq_n_u8(10)));
}

#endif

#endif
