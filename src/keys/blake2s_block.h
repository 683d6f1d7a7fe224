/* SPDX-License-Identifier: MIT */
/* The blocks of a message of BLAKE2s: built in memory, or in place. */
#ifndef GDN_KEYS_BLAKE2S_BLOCK_H
#define GDN_KEYS_BLAKE2S_BLOCK_H

#include "../core/memory.h"
#include "blake2s.h"

/* Copy `len` <= 48 bytes by at most four wide copies, without a call. If the compiler
 * optimises for size, a call is smaller. */
static inline void gdn_blake2s_copy(unsigned char *to,
                                    const unsigned char *from, size_t len)
{
#ifdef __OPTIMIZE_SIZE__
    memcpy(to, from, len);
#else
    if (len >= 16) {
        memcpy(to, from, 16);
        if (len > 32) {
            memcpy(to + 16, from + 16, 16);
        }
        memcpy(to + len - 16, from + len - 16, 16);
    } else if (len >= 8) {
        memcpy(to, from, 8);
        memcpy(to + len - 8, from + len - 8, 8);
    } else if (len >= 4) {
        memcpy(to, from, 4);
        memcpy(to + len - 4, from + len - 4, 4);
    } else {
        for (size_t i = 0; i < len; i++) {
            to[i] = from[i];
        }
    }
#endif
}

/*
 * Return block number b of message i. If the block does not lie in the data as
 * it is, it is built in `space`, whose bytes behind the message are zeros: the
 * caller cleared them, and no block of this message has a byte there.
 */
static inline const unsigned char *gdn_blake2s_block(
    unsigned char space[GDN_BLAKE2S_BLOCK],
    const struct gdn_blake2s_messages *messages, size_t i, size_t b)
{
    const unsigned char *data = messages->data;
    size_t from, left;

    if (b == 0) {
        size_t len = messages->len < GDN_BLAKE2S_FIRST ? messages->len
                                                       : GDN_BLAKE2S_FIRST;

        memcpy(space, messages->heads + i * GDN_BLAKE2S_HEAD, GDN_BLAKE2S_HEAD);
        if (len > 0) { /* `data` may be NULL, which takes no offset */
            gdn_blake2s_copy(space + GDN_BLAKE2S_HEAD,
                             data + i * messages->stride, len);
        }
        return space;
    }
    from = b * GDN_BLAKE2S_BLOCK - GDN_BLAKE2S_HEAD;
    left = messages->len - from;
    data += i * messages->stride + from;
    if (left >= GDN_BLAKE2S_BLOCK) {
        return data;
    }
    memcpy(space, data, left);
    memset(space + left, 0, GDN_BLAKE2S_BLOCK - left);
    return space;
}

#endif
