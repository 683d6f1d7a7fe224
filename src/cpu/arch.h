/* SPDX-License-Identifier: MIT */
/* The architecture of this build, if the library has code for it. */
#ifndef GDN_CPU_ARCH_H
#define GDN_CPU_ARCH_H

#include "../core/private.h"

/* GCC 8 and Clang 7 are the first with all target attributes that the library
 * uses. */
#if (defined(__clang__) && __clang_major__ >= 7) ||                            \
    (!defined(__clang__) && defined(__GNUC__) && __GNUC__ >= 8)
#  if defined(__x86_64__)
#    define GDN_ARCH_X86_64 1
#  elif defined(__aarch64__) && !defined(__AARCH64EB__)
#    define GDN_ARCH_ARM64 1
#  endif
#endif

#ifndef GDN_ARCH_X86_64
#  define GDN_ARCH_X86_64 0
#endif
#ifndef GDN_ARCH_ARM64
#  define GDN_ARCH_ARM64 0
#endif

/* Are the ARM AES intrinsics available? Clang before 16 declares them only if
 * the whole file is compiled for them. */
#if GDN_ARCH_ARM64 &&                                                          \
    (!defined(__clang__) || __clang_major__ >= 16 ||                           \
     defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO))
#  define GDN_ARCH_ARM64_AES 1
#else
#  define GDN_ARCH_ARM64_AES 0
#endif

/* The same for the intrinsics of SHA-1 and SHA-256. */
#if GDN_ARCH_ARM64 &&                                                          \
    (!defined(__clang__) || __clang_major__ >= 16 ||                           \
     defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO))
#  define GDN_ARCH_ARM64_SHA 1
#else
#  define GDN_ARCH_ARM64_SHA 0
#endif

/* Does gcc check each access? It then takes minutes for an unrolled loop, and
 * registers hold nothing long. */
#if defined(__GNUC__) && !defined(__clang__) &&                                \
    (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#  define GDN_GCC_CHECKS 1
#else
#  define GDN_GCC_CHECKS 0
#endif

/* `inline`, and inline always, for a function that is called in many places. If gcc
 * checks each access, each copy of the checks takes long to compile. */
#if GDN_GCC_CHECKS
#  define GDN_INLINE        __attribute__((noinline))
#  define GDN_INLINE_ALWAYS GDN_INLINE
#else
#  define GDN_INLINE        inline
#  define GDN_INLINE_ALWAYS inline __attribute__((always_inline))
#endif

/* Unroll a loop of a few steps, so that the data of each step stays in
 * registers. Clang does this by itself. */
#if defined(__GNUC__) && !defined(__clang__) && !GDN_GCC_CHECKS
#  define GDN_UNROLL _Pragma("GCC unroll 16")
#else
#  define GDN_UNROLL
#endif

/* Unroll a loop of many short steps. The speed of such a loop else depends on where
 * the linker puts it: one that lies in two cache lines took twice the time. */
#if defined(__GNUC__) && !defined(__clang__) && !GDN_GCC_CHECKS
#  define GDN_UNROLL_LONG _Pragma("GCC unroll 4")
#else
#  define GDN_UNROLL_LONG
#endif

#endif
