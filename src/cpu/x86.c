/* SPDX-License-Identifier: MIT */
/* x86.c - features of an x86-64 processor, by CPUID and XGETBV. */
#include "arch.h"

#if GDN_ARCH_X86_64
#  include "cpu.h"
#  include "detect.h"

#  include <cpuid.h>

/*
 * Bits of the Intel 64 and IA-32 Architectures Software Developer's Manual,
 * volume 2A, CPUID; the last one is in AMD's manual too.
 */
#  define LEAF1_ECX_SSE41     (1u << 19)
#  define LEAF1_ECX_AES       (1u << 25)
#  define LEAF1_ECX_OSXSAVE   (1u << 27)
#  define LEAF7_EBX_AVX512F   (1u << 16)
#  define LEAF7_EBX_AVX512BW  (1u << 30)
#  define LEAF7_EBX_AVX512VL  (1u << 31)
#  define LEAF7_ECX_VAES      (1u << 9)
#  define LEAF_POWER          0x80000007u
#  define POWER_EDX_INVARIANT (1u << 8)

/* XCR0: XMM, the upper halves of YMM, the mask registers, the upper halves of
 * ZMM0-15, ZMM16-31 (volume 1, 13.1). */
#  define XCR0_ZMM (1u << 1 | 1u << 2 | 1u << 5 | 1u << 6 | 1u << 7)

struct cpuid {
    unsigned eax, ebx, ecx, edx;
};

/* All zero where the processor has no such leaf. */
static struct cpuid cpuid_of(unsigned leaf)
{
    struct cpuid r = {0, 0, 0, 0};

    __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

/* Needs OSXSAVE. The intrinsic would need a target of its own. */
static unsigned xcr0(void)
{
    unsigned low;
    unsigned high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int has(unsigned word, unsigned bits)
{
    return (word & bits) == bits;
}

unsigned gdn_cpu_detect(void)
{
    struct cpuid leaf1 = cpuid_of(1);
    struct cpuid leaf7 = cpuid_of(7);
    int zmm_saved = has(leaf1.ecx, LEAF1_ECX_OSXSAVE) && has(xcr0(), XCR0_ZMM);
    unsigned features = 0;

    if (has(leaf1.ecx, LEAF1_ECX_AES | LEAF1_ECX_SSE41)) {
        features |= GDN_CPU_AES;
    }
    if (zmm_saved && has(leaf7.ecx, LEAF7_ECX_VAES) &&
        has(leaf1.ecx, LEAF1_ECX_AES) &&
        has(leaf7.ebx,
            LEAF7_EBX_AVX512F | LEAF7_EBX_AVX512BW | LEAF7_EBX_AVX512VL)) {
        features |= GDN_CPU_VAES512;
    }
    if (has(cpuid_of(LEAF_POWER).edx, POWER_EDX_INVARIANT)) {
        features |= GDN_CPU_INVARIANT_TSC;
    }
    return features;
}
#else
typedef int gdn_cpu_x86_is_empty; /* ISO C wants a declaration in each file */
#endif
