/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_aesni.c - AES-256-CTR keystream with AES-NI
 *
 * Needs   AES-NI and SSE4.1; src/cpu/x86.c checks both.
 * Shapes  out len bytes, any alignment; a block has 16 bytes, the head four
 *         blocks.
 * Bounds  writes end at out + len, exactly.
 * Idea    the upper half of a register counts in the byte order of the
 *         processor; one PSHUFB makes it a block. Eight blocks go through each
 *         round together, because a round of a block waits for the one before.
 * Reference aes256ctr_vaes512.c; test_cipher.c compares both with libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "aes256_x86.h"

#  define KERNEL aesni
#  define TARGET __attribute__((target("aes,sse4.1")))

typedef __m128i aesni_block, aesni_count;

TARGET static inline __m128i aesni_load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

TARGET static inline void aesni_store(void *out, __m128i x)
{
    _mm_storeu_si128((__m128i *)out, x);
}

TARGET static inline __m128i aesni_overlay(__m128i x, __m128i clear,
                                           __m128i set)
{
    return _mm_or_si128(_mm_andnot_si128(clear, x), set);
}

/* Reverse the upper eight bytes, and keep the lower eight. */
TARGET static inline __m128i aesni_swap_count(__m128i x)
{
    return _mm_shuffle_epi8(
        x, _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0));
}

TARGET static inline __m128i aesni_load_count(const unsigned char *start)
{
    return aesni_swap_count(aesni_load(start));
}

TARGET static inline void aesni_expand(__m128i keys[GDN_AES256_ROUNDS + 1],
                                       const unsigned char key[GDN_CIPHER_KEY])
{
    gdn_aes256_first_keys(keys, key);
    GDN_UNROLL
    for (int i = 2; i <= GDN_AES256_ROUNDS; i++) {
        keys[i] = gdn_aes256_next_key(keys[i - 2], keys[i - 1], i);
    }
}

TARGET static inline __m128i aesni_encrypt(__m128i x[], int n, __m128i count,
                                           const __m128i keys[])
{
    const __m128i one = _mm_set_epi64x(1, 0);

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = _mm_xor_si128(aesni_swap_count(count), keys[0]);
        count = _mm_add_epi64(count, one);
    }
    for (int round = 1; round < GDN_AES256_ROUNDS; round++) {
        GDN_UNROLL
        for (int i = 0; i < n; i++) {
            x[i] = _mm_aesenc_si128(x[i], keys[round]);
        }
    }
    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = _mm_aesenclast_si128(x[i], keys[GDN_AES256_ROUNDS]);
    }
    return count;
}

#  include "aes256ctr_blocks.h"
#else
GDN_EMPTY_FILE;
#endif
