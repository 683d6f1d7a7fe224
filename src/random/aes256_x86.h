/* SPDX-License-Identifier: MIT */
/* The AES-256 key schedule, for the x86-64 kernels. */
#ifndef GDN_RANDOM_AES256_X86_H
#define GDN_RANDOM_AES256_X86_H

#include "../cpu/arch.h"
#include "cipher.h"

#include <immintrin.h>
#include <stdint.h>

/* FIPS 197, 5.2: a word is the exclusive or of the word eight back and the word
 * before it. So each of four words is the running exclusive or of the words
 * eight back, and of `seed`. */
__attribute__((target("aes,sse4.1"))) static inline __m128i
gdn_aes256_four_words(__m128i eight_back, __m128i seed)
{
    __m128i x = eight_back;

    x = _mm_xor_si128(x, _mm_slli_si128(x, 4));
    x = _mm_xor_si128(x, _mm_slli_si128(x, 8));
    return _mm_xor_si128(x, seed);
}

/*
 * Round key `i`, from 2 on, made of the two keys before it. `i` is a constant
 * after inlining. AESENCLAST of four equal words is SubWord of each word,
 * because ShiftRows meets the same bytes in every column. It then adds the
 * round constant, 2^0 to 2^6, which needs no reduction.
 */
__attribute__((target("aes,sse4.1"))) static inline __m128i gdn_aes256_next_key(
    __m128i eight_back, __m128i four_back, int i)
{
    /* RotWord of the last word, four times. */
    const __m128i last_rotated = _mm_set1_epi32(0x0c0f0e0d);
    __m128i seed;

    if (i % 2 == 0) {
        seed = _mm_shuffle_epi8(four_back, last_rotated);
        seed = _mm_aesenclast_si128(seed, _mm_set1_epi32(1 << (i / 2 - 1)));
    } else {
        seed = _mm_shuffle_epi32(four_back, 0xff);
        seed = _mm_aesenclast_si128(seed, _mm_setzero_si128());
    }
    return gdn_aes256_four_words(eight_back, seed);
}

/* The first two round keys, which are the key itself. */
__attribute__((target("aes,sse4.1"))) static inline void gdn_aes256_first_keys(
    __m128i keys[2], const unsigned char key[GDN_CIPHER_KEY])
{
    keys[0] = _mm_loadu_si128((const __m128i *)(const void *)key);
    keys[1] = _mm_loadu_si128((const __m128i *)(const void *)(key + 16));
}

#endif
