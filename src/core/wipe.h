/* SPDX-License-Identifier: MIT */
/* Erases secrets with stores that the compiler must keep. */
#ifndef GDN_CORE_WIPE_H
#define GDN_CORE_WIPE_H

#include "memory.h"
#include <stddef.h>

/* Set `len` bytes to zero, even if nothing reads them again. */
static inline void gdn_wipe(void *memory, size_t len)
{
#if defined(__GNUC__)
    memset(memory, 0, len);
    /* To the compiler, this reads the memory behind the pointer. */
    __asm__ volatile("" : : "r"(memory) : "memory");
#else
    volatile unsigned char *bytes = memory;

    while (len > 0) {
        bytes[--len] = 0;
    }
#endif
}

#endif
