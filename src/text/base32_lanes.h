/* SPDX-License-Identifier: MIT */
/* The constants of the base-32 kernels whose vectors have 16 bytes. */
#ifndef GDN_TEXT_BASE32_LANES_H
#define GDN_TEXT_BASE32_LANES_H

#include "base32.h"

#include <stdint.h>

/*
 * A text is two lanes. A writer's lanes overlap: letters 0 to 15 and 10 to 25.
 * A reader's lanes have the letters 0 to 9 and 10 to 25. In each table the
 * second lane follows the first.
 */
#define GDN_NONE 0x80 /* a byte shuffle gives zero for this index */

/* ------------------------------------------------------------------ writing */

/*
 * The letters 2k and 2k + 1 are a pair: bits 10k - 2 to 10k + 7 of the id. Bits
 * -2 and -1 are zero. The pair begins in byte k + (k - 1) / 4, rounded down
 * (byte -1, which does not exist, for k == 0), and ends in the byte after. If
 * both bytes are one word, first byte highest, -2k mod 8 bits are below the
 * pair.
 */
#define GDN_PAIR_FIRST(k) ((k) + ((k) + 3) / 4 - 1)
#define GDN_PAIR_BELOW(k) ((8 - 2 * (k) % 8) & 7)

/* The bytes that make the word of a pair, low byte first. The mask turns the
 * index -1 before the first pair into one for which shuffles give zero. */
#define GDN_PAIR_BYTES(k) GDN_PAIR_FIRST(k) + 1, GDN_PAIR_FIRST(k) & 0x8f

#define GDN_EACH_PAIR(of)                                                      \
  of(0), of(1), of(2), of(3), of(4), of(5), of(6),                             \
      of(7), /* letters 0 .. 15 */                                             \
      of(5), of(6), of(7), of(8), of(9), of(10), of(11), of(12) /* 10 .. 25 */

static const unsigned char gdn_pair_bytes[32] = {GDN_EACH_PAIR(GDN_PAIR_BYTES)};

/*
 * Factors that move each letter of a pair to a byte of its own. The upper half
 * of the first product is the word shifted right by the bits below and 5 more,
 * which leaves the first letter. The second product shifts the word left until
 * the second letter begins at the upper byte.
 */
#define GDN_FIRST_FACTOR(k)  1 << (16 - (GDN_PAIR_BELOW(k) + 5))
#define GDN_SECOND_FACTOR(k) 1 << (8 - GDN_PAIR_BELOW(k))
static const uint16_t gdn_first_factors[16] = {GDN_EACH_PAIR(GDN_FIRST_FACTOR)};
static const uint16_t gdn_second_factors[16] = {
    GDN_EACH_PAIR(GDN_SECOND_FACTOR)};
#define GDN_FIRST_MASK  0x001f
#define GDN_SECOND_MASK 0x1f00

/* ------------------------------------------------------------------ reading */

/*
 * Letters 0 to 9 are in bytes 6 to 15 of the first lane, and letters 10 to 25
 * fill the second lane. So groups of eight letters begin with letters 2, 10 and
 * 18, and each group is five whole bytes of the id. Letters 0 and 1 are byte 0.
 */
#define GDN_BEFORE 6 /* bytes of the first lane before its letters */

/* The bits of a value that must be zero: the upper three, the upper five for
 * the first letter, and none before the first letter. */
static const unsigned char gdn_forbidden[32] = {
    0,    0,    0,    0,    0,    0,    0xf8, 0xe0, 0xe0, 0xe0, 0xe0,
    0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0,
    0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0};

/* The weights of the two letters of a pair; 0 before the first letter. */
static const signed char gdn_weights[32] = {
    0,  0, 0,  0, 0,  0, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1,
    32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1, 32, 1};

/* The positions of the bytes of the id in a lane, when eight letters are the
 * lowest 40 bits of a quadword. Lane 0 has bytes 0 to 5, lane 1 has bytes 6 to
 * 15. */
#define GDN_EIGHT(quadword)                                                    \
  8 * (quadword) + 4, 8 * (quadword) + 3, 8 * (quadword) + 2,                  \
      8 * (quadword) + 1, 8 * (quadword)
#define GDN_FIVE_NONE GDN_NONE, GDN_NONE, GDN_NONE, GDN_NONE, GDN_NONE
static const unsigned char gdn_id_bytes[32] = {
    0,        GDN_EIGHT(1),  GDN_FIVE_NONE, GDN_FIVE_NONE,
    GDN_NONE, GDN_FIVE_NONE, GDN_EIGHT(0),  GDN_EIGHT(1)};

#endif
