/* SPDX-License-Identifier: MIT */
/* arm.c - features of a 64-bit ARM processor, as the system reports them. */
#include "arch.h"

#if GDN_ARCH_ARM64
#  include "cpu.h"
#  include "detect.h"

/* Bits of AT_HWCAP on Linux and FreeBSD: AESE and AESMC; SHA1C and related
 * instructions; SHA256H and related instructions. */
#  define HWCAP_AES  (1ul << 3)
#  define HWCAP_SHA1 (1ul << 5)
#  define HWCAP_SHA2 (1ul << 6)

#  if GDN_HOST_POSIX && defined(__linux__)
#    include <sys/auxv.h>

static unsigned long arm_hwcap(void)
{
    return getauxval(AT_HWCAP);
}
#  elif GDN_HOST_POSIX && defined(__FreeBSD__)
#    include <sys/auxv.h>

static unsigned long arm_hwcap(void)
{
    unsigned long bits = 0;

    return elf_aux_info(AT_HWCAP, &bits, sizeof bits) == 0 ? bits : 0;
}
#  else
/* The features that the compiler relies on. All Apple processors have AES and
 * SHA. */
static unsigned long arm_hwcap(void)
{
    unsigned long bits = 0;

#    if defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO)
    bits |= HWCAP_AES;
#    endif
#    if defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO)
    bits |= HWCAP_SHA1 | HWCAP_SHA2;
#    endif
    return bits;
}
#  endif

unsigned gdn_cpu_detect(void)
{
    unsigned long bits = arm_hwcap();
    unsigned features = GDN_CPU_NEON;

    if (bits & HWCAP_AES) {
        features |= GDN_CPU_AES;
    }
    if (bits & HWCAP_SHA1 && bits & HWCAP_SHA2) {
        features |= GDN_CPU_SHA;
    }
    return features;
}
#else
GDN_EMPTY_FILE;
#endif
