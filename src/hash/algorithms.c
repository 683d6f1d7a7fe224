/* SPDX-License-Identifier: MIT */
/* algorithms.c - the three hashes and the tables of their kernels. */
#include "kernels.h"

#define N_ROWS(table) (sizeof(table) / sizeof(table)[0])

/* --------------------------------------------------------------------- MD5 */

static const struct gdn_compress_kernel md5_compress[] = {
    {"md5_scalar", 0, gdn_md5_scalar},
};
static const struct gdn_digests_kernel md5_digests[] = {
#if GDN_ARCH_X86_64
    {"md5_avx512", GDN_CPU_AVX512, gdn_md5_avx512},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512)
    {"md5_avx2", GDN_CPU_AVX2, gdn_md5_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"md5_sequential", 0, gdn_hash_sequential},
#endif
};
static struct gdn_pick md5_compress_pick = GDN_PICK(md5_compress);
static struct gdn_pick md5_digests_pick = GDN_PICK(md5_digests);

/* RFC 1321 3.3: the bytes 01 23 .. ef, then fe dc .. 10, as little-endian
 * words. */
const struct gdn_hash_algorithm gdn_md5 = {
    .initial = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
    .n_words = 4,
    .big_endian = false,
    .compress = md5_compress,
    .digests = md5_digests,
    .n_compress = N_ROWS(md5_compress),
    .n_digests = N_ROWS(md5_digests),
    .compress_pick = &md5_compress_pick,
    .digests_pick = &md5_digests_pick,
};

/* ------------------------------------------------------------------- SHA-1 */

static const struct gdn_compress_kernel sha1_compress[] = {
#if GDN_ARCH_X86_64
    {"sha1_shani", GDN_CPU_SHA, gdn_sha1_shani},
#endif
#if GDN_ARCH_ARM64_SHA
    {"sha1_arm", GDN_CPU_SHA, gdn_sha1_arm},
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_SHA)
    {"sha1_scalar", 0, gdn_sha1_scalar},
#endif
};
/* Eight lanes are faster than SHA instructions for one message after
 * another. */
static const struct gdn_digests_kernel sha1_digests[] = {
#if GDN_ARCH_X86_64
    {"sha1_avx512", GDN_CPU_AVX512, gdn_sha1_avx512},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512)
    {"sha1_avx2", GDN_CPU_AVX2, gdn_sha1_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"sha1_sequential", 0, gdn_hash_sequential},
#endif
};
static struct gdn_pick sha1_compress_pick = GDN_PICK(sha1_compress);
static struct gdn_pick sha1_digests_pick = GDN_PICK(sha1_digests);

/* FIPS 180-4 5.3.1: the bytes 01 23 .. ef, fe dc .. 10, f0 e1 d2 c3 read
 * little-endian. */
const struct gdn_hash_algorithm gdn_sha1 = {
    .initial = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
    .n_words = 5,
    .big_endian = true,
    .compress = sha1_compress,
    .digests = sha1_digests,
    .n_compress = N_ROWS(sha1_compress),
    .n_digests = N_ROWS(sha1_digests),
    .compress_pick = &sha1_compress_pick,
    .digests_pick = &sha1_digests_pick,
};

/* ----------------------------------------------------------------- SHA-256 */

static const struct gdn_compress_kernel sha256_compress[] = {
#if GDN_ARCH_X86_64
    {"sha256_shani", GDN_CPU_SHA, gdn_sha256_shani},
#endif
#if GDN_ARCH_ARM64_SHA
    {"sha256_arm", GDN_CPU_SHA, gdn_sha256_arm},
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_SHA)
    {"sha256_scalar", 0, gdn_sha256_scalar},
#endif
};
/* Sixteen lanes are faster than SHA instructions for one message after another,
 * eight lanes are slower. */
static const struct gdn_digests_kernel sha256_digests[] = {
#if GDN_ARCH_X86_64
    {"sha256_avx512", GDN_CPU_AVX512, gdn_sha256_avx512},
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512)
    {"sha256_sequential_shani", GDN_CPU_SHA, gdn_hash_sequential},
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX512) && !GDN_CPU_ALWAYS(GDN_CPU_SHA)
    {"sha256_avx2", GDN_CPU_AVX2, gdn_sha256_avx2},
#  endif
#endif
#if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    {"sha256_sequential", 0, gdn_hash_sequential},
#endif
};
static struct gdn_pick sha256_compress_pick = GDN_PICK(sha256_compress);
static struct gdn_pick sha256_digests_pick = GDN_PICK(sha256_digests);

/* FIPS 180-4 5.3.3: the first 32 bits of the fractional parts of the square
 * roots of the first 8 primes, floor(2^32 * sqrt(p)) mod 2^32. */
const struct gdn_hash_algorithm gdn_sha256 = {
    .initial = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
    .n_words = 8,
    .big_endian = true,
    .compress = sha256_compress,
    .digests = sha256_digests,
    .n_compress = N_ROWS(sha256_compress),
    .n_digests = N_ROWS(sha256_digests),
    .compress_pick = &sha256_compress_pick,
    .digests_pick = &sha256_digests_pick,
};

void gdn_hash_digests(const struct gdn_hash_algorithm *algorithm,
                      unsigned char *out,
                      const unsigned char prefix[GDN_HASH_PREFIX],
                      const void *const tails[], const size_t lens[], size_t n)
{
    gdn_hash_many(algorithm)->digests(algorithm, out, prefix, tails, lens, n);
}
