/* SPDX-License-Identifier: MIT */
/* Sixteen lanes, one 32-bit word of each in an AVX-512 register: what the
 * rounds of the hashes and lanes.h are written in. */
#ifndef GDN_HASH_LANES_AVX512_H
#define GDN_HASH_LANES_AVX512_H

#include "kernels.h"

#include <immintrin.h>
#include <string.h>

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
 * x, known to be made before what it is added to: compilers that add in another
 * order put what comes last, and all wait for, at the beginning of a sum.
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

/* y or z by the bits of x. */
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

/* The lanes of `which` get x, the others keep `others`. */
TARGET static inline lanes_word replace(lanes_word others, unsigned which,
                                        lanes_word x)
{
    return _mm512_mask_mov_epi32(others, (__mmask16)which, x);
}

/* Rows of words to columns within each four of sixteen. */
TARGET static inline void turn_fours(__m512i r[16])
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

/* Words as a hash reads them, or writes them. */
TARGET static inline __m512i in_order(__m512i bytes, bool big_endian)
{
    const __m512i order = _mm512_broadcast_i32x4(
        _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));

    return big_endian ? _mm512_shuffle_epi8(bytes, order) : bytes;
}

/* r[0 .. 15], each four words of four, to x[t] = word t of every one. */
TARGET static inline void turn(lanes_word x[16], __m512i r[16])
{
    turn_fours(r);
    /* Now quarter q of r[4i + j] has word 4q + j of the rows 4i .. 4i + 3. */
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
    turn(x, r);
}

/* x, with `length` in its last eight bytes if it is to be `there`. */
TARGET static inline __m512i with_length(__m512i x, bool there, uint64_t length)
{
    return _mm512_mask_set1_epi64(x, there ? 0x80 : 0, (long long)length);
}

/* `len` bytes, at most 63, one of 0x80, and zeros. What the mask leaves out is
 * not read, whatever page it is on; but a page that is not there takes long, so
 * that an empty tail, which may be NULL, is not asked for. */
TARGET static inline __m512i load_end(const unsigned char *p, size_t len)
{
    static const unsigned char end[2 * GDN_HASH_BLOCK] = {
        [GDN_HASH_BLOCK] = 0x80,
    };

    return _mm512_mask_loadu_epi8(
        _mm512_loadu_si512(end + GDN_HASH_BLOCK - len),
        _bzhi_u64(UINT64_MAX, (unsigned)len), len > 0 ? p : end);
}

/* Sixteen bytes, `len` < 48 bytes, the padding; the length if it is `there`. */
TARGET static inline void first_block(
    unsigned char block[GDN_HASH_BLOCK],
    const unsigned char prefix[GDN_HASH_PREFIX], const unsigned char *p,
    size_t len, bool there, uint64_t length)
{
    const __m128i *at = (const __m128i *)(const void *)prefix;
    __m512i x = _mm512_broadcast_i32x4(_mm_loadu_si128(at));

    /* The prefix from the highest quarter, then three quarters of the rest. */
    x = _mm512_alignr_epi32(load_end(p, len), x, 12);
    _mm512_store_si512(block, with_length(x, there, length));
}

/* `len` < 64 bytes, the padding; the length if it is `there`. */
TARGET static inline void last_block(unsigned char block[GDN_HASH_BLOCK],
                                     const unsigned char *p, size_t len,
                                     bool there, uint64_t length)
{
    _mm512_store_si512(block, with_length(load_end(p, len), there, length));
}

/*
 * x[t] = word t of messages that are one block each: the prefix is the same in
 * all, so that ten words are of the tails, and two of the lengths.
 */
TARGET static inline void load_short(
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
    turn(rest, r);
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

/* Each lane's first four words, as bytes, packed. */
TARGET static inline void store_digests(
    unsigned char out[LANES * GDN_HASH_TRUNCATED], const lanes_word v[4],
    bool big_endian)
{
    __m512i ab_lo = _mm512_unpacklo_epi32(v[0], v[1]);
    __m512i ab_hi = _mm512_unpackhi_epi32(v[0], v[1]);
    __m512i cd_lo = _mm512_unpacklo_epi32(v[2], v[3]);
    __m512i cd_hi = _mm512_unpackhi_epi32(v[2], v[3]);
    /* Quarter q has the lane 4q, 4q + 1, 4q + 2, 4q + 3. */
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

#endif
