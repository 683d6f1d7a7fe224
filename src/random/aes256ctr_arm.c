/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_arm.c - AES-256-CTR keystream with the ARMv8 AES instructions
 *
 * Needs   AESE and AESMC; src/cpu/arm.c has checked them.
 * Shapes  out len bytes, any alignment; a block is 16 bytes, the head four.
 * Bounds  writes end at out + len, exactly.
 * Idea    AESE adds the round key before SubBytes and ShiftRows, so a round is
 *         AESE and AESMC, and the last key is added apart. Eight blocks go
 *         through each round together.
 * Twin    aes256ctr_aesni.c; test_cipher.c holds both to libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_ARM64_AES
#  include "../core/bytes.h"
#  include "cipher.h"
#  include "wipe.h"

#  include <arm_neon.h>

#  define BLOCK  16
#  define FLIGHT 8
#  define ROUNDS 14
#  define STRIDE ((size_t)FLIGHT * BLOCK)
#  define HEAD   (GDN_CIPHER_HEAD / BLOCK)

/* GCC before 13 knows the AES instructions as a part of "crypto" alone. */
#  if defined(__clang__)
#    define TARGET __attribute__((target("aes")))
#  else
#    define TARGET __attribute__((target("+crypto")))
#  endif

/* FIPS 197, 5.2. AESE of four equal words with a key of zero is SubWord of
 * each, since ShiftRows finds the same bytes wherever it looks. */
TARGET static uint32_t sub_word(uint32_t word)
{
    uint8x16_t x = vreinterpretq_u8_u32(vdupq_n_u32(word));

    x = vaeseq_u8(x, vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
}

/* The round keys; a word holds its first byte lowest, as its register does. */
TARGET static void expand(uint8x16_t keys[ROUNDS + 1],
                          const unsigned char key[GDN_CIPHER_KEY])
{
    uint32_t words[4 * (ROUNDS + 1)];
    uint32_t rcon = 1;

    for (size_t i = 0; i < 8; i++) {
        words[i] = gdn_load_le32(key + 4 * i);
    }
    for (unsigned i = 8; i < 4 * (ROUNDS + 1); i++) {
        uint32_t word = words[i - 1];

        if (i % 8 == 0) {
            word = sub_word(word >> 8 | word << 24) ^ rcon;
            rcon <<= 1; /* 2^0 .. 2^6: never reduced */
        } else if (i % 4 == 0) {
            word = sub_word(word);
        }
        words[i] = words[i - 8] ^ word;
    }
    for (size_t i = 0; i <= ROUNDS; i++) {
        keys[i] = vreinterpretq_u8_u32(vld1q_u32(words + 4 * i));
    }
    gdn_wipe(words, sizeof words);
}

/* The upper eight bytes turned round, the lower as they are. */
TARGET static inline uint8x16_t turn_count(uint64x2_t x)
{
    uint8x16_t bytes = vreinterpretq_u8_u64(x);

    return vcombine_u8(vget_low_u8(bytes), vrev64_u8(vget_high_u8(bytes)));
}

/* The encryption of the next `n` counts, n a constant after inlining. */
TARGET static inline uint64x2_t encrypt(uint8x16_t x[], int n, uint64x2_t count,
                                        const uint8x16_t keys[])
{
    const uint64x2_t one = vcombine_u64(vdup_n_u64(0), vdup_n_u64(1));

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = turn_count(count);
        count = vaddq_u64(count, one);
    }
    for (int round = 0; round < ROUNDS - 1; round++) {
        GDN_UNROLL
        for (int i = 0; i < n; i++) {
            x[i] = vaesmcq_u8(vaeseq_u8(x[i], keys[round]));
        }
    }
    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = veorq_u8(vaeseq_u8(x[i], keys[ROUNDS - 1]), keys[ROUNDS]);
    }
    return count;
}

/* What is laid over each block: the bits to clear, and those to set. */
struct over {
    uint8x16_t clear, set;
};

TARGET static inline void put(unsigned char *out, uint8x16_t x,
                              const struct over *over)
{
    vst1q_u8(out, vorrq_u8(vbicq_u8(x, over->clear), over->set));
}

TARGET static void write_stream(unsigned char *out, size_t len,
                                const uint8x16_t keys[], uint64x2_t count,
                                const struct over *over)
{
    uint8x16_t x[FLIGHT];

    for (; len >= STRIDE; len -= STRIDE) {
        count = encrypt(x, FLIGHT, count, keys);
        GDN_UNROLL
        for (int i = 0; i < FLIGHT; i++, out += BLOCK) {
            put(out, x[i], over);
        }
    }
    for (; len >= BLOCK; out += BLOCK, len -= BLOCK) {
        count = encrypt(x, 1, count, keys);
        put(out, x[0], over);
    }
    if (len > 0) {
        unsigned char last[BLOCK];

        encrypt(x, 1, count, keys);
        put(last, x[0], over);
        memcpy(out, last, len);
        gdn_wipe(last, sizeof last);
    }
}

TARGET void gdn_aes256ctr_arm(unsigned char *out, size_t len,
                              unsigned char head[GDN_CIPHER_HEAD],
                              const unsigned char start[GDN_CIPHER_START],
                              const struct gdn_cipher_bits *bits)
{
    const struct over over = {vreinterpretq_u8_u64(vld1q_u64(bits->clear)),
                              vreinterpretq_u8_u64(vld1q_u64(bits->set))};
    uint8x16_t keys[ROUNDS + 1];
    uint8x16_t x[HEAD];
    uint64x2_t count =
        vreinterpretq_u64_u8(turn_count(vreinterpretq_u64_u8(vld1q_u8(start))));

    expand(keys, head);
    count = encrypt(x, HEAD, count, keys);
    GDN_UNROLL
    for (size_t i = 0; i < HEAD; i++) {
        vst1q_u8(head + i * BLOCK, x[i]);
    }
    write_stream(out, len, keys, count, &over);
    gdn_wipe(keys, sizeof keys);
}
#else
GDN_EMPTY_FILE;
#endif
