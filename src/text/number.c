/* SPDX-License-Identifier: MIT */
/* number.c - 128-bit arithmetic for bases that are not powers of two. */
#include "number.h"

/* WebAssembly multiplies 128-bit integers by a call of a compiler's library,
 * which a program without libc may lack. */
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
__extension__ typedef unsigned __int128 number_u128;

static struct gdn_number product_of(uint64_t a, uint64_t b)
{
    number_u128 product = (number_u128)a * b;
    struct gdn_number result = {(uint64_t)(product >> 64), (uint64_t)product};

    return result;
}
#else
/* The four products of halves. Each sum below is under 2^64, because
 * (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
static struct gdn_number product_of(uint64_t a, uint64_t b)
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
 *        the reciprocal is at most one too large or too small, and both
 *        corrections are rare or free of branches.
 */
static uint64_t divide_by_normal(uint64_t *rest, uint64_t high, uint64_t low,
                                 const struct gdn_divisor *by)
{
    struct gdn_number estimate = product_of(by->reciprocal, high);
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

/* The number is shifted as the divisor is, to three words. The highest word is
 * below 2^shift, and so below the divisor. */
uint64_t gdn_number_divide(struct gdn_number *number,
                           const struct gdn_divisor *by)
{
    uint64_t rest = number->high >> 1 >> (63 - by->shift);
    uint64_t high =
        number->high << by->shift | number->low >> 1 >> (63 - by->shift);

    number->high = divide_by_normal(&rest, rest, high, by);
    number->low = divide_by_normal(&rest, rest, number->low << by->shift, by);
    return rest >> by->shift;
}

bool gdn_number_append(struct gdn_number *number, uint64_t base, uint64_t digit)
{
    struct gdn_number low = product_of(number->low, base);
    struct gdn_number high = product_of(number->high, base);

    number->low = low.low + digit;
    low.high +=
        number->low < digit; /* a product's high half is below 2^64 - 1 */
    number->high = high.low + low.high;
    return high.high == 0 && number->high >= low.high;
}
