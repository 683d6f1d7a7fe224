/* SPDX-License-Identifier: MIT */
/* How often each byte of many ids had each value, and whether chance explains
 * it. */
#ifndef CLI_BYTE_HISTOGRAM_H
#define CLI_BYTE_HISTOGRAM_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins with all members 0. */
struct byte_histogram {
    uint64_t n;
    uint64_t counts[16][256];
};

static inline void byte_histogram_add(struct byte_histogram *histogram,
                                      const guidon_id *id)
{
    histogram->n++;
    for (size_t i = 0; i < 16; i++) {
        histogram->counts[i][id->bytes[i]]++;
    }
}

/* Count the ids whose bit `bit` is 1. Bit 0 is the highest bit of octet 0. */
uint64_t byte_histogram_ones(const struct byte_histogram *histogram,
                             unsigned bit);

/* The least likely result of several tests. */
struct verdict {
    unsigned tests;   /* 0: too few ids to judge */
    double p;         /* of the result, times `tests` (Bonferroni), at most 1 */
    double statistic; /* a normal deviate, or a chi-square */
    unsigned index;   /* the bit or byte of the result */
};

/* Add the result of one test to a verdict. The verdict's p is that of a single
 * test until verdict_end multiplies it. */
void verdict_add(struct verdict *verdict, double p, double statistic,
                 unsigned index);
void verdict_end(struct verdict *verdict);

/* The fewest ids that are judged. With 64 ids, a bit that never changes is
 * still significant after Bonferroni's correction; a chi-square needs 16 of
 * each value of a byte. */
#define BYTE_HISTOGRAM_LEAST_BITS  64
#define BYTE_HISTOGRAM_LEAST_BYTES 4096

/* Is each bit of `mask` 1 as often as 0? */
struct verdict byte_histogram_bits(const struct byte_histogram *histogram,
                                   const guidon_id *mask);
/* Are all values of a byte equally frequent? Of each byte only the bits of
 * `mask` count. */
struct verdict byte_histogram_bytes(const struct byte_histogram *histogram,
                                    const guidon_id *mask);

#endif
