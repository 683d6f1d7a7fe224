/* SPDX-License-Identifier: MIT */
/* chance.c - the birthday bound. It does without libm, which takes longer to
 * load than any of this to compute. */
#include "chance.h"

/* 1 - exp(-x), x >= 0: twice x is p (2 - p), and a series below a half. */
static double one_minus_exp(double x)
{
    double sum = 0, term = -1;

    if (x > 64) {
        return 1; /* but for less than a double tells */
    }
    if (x > 0.5) {
        double p = one_minus_exp(x / 2);

        return p * (2 - p);
    }
    for (int k = 1; k <= 16; k++) { /* 0.5^17 / 17! is below 2^-65 */
        term *= -x / k;
        sum += term;
    }
    return sum;
}

/* -log(1 - p), 0 <= p < 1: twice the atanh of p / (2 - p), by its series below
 * a half; above it, 1 - p is doubled for a log(2) each. */
static double minus_log_rest(double p)
{
    double logs = 0, sum = 0;

    while (p > 0.5) {
        p = 2 * p - 1;
        logs += 0.693147180559945309417;
    }
    double z = p / (2 - p); /* at most 1/3 */
    double power = z;

    for (int k = 1; k <= 35; k += 2) { /* 3^-37 is below 2^-58 */
        sum += power / k;
        power *= z * z;
    }
    return logs + 2 * sum;
}

/* The root of x >= 1, by Newton's steps, which fall towards it from above. */
static double root(double x)
{
    double r = x;

    for (;;) {
        double next = (r + x / r) / 2;

        if (next >= r) {
            return r;
        }
        r = next;
    }
}

double chance_of(double count, double places)
{
    return count > 1 ? one_minus_exp(count / places * (count - 1) / 2) : 0;
}

double chance_count(double probability, double places)
{
    double pairs = minus_log_rest(probability) * places;

    /* n (n - 1) = 2 pairs */
    return (1 + root(1 + 8 * pairs)) / 2;
}

double chance_count_spread(double probability, double places)
{
    /* n (n - 1) / (2 n places) is what the logarithm is */
    return 1 + 2 * minus_log_rest(probability) * places;
}
