/* SPDX-License-Identifier: MIT */
/* shard.c - the shard of a tenant, from a hash. */
#include <guidon/prefixed.h>

#include "../core/bytes.h"
#include "blake2s.h"

/* The construction never changes. A new construction gets a label of its own. */
#define SHARD_LABEL     "shard/1"
#define SHARD_LABEL_LEN (sizeof SHARD_LABEL - 1)

guidon_status guidon_shard_of(uint32_t *out, const void *data, size_t len,
                              unsigned shard_bits)
{
    unsigned char digest[GDN_BLAKE2S_OUT];

    if (!data && len > 0) {
        return GUIDON_E_ARGUMENT;
    }
    if (shard_bits > GUIDON_V8_SHARD_BITS_MAX) {
        return GUIDON_E_RANGE;
    }
    gdn_blake2s_labelled(digest, SHARD_LABEL, SHARD_LABEL_LEN, data, len);
    *out = (uint32_t)((uint64_t)gdn_load_be32(digest) >> (32 - shard_bits));
    return GUIDON_OK;
}
