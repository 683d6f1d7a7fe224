/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_vaes512.c - AES-256-CTR keystream with VAES on ZMM registers
 *
 * Needs   VAES, AVX-512 F, BW and VL, AES-NI, and OS-saved ZMM state;
 *         src/cpu/x86.c has checked all.
 * Shapes  out len bytes, any alignment; a vector is four blocks, 64 bytes.
 * Bounds  writes end at out + len, exactly: the last is masked.
 * Idea    as aes256ctr_aesni.c, with four blocks a register and eight
 *         registers through each round together.
 * Twin    aes256ctr_aesni.c; test_cipher.c holds both to libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "aes256_x86.h"
#  include "wipe.h"

#  define VECTOR 64
#  define FLIGHT 8
#  define STRIDE ((size_t)FLIGHT * VECTOR)

#  define TARGET                                                               \
    __attribute__((target("vaes,avx512f,avx512bw,avx512vl,aes,sse4.1")))

/* Of each block the upper eight bytes turned round, the lower as they are. */
TARGET static inline __m512i turn_counts(__m512i x)
{
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 7,
                                               6, 5, 4, 3, 2, 1, 0)));
}

/* The encryption of the next 4n counts, n a constant after inlining. */
TARGET static inline __m512i encrypt(__m512i x[], int n, __m512i counts,
                                     const __m512i keys[])
{
    const __m512i four = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = _mm512_xor_si512(turn_counts(counts), keys[0]);
        counts = _mm512_add_epi64(counts, four);
    }
    for (int round = 1; round < GDN_AES256_ROUNDS; round++) {
        GDN_UNROLL
        for (int i = 0; i < n; i++) {
            x[i] = _mm512_aesenc_epi128(x[i], keys[round]);
        }
    }
    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = _mm512_aesenclast_epi128(x[i], keys[GDN_AES256_ROUNDS]);
    }
    return counts;
}

TARGET static void write_stream(unsigned char *out, size_t len,
                                const __m512i keys[], __m512i counts)
{
    __m512i x[FLIGHT];

    for (; len >= STRIDE; len -= STRIDE) {
        counts = encrypt(x, FLIGHT, counts, keys);
        GDN_UNROLL
        for (int i = 0; i < FLIGHT; i++, out += VECTOR) {
            _mm512_storeu_si512(out, x[i]);
        }
    }
    for (; len >= VECTOR; out += VECTOR, len -= VECTOR) {
        counts = encrypt(x, 1, counts, keys);
        _mm512_storeu_si512(out, x[0]);
    }
    if (len > 0) {
        encrypt(x, 1, counts, keys);
        _mm512_mask_storeu_epi8(out, (__mmask64)((UINT64_C(1) << len) - 1),
                                x[0]);
    }
}

TARGET void gdn_aes256ctr_vaes512(unsigned char *out, size_t len,
                                  const unsigned char key[GDN_CIPHER_KEY],
                                  const unsigned char start[GDN_CIPHER_START])
{
    __m128i narrow[GDN_AES256_ROUNDS + 1];
    __m512i keys[GDN_AES256_ROUNDS + 1];
    __m512i first = _mm512_broadcast_i32x4(
        _mm_loadu_si128((const __m128i *)(const void *)start));

    gdn_aes256_expand(narrow, key);
    for (int i = 0; i <= GDN_AES256_ROUNDS; i++) {
        keys[i] = _mm512_broadcast_i32x4(narrow[i]);
    }
    write_stream(out, len, keys,
                 _mm512_add_epi64(turn_counts(first),
                                  _mm512_set_epi64(3, 0, 2, 0, 1, 0, 0, 0)));
    gdn_wipe(keys, sizeof keys);
    gdn_wipe(narrow, sizeof narrow);
}
#else
typedef int gdn_aes256ctr_vaes512_is_empty; /* ISO C wants a declaration */
#endif
