/* SPDX-License-Identifier: MIT */
/* How often each byte of many ids had which value, and whether chance alone
 * would spread them like that. */
#ifndef CLI_BYTE_HISTOGRAM_H
#define CLI_BYTE_HISTOGRAM_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty one. */
struct byte_histogram {
    uint64_t n;
    uint64_t counts[16][256];
};

static inline void byte_histogram_add(struct byte_histogram *spread,
                                      const guidon_id *id)
{
    spread->n++;
    for (size_t i = 0; i < 16; i++) {
        spread->counts[i][id->bytes[i]]++;
    }
}

/* In how many ids is bit `bit` one? Bit 0 is the highest of octet 0. */
uint64_t byte_histogram_ones(const struct byte_histogram *spread, unsigned bit);

/* The least likely of `tests` tests. */
struct verdict {
    unsigned tests;   /* 0: there were too few ids to judge */
    double p;         /* of it, times `tests` (Bonferroni), at most 1 */
    double statistic; /* a normal deviate, or a chi-square */
    unsigned at;      /* which bit, or byte */
};

/* Take a test into a verdict. Its p is that of the test alone until
 * verdict_end. */
void verdict_add(struct verdict *verdict, double p, double statistic,
                 unsigned at);
void verdict_end(struct verdict *verdict);

/* So few ids tell nothing: not even bits that stay as they are. For bytes, each
 * value must be due as often as makes a chi-square of the counts. */
#define BYTE_HISTOGRAM_LEAST_BITS  64
#define BYTE_HISTOGRAM_LEAST_BYTES 4096

/* Is each bit of `mask` one as often as not? Is each value of a byte, of which
 * only the bits in the mask are looked at, there as often as the others? */
struct verdict byte_histogram_bits(const struct byte_histogram *spread,
                                   const guidon_id *mask);
struct verdict byte_histogram_bytes(const struct byte_histogram *spread,
                                    const guidon_id *mask);

#endif
