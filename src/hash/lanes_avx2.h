/* SPDX-License-Identifier: MIT */
/* Eight lanes, with one 32-bit word of each lane in an AVX2 register: the
 * instructions of a kernel, see lanes_names.h. */
#include "lanes_names.h"

#define LANES  8
#define TARGET __attribute__((target("avx2,bmi,bmi2")))

typedef __m256i lanes_word;

#define ROTATE_LEFT(x, by)                                                     \
  _mm256_or_si256(_mm256_slli_epi32(x, by), _mm256_srli_epi32(x, 32 - (by)))
#define SHIFT_RIGHT(x, by) _mm256_srli_epi32(x, by)

TARGET static inline lanes_word every(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

TARGET static inline lanes_word load(const uint32_t x[LANES])
{
    return _mm256_load_si256((const __m256i *)(const void *)x);
}

TARGET static inline void store(uint32_t x[LANES], lanes_word v)
{
    _mm256_store_si256((__m256i *)(void *)x, v);
}

TARGET static inline lanes_word add(lanes_word x, lanes_word y)
{
    return _mm256_add_epi32(x, y);
}

/*
 * Return x, computed before any sum that it is part of. Without this, compilers
 * reorder sums and put the operand that is ready last at the beginning.
 */
TARGET static inline lanes_word early(lanes_word x)
{
    __asm__("" : "+x"(x));
    return x;
}

TARGET static inline lanes_word xor2(lanes_word x, lanes_word y)
{
    return _mm256_xor_si256(x, y);
}

TARGET static inline lanes_word xor3(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm256_xor_si256(x, _mm256_xor_si256(y, z));
}

/* The bits of y where x has ones, and those of z where x has zeros. */
TARGET static inline lanes_word choose(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm256_xor_si256(z, _mm256_and_si256(x, _mm256_xor_si256(y, z)));
}

TARGET static inline lanes_word majority(lanes_word x, lanes_word y,
                                         lanes_word z)
{
    return _mm256_or_si256(_mm256_and_si256(x, y),
                           _mm256_and_si256(z, _mm256_or_si256(x, y)));
}

/* y ^ (x | ~z). */
TARGET static inline lanes_word md5_i(lanes_word x, lanes_word y, lanes_word z)
{
    return _mm256_xor_si256(
        y, _mm256_or_si256(x, _mm256_xor_si256(z, every(0xffffffff))));
}

/* x in the lanes of the bits `which`, and `others` in the other lanes. */
TARGET static inline lanes_word replace(lanes_word others, unsigned which,
                                        lanes_word x)
{
    const __m256i bits = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    __m256i chosen =
        _mm256_cmpeq_epi32(_mm256_and_si256(every(which), bits), bits);

    /* Not blendv: gcc 12 with -funsigned-char would replace no lane. */
    return choose(chosen, x, others);
}

/* Swap the bytes of each word if the hash is big-endian. */
TARGET static inline __m256i in_order(__m256i bytes, bool big_endian)
{
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));

    return big_endian ? _mm256_shuffle_epi8(bytes, order) : bytes;
}

/* x[t] = word t of the half block at `offset`: 8 x 8 words, transposed. */
TARGET static inline void load_half(lanes_word x[8],
                                    const unsigned char *const blocks[LANES],
                                    size_t offset, bool big_endian)
{
    __m256i r[8], t[8];

    GDN_UNROLL
    for (size_t i = 0; i < 8; i++) {
        const void *at = blocks[i] + offset;

        r[i] = in_order(_mm256_loadu_si256((const __m256i *)at), big_endian);
    }
    GDN_UNROLL
    for (size_t i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
    GDN_UNROLL
    for (size_t i = 0; i < 8; i += 4) {
        r[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    /* Half h of r[4i + j] has word 4h + j of the blocks 4i to 4i + 3. */
    GDN_UNROLL
    for (size_t j = 0; j < 4; j++) {
        x[j] = _mm256_permute2x128_si256(r[j], r[4 + j], 0x20);
        x[4 + j] = _mm256_permute2x128_si256(r[j], r[4 + j], 0x31);
    }
}

/* x[t] = word t of every block. */
TARGET static inline void load_blocks(lanes_word x[16],
                                      const unsigned char *const blocks[LANES],
                                      bool big_endian)
{
    load_half(x, blocks, 0, big_endian);
    load_half(x + 8, blocks, GDN_HASH_BLOCK / 2, big_endian);
}

/* Write from `at` on: `len` bytes of p and the padding, which fit, and with
 * `ends` the length at the end of the block. */
TARGET static inline void copy_end(unsigned char block[GDN_HASH_BLOCK],
                                   size_t at, const unsigned char *p,
                                   size_t len, bool ends, uint64_t length)
{
    memset(block + at, 0, GDN_HASH_BLOCK - at);
    if (len > 0) { /* `p` may be NULL, which memcpy must not see */
        memcpy(block + at, p, len);
    }
    block[at + len] = 0x80;
    if (ends) {
        memcpy(block + GDN_HASH_BLOCK - sizeof length, &length, sizeof length);
    }
}

/* Build a block: the prefix, `len` < 48 bytes of p, the padding, and with
 * `ends` the length. */
TARGET static inline void first_block(
    unsigned char block[GDN_HASH_BLOCK],
    const unsigned char prefix[GDN_HASH_PREFIX], const unsigned char *p,
    size_t len, bool ends, uint64_t length)
{
    memcpy(block, prefix, GDN_HASH_PREFIX);
    copy_end(block, GDN_HASH_PREFIX, p, len, ends, length);
}

/* Build a block: `len` < 64 bytes of p, the padding, and with `ends` the
 * length.
 */
TARGET static inline void last_block(unsigned char block[GDN_HASH_BLOCK],
                                     const unsigned char *p, size_t len,
                                     bool ends, uint64_t length)
{
    copy_end(block, 0, p, len, ends, length);
}

/* x[t] = word t of LANES messages of one block each, built in `memory`. */
TARGET static inline void load_messages(
    lanes_word x[16], unsigned char memory[LANES][GDN_HASH_BLOCK],
    const unsigned char prefix[GDN_HASH_PREFIX], const void *const tails[LANES],
    const size_t lens[LANES], bool big_endian)
{
    const unsigned char *blocks[LANES];

    for (size_t i = 0; i < LANES; i++) {
        first_block(memory[i], prefix, tails[i], lens[i], true,
                    gdn_hash_length(lens[i], big_endian));
        blocks[i] = memory[i];
    }
    load_blocks(x, blocks, big_endian);
}

/* Write the first four words of each lane as bytes, packed. */
TARGET static inline void store_digests(
    unsigned char out[LANES * GDN_HASH_TRUNCATED], const lanes_word v[4],
    bool big_endian)
{
    __m256i ab_lo = _mm256_unpacklo_epi32(v[0], v[1]);
    __m256i ab_hi = _mm256_unpackhi_epi32(v[0], v[1]);
    __m256i cd_lo = _mm256_unpacklo_epi32(v[2], v[3]);
    __m256i cd_hi = _mm256_unpackhi_epi32(v[2], v[3]);
    /* Half h of d0, d1, d2, d3 has the lane 4h, 4h + 1, 4h + 2, 4h + 3. */
    __m256i d0 = _mm256_unpacklo_epi64(ab_lo, cd_lo);
    __m256i d1 = _mm256_unpackhi_epi64(ab_lo, cd_lo);
    __m256i d2 = _mm256_unpacklo_epi64(ab_hi, cd_hi);
    __m256i d3 = _mm256_unpackhi_epi64(ab_hi, cd_hi);
    __m256i all[4] = {
        _mm256_permute2x128_si256(d0, d1, 0x20),
        _mm256_permute2x128_si256(d2, d3, 0x20),
        _mm256_permute2x128_si256(d0, d1, 0x31),
        _mm256_permute2x128_si256(d2, d3, 0x31),
    };

    GDN_UNROLL
    for (size_t i = 0; i < 4; i++) {
        void *at = out + 32 * i;

        _mm256_storeu_si256((__m256i *)at, in_order(all[i], big_endian));
    }
}
