/* SPDX-License-Identifier: MIT */
/* The kernels of the hashes, and their shared constants. */
#ifndef GDN_HASH_KERNELS_H
#define GDN_HASH_KERNELS_H

#include "../core/bytes.h"
#include "hash.h"

GDN_PRIVATE_BEGIN

/* Each exists on its architecture only, see cpu/arch.h. */
gdn_compress_fn gdn_md5_scalar;
gdn_compress_fn gdn_sha1_scalar, gdn_sha1_shani, gdn_sha1_arm;
gdn_compress_fn gdn_sha256_scalar, gdn_sha256_shani, gdn_sha256_arm;
gdn_digests_fn gdn_md5_avx2, gdn_md5_avx512;
gdn_digests_fn gdn_sha1_avx2, gdn_sha1_avx512;
gdn_digests_fn gdn_sha256_avx2, gdn_sha256_avx512;

/* One constant for each step: RFC 1321 3.4, and FIPS 180-4 4.2.2. */
extern const uint32_t gdn_md5_sines[64];
extern const uint32_t gdn_sha256_roots[64];

GDN_PRIVATE_END

/* The length in bits of a message whose tail has `len` bytes, with the bytes in
 * the order in which they end the padding. */
static inline uint64_t gdn_hash_length(size_t len, bool big_endian)
{
    uint64_t bits = ((uint64_t)len + GDN_HASH_PREFIX) << 3;
    unsigned char bytes[sizeof bits];

    if (big_endian) {
        gdn_store_be64(bytes, bits);
    } else {
        gdn_store_le64(bytes, bits);
    }
    memcpy(&bits, bytes, sizeof bits);
    return bits;
}

#endif
