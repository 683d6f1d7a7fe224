/* SPDX-License-Identifier: MIT */
/* The part of <stdlib.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_STDLIB_H
#define CLI_PAGE_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
void qsort(void *items, size_t n, size_t size,
           int (*compare)(const void *a, const void *b));
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);

#endif
