/* SPDX-License-Identifier: MIT */
/* number.c - 128-bit arithmetic for bases that are not powers of two. */
#include "number.h"

bool gdn_number_append(struct gdn_number *number, uint64_t base, uint64_t digit)
{
    struct gdn_number low = gdn_product(number->low, base);
    struct gdn_number high = gdn_product(number->high, base);

    number->low = low.low + digit;
    low.high +=
        number->low < digit; /* a product's high half is below 2^64 - 1 */
    number->high = high.low + low.high;
    return high.high == 0 && number->high >= low.high;
}
