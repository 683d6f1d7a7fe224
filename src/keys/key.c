/* SPDX-License-Identifier: MIT */
/* key.c - keys of derived and encrypted ids. */
#include "key.h"
#include "../core/wipe.h"

guidon_status guidon_key_init(guidon_key *key, const void *bytes, size_t len)
{
    struct gdn_key own = {.mark = GDN_KEY_MARK};

    if (len != GUIDON_KEY_LEN) {
        return GUIDON_E_ARGUMENT;
    }
    gdn_blake2s_key(own.keyed, bytes);
    *key = (guidon_key){{0}};
    memcpy(key->opaque, &own, sizeof own);
    gdn_wipe(&own, sizeof own);
    return GUIDON_OK;
}

void guidon_wipe(void *memory, size_t len)
{
    if (len > 0) {
        gdn_wipe(memory, len);
    }
}

void guidon_key_wipe(guidon_key *key)
{
    gdn_wipe(key, sizeof *key);
}
