/* SPDX-License-Identifier: MIT */
/* AES-256-CTR for instructions that encrypt one block of 16 bytes. */
/*
 * A template, included once by each kernel, after these:
 *
 *   KERNEL  its name, as in gdn_aes256ctr_KERNEL, and the prefix of the names
 *           below
 *   TARGET  the attribute of its functions
 *   KERNEL_block, KERNEL_count  types: a block, and a count in the processor's
 *                               byte order
 *   KERNEL_load_count  the count from the bytes of `start`
 *   KERNEL_expand      the round keys of a key
 *   KERNEL_load, KERNEL_store   a block from memory, and to it
 *   KERNEL_overlay     (x & ~clear) | set
 *   KERNEL_encrypt     encrypt the next `n` counts; n is a constant after
 *                      inlining
 */
#include "../core/wipe.h"
#include "cipher.h"

#define BLOCK               16
#define FLIGHT              8
#define STRIDE              ((size_t)FLIGHT * BLOCK)
#define HEAD                (GDN_CIPHER_HEAD / BLOCK)

#define JOIN_(kernel, name) kernel##_##name
#define JOIN(kernel, name)  JOIN_(kernel, name)
#define NAME(name)          JOIN(KERNEL, name)
#define PUBLIC_(kernel)     gdn_aes256ctr_##kernel
#define PUBLIC(kernel)      PUBLIC_(kernel)

/* The bits that the caller lays over each block. */
struct NAME(bits) {
    NAME(block) clear, set;
};

TARGET static inline void NAME(put)(unsigned char *out, NAME(block) x,
                                    const struct NAME(bits) * bits)
{
    NAME(store)(out, NAME(overlay)(x, bits->clear, bits->set));
}

TARGET static void NAME(write_stream)(unsigned char *out, size_t len,
                                      const NAME(block) keys[],
                                      NAME(count) count,
                                      const struct NAME(bits) * bits)
{
    NAME(block) x[FLIGHT];

    for (; len >= STRIDE; len -= STRIDE) {
        count = NAME(encrypt)(x, FLIGHT, count, keys);
        GDN_UNROLL
        for (int i = 0; i < FLIGHT; i++, out += BLOCK) {
            NAME(put)(out, x[i], bits);
        }
    }
    for (; len >= BLOCK; out += BLOCK, len -= BLOCK) {
        count = NAME(encrypt)(x, 1, count, keys);
        NAME(put)(out, x[0], bits);
    }
    if (len > 0) {
        unsigned char last[BLOCK];

        NAME(encrypt)(x, 1, count, keys);
        NAME(put)(last, x[0], bits);
        memcpy(out, last, len);
        gdn_wipe(last, sizeof last);
    }
}

TARGET void PUBLIC(KERNEL)(unsigned char *out, size_t len,
                           unsigned char head[GDN_CIPHER_HEAD],
                           const unsigned char start[GDN_CIPHER_START],
                           const struct gdn_cipher_bits *bits)
{
    const struct NAME(bits)
        overlay = {NAME(load)(bits->clear), NAME(load)(bits->set)};
    NAME(block) keys[GDN_AES256_ROUNDS + 1];
    NAME(block) x[HEAD];
    NAME(count) count = NAME(load_count)(start);

    NAME(expand)(keys, head);
    count = NAME(encrypt)(x, HEAD, count, keys);
    GDN_UNROLL
    for (size_t i = 0; i < HEAD; i++) {
        NAME(store)(head + i * BLOCK, x[i]);
    }
    NAME(write_stream)(out, len, keys, count, &overlay);
    gdn_wipe(keys, sizeof keys);
}
