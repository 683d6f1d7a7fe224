/* SPDX-License-Identifier: MIT */
/* hash.c - blocks, padding and length, which are common to the three hashes. */
#include "hash.h"
#include "../core/memory.h"

#include "../core/bytes.h"

void gdn_hash_init(const struct gdn_hash_algorithm *algorithm,
                   struct gdn_hash *hash)
{
    *hash = (struct gdn_hash){.len = 0};
    memcpy(hash->words, algorithm->initial, sizeof hash->words);
}

void gdn_hash_update(const struct gdn_hash_algorithm *algorithm,
                     struct gdn_hash *hash, const void *piece, size_t len)
{
    const unsigned char *in = piece;
    size_t used = hash->len % GDN_HASH_BLOCK;
    size_t space = GDN_HASH_BLOCK - used;
    gdn_compress_fn *compress = gdn_hash_one(algorithm)->compress;

    if (len == 0) {
        return; /* `piece` may be NULL, which memcpy must not see */
    }
    hash->len += len;
    if (len < space) {
        memcpy(hash->block + used, in, len);
        return;
    }
    if (used > 0) {
        memcpy(hash->block + used, in, space);
        compress(hash->words, hash->block, 1);
        in += space;
        len -= space;
    }
    compress(hash->words, in, len / GDN_HASH_BLOCK);
    memcpy(hash->block, in + len - len % GDN_HASH_BLOCK, len % GDN_HASH_BLOCK);
}

/*
 * Pad a message: a one bit, then zeros, then the length in bits as 8 bytes at
 * the end of a block. RFC 1321 3.1, 3.2 (length little-endian); FIPS 180-4
 * 5.1.1 (big-endian). `last` has the last `used` bytes of the message, at most
 * 119, and then zeros. `len` is the length of the whole message. Return the
 * number of blocks in `last`.
 */
static size_t hash_pad(const struct gdn_hash_algorithm *algorithm,
                       unsigned char last[2 * GDN_HASH_BLOCK], size_t used,
                       uint64_t len)
{
    size_t n_blocks = used + 1 + 8 <= GDN_HASH_BLOCK ? 1 : 2;
    unsigned char *length = last + n_blocks * GDN_HASH_BLOCK - 8;

    last[used] = 0x80;
    if (algorithm->big_endian) {
        gdn_store_be64(length, len << 3);
    } else {
        gdn_store_le64(length, len << 3);
    }
    return n_blocks;
}

/* Write the first n words as the bytes of a digest. */
static void write_words(const struct gdn_hash_algorithm *algorithm,
                        unsigned char *digest, const uint32_t words[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (algorithm->big_endian) {
            gdn_store_be32(digest + 4 * i, words[i]);
        } else {
            gdn_store_le32(digest + 4 * i, words[i]);
        }
    }
}

void gdn_hash_final(const struct gdn_hash_algorithm *algorithm,
                    unsigned char *digest, const struct gdn_hash *hash)
{
    unsigned char last[2 * GDN_HASH_BLOCK] = {0};
    uint32_t words[GDN_HASH_WORDS_MAX];
    size_t used = hash->len % GDN_HASH_BLOCK;

    memcpy(words, hash->words, sizeof words);
    memcpy(last, hash->block, used);
    gdn_hash_one(algorithm)->compress(
        words, last, hash_pad(algorithm, last, used, hash->len));
    write_words(algorithm, digest, words, algorithm->n_words);
}

/*
 * Write sixteen bytes at once. If they were written as two halves, a kernel
 * that loads all sixteen just after would wait. `lo` and `hi` are
 * little-endian.
 */
static void hash_store_halves(unsigned char out[16], uint64_t lo, uint64_t hi)
{
#if defined(__GNUC__) && defined(GDN_LE64)
    typedef uint64_t halves __attribute__((vector_size(16)));
    halves both = {GDN_LE64(lo), GDN_LE64(hi)};

    memcpy(out, &both, sizeof both);
#else
    gdn_store_le64(out, lo);
    gdn_store_le64(out + 8, hi);
#endif
}

/* The `len` < 8 bytes of p, then 0x80, then zeros. The first byte is lowest. */
static uint64_t hash_load_end(const unsigned char *p, size_t len)
{
    uint64_t x = UINT64_C(0x80) << (8 * len);

    if (len >= 4) {
        /* The two loads overlap in equal bits. */
        return x | gdn_load_le32(p) |
               (uint64_t)gdn_load_le32(p + len - 4) << (8 * (len - 4));
    }
    for (size_t i = 0; i < len; i++) {
        x |= (uint64_t)p[i] << (8 * i);
    }
    return x;
}

/* The same for `len` < 16 bytes, in sixteen bytes. */
static void hash_copy_end(unsigned char out[16], const unsigned char *p,
                          size_t len)
{
    if (len < 8) {
        hash_store_halves(out, hash_load_end(p, len), 0);
    } else {
        hash_store_halves(out, gdn_load_le64(p), hash_load_end(p + 8, len - 8));
    }
}

/* Build the one block of a message. */
static void make_block(unsigned char block[GDN_HASH_BLOCK], bool big_endian,
                       const unsigned char prefix[GDN_HASH_PREFIX],
                       const unsigned char *tail, size_t len)
{
    uint64_t before = 0;
    uint64_t bits = ((uint64_t)len + GDN_HASH_PREFIX) << 3;
    unsigned char length[8];

    if (big_endian) {
        gdn_store_be64(length, bits);
    } else {
        gdn_store_le64(length, bits);
    }
    memcpy(block, prefix, 16);
    if (len < 16) {
        hash_copy_end(block + 16, tail, len);
        memset(block + 32, 0, 16);
    } else if (len < 32) {
        memcpy(block + 16, tail, 16);
        hash_copy_end(block + 32, tail + 16, len - 16);
    } else {
        memcpy(block + 16, tail, 32);
        before = hash_load_end(tail + 32, len - 32);
    }
    hash_store_halves(block + 48, before, gdn_load_le64(length));
}

/* Hash a message of one block or two. */
static void digest_short(const struct gdn_hash_algorithm *algorithm,
                         unsigned char out[GDN_HASH_TRUNCATED],
                         const unsigned char prefix[GDN_HASH_PREFIX],
                         const unsigned char *tail, size_t len)
{
    unsigned char blocks[2 * GDN_HASH_BLOCK];
    uint32_t words[GDN_HASH_WORDS_MAX];
    size_t n_blocks = 1;

    if (len <= GDN_HASH_ONE_BLOCK) {
        make_block(blocks, algorithm->big_endian, prefix, tail, len);
    } else {
        size_t used = GDN_HASH_PREFIX + len;

        memcpy(blocks, prefix, GDN_HASH_PREFIX);
        memcpy(blocks + GDN_HASH_PREFIX, tail, len);
        memset(blocks + used, 0, sizeof blocks - used);
        n_blocks = hash_pad(algorithm, blocks, used, used);
    }
    memcpy(words, algorithm->initial, sizeof words);
    gdn_hash_one(algorithm)->compress(words, blocks, n_blocks);
    write_words(algorithm, out, words, GDN_HASH_TRUNCATED / 4);
}

/* Hash a message of any length. */
static void digest_long(const struct gdn_hash_algorithm *algorithm,
                        unsigned char out[GDN_HASH_TRUNCATED],
                        const unsigned char prefix[GDN_HASH_PREFIX],
                        const unsigned char *tail, size_t len)
{
    unsigned char digest[GDN_HASH_DIGEST_MAX];
    struct gdn_hash hash;

    gdn_hash_init(algorithm, &hash);
    gdn_hash_update(algorithm, &hash, prefix, GDN_HASH_PREFIX);
    gdn_hash_update(algorithm, &hash, tail, len);
    gdn_hash_final(algorithm, digest, &hash);
    memcpy(out, digest, GDN_HASH_TRUNCATED);
}

void gdn_hash_digest(const struct gdn_hash_algorithm *algorithm,
                     unsigned char out[GDN_HASH_TRUNCATED],
                     const unsigned char prefix[GDN_HASH_PREFIX],
                     const void *tail, size_t len)
{
    if (len <= GDN_HASH_ONE_BLOCK + GDN_HASH_BLOCK) {
        digest_short(algorithm, out, prefix, tail, len);
    } else {
        digest_long(algorithm, out, prefix, tail, len);
    }
}

void gdn_hash_sequential(const struct gdn_hash_algorithm *algorithm,
                         unsigned char *out,
                         const unsigned char prefix[GDN_HASH_PREFIX],
                         const void *const tails[], const size_t lens[],
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gdn_hash_digest(algorithm, out + i * GDN_HASH_TRUNCATED, prefix,
                        tails[i], lens[i]);
    }
}
