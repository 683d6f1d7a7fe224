/* SPDX-License-Identifier: MIT */
/* Keeps the shared object that contains the library loaded. */
#ifndef GDN_HOST_KEEP_LOADED_H
#define GDN_HOST_KEEP_LOADED_H

#include "../core/private.h"

#include <stdint.h> /* any libc header defines __GLIBC__ */

/*
 * The system calls into the library when a thread ends. If the code is unloaded
 * by then, the process crashes, and the memory of running threads is lost in
 * any case. So the shared object that contains the library stays loaded.
 *
 * Linux and FreeBSD: a constructor sees to it. The first id would be too late
 * for that, because then another thread may hold the loader's lock and wait for
 * this thread. musl unloads nothing, and macOS unloads no image that has
 * thread-local variables.
 *
 * Define GUIDON_NODELETE if you link the shared object with `-z nodelete`. It
 * then needs no constructor. Objects of a program (-fPIE, or no -fPIC) have
 * none either.
 */
#if GDN_HOST_POSIX && (defined(__GLIBC__) || defined(__FreeBSD__)) &&          \
    defined(__GNUC__) && defined(__PIC__) && !defined(__PIE__) &&              \
    !defined(GUIDON_NODELETE)
#  define GDN_KEEP_LOADED_AT_START 1
#else
#  define GDN_KEEP_LOADED_AT_START 0
#endif

GDN_PRIVATE_BEGIN

/* Keep the shared object that contains this function loaded until the process
 * ends. For the program itself this does nothing. */
void gdn_keep_loaded(void);

GDN_PRIVATE_END

#endif
