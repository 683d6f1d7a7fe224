/* SPDX-License-Identifier: MIT */
/* Sixteen lanes, with one 32-bit word of each lane in an AVX-512 register: the
 * instructions of a kernel, see lanes_names.h. */
#include "lanes_names.h"

#define LANES 16
#define TARGET                                                                 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2")))

typedef __m512i lanes_word;

#define ROTATE_LEFT(x, by) _mm512_rol_epi32(x, by)
#define SHIFT_RIGHT(x, by) _mm512_srli_epi32(x, by)

TARGET static inline lanes_word every(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}

TARGET static inline lanes_word load(const uint32_t x[LANES])
{
    return _mm512_load_si512(x);
}

TARGET static inline void store(uint32_t x[LANES], lanes_word v)
{
    _mm512_store_si512(x, v);
}

TARGET static inline lanes_word add(lanes_word x, lanes_word y)
{
    return _mm512_add_epi32(x, y);
}

/*
 * Return x, computed before any sum that it is part of. Without this, compilers
 * reorder sums and put the operand that is ready last at the beginning.
 */
TARGET static inline lanes_word early(lanes_word x)
{
    __asm__("" : "+v"(x));
    return x;
}

TARGET static inline lanes_word xor2(lanes_word x, lanes_word y)
{
    return _mm512_xor_si512(x, y);
}

TARGET static inline lanes_word xor3(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm512_ternarylogic_epi32(x, y, z, 0x96);
}

/* The bits of y where x has ones, and those of z where x has zeros. */
TARGET static inline lanes_word choose(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm512_ternarylogic_epi32(x, y, z, 0xca);
}

TARGET static inline lanes_word majority(lanes_word x, lanes_word y,
                                         lanes_word z)
{
    return _mm512_ternarylogic_epi32(x, y, z, 0xe8);
}

/* y ^ (x | ~z). */
TARGET static inline lanes_word md5_i(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm512_ternarylogic_epi32(x, y, z, 0x39);
}

/* x in the lanes of the bits `which`, and `others` in the other lanes. */
TARGET static inline lanes_word replace(lanes_word others, unsigned which,
                                        lanes_word x)
{
    return _mm512_mask_mov_epi32(others, (__mmask16)which, x);
}

/* Transpose the 4 x 4 words in each quarter of four registers. */
TARGET static inline void transpose_4x4(__m512i r[16])
{
    __m512i t[16];

    GDN_UNROLL
    for (size_t i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
    GDN_UNROLL
    for (size_t i = 0; i < 16; i += 4) {
        r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
}

/* Swap the bytes of each word if the hash is big-endian. */
TARGET static inline __m512i in_order(__m512i bytes, bool big_endian)
{
    const __m512i order = _mm512_broadcast_i32x4(
        _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));

    return big_endian ? _mm512_shuffle_epi8(bytes, order) : bytes;
}

/* x[t] = word t of each of the rows r[0] to r[15]. */
TARGET static GDN_INLINE void transpose(lanes_word x[16], __m512i r[16])
{
    transpose_4x4(r);
    /* Quarter q of r[4i + j] has word 4q + j of the rows 4i to 4i + 3. */
    GDN_UNROLL
    for (size_t j = 0; j < 4; j++) {
        __m512i lo01 = _mm512_shuffle_i32x4(r[j], r[4 + j], 0x44);
        __m512i hi01 = _mm512_shuffle_i32x4(r[j], r[4 + j], 0xee);
        __m512i lo23 = _mm512_shuffle_i32x4(r[8 + j], r[12 + j], 0x44);
        __m512i hi23 = _mm512_shuffle_i32x4(r[8 + j], r[12 + j], 0xee);

        x[j] = _mm512_shuffle_i32x4(lo01, lo23, 0x88);
        x[4 + j] = _mm512_shuffle_i32x4(lo01, lo23, 0xdd);
        x[8 + j] = _mm512_shuffle_i32x4(hi01, hi23, 0x88);
        x[12 + j] = _mm512_shuffle_i32x4(hi01, hi23, 0xdd);
    }
}

/* x[t] = word t of every block. */
TARGET static inline void load_blocks(lanes_word x[16],
                                      const unsigned char *const blocks[LANES],
                                      bool big_endian)
{
    __m512i r[16];

    GDN_UNROLL
    for (size_t i = 0; i < LANES; i++) {
        r[i] = in_order(_mm512_loadu_si512(blocks[i]), big_endian);
    }
    transpose(x, r);
}

/* x, with `length` in its last eight bytes if `ends`. */
TARGET static inline __m512i with_length(__m512i x, bool ends, uint64_t length)
{
    return _mm512_mask_set1_epi64(x, ends ? 0x80 : 0, (long long)length);
}

/* `len` bytes of p, at most 63, then 0x80, then zeros. Bytes that the mask
 * leaves out are not read. A masked load from a page that is not mapped is
 * slow, so an empty tail, which may be NULL, is replaced. */
TARGET static inline __m512i load_end(const unsigned char *p, size_t len)
{
    static const unsigned char end[2 * GDN_HASH_BLOCK] = {
        [GDN_HASH_BLOCK] = 0x80,
    };

    return _mm512_mask_loadu_epi8(
        _mm512_loadu_si512(end + GDN_HASH_BLOCK - len),
        _bzhi_u64(UINT64_MAX, (unsigned)len), len > 0 ? p : end);
}

/* Build a block: the prefix, `len` < 48 bytes of p, the padding, and with
 * `ends` the length. */
TARGET static inline void first_block(
    unsigned char block[GDN_HASH_BLOCK],
    const unsigned char prefix[GDN_HASH_PREFIX], const unsigned char *p,
    size_t len, bool ends, uint64_t length)
{
    const __m128i *at = (const __m128i *)(const void *)prefix;
    __m512i x = _mm512_broadcast_i32x4(_mm_loadu_si128(at));

    /* The prefix from the highest quarter, then three quarters of the rest. */
    x = _mm512_alignr_epi32(load_end(p, len), x, 12);
    _mm512_store_si512(block, with_length(x, ends, length));
}

/* Build a block: `len` < 64 bytes of p, the padding, and with `ends` the
 * length.
 */
TARGET static inline void last_block(unsigned char block[GDN_HASH_BLOCK],
                                     const unsigned char *p, size_t len,
                                     bool ends, uint64_t length)
{
    _mm512_store_si512(block, with_length(load_end(p, len), ends, length));
}

/*
 * x[t] = word t of LANES messages of one block each. All have the same prefix
 * in words 0 to 3, so words 4 to 13 come from the tails, and 14 and 15 from the
 * lengths.
 */
TARGET static inline void load_messages(
    lanes_word x[16], unsigned char memory[LANES][GDN_HASH_BLOCK],
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[LANES],
    const size_t lens[LANES], bool big_endian)
{
    _Alignas(64) uint32_t bits[LANES];
    uint32_t first[GDN_HASH_PREFIX / 4];
    __m512i r[16], rest[16];

    (void)memory;
    GDN_UNROLL
    for (size_t i = 0; i < LANES; i++) {
        bits[i] = ((uint32_t)lens[i] + GDN_HASH_PREFIX) << 3;
        r[i] = in_order(load_end(tails[i], lens[i]), big_endian);
    }
    transpose(rest, r);
    memcpy(first, prefix, sizeof first);
    GDN_UNROLL
    for (size_t t = 0; t < 4; t++) {
        x[t] = in_order(every(first[t]), big_endian);
    }
    GDN_UNROLL
    for (size_t t = 4; t < 14; t++) {
        x[t] = rest[t - 4];
    }
    x[14] = big_endian ? every(0) : load(bits);
    x[15] = big_endian ? load(bits) : every(0);
}

/* Write the first four words of each lane as bytes, packed. */
TARGET static inline void store_digests(
    unsigned char out[LANES * GDN_HASH_TRUNCATED], const lanes_word v[4],
    bool big_endian)
{
    __m512i ab_lo = _mm512_unpacklo_epi32(v[0], v[1]);
    __m512i ab_hi = _mm512_unpackhi_epi32(v[0], v[1]);
    __m512i cd_lo = _mm512_unpacklo_epi32(v[2], v[3]);
    __m512i cd_hi = _mm512_unpackhi_epi32(v[2], v[3]);
    /* Quarter q of d0, d1, d2, d3 has the lane 4q, 4q + 1, 4q + 2, 4q + 3. */
    __m512i d0 = _mm512_unpacklo_epi64(ab_lo, cd_lo);
    __m512i d1 = _mm512_unpackhi_epi64(ab_lo, cd_lo);
    __m512i d2 = _mm512_unpacklo_epi64(ab_hi, cd_hi);
    __m512i d3 = _mm512_unpackhi_epi64(ab_hi, cd_hi);
    __m512i d01_lo = _mm512_shuffle_i32x4(d0, d1, 0x44);
    __m512i d01_hi = _mm512_shuffle_i32x4(d0, d1, 0xee);
    __m512i d23_lo = _mm512_shuffle_i32x4(d2, d3, 0x44);
    __m512i d23_hi = _mm512_shuffle_i32x4(d2, d3, 0xee);
    __m512i all[4] = {
        _mm512_shuffle_i32x4(d01_lo, d23_lo, 0x88),
        _mm512_shuffle_i32x4(d01_lo, d23_lo, 0xdd),
        _mm512_shuffle_i32x4(d01_hi, d23_hi, 0x88),
        _mm512_shuffle_i32x4(d01_hi, d23_hi, 0xdd),
    };

    GDN_UNROLL
    for (size_t i = 0; i < 4; i++) {
        _mm512_storeu_si512(out + 64 * i, in_order(all[i], big_endian));
    }
}
