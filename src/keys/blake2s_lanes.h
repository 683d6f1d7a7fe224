/* SPDX-License-Identifier: MIT */
/* BLAKE2s of several messages at a time: the function of a kernel. */
/*
 * A template, included after ../hash/lanes_avx2.h or lanes_avx512.h, which
 * define LANES, TARGET and operations on a word of every lane, and after
 * RIGHT_16 to RIGHT_7. SERIAL makes up to SERIAL_MAX messages one by one. All messages have one length, so all lanes absorb their
 * blocks of the same number together.
 */
#define ADD(x, y) add(x, y)
#define XOR(x, y) xor2(x, y)
#include "blake2s_block.h"

#define blake2s_round  LANES_NAME(blake2s_round)
#define blake2s_absorb LANES_NAME(blake2s_absorb)
#define blake2s_group  LANES_NAME(blake2s_group)
#define blake2s_groups LANES_NAME(blake2s_groups)

#define BLAKE2S_LOOPS  GDN_GCC_CHECKS
#define BLAKE2S_WORD   lanes_word
#define BLAKE2S_TARGET TARGET
#include "blake2s_mix.h"

/* Absorb a block in each lane, see blake2s_compress. */
TARGET static inline void blake2s_absorb(lanes_word h[GDN_BLAKE2S_WORDS],
                                         const lanes_word x[16], uint64_t count,
                                         bool last)
{
    static const uint32_t iv[] = GDN_BLAKE2S_IV;
    lanes_word v[16];

    GDN_UNROLL
    for (size_t i = 0; i < GDN_BLAKE2S_WORDS; i++) {
        v[i] = h[i];
        v[i + 8] = every(iv[i]);
    }
    v[12] = every(iv[4] ^ (uint32_t)count);
    v[13] = every(iv[5] ^ (uint32_t)(count >> 32));
    v[14] = every(iv[6] ^ (last ? UINT32_MAX : 0));
    GDN_BLAKE2S_ROUNDS(BLAKE2S_ROUND);
    GDN_UNROLL
    for (size_t i = 0; i < GDN_BLAKE2S_WORDS; i++) {
        h[i] = xor3(h[i], v[i], v[i + 8]);
    }
}

/* Write the digests of n messages, from number `first` on. n is 1 to LANES; the
 * lanes behind repeat the last message. `spaces` has zeros behind the messages,
 * see gdn_blake2s_block. */
TARGET static inline void blake2s_group(
    unsigned char out[LANES * GDN_BLAKE2S_OUT],
    unsigned char spaces[LANES][GDN_BLAKE2S_BLOCK],
    const uint32_t keyed[GDN_BLAKE2S_WORDS],
    const struct gdn_blake2s_messages *messages, size_t first, size_t n)
{
    const size_t n_blocks = gdn_blake2s_blocks(messages->len);
    const unsigned char *blocks[LANES];
    lanes_word h[GDN_BLAKE2S_WORDS];
    lanes_word x[16];

    GDN_UNROLL
    for (size_t i = 0; i < GDN_BLAKE2S_WORDS; i++) {
        h[i] = every(keyed[i]);
    }
    for (size_t b = 0; b < n_blocks; b++) {
        for (size_t l = 0; l < LANES; l++) {
            blocks[l] = gdn_blake2s_block(spaces[l], messages,
                                          first + (l < n ? l : n - 1), b);
        }
        load_blocks(x, blocks, false);
        blake2s_absorb(h, x, gdn_blake2s_count(messages->len, b),
                       b + 1 == n_blocks);
    }
    store_digests(out, h, false);
}

/* Not inlined, so that a single message pays for no zeros. */
TARGET GDN_OUT_OF_LINE static void blake2s_groups(
    unsigned char *out, const uint32_t keyed[GDN_BLAKE2S_WORDS],
    const struct gdn_blake2s_messages *messages, size_t n)
{
    _Alignas(64) unsigned char spaces[LANES][GDN_BLAKE2S_BLOCK] = {{0}};
    unsigned char digests[LANES * GDN_BLAKE2S_OUT];
    size_t done = 0;

    for (; n - done >= LANES; done += LANES) {
        blake2s_group(out + done * GDN_BLAKE2S_OUT, spaces, keyed, messages,
                      done, LANES);
    }
    if (n > done) {
        blake2s_group(digests, spaces, keyed, messages, done, n - done);
        memcpy(out + done * GDN_BLAKE2S_OUT, digests,
               (n - done) * GDN_BLAKE2S_OUT);
    }
}

TARGET void LANES_PUBLIC(KERNEL)(unsigned char *out,
                                 const uint32_t keyed[GDN_BLAKE2S_WORDS],
                                 const struct gdn_blake2s_messages *messages,
                                 size_t n)
{
    if (n <= SERIAL_MAX) {
        SERIAL(out, keyed, messages, n);
    } else {
        blake2s_groups(out, keyed, messages, n);
    }
}
