/* SPDX-License-Identifier: MIT */
/* number.c - 128-bit arithmetic for bases that are not powers of two. */
#include "number.h"

#include "../core/bytes.h"

/* *number /= by; returns the remainder. */
static uint32_t number_divide(struct gdn_number *number, uint32_t by)
{
    uint64_t rest = 0;

    for (size_t i = 0; i < 4; i++) {
        uint64_t part = rest << 32 | number->limbs[i];
        number->limbs[i] = (uint32_t)(part / by);
        rest = part % by;
    }
    return (uint32_t)rest;
}

void gdn_number_digits(unsigned char *digits, size_t n, const guidon_id *id,
                       const struct gdn_radix *radix)
{
    struct gdn_number number;

    for (size_t i = 0; i < 4; i++) {
        number.limbs[i] = gdn_load_be32(id->bytes + 4 * i);
    }
    while (n > 0) {
        uint32_t group = number_divide(&number, radix->group);
        for (unsigned i = 0; i < radix->group_len && n > 0; i++) {
            digits[--n] = (unsigned char)(group % radix->base);
            group /= radix->base;
        }
    }
}

bool gdn_number_append(struct gdn_number *number, uint32_t base, uint32_t digit)
{
    uint64_t carry = digit;

    for (size_t i = 4; i-- > 0;) {
        carry += (uint64_t)number->limbs[i] * base;
        number->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

guidon_id gdn_number_id(const struct gdn_number *number)
{
    guidon_id id;

    for (size_t i = 0; i < 4; i++) {
        gdn_store_be32(id.bytes + 4 * i, number->limbs[i]);
    }
    return id;
}
