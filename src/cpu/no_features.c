/* SPDX-License-Identifier: MIT */
/* no_features.c - architectures without kernels have no features. */
#include "arch.h"

#if !GDN_ARCH_X86_64 && !GDN_ARCH_ARM64
#  include "detect.h"

unsigned gdn_cpu_detect(void)
{
    return 0;
}
#else
GDN_EMPTY_FILE;
#endif
