/* SPDX-License-Identifier: MIT */
/* How often each bit of ids is one. */
#ifndef GUIDON_PG_BITS_H
#define GUIDON_PG_BITS_H

#include "guidon_pg.h"

/* Begins with all members 0. */
typedef struct BitCounts {
    uint64 ids;
    uint64 ones[128]; /* bit 0 is the high bit of octet 0 */
    uint64 lanes[16]; /* 8 counts of one byte for each octet, see bits.c */
    uint32 pending;   /* ids that the lanes hold, at most 255 */
} BitCounts;

extern void gdnpg_bits_add(BitCounts *bits, const guidon_id *id);
/* Add the counts of `other`, which stays as it is. */
extern void gdnpg_bits_merge(BitCounts *bits, const BitCounts *other);
/* Move what the lanes hold into `ones`. */
extern void gdnpg_bits_flush(BitCounts *bits);

/*
 * Is the count of a bit one that random bits do not give?
 *
 * For n random bits the count of ones has the mean n/2 and the deviation
 * sqrt(n)/2. A bit is weak if it lies 8 deviations from the mean: random bits
 * do so with a probability of 10^-15. With fewer than 64 ids no bit can.
 */
extern bool gdnpg_bits_weak(const BitCounts *bits, int bit);

#endif
