/* SPDX-License-Identifier: MIT */
/* slow_keys.c - BLAKE2s, SipHash-2-4 and what is made of them */
#include "slow_keys.h"

#include <stdbool.h>
#include <string.h>

/* ----------------------------------------------------------------- BLAKE2s */

static const unsigned char slow_sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

static const uint32_t slow_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                    0xa54ff53a, 0x510e527f, 0x9b05688c,
                                    0x1f83d9ab, 0x5be0cd19};

static uint32_t slow_right(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

/* One step on the words of v at a column or a diagonal. */
static void slow_mix(uint32_t v[16], const unsigned char at[4], uint32_t x,
                     uint32_t y)
{
    uint32_t *a = &v[at[0]], *b = &v[at[1]], *c = &v[at[2]], *d = &v[at[3]];

    *a += *b + x;
    *d = slow_right(*d ^ *a, 16);
    *c += *d;
    *b = slow_right(*b ^ *c, 12);
    *a += *b + y;
    *d = slow_right(*d ^ *a, 8);
    *c += *d;
    *b = slow_right(*b ^ *c, 7);
}

static void slow_compress(uint32_t h[8], const unsigned char block[64],
                          uint32_t count, bool last)
{
    static const unsigned char places[8][4] = {
        {0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
        {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};
    uint32_t v[16], m[16] = {0};

    for (unsigned i = 0; i < 64; i++) {
        m[i / 4] |= (uint32_t)block[i] << 8 * (i % 4);
    }
    memcpy(v, h, 32);
    memcpy(v + 8, slow_iv, 32);
    v[12] ^= count;
    v[14] ^= last ? UINT32_MAX : 0;
    for (unsigned round = 0; round < 10; round++) {
        for (unsigned i = 0; i < 8; i++) {
            slow_mix(v, places[i], m[slow_sigma[round][2 * i]],
                     m[slow_sigma[round][2 * i + 1]]);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

void slow_blake2s(unsigned char out[32], const unsigned char key[32],
                  const unsigned char *message, size_t len)
{
    unsigned char all[64 + SLOW_MESSAGE_MAX + 64] = {0};
    const size_t total = 64 + len;
    uint32_t h[8];

    memcpy(all, key, 32);
    memcpy(all + 64, message, len);
    memcpy(h, slow_iv, sizeof h);
    h[0] ^= 0x01012020; /* fan-out and depth 1; key and digest of 32 bytes */
    for (size_t at = 0; at < total; at += 64) {
        const bool last = at + 64 >= total;

        slow_compress(h, all + at, (uint32_t)(last ? total : at + 64), last);
    }
    for (unsigned i = 0; i < 32; i++) {
        out[i] = (unsigned char)(h[i / 4] >> 8 * (i % 4));
    }
}

static guidon_id slow_marked(guidon_id id, unsigned version)
{
    id.bytes[6] = (unsigned char)(id.bytes[6] % 16 + 16 * version);
    id.bytes[8] = (unsigned char)(id.bytes[8] % 64 + 128);
    return id;
}

/* Write the last `n` bytes of a number, the highest first. */
static void slow_number(unsigned char *out, uint64_t number, unsigned n)
{
    while (n-- > 0) {
        out[n] = (unsigned char)number;
        number >>= 8;
    }
}

guidon_id slow_derive(uint64_t unix_ms, const unsigned char key[32],
                      const unsigned char *data, size_t len)
{
    unsigned char message[SLOW_MESSAGE_MAX] = "derive/1", digest[32];
    guidon_id id;

    slow_number(message + 8, unix_ms, 8);
    if (len > 0) {
        memcpy(message + 16, data, len);
    }
    slow_blake2s(digest, key, message, 16 + len);
    slow_number(id.bytes, unix_ms, 6);
    memcpy(id.bytes + 6, digest, 10);
    return slow_marked(id, 7);
}

/* ----------------------------------------------------------------- SipHash */

static void slow_left(uint64_t *x, unsigned by)
{
    *x = *x << by | *x >> (64 - by);
}

/* A quarter of a round. */
static void slow_quarter(uint64_t *a, uint64_t *b, unsigned by)
{
    *a += *b;
    slow_left(b, by);
    *b ^= *a;
}

static void slow_sip_rounds(uint64_t v[4], unsigned n)
{
    while (n-- > 0) {
        slow_quarter(&v[0], &v[1], 13);
        slow_left(&v[0], 32);
        slow_quarter(&v[2], &v[3], 16);
        slow_quarter(&v[0], &v[3], 21);
        slow_quarter(&v[2], &v[1], 17);
        slow_left(&v[2], 32);
    }
}

static uint64_t slow_little(const unsigned char bytes[8])
{
    uint64_t x = 0;

    for (unsigned i = 8; i-- > 0;) {
        x = x << 8 | bytes[i];
    }
    return x;
}

/* SipHash-2-4 of two words. */
static uint64_t slow_siphash(const unsigned char key[16],
                             const unsigned char words[16])
{
    const uint64_t k0 = slow_little(key), k1 = slow_little(key + 8);
    uint64_t v[4] = {
        k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
        k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};

    for (unsigned i = 0; i < 2; i++) {
        const uint64_t word = slow_little(words + 8 * i);

        v[3] ^= word;
        slow_sip_rounds(v, 2);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    slow_sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

guidon_id slow_mask(const guidon_id *id, const unsigned char key[16],
                    unsigned version)
{
    unsigned char words[16] = {0};
    guidon_id out = *id;
    uint64_t pad;

    memcpy(words, id->bytes + 6, 10);
    words[0] %= 16; /* without the version */
    words[2] %= 64; /* without the variant */
    words[15] = 10; /* bytes */
    pad = slow_siphash(key, words);
    for (unsigned i = 0; i < 6; i++) {
        out.bytes[i] ^= (unsigned char)(pad >> (40 - 8 * i));
    }
    return slow_marked(out, version);
}

/* ------------------------------------------------------------- encrypted ids */

/* Is the bit number `bit` of an id one of version or variant? */
static bool slow_is_fixed(unsigned bit)
{
    return (bit >= 48 && bit < 52) || bit == 64 || bit == 65;
}

/* The 122 other bits: halves[0] is the first 61 of them. */
static void slow_split(uint64_t halves[2], const guidon_id *id)
{
    unsigned n = 0;

    halves[0] = halves[1] = 0;
    for (unsigned bit = 0; bit < 128; bit++) {
        if (!slow_is_fixed(bit)) {
            uint64_t *half = &halves[n++ / 61];

            *half = *half << 1 | (id->bytes[bit / 8] >> (7 - bit % 8) & 1);
        }
    }
}

static guidon_id slow_join(const uint64_t halves[2], unsigned version)
{
    guidon_id id = {{0}};
    unsigned n = 0;

    for (unsigned bit = 0; bit < 128; bit++) {
        if (!slow_is_fixed(bit)) {
            const uint64_t one = halves[n / 61] >> (60 - n % 61) & 1;

            id.bytes[bit / 8] |= (unsigned char)(one << (7 - bit % 8));
            n++;
        }
    }
    return slow_marked(id, version);
}

/* The first 61 bits of the digest for a round and half an id. */
static uint64_t slow_round_bits(const unsigned char key[32], unsigned round,
                                uint64_t half)
{
    unsigned char message[16] = "crypt/1", digest[32];
    uint64_t bits = 0;

    message[7] = (unsigned char)round;
    slow_number(message + 8, half, 8);
    slow_blake2s(digest, key, message, 16);
    for (unsigned i = 0; i < 8; i++) {
        bits = bits << 8 | digest[i];
    }
    return bits >> 3;
}

guidon_id slow_encrypt(const guidon_id *v7, const unsigned char key[32])
{
    uint64_t x[2];

    slow_split(x, v7);
    for (unsigned round = 0; round < 10; round++) {
        const uint64_t left = x[0];

        x[0] = x[1];
        x[1] = left ^ slow_round_bits(key, round, x[1]);
    }
    return slow_join(x, 8);
}

guidon_id slow_decrypt(const guidon_id *v8, const unsigned char key[32])
{
    uint64_t x[2];

    slow_split(x, v8);
    for (unsigned round = 10; round-- > 0;) {
        const uint64_t right = x[1];

        x[1] = x[0];
        x[0] = right ^ slow_round_bits(key, round, x[0]);
    }
    return slow_join(x, 7);
}
