/* SPDX-License-Identifier: MIT */
/* Statistics over many ids, and p-values for their randomness. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The random bits of one id. Bit 0 is the top bit of `hi`. Bits past the
 * field's width are 0. */
struct record {
    uint64_t hi, lo;
};

/* `width` bits (1 to 64) of a record, from bit `at` on. */
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

/* Successive records, also transposed: bit r of planes[b] is bit b of record r,
 * and bit r of before[b] is bit b of record r - 1. */
struct block {
    struct record records[BLOCK_RECORDS];
    struct record last; /* of the previous block */
    uint64_t planes[RECORD_BITS][BLOCK_WORDS];
    uint64_t before[RECORD_BITS][BLOCK_WORDS];
};

/* Fill `planes` and `before`. If `first`, there is no previous block, and the
 * last record of this one takes its place. */
void block_turn(struct block *block, bool first);

/* The least likely result of many tests. */
struct finding {
    size_t tests;
    double least;   /* the smallest p-value */
    double score;   /* the measured value; see each statistic */
    char where[48]; /* the tested bits */
};

/* A bound of the probability that one of `tests` good results is as unlikely
 * (Bonferroni); 1 if there were no tests. */
double finding_p(const struct finding *finding);

/* Add one test to a finding: its p-value, its score, and a text for `where`. */
void finding_add(struct finding *finding, double p, double score,
                 const char *what, unsigned a, unsigned b);

/* Two-sided p-values; 0 if too small for a double. */
double p_of_normal(double z);
double p_of_chi_square(double chi_square, double freedom);
double p_of_poisson(uint64_t count, double mean);

/* The chi-square of `n` counts that are equally likely. */
double chi_square_even(const uint32_t *counts, size_t n);

/* One statistic over a field of `bits` bits. */
struct statistic {
    const char *name;
    const char *score; /* meaning of the score */
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

/* Zeroed memory. Ends the program if there is none. */
void *must_have(size_t n, size_t size);

#endif
