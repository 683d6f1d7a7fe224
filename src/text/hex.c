/* SPDX-License-Identifier: MIT */
/* hex.c - the table of the kernels of 8-4-4-4-12 text. */
#include "hex.h"

const struct gdn_text_kernel gdn_hex_kernels[] = {
#if GDN_ARCH_X86_64
    GDN_TEXT_ROW(hex, avx512vbmi, GDN_TEXT_BEST_NEEDS),
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    GDN_TEXT_ROW(hex, avx2, GDN_CPU_AVX2),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    GDN_TEXT_ROW(hex, sse41, GDN_CPU_SSE41),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_SSE41)
    GDN_TEXT_ROW(hex, scalar, 0),
#  endif
#elif GDN_ARCH_ARM64
    GDN_TEXT_ROW(hex, neon, GDN_TEXT_BEST_NEEDS),
#else
    GDN_TEXT_ROW(hex, scalar, GDN_TEXT_BEST_NEEDS),
#endif
};
const size_t gdn_n_hex_kernels =
    sizeof gdn_hex_kernels / sizeof gdn_hex_kernels[0];

static struct gdn_pick hex_pick = GDN_PICK(gdn_hex_kernels);

const char *gdn_hex_name(void)
{
    const struct gdn_text_kernel *row = gdn_pick(&hex_pick);

    return row->name;
}

#define CODEC hex
#include "text_resolver.h"
