/* SPDX-License-Identifier: MIT */
/*
 * sha256_avx512.c - SHA-256 of sixteen messages at a time with AVX-512
 *
 * Needs   AVX-512 F, BW, DQ, VL, BMI2 and OS-saved ZMM state;
 *         src/cpu/x86.c checks them.
 * Shapes  as gdn_digests_fn.
 * Bounds  reads of a tail end at tails[i] + lens[i], exactly; its last block is
 *         built by masked loads.
 * Idea    one message in each lane. W_t is computed from the sixteen words
 *         before it.
 * Reference sha256_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL sha256_avx512
/* SHA instructions hash nine messages one by one in the time of all lanes. */
#  define SERIAL_MAX (gdn_cpu_features() & GDN_CPU_SHA ? 9 : 1)
#  include "lanes_avx512.h"
#  include "sha256_lanes.h"

#  include "lanes.h"
#else
GDN_EMPTY_FILE;
#endif
