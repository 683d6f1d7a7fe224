/* SPDX-License-Identifier: MIT */
/* real.c - decimal fractions as libc reads and writes them. */
#include "real.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every decimal number of 15 digits survives a double. 17 digits would be exact, but
 * print 0.1 as 0.10000000000000001. */
#define REAL_DIGITS 15

double real_parse(const char *text, size_t len)
{
    char *end;
    const double number = strtod(text, &end);

    return end == text + len ? number : (double)NAN;
}

size_t real_put(char out[REAL_TEXT_MAX], double number)
{
    char *exponent;

    if (!isfinite(number)) {
        return 0;
    }
    snprintf(out, REAL_TEXT_MAX, "%.*g", REAL_DIGITS, number);
    exponent = strchr(out, 'e');
    if (exponent) { /* without a plus and leading zeros */
        snprintf(exponent + 1, 8, "%ld", strtol(exponent + 1, NULL, 10));
    } else if (!strchr(out, '.')) {
        memcpy(out + strlen(out), ".0", sizeof ".0");
    }
    return strlen(out);
}
