/* SPDX-License-Identifier: MIT */
/* The part of <string.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_STRING_H
#define CLI_PAGE_STRING_H

#include <stddef.h>

void *memcpy(void *out, const void *in, size_t n);
void *memmove(void *out, const void *in, size_t n);
void *memset(void *out, int byte, size_t n);
void *memchr(const void *bytes, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *text, int c);
size_t strcspn(const char *text, const char *set);
char *strcat(char *text, const char *more);
size_t strspn(const char *text, const char *set);

#endif
