/* SPDX-License-Identifier: MIT */
/* Keystream: the ciphers and their kernels. */
#ifndef GDN_RANDOM_CIPHER_H
#define GDN_RANDOM_CIPHER_H

#include "../core/private.h"

#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

#define GDN_CIPHER_KEY    32
#define GDN_CIPHER_HEAD   64
#define GDN_CIPHER_START  16

#define GDN_AES256_ROUNDS 14

/* The bits to clear, and then the bits to set, of each 16 bytes. The two words
 * have the order of the bytes in memory. */
struct gdn_cipher_bits {
    uint64_t clear[2], set[2];
};

/*
 * Make keystream, and replace the key.
 *
 *   out    out     the `len` bytes of keystream after the head, any alignment.
 *                  `bits` changes each 16 bytes, counted from the first.
 *                  Nothing past out + len is written.
 *   head   in/out  in: the key, and 32 bytes that are not read; out: the first
 *                  64 bytes of the keystream. Not in out[].
 *   start  in      the count of the first block; not in out[] or head
 *
 * AES-256-CTR  block i is the encryption of `start` with i added to its last
 *              eight bytes, big-endian (SP 800-38A, 6.5)
 * ChaCha20     block i is the block of the state whose last four words are
 *              `start`, with i added to the first two, little-endian: RFC 8439
 *              2.3 with a counter of 64 bits and the nonce next to it
 *
 * The count must not wrap within a call, because no kernel carries it further.
 * The function wipes from memory whatever it derived from the key; registers
 * stay.
 */
typedef void gdn_keystream_fn(unsigned char *out, size_t len,
                              unsigned char head[GDN_CIPHER_HEAD],
                              const unsigned char start[GDN_CIPHER_START],
                              const struct gdn_cipher_bits *bits);

/* One row. The kernels of one cipher give the same bytes. */
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

/* The kernels. Each exists on its architecture only, see cpu/arch.h. */
gdn_keystream_fn gdn_aes256ctr_vaes512;
gdn_keystream_fn gdn_aes256ctr_aesni;
gdn_keystream_fn gdn_aes256ctr_arm;
gdn_keystream_fn gdn_chacha20_portable;

GDN_PRIVATE_END

#endif
