/* SPDX-License-Identifier: MIT */
/* Numbers as people read them, and sizes as they write them. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number in few letters: "119717", "0.5", "1e9", "2.1e12". Returns `out`. */
#define NUMBER_MAX 32
const char *number_write(char out[NUMBER_MAX], double x);

/* The same, good to the end of the block it stands in. */
#define NUMBER(x) number_write((char[NUMBER_MAX]){0}, x)

/* Read "64M": bytes, or with K (or k), M or G so many times 1024, 1024^2, 1024^3.
 * False if it is no size, or one that no memory has. */
bool size_parse(size_t *out, const char *text);

/* Read "100k": how many, or with k, M or G so many thousands, millions or
 * thousand millions. False if it is no count, or past 64 bits. */
bool count_parse(uint64_t *out, const char *text);

#endif
