/* SPDX-License-Identifier: MIT */
/* MD5, SHA-1 and SHA-256 behind one interface. */
#ifndef GDN_HASH_HASH_H
#define GDN_HASH_HASH_H

#include "../core/private.h"
#include "../cpu/pick.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GDN_HASH_BLOCK      64 /* bytes of one compression */
#define GDN_HASH_WORDS_MAX  8  /* SHA-256 */
#define GDN_HASH_DIGEST_MAX 32 /* SHA-256 */
#define GDN_HASH_PREFIX     16 /* bytes that all messages have in common */
#define GDN_HASH_TRUNCATED  16 /* bytes of a truncated digest */

/* A block has space for the padding and the length behind this many bytes. */
#define GDN_HASH_LAST_MAX (GDN_HASH_BLOCK - 1 - 8)
/* A message is one block if its tail has at most this many bytes. */
#define GDN_HASH_ONE_BLOCK (GDN_HASH_LAST_MAX - GDN_HASH_PREFIX)

/* One of the three hashes. */
struct gdn_hash_algorithm;

/* Absorb n blocks, packed, at any alignment; n may be 0. */
typedef void gdn_compress_fn(uint32_t words[], const unsigned char *blocks,
                             size_t n);

/*
 * Write the digests of n messages with the same prefix, each truncated to
 * GDN_HASH_TRUNCATED bytes.
 *
 *   out     out  n x 16 bytes, packed, any alignment; overlaps no input
 *   prefix  in   the first 16 bytes of every message
 *   tails   in   the rest of each message; NULL is valid if the length is 0
 *   lens    in   the bytes of each tail, at most 2^61 - 17
 *   n       in   0 writes nothing
 */
typedef void gdn_digests_fn(const struct gdn_hash_algorithm *algorithm,
                            unsigned char *out,
                            const unsigned char prefix[GDN_HASH_PREFIX],
                            const void *const tails[], const size_t lens[],
                            size_t n);

/* Rows of the tables. The kernels of one hash give the same bytes. */
struct gdn_compress_kernel {
    const char *name; /* the hash, '_', the kernel */
    unsigned needs;
    gdn_compress_fn *compress;
};

struct gdn_digests_kernel {
    const char *name;
    unsigned needs;
    gdn_digests_fn *digests;
};

/*
 * The differences between the three hashes. All use the Merkle-Damgard
 * construction: words of state absorb blocks of 64 bytes, the padding ends in
 * the length in bits as a 64-bit number, and the digest is the words of state.
 */
struct gdn_hash_algorithm {
    uint32_t initial[GDN_HASH_WORDS_MAX];
    unsigned n_words; /* of state: the digest has 4 * n_words bytes */
    bool big_endian;  /* the order of bytes in the length and the digest */
    /* The rows that a processor of this build may get, best first. */
    const struct gdn_compress_kernel *compress;
    const struct gdn_digests_kernel *digests;
    size_t n_compress, n_digests;
    struct gdn_pick *compress_pick, *digests_pick;
};

GDN_PRIVATE_BEGIN

extern const struct gdn_hash_algorithm gdn_md5, gdn_sha1, gdn_sha256;

/* The rows that this processor gets, for one message and for many. Threads:
 * any.
 */
static inline const struct gdn_compress_kernel *gdn_hash_one(
    const struct gdn_hash_algorithm *algorithm)
{
    return gdn_pick(algorithm->compress_pick);
}

static inline const struct gdn_digests_kernel *gdn_hash_many(
    const struct gdn_hash_algorithm *algorithm)
{
    return gdn_pick(algorithm->digests_pick);
}

/* The best kernel of this processor for many messages. Threads: any. */
gdn_digests_fn gdn_hash_digests;

/* Hash one message after another by the kernel for one; for any hash. */
gdn_digests_fn gdn_hash_sequential;

/* The digest of one message. `out` is written last, so it may be an input. */
void gdn_hash_digest(const struct gdn_hash_algorithm *algorithm,
                     unsigned char out[GDN_HASH_TRUNCATED],
                     const unsigned char prefix[GDN_HASH_PREFIX],
                     const void *tail, size_t len);

/* A message so far. It has no pointer, so it may be copied by assignment. */
struct gdn_hash {
    uint32_t words[GDN_HASH_WORDS_MAX];
    uint64_t len; /* bytes, at most 2^61 - 1: the padding counts bits */
    unsigned char block[GDN_HASH_BLOCK]; /* the last len % 64 bytes */
};

/* The empty message. */
void gdn_hash_init(const struct gdn_hash_algorithm *algorithm,
                   struct gdn_hash *hash);

/* Append `len` bytes. `piece` may be NULL if len is 0. */
void gdn_hash_update(const struct gdn_hash_algorithm *algorithm,
                     struct gdn_hash *hash, const void *piece, size_t len);

/* Write the digest of the message so far, 4 * n_words bytes. `hash` stays as it
 * is, so more may be appended. */
void gdn_hash_final(const struct gdn_hash_algorithm *algorithm,
                    unsigned char *digest, const struct gdn_hash *hash);

GDN_PRIVATE_END

/* `by` is 1 to 31. */
static inline uint32_t gdn_rotate_left(uint32_t x, unsigned by)
{
    return x << by | x >> (32 - by);
}

#endif
