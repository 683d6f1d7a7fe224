/* SPDX-License-Identifier: MIT */
/* statistics.c - p-values, findings, and transposed blocks */
#include "statistics.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const struct statistic *const statistics[] = {
    &statistic_bias,     &statistic_pairs,      &statistic_previous,
    &statistic_runs,     &statistic_bytes,      &statistic_serial,
    &statistic_spacings, &statistic_collisions, &statistic_repeats,
};
const size_t n_statistics = sizeof statistics / sizeof statistics[0];

void *must_have(size_t n, size_t size)
{
    void *memory = calloc(n, size);

    if (!memory) {
        fprintf(stderr, "out of memory: %zu x %zu bytes\n", n, size);
        exit(3);
    }
    return memory;
}

/* ---------------------------------------------------------------- p-values */

/* The p-value of a two-sided test is twice the smaller tail. GSL returns an
 * error or NaN for a tail below the smallest double. */
static double two_sided(double below, double above)
{
    double least = below < above ? below : above;

    if (isnan(below) || isnan(above)) {
        return 0;
    }
    return least < 0.5 ? 2 * least : 1;
}

double p_of_normal(double z)
{
    return two_sided(gsl_cdf_ugaussian_P(z), gsl_cdf_ugaussian_Q(z));
}

double p_of_chi_square(double chi_square, double freedom)
{
    gsl_set_error_handler_off();
    return two_sided(gsl_cdf_chisq_P(chi_square, freedom),
                     gsl_cdf_chisq_Q(chi_square, freedom));
}

double p_of_poisson(uint64_t count, double mean)
{
    unsigned k = count < UINT32_MAX ? (unsigned)count : UINT32_MAX;

    gsl_set_error_handler_off();
    return two_sided(gsl_cdf_poisson_P(k, mean),
                     k > 0 ? gsl_cdf_poisson_Q(k - 1, mean) : 1);
}

double chi_square_even(const uint32_t *counts, size_t n)
{
    double total = 0, sum = 0, mean;

    for (size_t i = 0; i < n; i++) {
        total += counts[i];
    }
    mean = total / (double)n;
    for (size_t i = 0; i < n; i++) {
        sum += (counts[i] - mean) * (counts[i] - mean);
    }
    return sum / mean;
}

/* ---------------------------------------------------------------- findings */

void finding_add(struct finding *finding, double p, double score,
                 const char *what, unsigned a, unsigned b)
{
    if (finding->tests++ == 0 || p < finding->least) {
        finding->least = p;
        finding->score = score;
        snprintf(finding->where, sizeof finding->where, what, a, b);
    }
}

double finding_p(const struct finding *finding)
{
    double p = finding->least * (double)finding->tests;

    return finding->tests > 0 && p < 1 ? p : 1;
}

/* ------------------------------------------------------------------ blocks */

/* Bit c of word r becomes bit r of word c, by swaps of ever smaller squares. */
static void transpose(uint64_t square[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);

    for (unsigned half = 32; half > 0; half /= 2, mask ^= mask << half) {
        for (unsigned r = 0; r < 64; r = (r + half + 1) & ~half) {
            uint64_t swap = ((square[r] >> half) ^ square[r + half]) & mask;

            square[r] ^= swap << half;
            square[r + half] ^= swap;
        }
    }
}

void block_turn(struct block *block, bool first)
{
    struct record last =
        first ? block->records[BLOCK_RECORDS - 1] : block->last;

    for (size_t w = 0; w < BLOCK_WORDS; w++) {
        uint64_t hi[64], lo[64];

        for (size_t r = 0; r < 64; r++) {
            hi[r] = block->records[64 * w + r].hi;
            lo[r] = block->records[64 * w + r].lo;
        }
        transpose(hi);
        transpose(lo);
        for (size_t b = 0; b < 64; b++) {
            block->planes[b][w] = hi[63 - b];
            block->planes[64 + b][w] = lo[63 - b];
        }
    }
    for (unsigned b = 0; b < RECORD_BITS; b++) {
        uint64_t carry = record_bits(&last, b, 1);

        for (size_t w = 0; w < BLOCK_WORDS; w++) {
            block->before[b][w] = block->planes[b][w] << 1 | carry;
            carry = block->planes[b][w] >> 63;
        }
    }
    block->last = block->records[BLOCK_RECORDS - 1];
}
