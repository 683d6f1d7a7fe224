/* SPDX-License-Identifier: MIT */
/* SipHash-2-4: a keyed hash of short messages with 64 bits of result. */
/*
 * "SipHash: a fast short-input PRF", J.-P. Aumasson and D. J. Bernstein, 2012,
 * section 2. A message is absorbed as little-endian words of eight bytes. The
 * last word has the 0 to 7 bytes that are left, and in its highest byte the
 * length of the message modulo 256. Only additions, rotations and XORs run, so
 * the time depends on neither key nor message.
 */
#ifndef GDN_KEYS_SIPHASH_H
#define GDN_KEYS_SIPHASH_H

#include <stdint.h>

struct gdn_siphash {
    uint64_t v0, v1, v2, v3;
};

/* `by` is 1 to 63. */
static inline uint64_t gdn_siphash_rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline void gdn_siphash_round(struct gdn_siphash *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = gdn_siphash_rotate(s->v1, 13) ^ s->v0;
    s->v3 = gdn_siphash_rotate(s->v3, 16) ^ s->v2;
    s->v0 = gdn_siphash_rotate(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = gdn_siphash_rotate(s->v1, 17) ^ s->v2;
    s->v3 = gdn_siphash_rotate(s->v3, 21) ^ s->v0;
    s->v2 = gdn_siphash_rotate(s->v2, 32);
}

/* The four constants spell "somepseudorandomlygeneratedbytes". */
static inline struct gdn_siphash gdn_siphash_init(uint64_t k0, uint64_t k1)
{
    return (struct gdn_siphash){
        k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
        k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
}

static inline void gdn_siphash_absorb(struct gdn_siphash *s, uint64_t word)
{
    s->v3 ^= word;
    gdn_siphash_round(s);
    gdn_siphash_round(s);
    s->v0 ^= word;
}

static inline uint64_t gdn_siphash_final(struct gdn_siphash *s)
{
    s->v2 ^= 0xff;
    gdn_siphash_round(s);
    gdn_siphash_round(s);
    gdn_siphash_round(s);
    gdn_siphash_round(s);
    return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

#endif
