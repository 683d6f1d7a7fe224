/* SPDX-License-Identifier: MIT */
/* sorted.c - statistics of sorted values: spacings, collisions, repeats */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT  11
#define DIGITS (1u << DIGIT)

/* Sort n values below 2^bits. `spare` holds n values too. */
static void sort(uint64_t *values, uint64_t *spare, size_t n, unsigned bits)
{
    uint64_t *from = values, *to = spare;

    for (unsigned shift = 0; shift < bits; shift += DIGIT) {
        size_t at[DIGITS] = {0}, sum = 0;
        uint64_t *swap = from;

        for (size_t i = 0; i < n; i++) {
            at[from[i] >> shift & (DIGITS - 1)]++;
        }
        for (size_t d = 0; d < DIGITS; d++) {
            size_t count = at[d];

            at[d] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++) {
            to[at[from[i] >> shift & (DIGITS - 1)]++] = from[i];
        }
        from = to;
        to = swap;
    }
    if (from != values) {
        memcpy(values, from, n * sizeof *values);
    }
}

/* The number of sorted values that equal their predecessor. */
static uint64_t equal_neighbours(const uint64_t *sorted, size_t n)
{
    uint64_t equal = 0;

    for (size_t i = 1; i < n; i++) {
        equal += sorted[i] == sorted[i - 1];
    }
    return equal;
}

/* Rounds of n values. A value is a window of bits of the field. */
struct rounds {
    unsigned bits;  /* of the field */
    unsigned width; /* of a window */
    unsigned n_windows;
    size_t n, filled;
    uint64_t rounds;
    uint64_t met[3];
    uint64_t *values[3];
    uint64_t *spare;
};

static struct rounds *rounds_begin(unsigned bits, unsigned width,
                                   unsigned n_windows, size_t n)
{
    struct rounds *rounds = must_have(1, sizeof *rounds);

    rounds->bits = bits;
    rounds->width = width;
    rounds->n_windows = n_windows;
    rounds->n = n;
    for (unsigned i = 0; i < n_windows; i++) {
        rounds->values[i] = must_have(n, sizeof *rounds->values[i]);
    }
    rounds->spare = must_have(n, sizeof *rounds->spare);
    return rounds;
}

/* The first window starts at the field's first bit; the last ends at its
 * last. */
static unsigned window_at(const struct rounds *rounds, unsigned i)
{
    return (rounds->bits - rounds->width) * i / (rounds->n_windows - 1);
}

static void rounds_feed(struct rounds *rounds, const struct block *block,
                        uint64_t (*met)(struct rounds *, uint64_t *))
{
    for (unsigned i = 0; i < rounds->n_windows; i++) {
        unsigned at = window_at(rounds, i);

        for (size_t r = 0; r < BLOCK_RECORDS; r++) {
            rounds->values[i][rounds->filled + r] =
                record_bits(&block->records[r], at, rounds->width);
        }
    }
    rounds->filled += BLOCK_RECORDS;
    if (rounds->filled < rounds->n) {
        return;
    }
    for (unsigned i = 0; i < rounds->n_windows; i++) {
        rounds->met[i] += met(rounds, rounds->values[i]);
    }
    rounds->filled = 0;
    rounds->rounds++;
}

static void rounds_end(struct rounds *rounds, double mean,
                       struct finding *finding)
{
    mean *= (double)rounds->rounds;
    for (unsigned i = 0; i < rounds->n_windows; i++) {
        unsigned at = window_at(rounds, i);

        if (rounds->rounds > 0) {
            finding_add(finding, p_of_poisson(rounds->met[i], mean),
                        ((double)rounds->met[i] - mean) / sqrt(mean),
                        "bits %u to %u", at, at + rounds->width - 1);
        }
        free(rounds->values[i]);
    }
    free(rounds->spare);
    free(rounds);
}

/* ---------------------------------------------------------------- spacings */

/*
 * Marsaglia's birthday spacings: sort m birthdays in a year of n days, and
 * count the spacings between them that equal another one. The count has a
 * Poisson distribution with mean m^3 / 4n, which is 2 for m = 2^16 and n =
 * 2^45. The true mean differs by about 2 / m, which is less than a tenth of a
 * count in a thousand rounds.
 */
#define BIRTHDAYS ((size_t)1 << 16)
#define YEAR_BITS 45

static void *spacings_begin(unsigned bits)
{
    return rounds_begin(bits, YEAR_BITS, 2, BIRTHDAYS);
}

static uint64_t spacings_met(struct rounds *rounds, uint64_t *days)
{
    size_t n = rounds->n;
    uint64_t first, around;

    sort(days, rounds->spare, n, YEAR_BITS);
    first = days[0];
    around = (UINT64_C(1) << YEAR_BITS) - days[n - 1] + first;
    for (size_t i = 0; i + 1 < n; i++) {
        days[i] = days[i + 1] - days[i];
    }
    days[n - 1] = around & ((UINT64_C(1) << YEAR_BITS) - 1);
    sort(days, rounds->spare, n, YEAR_BITS);
    return equal_neighbours(days, n);
}

static void spacings_feed(void *state, const struct block *block)
{
    rounds_feed(state, block, spacings_met);
}

static void spacings_end(void *state, struct finding *finding)
{
    double m = (double)BIRTHDAYS;

    rounds_end(state, m * m * m / ldexp(4, YEAR_BITS), finding);
}

const struct statistic statistic_spacings = {
    "spacings", "z", spacings_begin, spacings_feed, spacings_end,
};

/* -------------------------------------------------------------- collisions */

/*
 * m balls fall into k urns. The number of collisions is m minus the urns that
 * are not empty, whose mean is k (1 - (1 - 1/k)^m). The count is close to a
 * Poisson distribution because k is much greater than m: its variance is
 * smaller than its mean by about m / k of it.
 */
#define BALLS    ((size_t)1 << 20)
#define URN_BITS 32

static void *collisions_begin(unsigned bits)
{
    return rounds_begin(bits, URN_BITS, 3, BALLS);
}

static uint64_t collisions_met(struct rounds *rounds, uint64_t *balls)
{
    sort(balls, rounds->spare, rounds->n, URN_BITS);
    return equal_neighbours(balls, rounds->n);
}

static void collisions_feed(void *state, const struct block *block)
{
    rounds_feed(state, block, collisions_met);
}

static void collisions_end(void *state, struct finding *finding)
{
    double m = (double)BALLS, k = ldexp(1, URN_BITS);

    rounds_end(state, m + k * expm1(m * log1p(-1 / k)), finding);
}

const struct statistic statistic_collisions = {
    "collisions", "z", collisions_begin, collisions_feed, collisions_end,
};

/* ----------------------------------------------------------------- repeats */

/*
 * Does a value return anywhere in the whole run? The test keeps the records
 * whose first SAMPLE_BITS bits are 0, and counts pairs that are equal in the
 * next bits, up to 64 bits in all. The birthday problem gives the expected
 * count.
 */
#define SAMPLE_BITS 6

struct repeats {
    unsigned bits; /* number of compared bits */
    size_t n, capacity;
    uint64_t *kept;
};

static void *repeats_begin(unsigned bits)
{
    struct repeats *repeats = must_have(1, sizeof *repeats);

    repeats->bits = bits < 64 ? bits : 64;
    return repeats;
}

static void repeats_feed(void *state, const struct block *block)
{
    struct repeats *repeats = state;

    for (size_t r = 0; r < BLOCK_RECORDS; r++) {
        if (record_bits(&block->records[r], 0, SAMPLE_BITS) > 0) {
            continue;
        }
        if (repeats->n == repeats->capacity) {
            uint64_t *more =
                must_have(2 * repeats->capacity + 4096, sizeof *more);

            if (repeats->n > 0) {
                memcpy(more, repeats->kept, repeats->n * sizeof *more);
            }
            free(repeats->kept);
            repeats->kept = more;
            repeats->capacity = 2 * repeats->capacity + 4096;
        }
        repeats->kept[repeats->n++] =
            record_bits(&block->records[r], 0, repeats->bits);
    }
}

static void repeats_end(void *state, struct finding *finding)
{
    struct repeats *repeats = state;
    uint64_t *spare = must_have(repeats->n + 1, sizeof *spare);
    double n = (double)repeats->n, mean, p;
    uint64_t met;

    sort(repeats->kept, spare, repeats->n, repeats->bits);
    met = equal_neighbours(repeats->kept, repeats->n);
    mean = n * n / 2 / ldexp(1, (int)(repeats->bits - SAMPLE_BITS));
    p = met > 0 ? p_of_poisson(met, mean) : 1;
    finding_add(finding, p, (double)met, "bits 0 to %u", repeats->bits - 1, 0);
    free(spare);
    free(repeats->kept);
    free(repeats);
}

const struct statistic statistic_repeats = {
    "repeats", "count", repeats_begin, repeats_feed, repeats_end,
};
