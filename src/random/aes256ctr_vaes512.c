/* SPDX-License-Identifier: MIT */
/*
 * aes256ctr_vaes512.c - AES-256-CTR keystream with VAES on ZMM registers
 *
 * Needs   VAES, AVX-512 F, BW and VL, AES-NI, and OS-saved ZMM state;
 *         src/cpu/x86.c checks all.
 * Shapes  out len bytes, any alignment; a vector is four blocks, 64 bytes, and
 *         the head is one vector.
 * Bounds  writes end at out + len, exactly: the last store is masked.
 * Idea    as aes256ctr_aesni.c, with four blocks in each register. The head and
 *         the first eight vectors go through their rounds while the round keys
 *         are made, because each key waits for the key before. The other
 *         vectors go four at a time, which leaves registers for all round keys.
 *         A last part shorter than that is made as four vectors and written in
 *         part.
 * Reference aes256ctr_aesni.c; test_cipher.c compares both with libcrypto.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "../core/wipe.h"
#  include "aes256_x86.h"

#  define VECTOR    64
#  define FIRST     8 /* vectors beside the head */
#  define FIRST_LEN ((size_t)FIRST * VECTOR)
#  define FLIGHT    4
#  define STRIDE    ((size_t)FLIGHT * VECTOR)

/* One statement for each round key, written out because compilers keep an array
 * in memory if its index is not a constant. */
#  define EACH_KEY(DO)                                                         \
    DO(0)                                                                      \
    DO(1)                                                                      \
    DO(2)                                                                      \
    DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14)

#  define TARGET                                                               \
    __attribute__((target("vaes,avx512f,avx512bw,avx512vl,aes,sse4.1")))

TARGET static inline __m512i vaes_broadcast(const void *block)
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)block));
}

/* Reverse the upper eight bytes of each block, and keep the lower eight. */
TARGET static inline __m512i vaes_swap_counts(__m512i x)
{
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 7,
                                               6, 5, 4, 3, 2, 1, 0)));
}

/* The next 4n counts, as blocks. n is a constant after inlining. */
TARGET static inline __m512i vaes_count_on(__m512i x[], int n, __m512i counts)
{
    const __m512i four = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);

    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        x[i] = vaes_swap_counts(counts);
        counts = _mm512_add_epi64(counts, four);
    }
    return counts;
}

/* Round `i` of n vectors. Both are constants after inlining. */
TARGET static inline void vaes_do_round(__m512i x[], int n, int i, __m512i key)
{
    GDN_UNROLL
    for (int k = 0; k < n; k++) {
        x[k] = i == 0                   ? _mm512_xor_si512(x[k], key)
               : i == GDN_AES256_ROUNDS ? _mm512_aesenclast_epi128(x[k], key)
                                        : _mm512_aesenc_epi128(x[k], key);
    }
}

/* The bits that the caller lays over each block. */
struct vaes_bits {
    __m512i clear, set;
};

TARGET static inline __m512i vaes_with_bits(__m512i x,
                                            const struct vaes_bits *over)
{
    /* (x & ~clear) | set */
    return _mm512_ternarylogic_epi64(x, over->clear, over->set, 0xba);
}

TARGET static inline void vaes_put(unsigned char *out, const __m512i x[], int n,
                                   const struct vaes_bits *over)
{
    GDN_UNROLL
    for (int i = 0; i < n; i++, out += VECTOR) {
        _mm512_storeu_si512(out, vaes_with_bits(x[i], over));
    }
}

/* Write the first `len` bytes, which are fewer than n vectors have. */
TARGET static inline void vaes_put_last(unsigned char *out, size_t len,
                                        const __m512i x[], int n,
                                        const struct vaes_bits *over)
{
    GDN_UNROLL
    for (int i = 0; i < n; i++) {
        if (len < VECTOR) {
            _mm512_mask_storeu_epi8(out, (__mmask64)((UINT64_C(1) << len) - 1),
                                    vaes_with_bits(x[i], over));
            return;
        }
        _mm512_storeu_si512(out, vaes_with_bits(x[i], over));
        out += VECTOR;
        len -= VECTOR;
    }
}

/* Make the head, the first vectors and the round keys. The caller wipes
 * `keys`. */
TARGET static inline __m512i vaes_begin(unsigned char *out, size_t len,
                                        unsigned char head[GDN_CIPHER_HEAD],
                                        __m128i keys[GDN_AES256_ROUNDS + 1],
                                        __m512i counts,
                                        const struct vaes_bits *over)
{
    __m512i x[1 + FIRST];

    gdn_aes256_first_keys(keys, head);
    counts = vaes_count_on(x, 1 + FIRST, counts);
#  define MAKE_AND_USE(i)                                                      \
    if (i >= 2) {                                                              \
      keys[i] = gdn_aes256_next_key(keys[(i)-2], keys[(i)-1], i);              \
    }                                                                          \
    vaes_do_round(x, 1 + FIRST, i, _mm512_broadcast_i32x4(keys[i]));
    EACH_KEY(MAKE_AND_USE)
    _mm512_storeu_si512(head, x[0]);
    if (len < FIRST_LEN) {
        vaes_put_last(out, len, x + 1, FIRST, over);
    } else {
        vaes_put(out, x + 1, FIRST, over);
    }
    return counts;
}

/* Write `n` flights. Not inlined, because with more variables the compiler
 * would spill round keys to memory that is not wiped. */
TARGET GDN_OUT_OF_LINE static __m512i vaes_write_flights(
    unsigned char *out, size_t n, const __m128i keys[], __m512i counts,
    const struct vaes_bits *over)
{
    const struct vaes_bits own = *over;
    __m512i wide[GDN_AES256_ROUNDS + 1];

#  define WIDEN(i) wide[i] = _mm512_broadcast_i32x4(keys[i]);
    EACH_KEY(WIDEN)
    for (; n > 0; n--, out += STRIDE) {
        __m512i x[FLIGHT];

        counts = vaes_count_on(x, FLIGHT, counts);
#  define USE(i) vaes_do_round(x, FLIGHT, i, wide[i]);
        EACH_KEY(USE)
        vaes_put(out, x, FLIGHT, &own);
    }
    return counts;
}

/* Write less than a flight. */
TARGET GDN_OUT_OF_LINE static void vaes_write_last(unsigned char *out,
                                                   size_t len,
                                                   const __m128i keys[],
                                                   __m512i counts,
                                                   const struct vaes_bits *over)
{
    __m512i x[FLIGHT];

    vaes_count_on(x, FLIGHT, counts);
    GDN_UNROLL
    for (int i = 0; i <= GDN_AES256_ROUNDS; i++) {
        vaes_do_round(x, FLIGHT, i, _mm512_broadcast_i32x4(keys[i]));
    }
    vaes_put_last(out, len, x, FLIGHT, over);
}

TARGET void gdn_aes256ctr_vaes512(unsigned char *out, size_t len,
                                  unsigned char head[GDN_CIPHER_HEAD],
                                  const unsigned char start[GDN_CIPHER_START],
                                  const struct gdn_cipher_bits *bits)
{
    const struct vaes_bits over = {vaes_broadcast(bits->clear),
                                   vaes_broadcast(bits->set)};
    const size_t first = len < FIRST_LEN ? len : FIRST_LEN;
    const size_t flights = (len - first) / STRIDE;
    const size_t last = (len - first) % STRIDE;
    __m128i keys[GDN_AES256_ROUNDS + 1];
    __m512i counts = _mm512_add_epi64(vaes_swap_counts(vaes_broadcast(start)),
                                      _mm512_set_epi64(3, 0, 2, 0, 1, 0, 0, 0));

    counts = vaes_begin(out, first, head, keys, counts, &over);
    if (flights > 0) {
        counts = vaes_write_flights(out + first, flights, keys, counts, &over);
    }
    if (last > 0) {
        vaes_write_last(out + first + flights * STRIDE, last, keys, counts,
                        &over);
    }
    gdn_wipe(keys, sizeof keys);
}
#else
GDN_EMPTY_FILE;
#endif
