/* SPDX-License-Identifier: MIT */
/* Functions that the dynamic linker binds to the code of this processor. */
#ifndef GDN_CPU_IFUNC_H
#define GDN_CPU_IFUNC_H

#include "arch.h"

/*
 * src/ifunc.cmake defines GUIDON_IFUNC for the shared library if the compiler
 * and the C library support it. All other builds pick kernels at run time:
 * docs/decisions/0017-ifunc.md.
 *
 * The dynamic linker calls a resolver while it relocates the program. A
 * resolver and the functions that it calls must not
 *   call a function or read a variable outside of the library;
 *   read a table of addresses, which may not be relocated yet;
 *   have thread-local variables.
 * gdn_cpu_features fulfils this on x86-64.
 */
#if defined(GUIDON_IFUNC) && GDN_ARCH_X86_64
#  define GDN_IFUNC 1
/* Put this after the declaration that defines the function. `resolver` returns
 * the address of the function to call. */
#  define GDN_BOUND_BY(resolver) __attribute__((ifunc(#  resolver)))
#else
#  define GDN_IFUNC 0
#endif

#endif
