/* SPDX-License-Identifier: MIT */
/* What the files of src/ share with each other and with nobody else. */
#ifndef GDN_CORE_PRIVATE_H
#define GDN_CORE_PRIVATE_H

/* Around declarations: no shared object exports them, however it is built. */
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

/* Before a function that is not to be laid out in its callers. */
#if defined(__GNUC__)
#  define GDN_OUT_OF_LINE __attribute__((noinline))
#else
#  define GDN_OUT_OF_LINE
#endif

#endif
