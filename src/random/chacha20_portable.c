/* SPDX-License-Identifier: MIT */
/*
 * chacha20_portable.c - ChaCha20 keystream in plain C
 *
 * Needs   nothing.
 * Shapes  out len bytes, any alignment; a block has 64 bytes, as the head has.
 * Bounds  writes end at out + len, exactly.
 * Idea    RFC 8439, 2.1 to 2.4, with the words of `start` as the counter and
 *         the nonce.
 * Reference the RFC; test_cipher.c compares with its vectors.
 */
#include "../core/bytes.h"
#include "../core/wipe.h"
#include "cipher.h"

#include <stdint.h>

#define BLOCK 64

static uint32_t chacha20_rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* RFC 8439, 2.1. A macro, so that each word is a variable at any level of
 * optimisation. */
#define QUARTER_ROUND(a, b, c, d)                                              \
  do {                                                                         \
    a += b;                                                                    \
    d = chacha20_rotate(d ^ a, 16);                                            \
    c += d;                                                                    \
    b = chacha20_rotate(b ^ c, 12);                                            \
    a += b;                                                                    \
    d = chacha20_rotate(d ^ a, 8);                                             \
    c += d;                                                                    \
    b = chacha20_rotate(b ^ c, 7);                                             \
  } while (0)

/* 2.3.1: ten times one round over the columns and one over the diagonals. */
static void chacha20_rounds(uint32_t x[16])
{
    uint32_t x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    uint32_t x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    uint32_t x8 = x[8], x9 = x[9], x10 = x[10], x11 = x[11];
    uint32_t x12 = x[12], x13 = x[13], x14 = x[14], x15 = x[15];

    for (int i = 0; i < 10; i++) {
        QUARTER_ROUND(x0, x4, x8, x12);
        QUARTER_ROUND(x1, x5, x9, x13);
        QUARTER_ROUND(x2, x6, x10, x14);
        QUARTER_ROUND(x3, x7, x11, x15);
        QUARTER_ROUND(x0, x5, x10, x15);
        QUARTER_ROUND(x1, x6, x11, x12);
        QUARTER_ROUND(x2, x7, x8, x13);
        QUARTER_ROUND(x3, x4, x9, x14);
    }
    const uint32_t done[16] = {x0, x1, x2,  x3,  x4,  x5,  x6,  x7,
                               x8, x9, x10, x11, x12, x13, x14, x15};
    memcpy(x, done, sizeof done);
}

/* Write the block of `state`, and count one further. */
static void chacha20_next_block(unsigned char out[BLOCK], uint32_t state[16])
{
    uint32_t x[16];

    memcpy(x, state, sizeof x);
    chacha20_rounds(x);
    for (size_t i = 0; i < 16; i++) {
        gdn_store_le32(out + 4 * i, x[i] + state[i]);
    }
    gdn_wipe(x, sizeof x);
    if (++state[12] == 0) {
        state[13]++;
    }
}

static void chacha20_put_bits(unsigned char block[BLOCK],
                              const struct gdn_cipher_bits *bits)
{
    for (size_t i = 0; i < BLOCK; i += 8) {
        uint64_t word;

        memcpy(&word, block + i, sizeof word);
        word = (word & ~bits->clear[i / 8 % 2]) | bits->set[i / 8 % 2];
        memcpy(block + i, &word, sizeof word);
    }
}

void gdn_chacha20_portable(unsigned char *out, size_t len,
                           unsigned char head[GDN_CIPHER_HEAD],
                           const unsigned char start[GDN_CIPHER_START],
                           const struct gdn_cipher_bits *bits)
{
    /* "expand 32-byte k" (2.3). */
    uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

    for (size_t i = 0; i < 8; i++) {
        state[4 + i] = gdn_load_le32(head + 4 * i);
    }
    for (size_t i = 0; i < 4; i++) {
        state[12 + i] = gdn_load_le32(start + 4 * i);
    }
    chacha20_next_block(head, state);
    for (; len >= BLOCK; out += BLOCK, len -= BLOCK) {
        chacha20_next_block(out, state);
        chacha20_put_bits(out, bits);
    }
    if (len > 0) {
        unsigned char last[BLOCK];

        chacha20_next_block(last, state);
        chacha20_put_bits(last, bits);
        memcpy(out, last, len);
        gdn_wipe(last, sizeof last);
    }
    gdn_wipe(state, sizeof state);
}
