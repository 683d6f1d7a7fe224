/* SPDX-License-Identifier: MIT */
/* What is counted over many ids, and what the counts say of their randomness. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The random bits of one id, side by side; bit 0 is the top of `hi`. Those past
 * the field's width are 0. */
struct record {
    uint64_t hi, lo;
};

/* `width` bits of a record, 1 to 64, from bit `at`. */
static inline uint64_t record_bits(const struct record *record, unsigned at,
                                   unsigned width)
{
    uint64_t bits;

    if (at == 0) {
        bits = record->hi;
    } else if (at < 64) {
        bits = record->hi << at | record->lo >> (64 - at);
    } else {
        bits = record->lo << (at - 64);
    }
    return bits >> (64 - width);
}

#define BLOCK_RECORDS 4096
#define BLOCK_WORDS   (BLOCK_RECORDS / 64)
#define RECORD_BITS   128

/* Successive records as they are, and turned: bit r of planes[b] is bit b of
 * record r, and bit r of before[b] that of the record before it. */
struct block {
    struct record records[BLOCK_RECORDS];
    struct record last; /* of the block before */
    uint64_t planes[RECORD_BITS][BLOCK_WORDS];
    uint64_t before[RECORD_BITS][BLOCK_WORDS];
};

/* Fill planes and before; `first`: there is no block before, and the last record
 * of this one stands for it. */
void block_turn(struct block *block, bool first);

/* The least likely of many tests. */
struct finding {
    size_t tests;
    double least;   /* the smallest p-value */
    double score;   /* what the test measured; see each statistic */
    char where[48]; /* which bits */
};

/* The chance that `tests` good tests hold one as unlikely as that, or a bound
 * of it (Bonferroni); 1 where there were none. */
double finding_p(const struct finding *finding);

/* Add one test to a finding: its score, and what it was of. */
void finding_add(struct finding *finding, double p, double score,
                 const char *what, unsigned a, unsigned b);

/* Two-sided p-values; 0 where one is too small for a double. */
double p_of_normal(double z);
double p_of_chi_square(double chi_square, double freedom);
double p_of_poisson(uint64_t count, double mean);

/* The chi-square of `n` counts, each as likely as the others. */
double chi_square_even(const uint32_t *counts, size_t n);

/* One statistic over a field of `bits` bits. */
struct statistic {
    const char *name;
    const char *score; /* what its score is */
    void *(*begin)(unsigned bits);
    void (*feed)(void *state, const struct block *block);
    void (*end)(void *state, struct finding *finding); /* frees the state */
};

extern const struct statistic statistic_bias;
extern const struct statistic statistic_pairs;
extern const struct statistic statistic_previous;
extern const struct statistic statistic_runs;
extern const struct statistic statistic_bytes;
extern const struct statistic statistic_serial;
extern const struct statistic statistic_spacings;
extern const struct statistic statistic_collisions;
extern const struct statistic statistic_repeats;

extern const struct statistic *const statistics[];
extern const size_t n_statistics;

/* Zeroed memory; ends the program where there is none. */
void *must_have(size_t n, size_t size);

#endif
