/* SPDX-License-Identifier: MIT */
/* sha1_scalar.c - the SHA-1 compression function (FIPS 180-4, 6.1.2). */
#include "../core/bytes.h"
#include "../cpu/arch.h"
#include "kernels.h"

/* 4.1.1: Ch, Parity and Maj. */
static uint32_t sha1_choose(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

static uint32_t sha1_parity(uint32_t x, uint32_t y, uint32_t z)
{
    return x ^ y ^ z;
}

static uint32_t sha1_majority(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | (z & (x | y));
}

/*
 * W_t. Call this once for each t, in order. w has the sixteen words before W_t
 * (6.1.3). A schedule of all eighty words would be slower: compilers vectorise
 * its loop, which then waits for its own stores.
 */
static uint32_t sha1_word(uint32_t w[16], size_t t)
{
    uint32_t *at = &w[t % 16];

    if (t >= 16) {
        *at = gdn_rotate_left(
            w[(t - 3) % 16] ^ w[(t - 8) % 16] ^ w[(t - 14) % 16] ^ *at, 1);
    }
    return *at;
}

/*
 * 6.1.2 step 3 for one t. The standard moves a to e by one variable after each
 * step; here the arguments move, and five steps restore their order.
 */
#define STEP(MIX, a, b, c, d, e, k, t)                                         \
  do {                                                                         \
    e += gdn_rotate_left(a, 5) + MIX(b, c, d) + (k) + sha1_word(w, t);         \
    b = gdn_rotate_left(b, 30);                                                \
  } while (0)

#define FIVE_STEPS(MIX, k, t)                                                  \
  do {                                                                         \
    STEP(MIX, a, b, c, d, e, k, t);                                            \
    STEP(MIX, e, a, b, c, d, k, (t) + 1);                                      \
    STEP(MIX, d, e, a, b, c, k, (t) + 2);                                      \
    STEP(MIX, c, d, e, a, b, k, (t) + 3);                                      \
    STEP(MIX, b, c, d, e, a, k, (t) + 4);                                      \
  } while (0)

/* 4.2.1: the four constants are floor(2^30 * sqrt(x)) for x = 2, 3, 5, 10. */
static void sha1_compress_block(uint32_t words[5], uint32_t w[16])
{
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
    uint32_t e = words[4];

    GDN_UNROLL
    for (size_t t = 0; t < 20; t += 5) {
        FIVE_STEPS(sha1_choose, 0x5a827999, t);
    }
    GDN_UNROLL
    for (size_t t = 20; t < 40; t += 5) {
        FIVE_STEPS(sha1_parity, 0x6ed9eba1, t);
    }
    GDN_UNROLL
    for (size_t t = 40; t < 60; t += 5) {
        FIVE_STEPS(sha1_majority, 0x8f1bbcdc, t);
    }
    GDN_UNROLL
    for (size_t t = 60; t < 80; t += 5) {
        FIVE_STEPS(sha1_parity, 0xca62c1d6, t);
    }
    words[0] += a;
    words[1] += b;
    words[2] += c;
    words[3] += d;
    words[4] += e;
}

void gdn_sha1_scalar(uint32_t words[], const unsigned char *blocks, size_t n)
{
    uint32_t w[16];

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        for (size_t i = 0; i < 16; i++) {
            w[i] = gdn_load_be32(blocks + 4 * i);
        }
        sha1_compress_block(words, w);
    }
}
