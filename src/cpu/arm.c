/* SPDX-License-Identifier: MIT */
/* arm.c - features of a 64-bit ARM processor, as the system tells them. */
#include "arch.h"

#if GDN_ARCH_ARM64
#  include "cpu.h"
#  include "detect.h"

/* The bit of AT_HWCAP that Linux and FreeBSD set where AESE and AESMC are. */
#  define HWCAP_BIT_AES (1ul << 3)

#  if defined(__linux__)
#    include <sys/auxv.h>

static int has_aes(void)
{
    return (getauxval(AT_HWCAP) & HWCAP_BIT_AES) != 0;
}
#  elif defined(__FreeBSD__)
#    include <sys/auxv.h>

static int has_aes(void)
{
    unsigned long bits = 0;

    return elf_aux_info(AT_HWCAP, &bits, sizeof bits) == 0 &&
           (bits & HWCAP_BIT_AES) != 0;
}
#  else
/* What the compiler may take for granted: all of Apple's have it. */
static int has_aes(void)
{
#    if defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO)
    return 1;
#    else
    return 0;
#    endif
}
#  endif

unsigned gdn_cpu_detect(void)
{
    return has_aes() ? GDN_CPU_AES : 0;
}
#else
typedef int gdn_cpu_arm_is_empty; /* ISO C wants a declaration in each file */
#endif
