/* SPDX-License-Identifier: MIT */
/* hash.c - what MD5, SHA-1 and SHA-256 share: blocks, padding, length. */
#include "hash.h"

#include "../core/bytes.h"
#include <string.h>

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
    size_t room = GDN_HASH_BLOCK - used;

    if (len == 0) {
        return; /* `piece` may be NULL, which memcpy must not see */
    }
    hash->len += len;
    if (len < room) {
        memcpy(hash->block + used, in, len);
        return;
    }
    if (used > 0) {
        memcpy(hash->block + used, in, room);
        algorithm->compress(hash->words, hash->block, 1);
        in += room;
        len -= room;
    }
    algorithm->compress(hash->words, in, len / GDN_HASH_BLOCK);
    memcpy(hash->block, in + len - len % GDN_HASH_BLOCK, len % GDN_HASH_BLOCK);
}

/*
 * Padding: a one bit, then as few zeros as let the length, 8 bytes of bits, end
 * a block. RFC 1321 3.1, 3.2 (length little-endian); FIPS 180-4 5.1.1
 * (big-endian).
 */
void gdn_hash_final(const struct gdn_hash_algorithm *algorithm,
                    unsigned char *digest, const struct gdn_hash *hash)
{
    unsigned char last[2 * GDN_HASH_BLOCK] = {0};
    uint32_t words[GDN_HASH_WORDS_MAX];
    size_t used = hash->len % GDN_HASH_BLOCK;
    size_t n_blocks = used + 1 + 8 <= GDN_HASH_BLOCK ? 1 : 2;
    unsigned char *length = last + n_blocks * GDN_HASH_BLOCK - 8;

    memcpy(words, hash->words, sizeof words);
    memcpy(last, hash->block, used);
    last[used] = 0x80;
    if (algorithm->big_endian) {
        gdn_store_be64(length, hash->len << 3);
    } else {
        gdn_store_le64(length, hash->len << 3);
    }
    algorithm->compress(words, last, n_blocks);
    for (size_t i = 0; i < algorithm->n_words; i++) {
        if (algorithm->big_endian) {
            gdn_store_be32(digest + 4 * i, words[i]);
        } else {
            gdn_store_le32(digest + 4 * i, words[i]);
        }
    }
}
