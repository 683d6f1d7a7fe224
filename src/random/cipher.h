/* SPDX-License-Identifier: MIT */
/* Keystream: the ciphers, their kernels, and the choice of one. */
#ifndef GDN_RANDOM_CIPHER_H
#define GDN_RANDOM_CIPHER_H

#include "../core/private.h"

#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

#define GDN_CIPHER_KEY   32
#define GDN_CIPHER_HEAD  64
#define GDN_CIPHER_START 16

/* Bits of 16 bytes that are cleared, and then those that are set, as two words
 * that lie in memory as the bytes do. */
struct gdn_cipher_bits {
    uint64_t clear[2], set[2];
};

/*
 * Make keystream under a key that it takes the place of.
 *
 *   out    out     the `len` bytes after the head, but for `bits` of each 16,
 *                  counted from the first; any alignment; nothing past
 *                  out + len is written
 *   head   in/out  it begins with the key, and the rest is not looked at; then
 *                  the first bytes of the keystream; not in out[]
 *   start  in      where the first block is counted from; not in out[] or head
 *
 * AES-256-CTR  block i is the encryption of `start` with i added to its last
 *              eight bytes, big-endian (SP 800-38A, 6.5)
 * ChaCha20     block i is that of the state whose last four words are `start`,
 *              with i added to the first two, little-endian: RFC 8439 2.3 with
 *              the counter and the nonce side by side, the counter of 64 bits
 *
 * The count must not wrap within a call, and no kernel carries it further. What
 * was derived from the key is wiped from memory; registers are left as is.
 */
typedef void gdn_keystream_fn(unsigned char *out, size_t len,
                              unsigned char head[GDN_CIPHER_HEAD],
                              const unsigned char start[GDN_CIPHER_START],
                              const struct gdn_cipher_bits *bits);

/* One kernel: what it needs is an OR of GDN_CPU_*. Kernels of one cipher give
 * the same bytes. */
struct gdn_cipher_kernel {
    const char *name; /* the cipher, '_', the kernel */
    unsigned needs;
    gdn_keystream_fn *keystream;
};

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_cipher_kernel gdn_cipher_kernels[];
extern const size_t gdn_n_cipher_kernels;

/* The row that this processor gets. Threads: any. */
const struct gdn_cipher_kernel *gdn_cipher(void);

/* The kernels; each is there only on its processor, cpu/arch.h. */
gdn_keystream_fn gdn_aes256ctr_vaes512;
gdn_keystream_fn gdn_aes256ctr_aesni;
gdn_keystream_fn gdn_aes256ctr_arm;
gdn_keystream_fn gdn_chacha20_portable;

GDN_PRIVATE_END

#endif
