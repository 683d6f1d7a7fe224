/* SPDX-License-Identifier: MIT */
/* kernels.c - one index for the kernels of text/hex.h and text/base32.h */
#include "kernels.h"

#include "text/base32.h"
#include "text/hex.h"

size_t kernels_count(bool ulids)
{
    return ulids ? gdn_n_base32_kernels : gdn_n_hex_kernels;
}

bool kernels_get(struct gdn_text_kernel *out, bool ulids, size_t i)
{
    *out = ulids ? gdn_base32_kernels[i] : gdn_hex_kernels[i];
    return !(out->needs & ~gdn_cpu_features());
}
