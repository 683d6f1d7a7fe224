/* SPDX-License-Identifier: MIT */
/*
 * blake2s_avx512.c - BLAKE2s of sixteen messages at a time with AVX-512
 *
 * Needs   AVX-512 F, BW, DQ, VL, BMI2 and OS-saved ZMM state;
 *         src/cpu/x86.c checks them.
 * Shapes  as gdn_blake2s_fn.
 * Bounds  reads of a message end at its last byte, exactly.
 * Idea    one message in each lane. One or two messages go one by one: the
 *         state's four rows of four words are four registers, so each step is
 *         done for four columns, and then for four diagonals, at once. The
 *         message is one register, and each round puts its words in order.
 * Reference blake2s_scalar.c defines the result; test_blake2s.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL     blake2s_avx512
#  define SERIAL     blake2s_rows
#  define SERIAL_MAX 2
#  include "../hash/lanes_avx512.h"
#  include "blake2s_block.h"

struct blake2s_rows {
    __m128i a, b, c, d;
};

/* Half of the step G (RFC 7693, 3.1) for four columns, each with its word of the
 * message. The rotations are constants after inlining. */
TARGET static inline void blake2s_half_steps(struct blake2s_rows *v,
                                             __m128i words, const int by_d,
                                             const int by_b)
{
    v->a = _mm_add_epi32(_mm_add_epi32(v->a, words), v->b);
    v->d = _mm_xor_si128(v->d, v->a);
    v->d = by_d == 16 ? _mm_ror_epi32(v->d, 16) : _mm_ror_epi32(v->d, 8);
    v->c = _mm_add_epi32(v->c, v->d);
    v->b = _mm_xor_si128(v->b, v->c);
    v->b = by_b == 12 ? _mm_ror_epi32(v->b, 12) : _mm_ror_epi32(v->b, 7);
}

/* A round: steps for the columns, then for the diagonals. Each half of a step ends
 * with row b, so the other rows are turned beneath it meanwhile: then no step waits for
 * a turn. `order` says which words of the message the four halves take. */
TARGET static inline void blake2s_row_round(struct blake2s_rows *v,
                                            __m512i message, __m512i order)
{
    const __m512i words = _mm512_permutexvar_epi32(order, message);

    blake2s_half_steps(v, _mm512_castsi512_si128(words), 16, 12);
    blake2s_half_steps(v, _mm512_extracti32x4_epi32(words, 1), 8, 7);
    v->a = _mm_shuffle_epi32(v->a, _MM_SHUFFLE(2, 1, 0, 3));
    v->c = _mm_shuffle_epi32(v->c, _MM_SHUFFLE(0, 3, 2, 1));
    v->d = _mm_shuffle_epi32(v->d, _MM_SHUFFLE(1, 0, 3, 2));
    blake2s_half_steps(v, _mm512_extracti32x4_epi32(words, 2), 16, 12);
    blake2s_half_steps(v, _mm512_extracti32x4_epi32(words, 3), 8, 7);
    v->a = _mm_shuffle_epi32(v->a, _MM_SHUFFLE(0, 3, 2, 1));
    v->c = _mm_shuffle_epi32(v->c, _MM_SHUFFLE(2, 1, 0, 3));
    v->d = _mm_shuffle_epi32(v->d, _MM_SHUFFLE(1, 0, 3, 2));
}

/* The first `len` bytes at `from`, at most a block, and zeros behind them. Reads no
 * other byte, and none if len is 0. */
TARGET static inline __m512i blake2s_row_bytes(const unsigned char *from,
                                               size_t len)
{
    return _mm512_maskz_loadu_epi8(
        len < GDN_BLAKE2S_BLOCK ? (UINT64_C(1) << len) - 1 : UINT64_MAX, from);
}

/* Block number b of message i, as gdn_blake2s_block. It is put together in registers,
 * because a processor waits when it loads a whole that was just stored in pieces; the
 * head too was stored as two words. */
TARGET static inline __m512i blake2s_row_block(
    const struct gdn_blake2s_messages *messages, size_t i, size_t b)
{
    const unsigned char *head = messages->heads + i * GDN_BLAKE2S_HEAD;
    const unsigned char *data = messages->data;
    size_t from;

    if (b == 0) {
        size_t len = messages->len < GDN_BLAKE2S_FIRST ? messages->len
                                                       : GDN_BLAKE2S_FIRST;
        __m512i block = _mm512_setzero_si512();
        uint64_t words[2];

        if (len > 0) { /* `data` may be NULL, which takes no offset */
            block = blake2s_row_bytes(data + i * messages->stride, len);
        }
        memcpy(&words[0], head, 8);
        memcpy(&words[1], head + 8, 8);
        block = _mm512_shuffle_i32x4(block, block, _MM_SHUFFLE(2, 1, 0, 0));
        return _mm512_inserti32x4(
            block, _mm_set_epi64x((long long)words[1], (long long)words[0]), 0);
    }
    from = b * GDN_BLAKE2S_BLOCK - GDN_BLAKE2S_HEAD;
    return blake2s_row_bytes(data + i * messages->stride + from,
                             messages->len - from);
}

/* Absorb a block, see blake2s_compress. */
TARGET static inline void blake2s_rows_compress(__m128i h[2], __m512i message,
                                                uint64_t count, bool last)
{
    static const uint32_t iv[] = GDN_BLAKE2S_IV;
    struct blake2s_rows v = {
        h[0], h[1], _mm_loadu_si128((const __m128i *)(const void *)iv),
        _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)(iv + 4)),
                      _mm_set_epi64x(last ? UINT32_MAX : 0, (long long)count))};

#  define ROW_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12,     \
                    s13, s14, s15)                                             \
    blake2s_row_round(&v, message,                                             \
                      _mm512_setr_epi32(s0, s2, s4, s6, s1, s3, s5, s7, s14,   \
                                        s8, s10, s12, s15, s9, s11, s13))
    GDN_BLAKE2S_ROUNDS(ROW_ROUND);
    h[0] = _mm_xor_si128(h[0], _mm_xor_si128(v.a, v.c));
    h[1] = _mm_xor_si128(h[1], _mm_xor_si128(v.b, v.d));
}

TARGET static void blake2s_rows(unsigned char *out,
                                const uint32_t keyed[GDN_BLAKE2S_WORDS],
                                const struct gdn_blake2s_messages *messages,
                                size_t n)
{
    const size_t n_blocks = gdn_blake2s_blocks(messages->len);

    for (size_t i = 0; i < n; i++) {
        __m128i h[2] = {
            _mm_loadu_si128((const __m128i *)(const void *)keyed),
            _mm_loadu_si128((const __m128i *)(const void *)(keyed + 4))};

        for (size_t b = 0; b < n_blocks; b++) {
            blake2s_rows_compress(h, blake2s_row_block(messages, i, b),
                                  gdn_blake2s_count(messages->len, b),
                                  b + 1 == n_blocks);
        }
        _mm_storeu_si128((__m128i *)(void *)(out + GDN_BLAKE2S_OUT * i), h[0]);
    }
}

#  define RIGHT_16(x) ROTATE_LEFT(x, 16)
#  define RIGHT_12(x) ROTATE_LEFT(x, 20)
#  define RIGHT_8(x)  ROTATE_LEFT(x, 24)
#  define RIGHT_7(x)  ROTATE_LEFT(x, 25)
#  include "blake2s_lanes.h"
#else
GDN_EMPTY_FILE;
#endif
