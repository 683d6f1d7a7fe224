/* SPDX-License-Identifier: MIT */
/* number.c - write numbers; parse sizes and counts with units. */
#include "number.h"
#include "../common/decimal.h"

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

/* Parse a number and the factor of the letter behind it: 1 without a letter. */
static bool scaled_parse(uint64_t *out, const char *text, uint64_t k,
                         const char *letters)
{
    uint64_t value, scale = 1;

    if (!decimal_parse(&value, &text)) {
        return false;
    }
    if (*text) {
        const char *letter = strchr(letters, *text++);

        if (!letter || *text) {
            return false;
        }
        for (const char *at = letters; at <= letter; at++) {
            scale *= k;
        }
    }
    *out = value * scale;
    return value <= UINT64_MAX / scale;
}

bool size_parse(size_t *out, const char *text)
{
    const size_t len = strlen(text);
    uint64_t size;

    if (!scaled_parse(&size, text, 1024,
                      len > 0 && text[len - 1] == 'k' ? "kMG" : "KMG") ||
        size > SIZE_MAX) {
        return false;
    }
    *out = (size_t)size;
    return true;
}

bool count_parse(uint64_t *out, const char *text)
{
    uint64_t count;

    if (!scaled_parse(&count, text, 1000, "kMG")) {
        return false;
    }
    *out = count;
    return true;
}

bool number_parse(uint32_t *out, const char *text, uint32_t least,
                  uint32_t most)
{
    uint64_t value;

    if (!decimal_parse(&value, &text) || *text || value < least ||
        value > most) {
        return false;
    }
    *out = (uint32_t)value;
    return true;
}
