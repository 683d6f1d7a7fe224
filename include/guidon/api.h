/* SPDX-License-Identifier: MIT */
/* How the public functions are exported and checked; no names of its own. */
#ifndef GUIDON_API_H
#define GUIDON_API_H

/*
 * GUIDON_STATIC   define it when linking the static library on Windows.
 * GUIDON_BUILDING defined only while the library itself is compiled.
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

/* On every fallible function: a caller that drops the status is warned. */
#if defined(__GNUC__)
#  define GUIDON_MUST_CHECK __attribute__((warn_unused_result))
#else
#  define GUIDON_MUST_CHECK
#endif

#endif
