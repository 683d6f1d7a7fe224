/* SPDX-License-Identifier: MIT */
/* x86.c - features of an x86-64 processor, by CPUID and XGETBV. */
#include "arch.h"

#if GDN_ARCH_X86_64
#  include "cpu.h"
#  include "detect.h"

#  include <cpuid.h>

/*
 * Bits of the Intel 64 and IA-32 Architectures Software Developer's Manual,
 * volume 2A, CPUID. AMD's manual has POWER_EDX_INVARIANT too.
 */
#  define LEAF1_ECX_SSSE3     (1u << 9)
#  define LEAF1_ECX_SSE41     (1u << 19)
#  define LEAF1_ECX_AES       (1u << 25)
#  define LEAF1_ECX_OSXSAVE   (1u << 27)
#  define LEAF1_ECX_AVX       (1u << 28)
#  define LEAF7_EBX_BMI1      (1u << 3)
#  define LEAF7_EBX_AVX2      (1u << 5)
#  define LEAF7_EBX_BMI2      (1u << 8)
#  define LEAF7_EBX_AVX512F   (1u << 16)
#  define LEAF7_EBX_AVX512DQ  (1u << 17)
#  define LEAF7_EBX_SHA       (1u << 29)
#  define LEAF7_EBX_AVX512BW  (1u << 30)
#  define LEAF7_EBX_AVX512VL  (1u << 31)
#  define LEAF7_ECX_VBMI      (1u << 1)
#  define LEAF7_ECX_VAES      (1u << 9)
#  define LEAF_POWER          0x80000007u
#  define POWER_EDX_INVARIANT (1u << 8)

/* XCR0: XMM, the upper halves of YMM, the mask registers, the upper halves of
 * ZMM0-15, ZMM16-31 (volume 1, 13.1). */
#  define XCR0_YMM (1u << 1 | 1u << 2)
#  define XCR0_ZMM (XCR0_YMM | 1u << 5 | 1u << 6 | 1u << 7)

struct cpuid {
    unsigned eax, ebx, ecx, edx;
};

/* All zero if the processor has no such leaf. */
static struct cpuid cpuid_of(unsigned leaf)
{
    struct cpuid r = {0, 0, 0, 0};

    __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

/* Needs OSXSAVE. The intrinsic would need a target attribute. */
static unsigned x86_xcr0(void)
{
    unsigned low;
    unsigned high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int x86_has(unsigned word, unsigned bits)
{
    return (word & bits) == bits;
}

/* The vector features. Each of them needs the feature before. */
static unsigned x86_vectors(const struct cpuid *leaf1,
                            const struct cpuid *leaf7)
{
    unsigned saved = x86_has(leaf1->ecx, LEAF1_ECX_OSXSAVE) ? x86_xcr0() : 0;

    if (!x86_has(leaf1->ecx, LEAF1_ECX_SSSE3 | LEAF1_ECX_SSE41)) {
        return 0;
    }
    if (!x86_has(saved, XCR0_YMM) || !x86_has(leaf1->ecx, LEAF1_ECX_AVX) ||
        !x86_has(leaf7->ebx,
                 LEAF7_EBX_AVX2 | LEAF7_EBX_BMI1 | LEAF7_EBX_BMI2)) {
        return GDN_CPU_SSE41;
    }
    if (!x86_has(saved, XCR0_ZMM) ||
        !x86_has(leaf7->ebx, LEAF7_EBX_AVX512F | LEAF7_EBX_AVX512DQ |
                                 LEAF7_EBX_AVX512BW | LEAF7_EBX_AVX512VL)) {
        return GDN_CPU_SSE41 | GDN_CPU_AVX2;
    }
    return GDN_CPU_SSE41 | GDN_CPU_AVX2 | GDN_CPU_AVX512 |
           (x86_has(leaf7->ecx, LEAF7_ECX_VBMI) ? GDN_CPU_AVX512VBMI : 0);
}

unsigned gdn_cpu_detect(void)
{
    struct cpuid leaf1 = cpuid_of(1);
    struct cpuid leaf7 = cpuid_of(7);
    unsigned features = x86_vectors(&leaf1, &leaf7);

    if (features & GDN_CPU_SSE41) {
        if (x86_has(leaf1.ecx, LEAF1_ECX_AES)) {
            features |= GDN_CPU_AES;
        }
        if (x86_has(leaf7.ebx, LEAF7_EBX_SHA)) {
            features |= GDN_CPU_SHA;
        }
    }
    if (features & GDN_CPU_AES && features & GDN_CPU_AVX512 &&
        x86_has(leaf7.ecx, LEAF7_ECX_VAES)) {
        features |= GDN_CPU_VAES512;
    }
    if (x86_has(cpuid_of(LEAF_POWER).edx, POWER_EDX_INVARIANT)) {
        features |= GDN_CPU_INVARIANT_TSC;
    }
    return features;
}
#else
GDN_EMPTY_FILE;
#endif
