/* SPDX-License-Identifier: MIT */
/* An id as one unsigned number of 128 bits, and its digits in any base. */
#ifndef GDN_TEXT_NUMBER_H
#define GDN_TEXT_NUMBER_H

#include "../core/bytes.h"
#include "../core/private.h"

#include <guidon/id.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* high * 2^64 + low */
struct gdn_number {
    uint64_t high, low;
};

/*
 * A divisor of numbers, such as a power of ten. Writers divide by a large
 * divisor first, so that the rest of their work needs 64 bits only.
 *
 *   value       the divisor; not 0
 *   shift       the number of its leading zero bits
 *   normal      value << shift, which has the highest bit of 64
 *   reciprocal  floor((2^128 - 1) / normal) - 2^64
 */
struct gdn_divisor {
    uint64_t value;
    uint64_t normal;
    uint64_t reciprocal;
    unsigned shift;
};

GDN_PRIVATE_BEGIN

/* *number /= by->value; returns the remainder. */
uint64_t gdn_number_divide(struct gdn_number *number,
                           const struct gdn_divisor *by);

/* *number = *number * base + digit. Returns false if the result is 2^128 or
 * more; *number is then undefined. */
bool gdn_number_append(struct gdn_number *number, uint64_t base,
                       uint64_t digit);

GDN_PRIVATE_END

static inline struct gdn_number gdn_number_of(const guidon_id *id)
{
    struct gdn_number number;

    number.high = gdn_load_be64(id->bytes);
    number.low = gdn_load_be64(id->bytes + 8);
    return number;
}

static inline guidon_id gdn_number_id(const struct gdn_number *number)
{
    guidon_id id;

    gdn_store_be64(id.bytes, number->high);
    gdn_store_be64(id.bytes + 8, number->low);
    return id;
}

#endif
