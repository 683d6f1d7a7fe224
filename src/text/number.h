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

/* WebAssembly multiplies 128-bit integers by a call of a compiler's library,
 * which a program without libc may lack. */
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
__extension__ typedef unsigned __int128 gdn_u128_product;

static inline struct gdn_number gdn_product(uint64_t a, uint64_t b)
{
    gdn_u128_product product = (gdn_u128_product)a * b;
    struct gdn_number result = {(uint64_t)(product >> 64), (uint64_t)product};

    return result;
}
#else
/* The four products of halves. Each sum below is under 2^64, because
 * (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
static inline struct gdn_number gdn_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    struct gdn_number result = {a1 * b1 + (middle >> 32) + (other >> 32),
                                other << 32 | (uint32_t)low};

    return result;
}
#endif

/*
 * Divide high * 2^64 + low by by->normal, for high < by->normal. The quotient
 * has 64 bits.
 *
 * Source Moeller and Granlund, "Improved division by invariant integers", IEEE
 *        Transactions on Computers 60 (2011), algorithm 4. The estimate from
 *        the reciprocal is one too large at most, or one too small, which is
 *        rare.
 */
static inline uint64_t gdn_divide_normal(uint64_t *rest, uint64_t high,
                                         uint64_t low,
                                         const struct gdn_divisor *by)
{
    struct gdn_number estimate = gdn_product(by->reciprocal, high);
    uint64_t quotient;

    estimate.low += low;
    estimate.high += high + (estimate.low < low);
    quotient = estimate.high + 1;
    *rest = low - quotient * by->normal;
    if (*rest > estimate.low) {
        quotient--;
        *rest += by->normal;
    }
    if (*rest >= by->normal) {
        quotient++;
        *rest -= by->normal;
    }
    return quotient;
}

/*
 * *number /= by->value; returns the remainder. The quotient of the upper half
 * is the upper half of the quotient. The rest of it and the lower half are
 * shifted as the divisor is. Inlined with a constant divisor, the first
 * division is a multiplication too.
 */
static inline uint64_t gdn_number_divide(struct gdn_number *number,
                                         const struct gdn_divisor *by)
{
    uint64_t upper = number->high % by->value;
    uint64_t rest;

    number->high /= by->value;
    upper = upper << by->shift | number->low >> 1 >> (63 - by->shift);
    number->low = gdn_divide_normal(&rest, upper, number->low << by->shift, by);
    return rest >> by->shift;
}

GDN_PRIVATE_BEGIN

/* *number = *number * base + digit. Returns false if the result is 2^128 or
 * more; *number is then undefined. */
bool gdn_number_append(struct gdn_number *number, uint64_t base,
                       uint64_t digit);

/* A number below 58^21 in 21 digits of Bitcoin's base 58. The reader returns
 * false if a character is no digit; *bad_at is its offset. radix.c */
void gdn_base58_write_21(char out[21], const struct gdn_number *number);
bool gdn_base58_read_21(struct gdn_number *number, const char text[21],
                        size_t *bad_at);

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
