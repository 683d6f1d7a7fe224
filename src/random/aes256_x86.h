/* SPDX-License-Identifier: MIT */
/* The AES-256 key schedule, for the x86-64 kernels. */
#ifndef GDN_RANDOM_AES256_X86_H
#define GDN_RANDOM_AES256_X86_H

#include "../cpu/arch.h"
#include "cipher.h"

#include <immintrin.h>
#include <stdint.h>

#define GDN_AES256_ROUNDS 14

/* FIPS 197, 5.2: a word is the one eight back, and the one before it: so each
 * of four is the running exclusive or of those eight back, and of `seed`. */
__attribute__((target("aes,sse4.1"))) static inline __m128i
gdn_aes256_four_words(__m128i eight_back, __m128i seed)
{
    __m128i x = eight_back;

    x = _mm_xor_si128(x, _mm_slli_si128(x, 4));
    x = _mm_xor_si128(x, _mm_slli_si128(x, 8));
    return _mm_xor_si128(x, seed);
}

/*
 * The fifteen round keys. AESENCLAST of four equal words is SubWord of each,
 * since ShiftRows finds the same bytes wherever it looks, and then adds the
 * round constant.
 */
__attribute__((target("aes,sse4.1"))) static inline void gdn_aes256_expand(
    __m128i keys[GDN_AES256_ROUNDS + 1],
    const unsigned char key[GDN_CIPHER_KEY])
{
    /* RotWord of the last word, four times. */
    const __m128i last_rotated = _mm_set1_epi32(0x0c0f0e0d);
    int rcon = 1;

    keys[0] = _mm_loadu_si128((const __m128i *)(const void *)key);
    keys[1] = _mm_loadu_si128((const __m128i *)(const void *)(key + 16));
    for (int i = 2; i <= GDN_AES256_ROUNDS; i++) {
        __m128i seed;

        if (i % 2 == 0) {
            seed = _mm_shuffle_epi8(keys[i - 1], last_rotated);
            seed = _mm_aesenclast_si128(seed, _mm_set1_epi32(rcon));
            rcon <<= 1; /* 2^0 .. 2^6: never reduced */
        } else {
            seed = _mm_shuffle_epi32(keys[i - 1], 0xff);
            seed = _mm_aesenclast_si128(seed, _mm_setzero_si128());
        }
        keys[i] = gdn_aes256_four_words(keys[i - 2], seed);
    }
}

#endif
