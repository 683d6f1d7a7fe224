/* SPDX-License-Identifier: MIT */
/* sha256_scalar.c - the SHA-256 compression function (FIPS 180-4, 6.2.2). */
#include "../core/bytes.h"
#include "kernels.h"

/* 4.2.2: the first 32 bits of the fractional parts of the cube roots of the
 * first 64 primes, floor(2^32 * cbrt(p)) mod 2^32. */
const uint32_t gdn_sha256_roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* 4.1.2. */
static uint32_t sha256_choose(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

static uint32_t sha256_majority(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | (z & (x | y));
}

static uint32_t rotate_right(uint32_t x, unsigned by)
{
    return gdn_rotate_left(x, 32 - by);
}

static uint32_t sha256_big_sigma_0(uint32_t x)
{
    return rotate_right(x, 2) ^ rotate_right(x, 13) ^ rotate_right(x, 22);
}

static uint32_t sha256_big_sigma_1(uint32_t x)
{
    return rotate_right(x, 6) ^ rotate_right(x, 11) ^ rotate_right(x, 25);
}

static uint32_t sha256_small_sigma_0(uint32_t x)
{
    return rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3;
}

static uint32_t sha256_small_sigma_1(uint32_t x)
{
    return rotate_right(x, 17) ^ rotate_right(x, 19) ^ x >> 10;
}

/* 6.2.2 step 1: the schedule of message words. */
static void sha256_expand(uint32_t w[64], const unsigned char *block)
{
    for (size_t t = 0; t < 16; t++) {
        w[t] = gdn_load_be32(block + 4 * t);
    }
    for (size_t t = 16; t < 64; t++) {
        w[t] = sha256_small_sigma_1(w[t - 2]) + w[t - 7] +
               sha256_small_sigma_0(w[t - 15]) + w[t - 16];
    }
}

/*
 * 6.2.2 step 3 for one t. The standard moves a to h by one variable after each
 * step; here the arguments move, and eight steps restore their order.
 */
#define STEP(a, b, c, d, e, f, g, h, t)                                        \
  do {                                                                         \
    h += sha256_big_sigma_1(e) + sha256_choose(e, f, g) +                      \
         gdn_sha256_roots[t] + w[t];                                           \
    d += h;                                                                    \
    h += sha256_big_sigma_0(a) + sha256_majority(a, b, c);                     \
  } while (0)

/* 6.2.2 steps 2 to 4. */
static void sha256_compress_block(uint32_t words[8], const uint32_t w[64])
{
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
    uint32_t e = words[4], f = words[5], g = words[6], h = words[7];

    for (size_t t = 0; t < 64; t += 8) {
        STEP(a, b, c, d, e, f, g, h, t);
        STEP(h, a, b, c, d, e, f, g, t + 1);
        STEP(g, h, a, b, c, d, e, f, t + 2);
        STEP(f, g, h, a, b, c, d, e, t + 3);
        STEP(e, f, g, h, a, b, c, d, t + 4);
        STEP(d, e, f, g, h, a, b, c, t + 5);
        STEP(c, d, e, f, g, h, a, b, t + 6);
        STEP(b, c, d, e, f, g, h, a, t + 7);
    }
    words[0] += a;
    words[1] += b;
    words[2] += c;
    words[3] += d;
    words[4] += e;
    words[5] += f;
    words[6] += g;
    words[7] += h;
}

void gdn_sha256_scalar(uint32_t words[], const unsigned char *blocks, size_t n)
{
    uint32_t w[64];

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        sha256_expand(w, blocks);
        sha256_compress_block(words, w);
    }
}
