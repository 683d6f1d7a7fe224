/* SPDX-License-Identifier: MIT */
/* The functions of string.h that the scanner of the tool calls. */
#ifndef GUIDON_WASM_STRING_H
#define GUIDON_WASM_STRING_H

#include <stddef.h>

void *memchr(const void *at, int value, size_t len);
int memcmp(const void *a, const void *b, size_t len);
void *memcpy(void *to, const void *from, size_t len);
void *memset(void *at, int value, size_t len);
char *strchr(const char *text, int character);

#endif
