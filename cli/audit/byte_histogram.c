/* SPDX-License-Identifier: MIT */
/* byte_histogram.c - are bits and bytes distributed as chance would? */
#include "byte_histogram.h"
#include "../stats/p_values.h"
#include "../text/id_fields.h"

#include <math.h>

uint64_t byte_histogram_ones(const struct byte_histogram *histogram,
                             unsigned bit)
{
    const uint64_t *counts = histogram->counts[bit / 8];
    uint64_t ones = 0;

    for (unsigned value = 0; value < 256; value++) {
        ones += (value >> (7 - bit % 8) & 1u) ? counts[value] : 0;
    }
    return ones;
}

void verdict_add(struct verdict *verdict, double p, double statistic,
                 unsigned index)
{
    if (verdict->tests++ == 0 || p < verdict->p) {
        verdict->p = p;
        verdict->statistic = statistic;
        verdict->index = index;
    }
}

void verdict_end(struct verdict *verdict)
{
    double p = verdict->p * verdict->tests;

    verdict->p = p < 1 ? p : 1;
}

/* The distance of a count of heads from n / 2, in standard deviations. Because
 * counts are whole numbers, half a head is subtracted (continuity correction):
 * then the tails of the normal distribution are not below those of the count.
 */
static double deviate(uint64_t heads, uint64_t n)
{
    double off = 2 * (double)heads - (double)n;
    double scale = sqrt((double)n);

    return off > 1 ? (off - 1) / scale : off < -1 ? (off + 1) / scale : 0;
}

struct verdict byte_histogram_bits(const struct byte_histogram *histogram,
                                   const guidon_id *mask)
{
    struct verdict verdict = {.tests = 0};

    if (histogram->n < BYTE_HISTOGRAM_LEAST_BITS) {
        return verdict;
    }
    for (unsigned bit = 0; bit < 128; bit++) {
        if (id_bit(mask, bit)) {
            double z =
                deviate(byte_histogram_ones(histogram, bit), histogram->n);

            verdict_add(&verdict, p_value_normal(z), z, bit);
        }
    }
    verdict_end(&verdict);
    return verdict;
}

/* The chi-square of a byte's values, and its degrees of freedom. Only the bits
 * of `mask` count. */
static double chi_square(unsigned *freedom, const uint64_t counts[256],
                         uint64_t n, unsigned mask)
{
    uint64_t folded[256] = {0};
    unsigned values = 0;
    double sum = 0;

    for (unsigned value = 0; value < 256; value++) {
        folded[value & mask] += counts[value];
        values += (value & mask) == value;
    }
    double due = (double)n / values;

    for (unsigned value = 0; value < 256; value++) {
        double off = (double)folded[value] - due;

        sum += (value & mask) == value ? off * off / due : 0;
    }
    *freedom = values - 1;
    return sum;
}

struct verdict byte_histogram_bytes(const struct byte_histogram *histogram,
                                    const guidon_id *mask)
{
    struct verdict verdict = {.tests = 0};

    if (histogram->n < BYTE_HISTOGRAM_LEAST_BYTES) {
        return verdict;
    }
    for (unsigned i = 0; i < 16; i++) {
        unsigned freedom;
        double sum = chi_square(&freedom, histogram->counts[i], histogram->n,
                                mask->bytes[i]);

        if (freedom > 1) { /* byte_histogram_bits tests single bits */
            verdict_add(&verdict, p_value_chi_square(sum, freedom), sum, i);
        }
    }
    verdict_end(&verdict);
    return verdict;
}
