/* SPDX-License-Identifier: MIT */
/* base32.c - the table of the base-32 kernels. */
#include "base32.h"

const struct gdn_text_kernel gdn_base32_kernels[] = {
    GDN_BASE32_BEST,
#if GDN_ARCH_X86_64
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    GDN_TEXT_ROW(base32, avx2, avx2, GDN_CPU_AVX2),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    GDN_TEXT_ROW(base32, sse41, sse41, GDN_CPU_SSE41),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_SSE41)
    GDN_TEXT_ROW(base32, scalar, scalar, 0),
#  endif
#endif
};
const size_t gdn_n_base32_kernels =
    sizeof gdn_base32_kernels / sizeof gdn_base32_kernels[0];

#define CODEC base32
#include "text_resolver.h"

struct gdn_pick gdn_base32_pick =
    GDN_PICK_FROM(&base32_resolver, gdn_base32_kernels);
