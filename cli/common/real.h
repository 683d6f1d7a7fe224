/* SPDX-License-Identifier: MIT */
/* Decimal fractions as text. The tool asks libc, and the page asks JavaScript. */
#ifndef CLI_REAL_H
#define CLI_REAL_H

#include <stddef.h>

/* Parse `len` characters, all of which must be a number such as "1.5e9": digits with
 * at most one '.', and an optional exponent. NaN if they are none. The character
 * behind them may not continue the number. */
double real_parse(const char *text, size_t len);

/* Write a number of 15 digits, with a fraction or an exponent, so that a reader takes
 * it for a real. Returns the length; 0 if the number is not finite. */
#define REAL_TEXT_MAX 32
size_t real_put(char out[REAL_TEXT_MAX], double number);

#endif
