/* SPDX-License-Identifier: MIT */
/* Write numbers; parse sizes and counts with units. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include "../common/decimal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Write a number in few characters: "119717", "0.5", "1e9", "2.1e12". Returns
 * `out`. */
#define NUMBER_MAX 32
const char *number_write(char out[NUMBER_MAX], double x);

/* The same, valid until the end of the enclosing block. */
#define NUMBER(x) number_write((char[NUMBER_MAX]){0}, x)

/* Parse a decimal number of `least` to `most`. False if the text is anything
 * else; `*out` is then unchanged. */
bool number_parse(uint32_t *out, const char *text, uint32_t least,
                  uint32_t most);

/* Parse a size such as "64M": bytes, or units of 1024 (K or k), 1024^2 (M) or
 * 1024^3 (G). False if it is not a size or exceeds SIZE_MAX. */
bool size_parse(size_t *out, const char *text);

/* Parse a count such as "100k": a number, or units of 10^3 (k), 10^6 (M) or
 * 10^9 (G). False if it is not a count or exceeds 64 bits. */
bool count_parse(uint64_t *out, const char *text);

#endif
