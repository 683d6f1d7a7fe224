/* SPDX-License-Identifier: MIT */
/* order.c - how often two ids of two machines are in the wrong order
 *
 * The program prints the tables of docs/scale.md and compares each figure with
 * the formula of that page. The errors of the clocks have a normal distribution
 * with the standard deviation SIGMA_NS. Clocks and random bits are injected, so
 * that every run gives the same tables. */
#include "random.h"
#include "sim.h"
#include <guidon.h>
#include <math.h>
#include <stdio.h>

#define SIGMA_NS 5e6
#define PAIRS    200000
#define FLEET    20000
#define SERIES   200000

/* The two sides differ by less than five standard errors of the count. */
static void agree(double counted, double formula, double n)
{
    double error = sqrt(formula * (1 - formula) / n) + 0.5 / n;

    need(fabs(counted - formula) < 5 * error, "the formula does not hold");
}

/* The second id, made `gap` standard deviations later, is the smaller one with
 * the probability erfc(gap / 2) / 2: the difference of the two errors has the
 * standard deviation sqrt(2) * SIGMA_NS. */
static void pairs(double gap, uint64_t *seed)
{
    double formula = erfc(gap / 2) / 2;
    unsigned wrong = 0;

    for (unsigned i = 0; i < PAIRS; i++) {
        machine a, b;
        guidon_id first, second;

        machine_new(&a, (guidon_options){.kind = GUIDON_V7},
                    SIGMA_NS * normal(seed), seed);
        machine_new(&b, (guidon_options){.kind = GUIDON_V7},
                    SIGMA_NS * normal(seed), seed);
        first = id_at(&a, 1e9);
        second = id_at(&b, 1e9 + gap * SIGMA_NS);
        wrong += guidon_compare(&first, &second) > 0;
        machine_free(&a);
        machine_free(&b);
    }
    agree((double)wrong / PAIRS, formula, PAIRS);
    printf("| %g | %.4f %% | %.4f %% |\n", gap, 100 * formula,
           100.0 * wrong / PAIRS);
}

/* The smaller one of two ids that follow one another in a fleet of many
 * machines is the second with this probability, if they are made at random times
 * with `rate` ids in a standard deviation: the mean of the formula above over
 * the exponential distribution of the gap. */
static double neighbours_formula(double rate)
{
    /* exp(x^2) * erfc(x) overflows for large x; its asymptotic series has an
     * error below 1e-5 there. */
    double scaled = rate < 20 ? exp(rate * rate) * erfc(rate)
                              : (1 - 0.5 / (rate * rate)) /
                                    (rate * sqrt(3.14159265358979323846));

    return (1 - scaled) / 2;
}

static void neighbours(double rate, uint64_t *seed)
{
    double formula = neighbours_formula(rate) * (FLEET - 1) / FLEET;
    static machine fleet[FLEET];
    guidon_id before = guidon_nil();
    double at = 1e9;
    unsigned wrong = 0;

    for (unsigned i = 0; i < FLEET; i++) {
        machine_new(&fleet[i], (guidon_options){.kind = GUIDON_V7},
                    SIGMA_NS * normal(seed), seed);
    }
    for (unsigned i = 0; i <= SERIES; i++) {
        double u = ((double)(draw(seed) >> 11) + 1) / 9007199254740993.0;
        guidon_id id;

        at -= log(u) * SIGMA_NS / rate;
        id = id_at(&fleet[draw(seed) % FLEET], at);
        wrong += guidon_compare(&before, &id) > 0;
        before = id;
    }
    for (unsigned i = 0; i < FLEET; i++) {
        machine_free(&fleet[i]);
    }
    /* The errors of a fleet are drawn once, so that the series differs from the
     * formula by more than the errors of a count: three percent are allowed. */
    need(fabs((double)wrong / SERIES - formula) < 0.03 * formula,
         "the formula of neighbours does not hold");
    printf("| %g | %.2f %% | %.2f %% |\n", rate, 100 * formula,
           100.0 * wrong / SERIES);
}

int main(void)
{
    static const double gaps[] = {0.5, 1, 2, 3, 4, 6};
    static const double rates[] = {0.05, 0.5, 5, 50};
    uint64_t seed = 7;

    puts("| made apart, in standard deviations | wrong order, formula | "
         "wrong order, counted |\n|--:|--:|--:|");
    for (size_t i = 0; i < sizeof(gaps) / sizeof(*gaps); i++) {
        pairs(gaps[i], &seed);
    }
    puts("\n| ids in a standard deviation | neighbours in the wrong order, "
         "formula | counted |\n|--:|--:|--:|");
    for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
        neighbours(rates[i], &seed);
    }
    return 0;
}
