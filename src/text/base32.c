/* SPDX-License-Identifier: MIT */
/* base32.c - which base-32 kernel this processor gets. */
#include "base32.h"

#include "../cpu/arch.h"
#include "../cpu/cpu.h"

#define KERNEL(kernel, needs)                                                  \
  {                                                                            \
#    kernel, needs, gdn_base32_format_##kernel, gdn_base32_parse_##kernel,     \
        gdn_base32_format_many_##kernel, gdn_base32_parse_many_##kernel,       \
        gdn_base32_format_lines_##kernel, gdn_base32_parse_lines_##kernel      \
  }

const struct gdn_base32_kernel gdn_base32_kernels[] = {
#if GDN_ARCH_X86_64
    KERNEL(avx512vbmi, GDN_CPU_AVX512VBMI),
    KERNEL(avx2, GDN_CPU_AVX2),
    KERNEL(sse41, GDN_CPU_SSE41),
#endif
#if GDN_ARCH_ARM64
    KERNEL(neon, GDN_CPU_NEON),
#endif
    KERNEL(scalar, 0),
};
const size_t gdn_n_base32_kernels =
    sizeof gdn_base32_kernels / sizeof gdn_base32_kernels[0];

/* The first that this processor has what it needs for. */
static const struct gdn_base32_kernel *best_kernel(void)
{
    const struct gdn_base32_kernel *kernel = gdn_base32_kernels;
    unsigned features = gdn_cpu_features();

    while ((kernel->needs & features) != kernel->needs) {
        kernel++;
    }
    return kernel;
}

const char *gdn_base32_name(void)
{
    return best_kernel()->name;
}

/* Threads that come here together choose the same, which is constant. */
static const struct gdn_base32_kernel *choose(void)
{
    const struct gdn_base32_kernel *kernel = best_kernel();

    atomic_store_explicit(&gdn_base32_chosen, kernel, memory_order_relaxed);
    return kernel;
}

/* ------------------------------------------------------- until it is chosen */

static void first_format(char out[26], const guidon_id *id)
{
    choose()->format(out, id);
}

static guidon_status first_parse(guidon_id *out, const char text[26],
                                 size_t *bad_at)
{
    return choose()->parse(out, text, bad_at);
}

static void first_format_many(char *out, size_t stride, const guidon_id *in,
                              size_t n)
{
    choose()->format_many(out, stride, in, n);
}

static size_t first_parse_many(guidon_id *out, const char *text, size_t stride,
                               size_t n)
{
    return choose()->parse_many(out, text, stride, n);
}

static void first_format_lines(char *out, const guidon_id *in, size_t n)
{
    choose()->format_lines(out, in, n);
}

static size_t first_parse_lines(guidon_id *out, const char *text, size_t n)
{
    return choose()->parse_lines(out, text, n);
}

static const struct gdn_base32_kernel first = {
    "not chosen yet",   0,
    first_format,       first_parse,
    first_format_many,  first_parse_many,
    first_format_lines, first_parse_lines};

_Atomic(const struct gdn_base32_kernel *) gdn_base32_chosen = &first;
