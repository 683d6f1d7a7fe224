/* SPDX-License-Identifier: MIT */
/* blake2s_scalar.c - BLAKE2s of one message after another (RFC 7693). */
#include "../core/bytes.h"
#include "../core/wipe.h"
#include "../cpu/arch.h"
#include "blake2s_block.h"

#include <stdbool.h>

#define ADD(x, y)    ((x) + (y))
#define XOR(x, y)    ((x) ^ (y))
#define RIGHT(x, by) blake2s_rotate_right(x, by)
#define RIGHT_16(x)  RIGHT(x, 16)
#define RIGHT_12(x)  RIGHT(x, 12)
#define RIGHT_8(x)   RIGHT(x, 8)
#define RIGHT_7(x)   RIGHT(x, 7)

static inline uint32_t blake2s_rotate_right(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

/* If the compiler optimises for size, the ten rounds take a seventh of the code. */
#ifdef __OPTIMIZE_SIZE__
#  define BLAKE2S_LOOPS 1
#else
#  define BLAKE2S_LOOPS GDN_GCC_CHECKS
#endif
#define BLAKE2S_WORD uint32_t
#define BLAKE2S_TARGET
#include "blake2s_mix.h"

/* Absorb a block. `count` has the bytes up to its end, and the block of a
 * key. */
static void blake2s_compress(uint32_t h[GDN_BLAKE2S_WORDS],
                             const unsigned char block[GDN_BLAKE2S_BLOCK],
                             uint64_t count, bool last)
{
    uint32_t v[16] = {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]};
    static const uint32_t iv[] = GDN_BLAKE2S_IV;
    uint32_t x[16];

    memcpy(v + 8, iv, sizeof iv);
    v[12] ^= (uint32_t)count;
    v[13] ^= (uint32_t)(count >> 32);
    v[14] ^= last ? UINT32_MAX : 0;
    for (size_t i = 0; i < 16; i++) {
        x[i] = gdn_load_le32(block + 4 * i);
    }
    GDN_BLAKE2S_ROUNDS(BLAKE2S_ROUND);
    for (size_t i = 0; i < GDN_BLAKE2S_WORDS; i++) {
        h[i] ^= v[i] ^ v[i + 8];
    }
    gdn_wipe(x, sizeof x); /* may be the key */
    gdn_wipe(v, sizeof v);
}

/* The parameters in the first word: digest of 32 bytes, a key of `key_len` bytes,
 * fan-out and depth 1. */
static void blake2s_begin(uint32_t h[GDN_BLAKE2S_WORDS], uint32_t key_len)
{
    static const uint32_t iv[] = GDN_BLAKE2S_IV;

    memcpy(h, iv, sizeof iv);
    h[0] ^= 0x01010000 | key_len << 8 | 32;
}

/* The key is the first block of 64 bytes, with zeros behind it. */
void gdn_blake2s_key(uint32_t keyed[GDN_BLAKE2S_WORDS],
                     const unsigned char key[GDN_BLAKE2S_KEY])
{
    unsigned char block[GDN_BLAKE2S_BLOCK] = {0};

    blake2s_begin(keyed, GDN_BLAKE2S_KEY);
    memcpy(block, key, GDN_BLAKE2S_KEY);
    blake2s_compress(keyed, block, GDN_BLAKE2S_BLOCK, false);
    gdn_wipe(block, sizeof block);
}

static void blake2s_put_digest(unsigned char out[GDN_BLAKE2S_OUT],
                               const uint32_t h[GDN_BLAKE2S_WORDS])
{
    for (size_t w = 0; w < GDN_BLAKE2S_OUT / 4; w++) {
        gdn_store_le32(out + 4 * w, h[w]);
    }
}

/* The message is put into blocks here, because the label moves the data. A block
 * that is full is absorbed when another byte follows it (RFC 7693, 3.3). */
void gdn_blake2s_labelled(unsigned char out[GDN_BLAKE2S_OUT], const char *label,
                          size_t label_len, const void *data, size_t len)
{
    uint32_t h[GDN_BLAKE2S_WORDS];
    unsigned char block[GDN_BLAKE2S_BLOCK];
    const unsigned char *bytes = data;
    size_t held = label_len;
    uint64_t count = 0;

    blake2s_begin(h, 0);
    memcpy(block, label, label_len);
    for (size_t i = 0; i < len; i++) {
        if (held == sizeof block) {
            count += sizeof block;
            blake2s_compress(h, block, count, false);
            held = 0;
        }
        block[held++] = bytes[i];
    }
    memset(block + held, 0, sizeof block - held);
    blake2s_compress(h, block, count + held, true);
    blake2s_put_digest(out, h);
}

void gdn_blake2s_scalar(unsigned char *out,
                        const uint32_t keyed[GDN_BLAKE2S_WORDS],
                        const struct gdn_blake2s_messages *messages, size_t n)
{
    const size_t n_blocks = gdn_blake2s_blocks(messages->len);
    unsigned char space[GDN_BLAKE2S_BLOCK] = {0};
    uint32_t h[GDN_BLAKE2S_WORDS];

    for (size_t i = 0; i < n; i++) {
        memcpy(h, keyed, sizeof h);
        for (size_t b = 0; b < n_blocks; b++) {
            blake2s_compress(h, gdn_blake2s_block(space, messages, i, b),
                             gdn_blake2s_count(messages->len, b),
                             b + 1 == n_blocks);
        }
        blake2s_put_digest(out + GDN_BLAKE2S_OUT * i, h);
    }
}
