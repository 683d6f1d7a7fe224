/* SPDX-License-Identifier: MIT */
/* decimal.c - parse decimal numbers. */
#include "decimal.h"

bool decimal_parse(uint64_t *out, const char **text)
{
    const char *at = *text;
    uint64_t value = 0;

    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');

        if (value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    if (at == *text) {
        return false;
    }
    *out = value;
    *text = at;
    return true;
}
