/* SPDX-License-Identifier: MIT */
/* An id as one unsigned number of 128 bits, and its digits in any base. */
#ifndef GDN_TEXT_NUMBER_H
#define GDN_TEXT_NUMBER_H

#include "../core/private.h"

#include <guidon/id.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most significant limb first. Limbs have 32 bits, so that the product of a
 * limb and a base fits in 64. */
struct gdn_number {
    uint32_t limbs[4];
};

/* A base, and the largest power of it below 2^32: base^group_len == group. */
struct gdn_radix {
    uint32_t base;
    uint32_t group;
    unsigned group_len;
};

GDN_PRIVATE_BEGIN

/* Writes the values of the last n digits of an id, most significant first. */
void gdn_number_digits(unsigned char *digits, size_t n, const guidon_id *id,
                       const struct gdn_radix *radix);

/* *number = *number * base + digit. Returns false if the result is 2^128 or
 * more; *number is then undefined. */
bool gdn_number_append(struct gdn_number *number, uint32_t base,
                       uint32_t digit);
guidon_id gdn_number_id(const struct gdn_number *number);

GDN_PRIVATE_END

#endif
