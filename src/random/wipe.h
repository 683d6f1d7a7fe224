/* SPDX-License-Identifier: MIT */
/* Erasing secrets so that the compiler keeps the stores. */
#ifndef GDN_RANDOM_WIPE_H
#define GDN_RANDOM_WIPE_H

#include <stddef.h>
#include <string.h>

/* Set `len` bytes to zero, although nothing may read them again. */
static inline void gdn_wipe(void *memory, size_t len)
{
#if defined(__GNUC__)
    memset(memory, 0, len);
    /* Takes the pointer and may read what is behind it. */
    __asm__ volatile("" : : "r"(memory) : "memory");
#else
    volatile unsigned char *bytes = memory;

    while (len > 0) {
        bytes[--len] = 0;
    }
#endif
}

#endif
