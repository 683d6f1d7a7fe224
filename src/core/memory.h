/* SPDX-License-Identifier: MIT */
/* The memory and string functions of C, also on a host without a libc. */
#ifndef GDN_CORE_MEMORY_H
#define GDN_CORE_MEMORY_H

#include "private.h"

#if GDN_HOST_NONE
#  include <stddef.h>

/* host/memory_none.c defines them if the program has no libc. */
void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *at, int value, size_t len);
int memcmp(const void *a, const void *b, size_t len);
void *memchr(const void *at, int value, size_t len);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

/* A freestanding build takes a plain name for any function. These names let the
 * compiler copy a few bytes without a call. */
#  if defined(__GNUC__)
#    define memcpy(to, from, len)  __builtin_memcpy(to, from, len)
#    define memmove(to, from, len) __builtin_memmove(to, from, len)
#    define memset(at, value, len) __builtin_memset(at, value, len)
#    define memcmp(a, b, len)      __builtin_memcmp(a, b, len)
#  endif
#else
#  include <string.h>
#endif

#endif
