/* SPDX-License-Identifier: MIT */
/* md5_scalar.c - the MD5 compression function (RFC 1321, 3.3 and 3.4). */
#include "../core/bytes.h"
#include "../cpu/arch.h"
#include "kernels.h"

/* gdn_md5_sines[i] = floor(2^32 * abs(sin(i + 1))), in radians: T[i + 1] of
 * 3.4. */
const uint32_t gdn_md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* 3.4: F, H and I. F selects each bit from one of two words. */
static uint32_t mix_f(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

static uint32_t mix_h(uint32_t x, uint32_t y, uint32_t z)
{
    return x ^ (y ^ z);
}

static uint32_t mix_i(uint32_t x, uint32_t y, uint32_t z)
{
    return y ^ (x | ~z);
}

/*
 * 3.4: operation t, [abcd k s t] in the notation of the standard. Each
 * operation waits only for the b of the operation before, so b comes last in
 * the sum.
 */
#define STEP(MIX, a, b, c, d, k, s, t)                                         \
  do {                                                                         \
    a += x[(k) % 16] + gdn_md5_sines[t];                                       \
    a += MIX(b, c, d);                                                         \
    a = b + gdn_rotate_left(a, s);                                             \
  } while (0)

/* G(x, y, z) has the bits of x where z has ones, and those of y where z has
 * zeros. The two parts share no bit, so they may be added one after the
 * other. */
#define STEP_G(a, b, c, d, k, s, t)                                            \
  do {                                                                         \
    a += x[(k) % 16] + gdn_md5_sines[t];                                       \
    a += c & ~d;                                                               \
    a += b & d;                                                                \
    a = b + gdn_rotate_left(a, s);                                             \
  } while (0)

/* The four rounds take the message words in steps of 1, 5, 3 and 7. */
static void md5_compress_block(uint32_t words[4], const uint32_t x[16])
{
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];

    GDN_UNROLL
    for (unsigned t = 0; t < 16; t += 4) {
        STEP(mix_f, a, b, c, d, t, 7, t);
        STEP(mix_f, d, a, b, c, t + 1, 12, t + 1);
        STEP(mix_f, c, d, a, b, t + 2, 17, t + 2);
        STEP(mix_f, b, c, d, a, t + 3, 22, t + 3);
    }
    GDN_UNROLL
    for (unsigned t = 16; t < 32; t += 4) {
        STEP_G(a, b, c, d, 5 * t + 1, 5, t);
        STEP_G(d, a, b, c, 5 * t + 6, 9, t + 1);
        STEP_G(c, d, a, b, 5 * t + 11, 14, t + 2);
        STEP_G(b, c, d, a, 5 * t + 16, 20, t + 3);
    }
    GDN_UNROLL
    for (unsigned t = 32; t < 48; t += 4) {
        STEP(mix_h, a, b, c, d, 3 * t + 5, 4, t);
        STEP(mix_h, d, a, b, c, 3 * t + 8, 11, t + 1);
        STEP(mix_h, c, d, a, b, 3 * t + 11, 16, t + 2);
        STEP(mix_h, b, c, d, a, 3 * t + 14, 23, t + 3);
    }
    GDN_UNROLL
    for (unsigned t = 48; t < 64; t += 4) {
        STEP(mix_i, a, b, c, d, 7 * t, 6, t);
        STEP(mix_i, d, a, b, c, 7 * t + 7, 10, t + 1);
        STEP(mix_i, c, d, a, b, 7 * t + 14, 15, t + 2);
        STEP(mix_i, b, c, d, a, 7 * t + 21, 21, t + 3);
    }
    words[0] += a;
    words[1] += b;
    words[2] += c;
    words[3] += d;
}

void gdn_md5_scalar(uint32_t words[], const unsigned char *blocks, size_t n)
{
    uint32_t x[16];

    for (; n > 0; n--, blocks += GDN_HASH_BLOCK) {
        for (size_t i = 0; i < 16; i++) {
            x[i] = gdn_load_le32(blocks + 4 * i);
        }
        md5_compress_block(words, x);
    }
}
