/* SPDX-License-Identifier: MIT */
/*
 * blake2s_avx2.c - BLAKE2s of eight messages at a time with AVX2
 *
 * Needs   AVX2, BMI2 and OS-saved YMM state; src/cpu/x86.c checks them.
 * Shapes  as gdn_blake2s_fn.
 * Bounds  reads of a message end at its last byte, exactly.
 * Idea    one message in each lane. Rotations by 16 and by 8 move bytes.
 * Reference blake2s_scalar.c defines the result; test_blake2s.c holds both
 *         equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  define KERNEL     blake2s_avx2
#  define SERIAL     gdn_blake2s_scalar
#  define SERIAL_MAX 2
#  include "../hash/lanes_avx2.h"

/* Rotate each word right by `by` / 8 bytes. */
TARGET static inline __m256i blake2s_avx2_right_bytes(__m256i x, int by)
{
    const __m256i two = _mm256_broadcastsi128_si256(
        _mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2));
    const __m256i one = _mm256_broadcastsi128_si256(
        _mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1));

    return _mm256_shuffle_epi8(x, by == 16 ? two : one);
}

#  define RIGHT_16(x) blake2s_avx2_right_bytes(x, 16)
#  define RIGHT_12(x) ROTATE_LEFT(x, 20)
#  define RIGHT_8(x)  blake2s_avx2_right_bytes(x, 8)
#  define RIGHT_7(x)  ROTATE_LEFT(x, 25)
#  include "blake2s_lanes.h"
#else
GDN_EMPTY_FILE;
#endif
