/* SPDX-License-Identifier: MIT */
/*
 * sort_keys.c - the kernels that write many ids in order on this processor. Ids with a
 * prefix have a table of their own, so that a program that makes none lacks their
 * kernels.
 */
#include "sort_keys.h"
#include "../cpu/arch.h"
#include "../cpu/pick.h"

/* ------------------------------------------------------------------ in order */

struct sort_keys_kernel {
    const char *name;
    unsigned needs;
    gdn_sort_keys_fn *write;
};

#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
static void sort_keys_any(guidon_id *out, uint64_t key, uint64_t step,
                          const unsigned char *random, size_t n)
{
    gdn_sort_keys_scalar(out, key, step, random, n);
}
#endif

static const struct sort_keys_kernel sort_keys_kernels[] = {
#if GDN_ARCH_X86_64
    {"avx512vbmi", GDN_CPU_AVX512VBMI, gdn_sort_keys_avx512vbmi},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    {"avx2", GDN_CPU_AVX2, gdn_sort_keys_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"scalar", 0, sort_keys_any},
#endif
};
static struct gdn_pick sort_keys_pick = GDN_PICK(sort_keys_kernels);

static const struct sort_keys_kernel *sort_keys_kernel(void)
{
    return GDN_ROW(sort_keys_kernels, sort_keys_pick);
}

void gdn_sort_keys(guidon_id *out, uint64_t key, uint64_t step,
                   const unsigned char *random, size_t n)
{
    sort_keys_kernel()->write(out, key, step, random, n);
}

/* ------------------------------------------------------ version 8 with a prefix */

struct prefixed_keys_kernel {
    const char *name;
    unsigned needs;
    gdn_prefixed_keys_fn *write;
};

#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
static void prefixed_keys_any(guidon_id *out, uint64_t timestamp,
                              const struct gdn_v8_prefix *prefix,
                              const unsigned char *random, size_t n)
{
    gdn_prefixed_keys_scalar(out, timestamp, prefix, random, n);
}
#endif

static const struct prefixed_keys_kernel prefixed_keys_kernels[] = {
#if GDN_ARCH_X86_64
    {"avx512vbmi", GDN_CPU_AVX512VBMI, gdn_prefixed_keys_avx512vbmi},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512VBMI)
    {"avx2", GDN_CPU_AVX2, gdn_prefixed_keys_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"scalar", 0, prefixed_keys_any},
#endif
};
static struct gdn_pick prefixed_keys_pick = GDN_PICK(prefixed_keys_kernels);

static const struct prefixed_keys_kernel *prefixed_keys_kernel(void)
{
    return GDN_ROW(prefixed_keys_kernels, prefixed_keys_pick);
}

void gdn_prefixed_keys(guidon_id *out, uint64_t timestamp,
                       const struct gdn_v8_prefix *prefix,
                       const unsigned char *random, size_t n)
{
    prefixed_keys_kernel()->write(out, timestamp, prefix, random, n);
}
