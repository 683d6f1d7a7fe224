/* SPDX-License-Identifier: MIT */
/* number.c - write short numbers; parse sizes and counts with units. */
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
