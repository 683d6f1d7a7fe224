/* SPDX-License-Identifier: MIT */
/*
 * md5_avx512.c - MD5 of sixteen messages at a time with AVX-512
 *
 * Needs   AVX-512 F, BW, DQ, VL, BMI2 and OS-saved ZMM state;
 *         src/cpu/x86.c checks them.
 * Shapes  as gdn_digests_fn.
 * Bounds  reads of a tail end at tails[i] + lens[i], exactly; its last block is
 *         built by masked loads.
 * Idea    one message in each lane. The steps of two groups of sixteen lanes
 *         are interleaved, because a single group waits longer than it works.
 * Reference md5_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL     md5_avx512
#  define SERIAL_MAX 1
#  include "lanes_avx512.h"
#  include "md5_lanes.h"

#  include "lanes.h"
#else
GDN_EMPTY_FILE;
#endif
