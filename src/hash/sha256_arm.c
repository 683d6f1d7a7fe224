/* SPDX-License-Identifier: MIT */
/*
 * sha256_arm.c - the SHA-256 compression function with the ARMv8 SHA
 *                instructions
 *
 * Needs   SHA256H and related instructions; src/cpu/arm.c checks them.
 * Shapes  words 8, blocks n x 64 bytes, any alignment.
 * Bounds  reads end at blocks + 64n, exactly.
 * Idea    SHA256H does four steps on abcd and SHA256H2 on efgh, each from the
 *         old values of both.
 * Reference sha256_scalar.c defines the result; test_hash_kernels.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64_SHA
#  include "kernels.h"

#  include <arm_neon.h>

/* GCC before 13 has the SHA instructions only as a part of "crypto". */
#  if defined(__clang__)
#    define TARGET __attribute__((target("sha2")))
#  else
#    define TARGET __attribute__((target("+crypto")))
#  endif

/* Four message words, the first lowest. */
TARGET static inline uint32x4_t sha256_arm_load_words(const unsigned char *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* W_t to W_t+3 for t = 4g, which replace the words sixteen before them (6.2.2
 * step 1); for the first four groups, the words of the block. */
TARGET static inline uint32x4_t sha256_arm_next_words(uint32x4_t w[4], size_t g)
{
    uint32x4_t *at = &w[g % 4];

    if (g >= 4) {
        *at = vsha256su0q_u32(*at, w[(g + 1) % 4]);
        *at = vsha256su1q_u32(*at, w[(g + 2) % 4], w[(g + 3) % 4]);
    }
    return *at;
}

TARGET void gdn_sha256_arm(uint32_t words[], const unsigned char *blocks,
                           size_t n)
{
    uint32x4_t abcd = vld1q_u32(words);
    uint32x4_t efgh = vld1q_u32(words + 4);

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        const uint32x4_t abcd_0 = abcd;
        const uint32x4_t efgh_0 = efgh;
        uint32x4_t w[4];

        GDN_UNROLL
        for (size_t i = 0; i < 4; i++) {
            w[i] = sha256_arm_load_words(blocks + 16 * i);
        }
        GDN_UNROLL
        for (size_t g = 0; g < 16; g++) {
            uint32x4_t added = vaddq_u32(sha256_arm_next_words(w, g),
                                         vld1q_u32(gdn_sha256_roots + 4 * g));
            uint32x4_t before = abcd;

            abcd = vsha256hq_u32(abcd, efgh, added);
            efgh = vsha256h2q_u32(efgh, before, added);
        }
        abcd = vaddq_u32(abcd, abcd_0);
        efgh = vaddq_u32(efgh, efgh_0);
    }
    vst1q_u32(words, abcd);
    vst1q_u32(words + 4, efgh);
}
#else
GDN_EMPTY_FILE;
#endif
