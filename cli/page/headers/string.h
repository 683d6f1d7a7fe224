/* SPDX-License-Identifier: MIT */
/* The part of <string.h> that the module needs. The library has these functions, for
 * programs without a libc. */
#ifndef CLI_PAGE_STRING_H
#define CLI_PAGE_STRING_H

#include <stddef.h>

void *memchr(const void *at, int value, size_t len);
int memcmp(const void *a, const void *b, size_t len);
void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *at, int value, size_t len);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
