/* SPDX-License-Identifier: MIT */
/* How often each bit of ids is one. */
#ifndef GUIDON_SQLITE_BITS_H
#define GUIDON_SQLITE_BITS_H

#include "guidon_sqlite.h"

/* Begins with all members 0. */
struct gdnsq_bits {
    uint64_t ids;
    uint64_t ones[128]; /* bit 0 is the high bit of octet 0 */
    uint64_t lanes[16]; /* 8 counts of one byte for each octet, see bits.c */
    uint32_t pending;   /* ids that the lanes hold, at most 255 */
};

GUIDON_HIDDEN void gdnsq_bits_add(struct gdnsq_bits *bits, const guidon_id *id);
/* Move the counts of the lanes into `ones`. */
GUIDON_HIDDEN void gdnsq_bits_flush(struct gdnsq_bits *bits);

/*
 * Is the count of a bit one that random bits do not give?
 *
 * For n random bits the count of ones has the mean n/2 and the deviation
 * sqrt(n)/2. A bit is weak if it lies 8 deviations from the mean: random bits
 * do so with a probability of 10^-15. With fewer than 64 ids no bit can.
 */
GUIDON_HIDDEN bool gdnsq_bits_weak(const struct gdnsq_bits *bits, int bit);

#endif
