/* SPDX-License-Identifier: MIT */
/* The constants of the base-32 kernels whose vectors have 16 bytes. */
#ifndef GDN_TEXT_BASE32_LANES_H
#define GDN_TEXT_BASE32_LANES_H

#include "base32.h"

#include <stdint.h>

/*
 * A text is two lanes that overlap: one of letters 0 .. 15 and one of letters
 * 10 .. 25 when written, of letters 0 .. 9 and 10 .. 25 when read. The tables of
 * the lanes lie one behind the other.
 */
#define GDN_NONE 0x80 /* a byte shuffle gives zero for it */

/* ------------------------------------------------------------------ writing */

/*
 * Letters go in pairs, 2k and 2k + 1: bits 10k - 2 .. 10k + 7 of the id, with
 * bits -2 and -1 zero. They begin in byte k + (k - 1) / 4, rounded down, (which
 * is none for k == 0) and lie within it and the next: as one word, first byte
 * highest, the pair has -2k mod 8 bits below it.
 */
#define GDN_PAIR_FIRST(k) ((k) + ((k) + 3) / 4 - 1)
#define GDN_PAIR_BELOW(k) ((8 - 2 * (k) % 8) & 7)

/* Which bytes make the word of a pair, low byte first. The mask makes a byte that
 * shuffles give zero for of the -1 before the first pair, and keeps the rest. */
#define GDN_PAIR_BYTES(k) GDN_PAIR_FIRST(k) + 1, GDN_PAIR_FIRST(k) & 0x8f

#define GDN_EACH_PAIR(of)                                                      \
  of(0), of(1), of(2), of(3), of(4), of(5), of(6),                             \
      of(7), /* letters 0 .. 15 */                                             \
      of(5), of(6), of(7), of(8), of(9), of(10), of(11), of(12) /* 10 .. 25 */

static const unsigned char gdn_pair_bytes[32] = {GDN_EACH_PAIR(GDN_PAIR_BYTES)};

/*
 * A pair's letters, each to a byte of its own. The first: the word shifted right
 * by its bits below and 5 more, as the upper half of a product. The second: the
 * word shifted so that its bits below leave a byte, to the byte after.
 */
#define GDN_FIRST_FACTOR(k)  1 << (16 - (GDN_PAIR_BELOW(k) + 5))
#define GDN_SECOND_FACTOR(k) 1 << (8 - GDN_PAIR_BELOW(k))
static const uint16_t gdn_first_factors[16] = {GDN_EACH_PAIR(GDN_FIRST_FACTOR)};
static const uint16_t gdn_second_factors[16] = {
    GDN_EACH_PAIR(GDN_SECOND_FACTOR)};
#define GDN_FIRST_MASK  0x001f
#define GDN_SECOND_MASK 0x1f00

/* The letters by value: first sixteen, last sixteen. */
static const unsigned char gdn_letters[32] = "0123456789ABCDEF"
                                             "GHJKMNPQRSTVWXYZ";

/* ------------------------------------------------------------------ reading */

/*
 * Letters 0 .. 9 lie in bytes 6 .. 15 of their lane and letters 10 .. 25 in the
 * whole of theirs, so that eights begin with letters 2, 10 and 18: each is five
 * whole bytes of the id, after byte 0, which letters 0 and 1 are.
 */
#define GDN_BEFORE 6 /* bytes of the first lane that are no letters */

/* What a char is worth by its lower four bits, where its upper are 3, 4 or 6, 5
 * or 7; where it is no letter, 0xff. */
#define GDN_XX 0xff
static const unsigned char gdn_values_3[16] = {
    0, 1, 2,      3,      4,      5,      6,      7,
    8, 9, GDN_XX, GDN_XX, GDN_XX, GDN_XX, GDN_XX, GDN_XX};
static const unsigned char gdn_values_4[16] = {GDN_XX, 10, 11, 12,     13, 14,
                                               15,     16, 17, GDN_XX, 18, 19,
                                               GDN_XX, 20, 21, GDN_XX};
static const unsigned char gdn_values_5[16] = {
    22, 23, 24, 25,     26,     GDN_XX, 27,     28,
    29, 30, 31, GDN_XX, GDN_XX, GDN_XX, GDN_XX, GDN_XX};

/* A value's bits that have to be zero: all but five; of the first letter, all
 * but three; none before it. */
static const unsigned char gdn_forbidden[32] = {
    0,    0,    0,    0,    0,    0,    0xf8, 0xe0, 0xe0, 0xe0, 0xe0,
    0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0,
    0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0};

/* What the two letters of a pair are multiplied by, and added; nothing before
 * the first. */
static const signed char gdn_weights[32] = {
    0,  0, 0,  0, 0,  0, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1,
    32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1};

/* Where in its lane the id's bytes are, once an eight of letters is the lowest
 * 40 bits of a quadword: lane 0 has bytes 0 .. 5, lane 1 bytes 6 .. 15. */
#define GDN_EIGHT(quadword)                                                    \
  8 * (quadword) + 4, 8 * (quadword) + 3, 8 * (quadword) + 2,                  \
      8 * (quadword) + 1, 8 * (quadword)
#define GDN_FIVE_NONE GDN_NONE, GDN_NONE, GDN_NONE, GDN_NONE, GDN_NONE
static const unsigned char gdn_id_bytes[32] = {
    0,        GDN_EIGHT(1),  GDN_FIVE_NONE, GDN_FIVE_NONE,
    GDN_NONE, GDN_FIVE_NONE, GDN_EIGHT(0),  GDN_EIGHT(1)};

#endif
