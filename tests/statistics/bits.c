/* SPDX-License-Identifier: MIT */
/* bits.c - statistics of single bits: bias, pairs, the previous id, runs */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A good bit, or the XOR of two, is 1 in half of the cases. The result is the
 * distance of a count of ones from its mean, in standard deviations. */
static double z_of(uint64_t ones, uint64_t n)
{
    return (2.0 * (double)ones - (double)n) / sqrt((double)n);
}

/* -------------------------------------------------------------------- bias */

struct bias {
    unsigned bits;
    uint64_t n;
    uint64_t ones[RECORD_BITS];
};

static void *bias_begin(unsigned bits)
{
    struct bias *bias = must_have(1, sizeof *bias);

    bias->bits = bits;
    return bias;
}

static void bias_feed(void *state, const struct block *block)
{
    struct bias *bias = state;

    for (unsigned b = 0; b < bias->bits; b++) {
        for (size_t w = 0; w < BLOCK_WORDS; w++) {
            bias->ones[b] +=
                (unsigned)__builtin_popcountll(block->planes[b][w]);
        }
    }
    bias->n += BLOCK_RECORDS;
}

/* Test each bit, and the sum of all: it shows bits that are all a little
 * biased, or too even. */
static void bias_end(void *state, struct finding *finding)
{
    struct bias *bias = state;
    double sum = 0;

    for (unsigned b = 0; b < bias->bits; b++) {
        double z = z_of(bias->ones[b], bias->n);

        sum += z * z;
        finding_add(finding, p_of_normal(z), z, "bit %u", b, 0);
    }
    finding_add(finding, p_of_chi_square(sum, bias->bits), sum,
                "all %u bits (chi-square)", bias->bits, 0);
    free(bias);
}

const struct statistic statistic_bias = {
    "bias", "z", bias_begin, bias_feed, bias_end,
};

/* ------------------------------------------------------------------- pairs */

struct pairs {
    unsigned bits;
    uint64_t n;
    uint64_t differ[RECORD_BITS][RECORD_BITS];
};

static void *pairs_begin(unsigned bits)
{
    struct pairs *pairs = must_have(1, sizeof *pairs);

    pairs->bits = bits;
    return pairs;
}

/* Count pairs of bit a of each record and bit b of it, or of the previous
 * record. */
static inline __attribute__((always_inline)) void count_pairs(
    struct pairs *pairs, const struct block *block, bool before)
{
    for (unsigned a = 0; a < pairs->bits; a++) {
        unsigned end = before ? pairs->bits : a;

        for (unsigned b = 0; b < end; b++) {
            const uint64_t *x = block->planes[a];
            const uint64_t *y = before ? block->before[b] : block->planes[b];
            uint64_t differ = 0;

            for (size_t w = 0; w < BLOCK_WORDS; w++) {
                differ += (unsigned)__builtin_popcountll(x[w] ^ y[w]);
            }
            pairs->differ[a][b] += differ;
        }
    }
    pairs->n += BLOCK_RECORDS;
}

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512vpopcntdq"))) static void
count_pairs_avx512(struct pairs *pairs, const struct block *block, bool before)
{
    count_pairs(pairs, block, before);
}

__attribute__((target("popcnt"))) static void count_pairs_popcnt(
    struct pairs *pairs, const struct block *block, bool before)
{
    count_pairs(pairs, block, before);
}
#endif

static void feed(struct pairs *pairs, const struct block *block, bool before)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vpopcntdq")) {
        count_pairs_avx512(pairs, block, before);
        return;
    }
    if (__builtin_cpu_supports("popcnt")) {
        count_pairs_popcnt(pairs, block, before);
        return;
    }
#endif
    count_pairs(pairs, block, before);
}

static void pairs_feed(void *state, const struct block *block)
{
    feed(state, block, false);
}

static void previous_feed(void *state, const struct block *block)
{
    feed(state, block, true);
}

static void pairs_found(struct pairs *pairs, bool before,
                        struct finding *finding)
{
    for (unsigned a = 0; a < pairs->bits; a++) {
        unsigned end = before ? pairs->bits : a;

        for (unsigned b = 0; b < end; b++) {
            double z = z_of(pairs->differ[a][b], pairs->n);

            finding_add(finding, p_of_normal(z), z,
                        before ? "bit %u, bit %u before" : "bits %u, %u", a, b);
        }
    }
    free(pairs);
}

static void pairs_end(void *state, struct finding *finding)
{
    pairs_found(state, false, finding);
}

static void previous_end(void *state, struct finding *finding)
{
    pairs_found(state, true, finding);
}

const struct statistic statistic_pairs = {
    "pairs", "z", pairs_begin, pairs_feed, pairs_end,
};

const struct statistic statistic_previous = {
    "previous", "z", pairs_begin, previous_feed, previous_end,
};

/* -------------------------------------------------------------------- runs */

/*
 * The lengths of runs, for which a bit keeps its value from id to id: 1, 2, ...
 * RUN_MAX - 1, or longer. For good bits, half of the runs continue after each
 * step. The test counts the runs that begin outside the last word of a block,
 * because it sees their whole length. That choice does not depend on the
 * lengths.
 */
#define RUN_MAX 16

struct runs {
    unsigned bits;
    uint64_t at_least[RECORD_BITS][RUN_MAX + 1];
};

static void *runs_begin(unsigned bits)
{
    struct runs *runs = must_have(1, sizeof *runs);

    runs->bits = bits;
    return runs;
}

static void runs_feed(void *state, const struct block *block)
{
    struct runs *runs = state;

    for (unsigned b = 0; b < runs->bits; b++) {
        uint64_t *at_least = runs->at_least[b];
        uint64_t change[BLOCK_WORDS];

        for (size_t w = 0; w < BLOCK_WORDS; w++) {
            change[w] = block->planes[b][w] ^ block->before[b][w];
        }
        for (size_t w = 0; w + 1 < BLOCK_WORDS; w++) {
            uint64_t going = change[w];

            for (unsigned len = 1; len <= RUN_MAX; len++) {
                at_least[len] += (unsigned)__builtin_popcountll(going);
                going &= ~(change[w] >> len | change[w + 1] << (64 - len));
            }
        }
    }
}

static void runs_end(void *state, struct finding *finding)
{
    struct runs *runs = state;

    for (unsigned b = 0; b < runs->bits; b++) {
        double all = (double)runs->at_least[b][1], sum = 0;

        for (unsigned len = 1; len <= RUN_MAX; len++) {
            double longer =
                len < RUN_MAX ? (double)runs->at_least[b][len + 1] : 0;
            double met = (double)runs->at_least[b][len] - longer;
            double want = ldexp(all, len < RUN_MAX ? -(int)len : 1 - RUN_MAX);

            sum += want > 0 ? (met - want) * (met - want) / want : 1e9;
        }
        finding_add(finding, p_of_chi_square(sum, RUN_MAX - 1), sum, "bit %u",
                    b, 0);
    }
    free(runs);
}

const struct statistic statistic_runs = {
    "runs", "chi-square", runs_begin, runs_feed, runs_end,
};
