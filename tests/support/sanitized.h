/* SPDX-License-Identifier: MIT */
/* SANITIZED says whether a sanitizer is on. Long tests do less work then. BRIEF
 * says whether GUIDON_TEST_BRIEF is defined, for programs that run in many
 * builds: their tests do still less. */
#ifndef SANITIZED_H
#define SANITIZED_H

#if defined(__has_feature)
#  define SANITIZED_BY(feature) __has_feature(feature)
#else
#  define SANITIZED_BY(feature) 0
#endif

#if defined(__SANITIZE_THREAD__) || SANITIZED_BY(thread_sanitizer)
#  define SANITIZED_THREADS 1
#else
#  define SANITIZED_THREADS 0
#endif

#ifdef GUIDON_TEST_BRIEF
#  define BRIEF 1
#else
#  define BRIEF 0
#endif

#if BRIEF || SANITIZED_THREADS || defined(__SANITIZE_ADDRESS__) ||             \
    SANITIZED_BY(address_sanitizer) || SANITIZED_BY(memory_sanitizer)
#  define SANITIZED 1
#else
#  define SANITIZED 0
#endif

#endif
