/* SPDX-License-Identifier: MIT */
/* BLAKE2s with a key of 32 bytes (RFC 7693), for one message or for many of the
 * same length. */
#ifndef GDN_KEYS_BLAKE2S_H
#define GDN_KEYS_BLAKE2S_H

#include "../core/private.h"

#include <stddef.h>
#include <stdint.h>

#define GDN_BLAKE2S_KEY   32 /* bytes of a key */
#define GDN_BLAKE2S_WORDS 8  /* of state */
#define GDN_BLAKE2S_BLOCK 64 /* bytes of one compression */
#define GDN_BLAKE2S_HEAD  16 /* bytes at the beginning of every message */
#define GDN_BLAKE2S_FIRST (GDN_BLAKE2S_BLOCK - GDN_BLAKE2S_HEAD)
#define GDN_BLAKE2S_OUT   16 /* bytes of a truncated digest */

/*
 * Messages of one length. Message i is the 16 bytes at heads + 16 * i, and then
 * the `len` bytes at data + i * stride. `data` may be NULL if len is 0.
 */
struct gdn_blake2s_messages {
    const unsigned char *heads;
    const unsigned char *data;
    size_t len;
    size_t stride;
};

/*
 * Write the digests of n messages, each truncated to 16 of its 32 bytes.
 *
 *   out       out  n x 16 bytes, packed, any alignment. out + 16 * i may be
 *                  data + i * stride for every i, if stride is 16 or more;
 *                  otherwise out overlaps no input
 *   keyed     in   the state of gdn_blake2s_key
 *   messages  in   see above; at most 2^61 bytes each
 *   n         in   0 writes nothing
 *
 * No branch and no address depends on the key or on the bytes of a message.
 */
typedef void gdn_blake2s_fn(unsigned char *out,
                            const uint32_t keyed[GDN_BLAKE2S_WORDS],
                            const struct gdn_blake2s_messages *messages,
                            size_t n);

/* A row of the table of kernels, which give the same bytes. */
struct gdn_blake2s_kernel {
    const char *name;
    unsigned needs;
    gdn_blake2s_fn *digests;
};

GDN_PRIVATE_BEGIN

/* The rows that a processor of this build may get, best first. */
extern const struct gdn_blake2s_kernel gdn_blake2s_kernels[];
extern const size_t gdn_n_blake2s_kernels;

/* The state after the block of a key, which begins every keyed message. */
void gdn_blake2s_key(uint32_t keyed[GDN_BLAKE2S_WORDS],
                     const unsigned char key[GDN_BLAKE2S_KEY]);

/*
 * Hash a label and data without a key, truncated to 16 of 32 bytes.
 *
 *   label  in  label_len bytes, at most a block
 *   data   in  len bytes; may be NULL if len is 0
 */
void gdn_blake2s_labelled(unsigned char out[GDN_BLAKE2S_OUT], const char *label,
                          size_t label_len, const void *data, size_t len);

/* The best kernel of this processor. Threads: any. */
gdn_blake2s_fn gdn_blake2s_digests;

/* The kernels. Those of one architecture exist there only, see cpu/arch.h. */
gdn_blake2s_fn gdn_blake2s_scalar, gdn_blake2s_avx2, gdn_blake2s_avx512;

GDN_PRIVATE_END

/* The first words of SHA-256, which BLAKE2s uses too (RFC 7693, 2.6). */
#define GDN_BLAKE2S_IV                                                         \
  {                                                                            \
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,    \
        0x1f83d9ab, 0x5be0cd19                                                 \
  }

/* One line for each of the ten rounds: the order of the message's words (RFC
 * 7693, 2.7). */
#define GDN_BLAKE2S_ROUNDS(ROUND)                                              \
  ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                 \
  ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);                 \
  ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);                 \
  ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);                 \
  ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);                 \
  ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);                 \
  ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);                 \
  ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);                 \
  ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);                 \
  ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)

/* The number of blocks of a message, whose head makes it at least one. */
static inline size_t gdn_blake2s_blocks(size_t len)
{
    return len <= GDN_BLAKE2S_FIRST
               ? 1
               : 1 + (len - GDN_BLAKE2S_FIRST - 1) / GDN_BLAKE2S_BLOCK + 1;
}

/* The count of bytes that block number b, from 0, ends with: the block of the
 * key counts too. */
static inline uint64_t gdn_blake2s_count(size_t len, size_t b)
{
    const uint64_t all = (uint64_t)GDN_BLAKE2S_BLOCK + GDN_BLAKE2S_HEAD + len;
    const uint64_t most = ((uint64_t)b + 2) * GDN_BLAKE2S_BLOCK;

    return most < all ? most : all;
}

#endif
