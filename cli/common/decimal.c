/* SPDX-License-Identifier: MIT */
/* decimal.c - parse and write decimal numbers. */
#include "decimal.h"

#include <stddef.h>
#include <string.h>

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

static size_t digits_of(uint64_t number)
{
    uint64_t most = 9; /* the highest number of `n` digits */
    size_t n = 1;

    while (n < NUMBER_DIGITS_MAX && number > most) {
        most = 10 * most + 9;
        n++;
    }
    return n;
}

/* Two digits a division. The digits are counted first, so that what follows in
 * the output need not wait for the divisions. */
char *number_put(char *out, uint64_t number)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    char *const end = out + digits_of(number);
    char *digit = end;

    for (; number >= 10; number /= 100) {
        digit -= 2;
        memcpy(digit, pairs + 2 * (number % 100), 2);
    }
    if (digit > out) {
        *out = (char)('0' + number);
    }
    return end;
}
