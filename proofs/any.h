/* SPDX-License-Identifier: MIT */
/* any.h - inputs of which nothing is known but their bounds */
#ifndef GDN_PROOFS_ANY_H
#define GDN_PROOFS_ANY_H

#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

static void any_bytes(void *out, size_t len)
{
    Frama_C_make_unknown((char *)out, len);
}

static size_t any_size(size_t most)
{
    return Frama_C_size_t_interval(0, most);
}

static int any_bit(void)
{
    return Frama_C_interval(0, 1);
}

static uint64_t any_u64(void)
{
    return Frama_C_unsigned_long_long_interval(0, UINT64_MAX);
}

static uint32_t any_u32(void)
{
    return Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

#endif
