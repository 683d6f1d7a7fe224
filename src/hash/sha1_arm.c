/* SPDX-License-Identifier: MIT */
/*
 * sha1_arm.c - the SHA-1 compression function with the ARMv8 SHA instructions
 *
 * Needs   SHA1C and related instructions; src/cpu/arm.c checks them.
 * Shapes  words 5, blocks n x 64 bytes, any alignment.
 * Bounds  reads end at blocks + 64n, exactly.
 * Idea    SHA1C, SHA1P and SHA1M each do four steps with one function, and take
 *         four words with the constant already added. The next e is SHA1H of
 *         the a of four steps before.
 * Reference sha1_scalar.c defines the result; test_hash_kernels.c holds both
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
TARGET static inline uint32x4_t sha1_arm_load_words(const unsigned char *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* W_t to W_t+3 for t = 4g, which replace the words sixteen before them (6.1.2
 * step 1); for the first four groups, the words of the block. */
TARGET static inline uint32x4_t sha1_arm_next_words(uint32x4_t w[4], size_t g)
{
    uint32x4_t *at = &w[g % 4];

    if (g >= 4) {
        *at = vsha1su0q_u32(*at, w[(g + 1) % 4], w[(g + 2) % 4]);
        *at = vsha1su1q_u32(*at, w[(g + 3) % 4]);
    }
    return *at;
}

/* Twenty steps by one instruction: five groups from group `first` on. */
#  define TWENTY_STEPS(instruction, k, first)                                  \
    do {                                                                       \
      GDN_UNROLL                                                               \
      for (size_t g = (first); g < (first) + 5; g++) {                         \
        uint32x4_t added =                                                     \
            vaddq_u32(sha1_arm_next_words(w, g), vdupq_n_u32(k));              \
        uint32_t next_e = vsha1h_u32(vgetq_lane_u32(abcd, 0));                 \
                                                                               \
        abcd = instruction(abcd, e, added);                                    \
        e = next_e;                                                            \
      }                                                                        \
    } while (0)

TARGET void gdn_sha1_arm(uint32_t words[], const unsigned char *blocks,
                         size_t n)
{
    uint32x4_t abcd = vld1q_u32(words);
    uint32_t e = words[4];

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        const uint32x4_t abcd_0 = abcd;
        const uint32_t e_0 = e;
        uint32x4_t w[4];

        GDN_UNROLL
        for (size_t i = 0; i < 4; i++) {
            w[i] = sha1_arm_load_words(blocks + 16 * i);
        }
        TWENTY_STEPS(vsha1cq_u32, 0x5a827999, 0);
        TWENTY_STEPS(vsha1pq_u32, 0x6ed9eba1, 5);
        TWENTY_STEPS(vsha1mq_u32, 0x8f1bbcdc, 10);
        TWENTY_STEPS(vsha1pq_u32, 0xca62c1d6, 15);
        abcd = vaddq_u32(abcd, abcd_0);
        e += e_0;
    }
    vst1q_u32(words, abcd);
    words[4] = e;
}
#else
GDN_EMPTY_FILE;
#endif
