/* SPDX-License-Identifier: MIT */
/* Parse and write decimal numbers. */
#ifndef CLI_DECIMAL_H
#define CLI_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Parse the decimal digits at *text, at least one, and move *text behind them. No
 * sign and no blank is taken. False, with nothing changed, if there is no digit or
 * 64 bits do not hold the number.
 */
bool decimal_parse(uint64_t *out, const char **text);

/* Write all digits of a number, without a NUL. Returns their end. */
#define NUMBER_DIGITS_MAX 20
char *number_put(char *out, uint64_t number);

#endif
