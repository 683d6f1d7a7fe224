/* SPDX-License-Identifier: MIT */
/* memory_none.c - the functions of core/memory.h, for programs without a
 * libc. */
#include "../core/private.h"

#if GDN_HOST_NONE && defined(__GNUC__) &&                                      \
    (defined(__wasm__) || !defined(__STDC_HOSTED__) || __STDC_HOSTED__ == 0)
#  include "../core/memory.h"

#  include <stdint.h>

/* A program that has functions of these names keeps them. The parentheses
 * around a name keep the macros of memory.h away. */
#  define WEAK __attribute__((weak))

/* Keeps the compiler from turning a loop into a call of the function that the
 * loop defines. */
#  define KEEP_LOOP __asm__ volatile("" : : : "memory")

/* With this feature, WebAssembly has instructions for whole blocks, which the
 * built-in functions become. */
#  if defined(__wasm_bulk_memory__)
WEAK void *(memcpy)(void *to, const void *from, size_t len)
{
    return __builtin_memcpy(to, from, len);
}

WEAK void *(memmove)(void *to, const void *from, size_t len)
{
    return __builtin_memmove(to, from, len);
}

WEAK void *(memset)(void *at, int value, size_t len)
{
    return __builtin_memset(at, value, len);
}
#  else
WEAK void *(memcpy)(void *to, const void *from, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
        KEEP_LOOP;
    }
    return to;
}

WEAK void *(memmove)(void *to, const void *from, size_t len)
{
    if ((uintptr_t)to <= (uintptr_t)from) {
        for (size_t i = 0; i < len; i++) {
            ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
            KEEP_LOOP;
        }
    } else {
        for (size_t i = len; i > 0; i--) {
            ((unsigned char *)to)[i - 1] = ((const unsigned char *)from)[i - 1];
            KEEP_LOOP;
        }
    }
    return to;
}

WEAK void *(memset)(void *at, int value, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        ((unsigned char *)at)[i] = (unsigned char)value;
        KEEP_LOOP;
    }
    return at;
}
#  endif

WEAK int(memcmp)(const void *a, const void *b, size_t len)
{
    const unsigned char *left = a;
    const unsigned char *right = b;

    for (size_t i = 0; i < len; i++) {
        if (left[i] != right[i]) {
            return left[i] - right[i];
        }
        KEEP_LOOP;
    }
    return 0;
}

WEAK void *(memchr)(const void *at, int value, size_t len)
{
    const unsigned char *bytes = at;

    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == (unsigned char)value) {
            return (void *)(uintptr_t)(bytes + i);
        }
        KEEP_LOOP;
    }
    return NULL;
}

WEAK size_t(strlen)(const char *text)
{
    size_t len = 0;

    while (text[len] != '\0') {
        len++;
        KEEP_LOOP;
    }
    return len;
}

WEAK int(strcmp)(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
        KEEP_LOOP;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
#else
GDN_EMPTY_FILE;
#endif
