/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_aesni.c - AES-256-CTR keystream with AES-NI
 *
 * Needs   AES-NI and SSE4.1; src/cpu/x86.c has checked both.
 * Shapes  out len bytes, any alignment; a block is 16 bytes, the head four.
 * Bounds  writes end at out + len, exactly.
 * Idea    the count in the upper half of a register, in the processor's order;
 *         one PSHUFB a block turns it into the block's. Eight blocks go
 *         through each round together, since one waits on the round before.
 * Twin    aes256ctr_vaes512.c; test_cipher.c holds both to libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "aes256_x86.h"
#  include "wipe.h"

#  define BLOCK  16
#  define FLIGHT 8
#  define STRIDE ((size_t)FLIGHT * BLOCK)
#  define HEAD   (GDN_CIPHER_HEAD / BLOCK)

#  define TARGET __attribute__((target("aes,sse4.1")))

/* The upper eight bytes turned round, the lower as they are. */
TARGET static inline __m128i turn_count(__m128i x)
{
    return _mm_shuffle_epi8(
        x, _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0));
}

/* The encryption of the next `n` counts, n a constant after inlining. */
TARGET static inline __m128i encrypt(__m128i x[], int n, __m128i count,
                                     const __m128i keys[])
{
    const __m128i one = _mm_set_epi64x(1, 0);

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = _mm_xor_si128(turn_count(count), keys[0]);
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

/* What is laid over each block: the bits to clear, and those to set. */
struct over {
    __m128i clear, set;
};

TARGET static inline void put(unsigned char *out, __m128i x,
                              const struct over *over)
{
    _mm_storeu_si128((__m128i *)(void *)out,
                     _mm_or_si128(_mm_andnot_si128(over->clear, x), over->set));
}

TARGET static void write_stream(unsigned char *out, size_t len,
                                const __m128i keys[], __m128i count,
                                const struct over *over)
{
    __m128i x[FLIGHT];

    for (; len >= STRIDE; len -= STRIDE) {
        count = encrypt(x, FLIGHT, count, keys);
        GDN_UNROLL
        for (int i = 0; i < FLIGHT; i++, out += BLOCK) {
            put(out, x[i], over);
        }
    }
    for (; len >= BLOCK; out += BLOCK, len -= BLOCK) {
        count = encrypt(x, 1, count, keys);
        put(out, x[0], over);
    }
    if (len > 0) {
        unsigned char last[BLOCK];

        encrypt(x, 1, count, keys);
        put(last, x[0], over);
        memcpy(out, last, len);
        gdn_wipe(last, sizeof last);
    }
}

TARGET void gdn_aes256ctr_aesni(unsigned char *out, size_t len,
                                unsigned char head[GDN_CIPHER_HEAD],
                                const unsigned char start[GDN_CIPHER_START],
                                const struct gdn_cipher_bits *bits)
{
    const struct over over = {
        _mm_loadu_si128((const __m128i *)(const void *)bits->clear),
        _mm_loadu_si128((const __m128i *)(const void *)bits->set)};
    __m128i keys[GDN_AES256_ROUNDS + 1];
    __m128i x[HEAD];
    __m128i count =
        turn_count(_mm_loadu_si128((const __m128i *)(const void *)start));

    gdn_aes256_first_keys(keys, head);
    GDN_UNROLL
    for (int i = 2; i <= GDN_AES256_ROUNDS; i++) {
        keys[i] = gdn_aes256_next_key(keys[i - 2], keys[i - 1], i);
    }
    count = encrypt(x, HEAD, count, keys);
    GDN_UNROLL
    for (size_t i = 0; i < HEAD; i++) {
        _mm_storeu_si128((__m128i *)(void *)(head + i * BLOCK), x[i]);
    }
    write_stream(out, len, keys, count, &over);
    gdn_wipe(keys, sizeof keys);
}
#else
GDN_EMPTY_FILE;
#endif
