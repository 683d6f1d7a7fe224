/* SPDX-License-Identifier: MIT */
/* MD5, SHA-1 and SHA-256 behind one interface. */
#ifndef GDN_HASH_HASH_H
#define GDN_HASH_HASH_H

#include "../core/private.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GDN_HASH_BLOCK      64 /* bytes that one compression takes */
#define GDN_HASH_WORDS_MAX  8  /* SHA-256 */
#define GDN_HASH_DIGEST_MAX 32 /* SHA-256 */

/*
 * What tells the three apart. All are one construction (Merkle-Damgard): words
 * of state that absorb blocks of 64 bytes, padding that ends in the length in
 * bits as a 64-bit number, and a digest that is the words themselves.
 */
struct gdn_hash_algorithm {
    uint32_t initial[GDN_HASH_WORDS_MAX];
    unsigned n_words; /* of state: the digest has 4 * n_words bytes */
    bool big_endian;  /* the order of bytes in the length and the digest */
    /* Absorb n blocks, packed, at any alignment; n may be 0. */
    void (*compress)(uint32_t words[], const unsigned char *blocks, size_t n);
};

GDN_PRIVATE_BEGIN

extern const struct gdn_hash_algorithm gdn_md5, gdn_sha1, gdn_sha256;

/* A message so far. It holds no pointer and may be copied by assignment. */
struct gdn_hash {
    uint32_t words[GDN_HASH_WORDS_MAX];
    uint64_t len; /* bytes, at most 2^61 - 1: the padding counts bits */
    unsigned char block[GDN_HASH_BLOCK]; /* its last len % 64 bytes */
};

/* The empty message. */
void gdn_hash_init(const struct gdn_hash_algorithm *algorithm,
                   struct gdn_hash *hash);

/* Append `len` bytes; `piece` may be NULL where len is 0. */
void gdn_hash_update(const struct gdn_hash_algorithm *algorithm,
                     struct gdn_hash *hash, const void *piece, size_t len);

/* The digest of the message so far, 4 * n_words bytes. `hash` may go on. */
void gdn_hash_final(const struct gdn_hash_algorithm *algorithm,
                    unsigned char *digest, const struct gdn_hash *hash);

GDN_PRIVATE_END

/* `by` is 1 .. 31. */
static inline uint32_t gdn_rotate_left(uint32_t x, unsigned by)
{
    return x << by | x >> (32 - by);
}

#endif
