/* SPDX-License-Identifier: MIT */
/*
 * sha1_avx512.c - SHA-1 of sixteen messages side by side with AVX-512
 *
 * Needs   AVX-512 F, BW, DQ, VL, BMI2 and OS-saved ZMM state; src/cpu/x86.c has checked
 *         them.
 * Shapes  as gdn_digests_fn.
 * Bounds  reads of a tail end at tails[i] + lens[i], exactly; its last block is
 *         put together by masked loads.
 * Idea    a lane a message, W_t made of the sixteen words before it.
 * Twin    sha1_scalar.c is the meaning; test_hash_kernels.c holds them equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "../cpu/cpu.h"
#  include "lanes_avx512.h"
/* The rounds are written in those lanes, and the rest in the rounds. */
#  include "sha1_lanes.h"

#  include "lanes.h"

TARGET void gdn_sha1_avx512(const struct gdn_hash_algorithm *algorithm,
                            unsigned char *out,
                            const unsigned char prefix[GDN_HASH_PREFIX],
                            const void *const tails[], const size_t lens[],
                            size_t n)
{
    /* One after another, SHA instructions take that many in the time of all
     * lanes. */
    size_t alone = gdn_cpu_features() & GDN_CPU_SHA ? 6 : 2;

    digest_in_lanes(algorithm, out, prefix, tails, lens, n, alone);
}
#else
GDN_EMPTY_FILE;
#endif
