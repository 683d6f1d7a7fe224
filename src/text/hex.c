/* SPDX-License-Identifier: MIT */
/* hex.c - which kernels of 8-4-4-4-12 text this processor gets. */
#include "hex.h"

#include "../cpu/arch.h"
#include "../cpu/cpu.h"

#define REST(kernel)                                                           \
  gdn_hex_parse_##kernel, gdn_hex_format_many_##kernel,                        \
      gdn_hex_parse_many_##kernel, gdn_hex_format_lines_##kernel,              \
      gdn_hex_parse_lines_##kernel
#define KERNELS(kernel) gdn_hex_format_##kernel, REST(kernel)

const struct gdn_hex_kernel gdn_hex_kernels[] = {
#if GDN_ARCH_X86_64
    /* To write one id, wider registers are no faster. */
    {"avx512vbmi", GDN_CPU_AVX512VBMI, gdn_hex_format_avx2, REST(vbmi)},
    {"avx2", GDN_CPU_AVX2, KERNELS(avx2)},
    {"sse41", GDN_CPU_SSE41, KERNELS(sse41)},
#endif
#if GDN_ARCH_ARM64
    {"neon", GDN_CPU_NEON, KERNELS(neon)},
#endif
    {"scalar", 0, KERNELS(scalar)},
};
const size_t gdn_n_hex_kernels =
    sizeof gdn_hex_kernels / sizeof gdn_hex_kernels[0];

/* The first that this processor has what it needs for. */
static const struct gdn_hex_kernel *best_kernel(void)
{
    const struct gdn_hex_kernel *kernel = gdn_hex_kernels;
    unsigned features = gdn_cpu_features();

    while ((kernel->needs & features) != kernel->needs) {
        kernel++;
    }
    return kernel;
}

const char *gdn_hex_name(void)
{
    return best_kernel()->name;
}

/* The row that stands where none was chosen yet: whichever of it is called
 * first chooses, and does what it was called for. */
static gdn_hex_format_fn resolve_format;
static gdn_hex_parse_fn resolve_parse;
static gdn_hex_format_many_fn resolve_format_many;
static gdn_hex_parse_many_fn resolve_parse_many;
static gdn_hex_format_lines_fn resolve_format_lines;
static gdn_hex_parse_lines_fn resolve_parse_lines;

static const struct gdn_hex_kernel resolver = {
    "resolver",           0,
    resolve_format,       resolve_parse,
    resolve_format_many,  resolve_parse_many,
    resolve_format_lines, resolve_parse_lines};

const struct gdn_hex_kernel *_Atomic gdn_hex_chosen = &resolver;

static const struct gdn_hex_kernel *choose(void)
{
    const struct gdn_hex_kernel *kernel = best_kernel();

    atomic_store_explicit(&gdn_hex_chosen, kernel, memory_order_relaxed);
    return kernel;
}

static void resolve_format(char out[GDN_HEX_LEN], const guidon_id *id)
{
    choose()->format(out, id);
}

static guidon_status resolve_parse(guidon_id *out, const char text[GDN_HEX_LEN],
                                   size_t *bad_at)
{
    return choose()->parse(out, text, bad_at);
}

static void resolve_format_many(char *out, size_t stride, const guidon_id *in,
                                size_t n)
{
    choose()->format_many(out, stride, in, n);
}

static size_t resolve_parse_many(guidon_id *out, const char *text,
                                 size_t stride, size_t n)
{
    return choose()->parse_many(out, text, stride, n);
}

static void resolve_format_lines(char *out, const guidon_id *in, size_t n)
{
    choose()->format_lines(out, in, n);
}

static size_t resolve_parse_lines(guidon_id *out, const char *text, size_t n)
{
    return choose()->parse_lines(out, text, n);
}
