/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_arm.c - AES-256-CTR keystream with the ARMv8 AES instructions
 *
 * Needs   AESE and AESMC; src/cpu/arm.c checks them.
 * Shapes  out len bytes, any alignment; a block has 16 bytes, the head four
 *         blocks.
 * Bounds  writes end at out + len, exactly.
 * Idea    AESE adds the round key before SubBytes and ShiftRows. So a round is
 *         AESE and AESMC, and the last key is added separately. Eight blocks go
 *         through each round together.
 * Reference aes256ctr_aesni.c; test_cipher.c compares both with libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64_AES
#  include "../core/bytes.h"
#  include "../core/wipe.h"
#  include "cipher.h"

#  include <arm_neon.h>

/* GCC before 13 has the AES instructions only as a part of "crypto". */
#  if defined(__clang__)
#    define TARGET __attribute__((target("aes")))
#  else
#    define TARGET __attribute__((target("+crypto")))
#  endif
#  define KERNEL arm

typedef uint8x16_t arm_block;
typedef uint64x2_t arm_count;

TARGET static inline uint8x16_t arm_load(const void *from)
{
    return vld1q_u8(from);
}

TARGET static inline void arm_store(void *out, uint8x16_t x)
{
    vst1q_u8(out, x);
}

TARGET static inline uint8x16_t arm_overlay(uint8x16_t x, uint8x16_t clear,
                                            uint8x16_t set)
{
    return vorrq_u8(vbicq_u8(x, clear), set);
}

/* FIPS 197, 5.2. AESE of four equal words with a key of zero is SubWord of each
 * word, because ShiftRows meets the same bytes in every column. */
TARGET static uint32_t arm_sub_word(uint32_t word)
{
    uint8x16_t x = vreinterpretq_u8_u32(vdupq_n_u32(word));

    x = vaeseq_u8(x, vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
}

/* Make the round keys. A word has its first byte lowest, as its register
 * has. */
TARGET static void arm_expand(uint8x16_t keys[GDN_AES256_ROUNDS + 1],
                              const unsigned char key[GDN_CIPHER_KEY])
{
    uint32_t words[4 * (GDN_AES256_ROUNDS + 1)];
    uint32_t rcon = 1;

    for (size_t i = 0; i < 8; i++) {
        words[i] = gdn_load_le32(key + 4 * i);
    }
    for (unsigned i = 8; i < 4 * (GDN_AES256_ROUNDS + 1); i++) {
        uint32_t word = words[i - 1];

        if (i % 8 == 0) {
            word = arm_sub_word(word >> 8 | word << 24) ^ rcon;
            rcon <<= 1; /* 2^0 to 2^6, so it needs no reduction */
        } else if (i % 4 == 0) {
            word = arm_sub_word(word);
        }
        words[i] = words[i - 8] ^ word;
    }
    for (size_t i = 0; i <= GDN_AES256_ROUNDS; i++) {
        keys[i] = vreinterpretq_u8_u32(vld1q_u32(words + 4 * i));
    }
    gdn_wipe(words, sizeof words);
}

/* Reverse the upper eight bytes, and keep the lower eight. */
TARGET static inline uint8x16_t arm_swap_count(uint64x2_t x)
{
    uint8x16_t bytes = vreinterpretq_u8_u64(x);

    return vcombine_u8(vget_low_u8(bytes), vrev64_u8(vget_high_u8(bytes)));
}

TARGET static inline uint64x2_t arm_load_count(const unsigned char *start)
{
    return vreinterpretq_u64_u8(
        arm_swap_count(vreinterpretq_u64_u8(vld1q_u8(start))));
}

TARGET static inline uint64x2_t arm_encrypt(uint8x16_t x[], int n,
                                            uint64x2_t count,
                                            const uint8x16_t keys[])
{
    const uint64x2_t one = vcombine_u64(vdup_n_u64(0), vdup_n_u64(1));

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = arm_swap_count(count);
        count = vaddq_u64(count, one);
    }
    for (int round = 0; round < GDN_AES256_ROUNDS - 1; round++) {
        GDN_UNROLL
        for (int i = 0; i < n; i++) {
            x[i] = vaesmcq_u8(vaeseq_u8(x[i], keys[round]));
        }
    }
    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = veorq_u8(vaeseq_u8(x[i], keys[GDN_AES256_ROUNDS - 1]),
                        keys[GDN_AES256_ROUNDS]);
    }
    return count;
}

#  include "aes256ctr_blocks.h"
#else
GDN_EMPTY_FILE;
#endif
