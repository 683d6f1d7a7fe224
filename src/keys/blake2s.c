/* SPDX-License-Identifier: MIT */
/* blake2s.c - the table of the kernels of BLAKE2s. */
#include "blake2s.h"
#include "../cpu/arch.h"
#include "../cpu/cpu.h"
#include "../cpu/pick.h"

const struct gdn_blake2s_kernel gdn_blake2s_kernels[] = {
#if GDN_ARCH_X86_64
    {"blake2s_avx512", GDN_CPU_AVX512, gdn_blake2s_avx512},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512)
    {"blake2s_avx2", GDN_CPU_AVX2, gdn_blake2s_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"blake2s_scalar", 0, gdn_blake2s_scalar},
#endif
};
const size_t gdn_n_blake2s_kernels =
    sizeof gdn_blake2s_kernels / sizeof gdn_blake2s_kernels[0];

static struct gdn_pick blake2s_pick = GDN_PICK(gdn_blake2s_kernels);

void gdn_blake2s_digests(unsigned char *out,
                         const uint32_t keyed[GDN_BLAKE2S_WORDS],
                         const struct gdn_blake2s_messages *messages, size_t n)
{
    const struct gdn_blake2s_kernel *kernel =
        GDN_ROW(gdn_blake2s_kernels, blake2s_pick);

    kernel->digests(out, keyed, messages, n);
}
