/* SPDX-License-Identifier: MIT */
/* derive.c - version 7 ids from a time and a keyed hash of data. */
#include "../core/layout.h"
#include "../core/wipe.h"
#include "key.h"

/*
 * The hash is BLAKE2s with a digest of 32 bytes, and its message is
 *
 *   "derive/1"  8 bytes of ASCII: this construction, edition 1
 *   unix_ms     8 bytes, big-endian
 *   data        len bytes
 *
 * The first ten bytes of the digest become octets 6 to 15 of the id. The
 * construction never changes. A new construction gets a label of its own.
 */
#define DERIVE_LABEL "derive/1"

/* How many ids are hashed before their times and versions are set. */
#define DERIVE_BLOCK 128

static inline void derive_head(unsigned char head[GDN_BLAKE2S_HEAD],
                               uint64_t unix_ms)
{
    memcpy(head, DERIVE_LABEL, 8);
    gdn_store_be64(head + 8, unix_ms);
}

/* Turn the 16 bytes of a digest into the id that they are for. */
static inline void derive_finish(guidon_id *id, uint64_t unix_ms)
{
    uint64_t hi = gdn_load_be64(id->bytes);
    uint64_t lo = gdn_load_be64(id->bytes + 8);

    /* Bytes 0 to 9 move to 6 to 15: 16 bits, then 64. */
    gdn_put_words(id, 7, unix_ms << 16 | hi >> 48, hi << 16 | lo >> 48);
}

guidon_status guidon_v7_derive(guidon_id *out, uint64_t unix_ms,
                               const guidon_key *key, const void *data,
                               size_t len)
{
    return guidon_v7_derive_many(out, &unix_ms, key, data, len, 0, 1);
}

/* Are all times in 48 bits? */
static bool derive_times_fit(const uint64_t unix_ms[], size_t n)
{
    uint64_t all = 0;

    for (size_t i = 0; i < n; i++) {
        all |= unix_ms[i];
    }
    return all <= GDN_UNIX_MS_MAX;
}

static void derive_all(guidon_id *out, const uint64_t unix_ms[],
                       const struct gdn_key *key, const unsigned char *data,
                       size_t len, size_t stride, size_t n)
{
    unsigned char heads[DERIVE_BLOCK * GDN_BLAKE2S_HEAD];
    struct gdn_blake2s_messages messages = {heads, NULL, len, stride};
    size_t part;

    for (size_t done = 0; done < n; done += part) {
        messages.data = data ? data + done * stride : NULL;
        part = n - done < DERIVE_BLOCK ? n - done : DERIVE_BLOCK;
        for (size_t i = 0; i < part; i++) {
            derive_head(heads + i * GDN_BLAKE2S_HEAD, unix_ms[done + i]);
        }
        gdn_blake2s_digests(out[done].bytes, key->keyed, &messages, part);
        for (size_t i = 0; i < part; i++) {
            derive_finish(&out[done + i], unix_ms[done + i]);
        }
    }
}

guidon_status guidon_v7_derive_many(guidon_id *out, const uint64_t unix_ms[],
                                    const guidon_key *key, const void *data,
                                    size_t len, size_t stride, size_t n)
{
    struct gdn_key own;
    guidon_status status = GUIDON_OK;

    if (!gdn_key_load(&own, key) || (!data && len > 0)) {
        status = GUIDON_E_ARGUMENT;
    } else if (!derive_times_fit(unix_ms, n)) {
        status = GUIDON_E_RANGE;
    } else {
        derive_all(out, unix_ms, &own, data, len, stride, n);
    }
    gdn_wipe(&own, sizeof own);
    return status;
}
