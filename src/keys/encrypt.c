/* SPDX-License-Identifier: MIT */
/* encrypt.c - version 7 ids whose 122 bits a keyed permutation hides. */
#include "../core/layout.h"
#include "../core/wipe.h"
#include "key.h"

/*
 * A balanced Feistel network of ten rounds over two halves of 61 bits (Luby and
 * Rackoff 1988). Round i replaces (left, right) by (right, left ^ F(i, right)).
 * F is the first 61 bits of the digest of BLAKE2s, and the message is
 *
 *   "crypt/1"  7 bytes of ASCII: this construction, edition 1
 *   i          1 byte, 0 to 9
 *   right      8 bytes, big-endian
 *
 * The left half begins with the time. Only the bits of version and variant are
 * left out. The construction never changes.
 */
#define CRYPT_LABEL  "crypt/1"
#define CRYPT_ROUNDS 10
#define CRYPT_HALF   (UINT64_MAX >> 3)

/* How many ids go through a round together. */
#define CRYPT_BLOCK 64

struct crypt_halves {
    uint64_t left, right;
};

static inline struct crypt_halves crypt_split(const guidon_id *id)
{
    const uint64_t hi = gdn_load_be64(id->bytes);
    const uint64_t lo = gdn_load_be64(id->bytes + 8);
    const uint64_t first = (hi >> 16) << 12 | (hi & 0xfff); /* 60 bits */

    return (struct crypt_halves){first << 1 | (lo >> 61 & 1), lo & CRYPT_HALF};
}

static inline void crypt_join(guidon_id *out, unsigned version,
                              struct crypt_halves x)
{
    const uint64_t first = x.left >> 1;

    gdn_put_words(out, version, first >> 12 << 16 | (first & 0xfff),
                  x.left << 61 | x.right);
}

/* Write F(i, x) of each id as the first eight bytes of its digest. */
static void crypt_function(unsigned char digests[], const struct gdn_key *key,
                           unsigned i, const struct crypt_halves x[], size_t n,
                           bool of_right)
{
    unsigned char heads[CRYPT_BLOCK * GDN_BLAKE2S_HEAD];
    const struct gdn_blake2s_messages messages = {heads, NULL, 0, 0};

    for (size_t k = 0; k < n; k++) {
        unsigned char *head = heads + k * GDN_BLAKE2S_HEAD;

        memcpy(head, CRYPT_LABEL, 7);
        head[7] = (unsigned char)i;
        gdn_store_be64(head + 8, of_right ? x[k].right : x[k].left);
    }
    gdn_blake2s_digests(digests, key->keyed, &messages, n);
    gdn_wipe(heads, n * GDN_BLAKE2S_HEAD);
}

/* Apply the rounds to n <= CRYPT_BLOCK ids, or undo them in reverse order. */
static void crypt_rounds(struct crypt_halves x[], size_t n,
                         const struct gdn_key *key, bool undo)
{
    unsigned char digests[CRYPT_BLOCK * GDN_BLAKE2S_OUT];

    for (unsigned round = 0; round < CRYPT_ROUNDS; round++) {
        crypt_function(digests, key, undo ? CRYPT_ROUNDS - 1 - round : round, x,
                       n, !undo);
        for (size_t k = 0; k < n; k++) {
            uint64_t f = gdn_load_be64(digests + k * GDN_BLAKE2S_OUT) >> 3;

            x[k] = undo ? (struct crypt_halves){x[k].right ^ f, x[k].left}
                        : (struct crypt_halves){x[k].right, x[k].left ^ f};
        }
    }
    gdn_wipe(digests, sizeof digests);
}

/* Change ids up to the first of another version; return the number of ids that
 * were changed. */
static size_t crypt_all(guidon_id *out, const guidon_id *in, size_t n,
                        const struct gdn_key *key, bool undo)
{
    const unsigned from = undo ? 8 : 7, to = undo ? 7 : 8;
    struct crypt_halves x[CRYPT_BLOCK];
    size_t done = 0, part;

    do {
        part = 0;
        while (part < CRYPT_BLOCK && done + part < n &&
               gdn_is_version(&in[done + part], from)) {
            x[part] = crypt_split(&in[done + part]);
            part++;
        }
        crypt_rounds(x, part, key, undo);
        for (size_t k = 0; k < part; k++) {
            crypt_join(&out[done + k], to, x[k]);
        }
        done += part;
    } while (part == CRYPT_BLOCK);
    gdn_wipe(x, sizeof x);
    return done;
}

static guidon_status crypt_many(guidon_id *out, size_t *done,
                                const guidon_id *in, size_t n,
                                const guidon_key *key, bool undo)
{
    struct gdn_key own;
    guidon_status status = GUIDON_E_ARGUMENT;

    *done = 0;
    if (gdn_key_load(&own, key)) {
        *done = crypt_all(out, in, n, &own, undo);
        status = *done < n ? GUIDON_E_VERSION : GUIDON_OK;
    }
    gdn_wipe(&own, sizeof own);
    return status;
}

guidon_status guidon_encrypt(guidon_id *out, const guidon_key *key,
                             const guidon_id *id)
{
    size_t done;

    return crypt_many(out, &done, id, 1, key, false);
}

guidon_status guidon_decrypt(guidon_id *out, const guidon_key *key,
                             const guidon_id *id)
{
    size_t done;

    return crypt_many(out, &done, id, 1, key, true);
}

guidon_status guidon_encrypt_many(guidon_id *out, const guidon_key *key,
                                  const guidon_id *in, size_t n, size_t *done)
{
    return crypt_many(out, done, in, n, key, false);
}

guidon_status guidon_decrypt_many(guidon_id *out, const guidon_key *key,
                                  const guidon_id *in, size_t n, size_t *done)
{
    return crypt_many(out, done, in, n, key, true);
}
