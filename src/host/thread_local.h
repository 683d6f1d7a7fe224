/* SPDX-License-Identifier: MIT */
/* Thread-local variables that cost one load, in a shared library too. */
#ifndef GDN_HOST_THREAD_LOCAL_H
#define GDN_HOST_THREAD_LOCAL_H

#include "../core/private.h"
#include <stdint.h> /* any libc header defines __GLIBC__ */

/*
 * Initial-exec variables live in the block that every thread starts with. For a
 * library that is loaded later, that block has space only if the loader keeps
 * some spare. glibc and FreeBSD do, for small variables; musl does not.
 */
#if GDN_HOST_NONE
#  define GDN_THREAD_LOCAL /* there is one thread */
#elif defined(__GLIBC__) || defined(__FreeBSD__)
#  define GDN_THREAD_LOCAL                                                     \
    _Thread_local __attribute__((tls_model("initial-exec")))
#else
#  define GDN_THREAD_LOCAL _Thread_local
#endif

#endif
