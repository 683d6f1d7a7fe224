/* SPDX-License-Identifier: MIT */
/*
 * sha256_avx2.c - SHA-256 of eight messages side by side with AVX2
 *
 * Needs   AVX2, BMI2 and OS-saved YMM state; src/cpu/x86.c has checked
 *         them.
 * Shapes  as gdn_digests_fn.
 * Bounds  reads of a tail end at tails[i] + lens[i], exactly; its last block is
 *         put together by copies.
 * Idea    a lane a message, W_t made of the sixteen words before it.
 * Twin    sha256_scalar.c is the meaning; test_hash_kernels.c holds them equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "lanes_avx2.h"
/* The rounds are written in those lanes, and the rest in the rounds. */
#  include "sha256_lanes.h"

#  include "lanes.h"

TARGET void gdn_sha256_avx2(const struct gdn_hash_algorithm *algorithm,
                            unsigned char *out,
                            const unsigned char prefix[GDN_HASH_PREFIX],
                            const void *const tails[], const size_t lens[],
                            size_t n)
{
    digest_in_lanes(algorithm, out, prefix, tails, lens, n, 1);
}
#else
GDN_EMPTY_FILE;
#endif
