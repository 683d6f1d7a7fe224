/* SPDX-License-Identifier: MIT */
/*
 * blake2s_avx512.c - BLAKE2s of sixteen messages at a time with AVX-512
 *
 * Needs   AVX-512 F, BW, DQ, VL, BMI2 and OS-saved ZMM state;
 *         src/cpu/x86.c checks them.
 * Shapes  as gdn_blake2s_fn.
 * Bounds  reads of a message end at its last byte, exactly.
 * Idea    one message in each lane.
 * Reference blake2s_scalar.c defines the result; test_blake2s.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL     blake2s_avx512
#  define SERIAL_MAX 2
#  include "../hash/lanes_avx512.h"

#  define RIGHT_16(x) ROTATE_LEFT(x, 16)
#  define RIGHT_12(x) ROTATE_LEFT(x, 20)
#  define RIGHT_8(x)  ROTATE_LEFT(x, 24)
#  define RIGHT_7(x)  ROTATE_LEFT(x, 25)
#  include "blake2s_lanes.h"
#else
GDN_EMPTY_FILE;
#endif
