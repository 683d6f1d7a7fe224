/* SPDX-License-Identifier: MIT */
/* Attributes of the public functions: export, and checked results. */
#ifndef GUIDON_API_H
#define GUIDON_API_H

/*
 * Define GUIDON_STATIC if you link the static library on Windows.
 * GUIDON_BUILDING is defined only while the library itself is compiled.
 */
#if defined(_WIN32) && !defined(GUIDON_STATIC)
#  if defined(GUIDON_BUILDING)
#    define GUIDON_API __declspec(dllexport)
#  else
#    define GUIDON_API __declspec(dllimport)
#  endif
#elif defined(__GNUC__)
#  define GUIDON_API __attribute__((visibility("default")))
#else
#  define GUIDON_API
#endif

/* On every fallible function: the compiler warns if a caller ignores the
 * status. */
#if defined(__GNUC__)
#  define GUIDON_MUST_CHECK __attribute__((warn_unused_result))
#else
#  define GUIDON_MUST_CHECK
#endif

#endif
