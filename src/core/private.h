/* SPDX-License-Identifier: MIT */
/* Macros for the files of src/ only. */
#ifndef GDN_CORE_PRIVATE_H
#define GDN_CORE_PRIVATE_H

#include <guidon/api.h>

/* The kind of host that this build is for: one of these is 1. */
#if defined(GUIDON_HOST_NONE)
#  define GDN_HOST_NONE    1
#  define GDN_HOST_WINDOWS 0
#elif defined(_WIN32)
#  define GDN_HOST_NONE    0
#  define GDN_HOST_WINDOWS 1
#else
#  define GDN_HOST_NONE    0
#  define GDN_HOST_WINDOWS 0
#endif
#define GDN_HOST_POSIX (!GDN_HOST_NONE && !GDN_HOST_WINDOWS)

/* Put these around declarations that no shared object may export, whatever its
 * compiler flags are. */
#if defined(__GNUC__) && !defined(_WIN32)
#  define GDN_PRIVATE_BEGIN _Pragma("GCC visibility push(hidden)")
#  define GDN_PRIVATE_END   _Pragma("GCC visibility pop")
#else
#  define GDN_PRIVATE_BEGIN
#  define GDN_PRIVATE_END
#endif

/* The one declaration of a file that is empty on some platforms, because ISO C
 * wants at least one. */
#define GDN_EMPTY_FILE struct gdn_empty_file

/* Put this before a function that must not be inlined. */
#if defined(__GNUC__)
#  define GDN_OUT_OF_LINE __attribute__((noinline))
#else
#  define GDN_OUT_OF_LINE
#endif

/* A condition that nearly always holds. The compiler then puts what follows it next, so
 * that a short path jumps less often. */
#if defined(__GNUC__)
#  define GDN_LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#  define GDN_LIKELY(condition) (condition)
#endif

#endif
