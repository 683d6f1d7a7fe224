/* SPDX-License-Identifier: MIT */
/* mask.c - version 7 ids whose time only a key shows (UUIDv47). */
#include "../core/layout.h"
#include "../core/wipe.h"
#include "siphash.h"
#include <guidon/keys.h>
#include <stdbool.h>

/* The content of a guidon_mask_key. */
enum { MASK_K0, MASK_K1, MASK_READY };

/* "mask-key" in ASCII. A key of zeros and a wiped key lack this mark. */
#define MASK_KEY_MARK UINT64_C(0x6d61736b2d6b6579)

guidon_status guidon_mask_key_init(guidon_mask_key *key, const void *bytes,
                                   size_t len)
{
    if (len != GUIDON_MASK_KEY_LEN) {
        return GUIDON_E_ARGUMENT;
    }
    *key = (guidon_mask_key){{0}};
    key->opaque[MASK_K0] = gdn_load_le64(bytes);
    key->opaque[MASK_K1] = gdn_load_le64((const unsigned char *)bytes + 8);
    key->opaque[MASK_READY] = MASK_KEY_MARK;
    return GUIDON_OK;
}

void guidon_mask_key_wipe(guidon_mask_key *key)
{
    gdn_wipe(key, sizeof *key);
}

/*
 * SipHash-2-4 of the 74 bits behind the time, in ten bytes: octets 6 to 15
 * without the version and the variant. As little-endian words, octets 6 to 13
 * are the first, and octets 14, 15 and the length the second. These bits are
 * equal in an id and in its masked form.
 */
static inline uint64_t mask_pad(const guidon_id *id, const guidon_mask_key *key)
{
    const uint64_t random = UINT64_C(0xffffffffff3fff0f);
    struct gdn_siphash hash =
        gdn_siphash_init(key->opaque[MASK_K0], key->opaque[MASK_K1]);

    gdn_siphash_absorb(&hash, gdn_load_le64(id->bytes + 6) & random);
    gdn_siphash_absorb(&hash, UINT64_C(10) << 56 |
                                  (uint64_t)id->bytes[15] << 8 | id->bytes[14]);
    return gdn_siphash_final(&hash);
}

/* XOR the time with the low 48 bits of the pad, and set the version. The words
 * of the input are read before *out is written, so both may be one id. */
static inline void mask_change(guidon_id *out, const guidon_id *in,
                               unsigned version, const guidon_mask_key *key)
{
    uint64_t hi = gdn_load_be64(in->bytes) ^ mask_pad(in, key) << 16;

    gdn_put_words(out, version, hi, gdn_load_be64(in->bytes + 8));
}

static inline bool mask_ready(const guidon_mask_key *key)
{
    return key->opaque[MASK_READY] == MASK_KEY_MARK;
}

/* Change one id `from` a version `to` another. */
static inline guidon_status mask_one(guidon_id *out, const guidon_id *in,
                                     unsigned from, unsigned to,
                                     const guidon_mask_key *key)
{
    if (!mask_ready(key)) {
        return GUIDON_E_ARGUMENT;
    }
    if (!gdn_is_version(in, from)) {
        return GUIDON_E_VERSION;
    }
    mask_change(out, in, to, key);
    return GUIDON_OK;
}

static inline guidon_status mask_each(guidon_id *out, size_t *done,
                                      const guidon_id *in, size_t n,
                                      unsigned from, unsigned to,
                                      const guidon_mask_key *key)
{
    guidon_mask_key own = *key; /* out[] may not change it */
    guidon_status status = GUIDON_E_ARGUMENT;

    *done = 0;
    if (mask_ready(&own)) {
        size_t i = 0;

        while (i < n && gdn_is_version(&in[i], from)) {
            mask_change(&out[i], &in[i], to, &own);
            i++;
        }
        *done = i;
        status = i < n ? GUIDON_E_VERSION : GUIDON_OK;
    }
    gdn_wipe(&own, sizeof own);
    return status;
}

guidon_status guidon_mask(guidon_id *out, const guidon_mask_key *key,
                          const guidon_id *id)
{
    return mask_one(out, id, 7, 4, key);
}

guidon_status guidon_unmask(guidon_id *out, const guidon_mask_key *key,
                            const guidon_id *id)
{
    return mask_one(out, id, 4, 7, key);
}

guidon_status guidon_mask_many(guidon_id *out, const guidon_mask_key *key,
                               const guidon_id *in, size_t n, size_t *done)
{
    return mask_each(out, done, in, n, 7, 4, key);
}

guidon_status guidon_unmask_many(guidon_id *out, const guidon_mask_key *key,
                                 const guidon_id *in, size_t n, size_t *done)
{
    return mask_each(out, done, in, n, 4, 7, key);
}
