/* SPDX-License-Identifier: MIT */
/* kernels.c - the rows of text/hex.h and of text/base32.h, looked at alike. */
#include "kernels.h"

#include "cpu/cpu.h"
#include "text/base32.h"

size_t kernels_count(bool ulids)
{
    return ulids ? gdn_n_base32_kernels : gdn_n_hex_kernels;
}

static struct gdn_hex_kernel of_base32(const struct gdn_base32_kernel *kernel)
{
    return (struct gdn_hex_kernel){
        .name = kernel->name,
        .needs = kernel->needs,
        .format = kernel->format,
        .parse = kernel->parse,
        .format_many = kernel->format_many,
        .parse_many = kernel->parse_many,
        .format_lines = kernel->format_lines,
        .parse_lines = kernel->parse_lines,
    };
}

bool kernels_get(struct gdn_hex_kernel *out, bool ulids, size_t i)
{
    *out = ulids ? of_base32(&gdn_base32_kernels[i]) : gdn_hex_kernels[i];
    return !(out->needs & ~gdn_cpu_features());
}
