/* SPDX-License-Identifier: MIT */
/* base32.c - the table of the base-32 kernels. */
#include "base32.h"

const struct gdn_text_kernel gdn_base32_kernels[] = {
#if GDN_ARCH_X86_64
    GDN_TEXT_ROW(base32, avx512vbmi, GDN_TEXT_BEST_NEEDS),
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    GDN_TEXT_ROW(base32, avx2, GDN_CPU_AVX2),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    GDN_TEXT_ROW(base32, sse41, GDN_CPU_SSE41),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_SSE41)
    GDN_TEXT_ROW(base32, scalar, 0),
#  endif
#elif GDN_ARCH_ARM64
    GDN_TEXT_ROW(base32, neon, GDN_TEXT_BEST_NEEDS),
#else
    GDN_TEXT_ROW(base32, scalar, GDN_TEXT_BEST_NEEDS),
#endif
};
const size_t gdn_n_base32_kernels =
    sizeof gdn_base32_kernels / sizeof gdn_base32_kernels[0];

static struct gdn_pick base32_pick = GDN_PICK(gdn_base32_kernels);

const char *gdn_base32_name(void)
{
    const struct gdn_text_kernel *row = gdn_pick(&base32_pick);

    return row->name;
}

#define CODEC base32
#include "text_resolver.h"
