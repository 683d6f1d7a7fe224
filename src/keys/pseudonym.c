/* SPDX-License-Identifier: MIT */
/* pseudonym.c - version 8 ids that stand for other ids, by a keyed hash. */
#include "../core/layout.h"
#include "../core/wipe.h"
#include "key.h"

/*
 * The hash is BLAKE2s with a digest of 32 bytes, and its message is
 *
 *   "alias/1"  7 bytes of ASCII: this construction, edition 1
 *   id         16 bytes
 *
 * The first 16 bytes of the digest become the id, with the version and the
 * variant put in. The construction never changes. A new construction gets a
 * label of its own.
 */
#define PSEUDONYM_LABEL     "alias/1"
#define PSEUDONYM_LABEL_LEN 7
/* The head of a message has so many octets of the id; the rest is data. */
#define PSEUDONYM_IN_HEAD (GDN_BLAKE2S_HEAD - PSEUDONYM_LABEL_LEN)
#define PSEUDONYM_REST    (sizeof(guidon_id) - PSEUDONYM_IN_HEAD)

/* How many ids are hashed together. */
#define PSEUDONYM_BLOCK 64

/* Change n <= PSEUDONYM_BLOCK ids. */
static void pseudonym_block(guidon_id *out, const guidon_id *in, size_t n,
                            const struct gdn_key *key)
{
    unsigned char heads[PSEUDONYM_BLOCK * GDN_BLAKE2S_HEAD];
    guidon_id digests[PSEUDONYM_BLOCK];
    const struct gdn_blake2s_messages messages = {
        heads, in->bytes + PSEUDONYM_IN_HEAD, PSEUDONYM_REST, sizeof *in};

    for (size_t i = 0; i < n; i++) {
        unsigned char *head = heads + i * GDN_BLAKE2S_HEAD;

        memcpy(head, PSEUDONYM_LABEL, PSEUDONYM_LABEL_LEN);
        memcpy(head + PSEUDONYM_LABEL_LEN, in[i].bytes, PSEUDONYM_IN_HEAD);
    }
    gdn_blake2s_digests(digests[0].bytes, key->keyed, &messages, n);
    for (size_t i = 0; i < n; i++) {
        gdn_put_words(&out[i], 8, gdn_load_be64(digests[i].bytes),
                      gdn_load_be64(digests[i].bytes + 8));
    }
}

guidon_status guidon_pseudonym(guidon_id *out, const guidon_key *key,
                               const guidon_id *id)
{
    return guidon_pseudonym_many(out, key, id, 1);
}

guidon_status guidon_pseudonym_many(guidon_id *out, const guidon_key *key,
                                    const guidon_id *in, size_t n)
{
    struct gdn_key own;
    guidon_status status = GUIDON_E_ARGUMENT;
    size_t part;

    if (gdn_key_load(&own, key)) {
        for (size_t done = 0; done < n; done += part) {
            part = n - done < PSEUDONYM_BLOCK ? n - done : PSEUDONYM_BLOCK;
            pseudonym_block(out + done, in + done, part, &own);
        }
        status = GUIDON_OK;
    }
    gdn_wipe(&own, sizeof own);
    return status;
}
