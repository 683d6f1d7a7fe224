/* SPDX-License-Identifier: MIT */
/* The content of a guidon_key. */
#ifndef GDN_KEYS_KEY_H
#define GDN_KEYS_KEY_H

#include "../core/memory.h"
#include "blake2s.h"
#include <guidon/keys.h>
#include <stdbool.h>

/* "guidkey1" in ASCII. A key of zeros and a wiped key lack this mark. */
#define GDN_KEY_MARK UINT64_C(0x677569646b657931)

/* The memory of a guidon_key has the type uint64_t, so C forbids to access it
 * through a pointer to this struct: the functions copy it. */
struct gdn_key {
    uint32_t keyed[GDN_BLAKE2S_WORDS]; /* the state of gdn_blake2s_key */
    uint64_t mark;
};

_Static_assert(sizeof(struct gdn_key) <= sizeof(guidon_key),
               "a guidon_key has room for its content");

/* Copy the content of a key. False if the key is not initialised. */
static inline bool gdn_key_load(struct gdn_key *own, const guidon_key *key)
{
    memcpy(own, key->opaque, sizeof *own);
    return own->mark == GDN_KEY_MARK;
}

#endif
