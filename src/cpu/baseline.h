/* SPDX-License-Identifier: MIT */
/* Features that every processor of this build has, because the compiler may
 * rely on them, for example with -march=x86-64-v3. */
#ifndef GDN_CPU_BASELINE_H
#define GDN_CPU_BASELINE_H

#include "arch.h"
#include "cpu.h"

#if GDN_ARCH_X86_64 && defined(__SSSE3__) && defined(__SSE4_1__)
#  define GDN_BASE_SSE41 GDN_CPU_SSE41
#else
#  define GDN_BASE_SSE41 0u
#endif
#if GDN_BASE_SSE41 && defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__)
#  define GDN_BASE_AVX2 GDN_CPU_AVX2
#else
#  define GDN_BASE_AVX2 0u
#endif
#if GDN_BASE_AVX2 && defined(__AVX512F__) && defined(__AVX512BW__) &&          \
    defined(__AVX512DQ__) && defined(__AVX512VL__)
#  define GDN_BASE_AVX512 GDN_CPU_AVX512
#else
#  define GDN_BASE_AVX512 0u
#endif
#if GDN_BASE_AVX512 && defined(__AVX512VBMI__)
#  define GDN_BASE_AVX512VBMI GDN_CPU_AVX512VBMI
#else
#  define GDN_BASE_AVX512VBMI 0u
#endif
#if (GDN_BASE_SSE41 && defined(__AES__)) ||                                    \
    (GDN_ARCH_ARM64 &&                                                         \
     (defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO)))
#  define GDN_BASE_AES GDN_CPU_AES
#else
#  define GDN_BASE_AES 0u
#endif
#if GDN_BASE_AES && GDN_BASE_AVX512 && defined(__VAES__)
#  define GDN_BASE_VAES512 GDN_CPU_VAES512
#else
#  define GDN_BASE_VAES512 0u
#endif
#if (GDN_BASE_SSE41 && defined(__SHA__)) ||                                    \
    (GDN_ARCH_ARM64 &&                                                         \
     (defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO)))
#  define GDN_BASE_SHA GDN_CPU_SHA
#else
#  define GDN_BASE_SHA 0u
#endif
#if GDN_ARCH_ARM64
#  define GDN_BASE_NEON GDN_CPU_NEON
#else
#  define GDN_BASE_NEON 0u
#endif

#define GDN_CPU_BASELINE                                                       \
  (GDN_BASE_SSE41 | GDN_BASE_AVX2 | GDN_BASE_AVX512 | GDN_BASE_AVX512VBMI |    \
   GDN_BASE_AES | GDN_BASE_VAES512 | GDN_BASE_SHA | GDN_BASE_NEON)

/* Does every processor of this build have all features of `needs`? For #if
 * too. */
#define GDN_CPU_ALWAYS(needs) (((needs) & ~GDN_CPU_BASELINE) == 0)

#endif
