/* SPDX-License-Identifier: MIT */
/*
 * sha1_avx2.c - SHA-1 of eight messages at a time with AVX2
 *
 * Needs   AVX2, BMI2 and OS-saved YMM state;
 *         src/cpu/x86.c checks them.
 * Shapes  as gdn_digests_fn.
 * Bounds  reads of a tail end at tails[i] + lens[i], exactly; its last block is
 *         built by copies.
 * Idea    one message in each lane. W_t is computed from the sixteen words
 *         before it.
 * Reference sha1_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL sha1_avx2
/* SHA instructions hash six messages one by one in the time of all lanes. */
#  define SERIAL_MAX (gdn_cpu_features() & GDN_CPU_SHA ? 6 : 2)
#  include "lanes_avx2.h"
#  include "sha1_lanes.h"

#  include "lanes.h"
#else
GDN_EMPTY_FILE;
#endif
