/* SPDX-License-Identifier: MIT */
/* hex.c - the table of the kernels of 8-4-4-4-12 text. */
#include "hex.h"

const struct gdn_text_kernel gdn_hex_kernels[] = {
    GDN_HEX_BEST,
#if GDN_ARCH_X86_64
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    GDN_TEXT_ROW(hex, avx2, avx2, GDN_CPU_AVX2),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    GDN_TEXT_ROW(hex, sse41, sse41, GDN_CPU_SSE41),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_SSE41)
    GDN_TEXT_ROW(hex, scalar, scalar, 0),
#  endif
#endif
};
const size_t gdn_n_hex_kernels =
    sizeof gdn_hex_kernels / sizeof gdn_hex_kernels[0];

#define CODEC hex
#include "text_resolver.h"

struct gdn_pick gdn_hex_pick = GDN_PICK_FROM(&hex_resolver, gdn_hex_kernels);
