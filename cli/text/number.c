/* SPDX-License-Identifier: MIT */
/* number.c - write numbers; parse sizes and counts with units. */
#include "number.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *number_write(char out[NUMBER_MAX], double x)
{
    char digits[NUMBER_MAX];
    size_t len;

    if (x < 1e6 && x >= 1e-3) {
        snprintf(out, NUMBER_MAX, x >= 1000 ? "%.0f" : "%.4g", x);
        return out;
    }
    snprintf(digits, sizeof digits, "%.3e", x);
    len = strcspn(digits, "e");
    long exponent = strtol(digits + len + 1, NULL, 10);
    while (digits[len - 1] == '0') {
        len--;
    }
    len -= digits[len - 1] == '.';
    snprintf(out, NUMBER_MAX, "%.*se%ld", (int)len, digits, exponent);
    return out;
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

bool size_parse(size_t *out, const char *text)
{
    char *end;
    unsigned shift = 0;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end) {
        shift = *end == 'k' || *end == 'K' ? 10
                : *end == 'M'              ? 20
                : *end == 'G'              ? 30
                                           : 0;
        end++;
    }
    if (errno || *end || (end[-1] > '9' && shift == 0) ||
        value > SIZE_MAX >> shift) {
        return false;
    }
    *out = (size_t)value << shift;
    return true;
}

bool count_parse(uint64_t *out, const char *text)
{
    char *end;
    uint64_t scale = 1;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end) {
        scale = *end == 'k'   ? 1000
                : *end == 'M' ? 1000000
                : *end == 'G' ? 1000000000
                              : 0;
        end++;
    }
    if (errno || scale == 0 || *end || value > UINT64_MAX / scale) {
        return false;
    }
    *out = value * scale;
    return true;
}

bool number_parse(uint32_t *out, const char *text, uint32_t least,
                  uint32_t most)
{
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || *end || *text < '0' || *text > '9' || value < least ||
        value > most) {
        return false;
    }
    *out = (uint32_t)value;
    return true;
}
