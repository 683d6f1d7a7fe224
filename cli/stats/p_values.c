/* SPDX-License-Identifier: MIT */
/* p_values.c - tails of the normal, chi-square and Poisson distributions. */
#include "p_values.h"
#include "series.h"

#include <math.h>

#define ROOT_OF_PI 1.772453850905516027298

/* From here on, 60 steps of the continued fraction of the incomplete gamma
 * function are enough; below, its power series. */
#define FRACTION_FROM 3.0

/* Q(1/2, y): a chi-square of one degree is above 2y. */
static double upper_half(double y)
{
    double below = 0;

    if (y < FRACTION_FROM) {
        double term = 2 * sqrt(y) / ROOT_OF_PI * exp_minus(y);

        for (int i = 1; i <= 60;
             i++) { /* y^60 / (1/2 ... 60.5) is negligible */
            below += term;
            term *= y / (i + 0.5);
        }
        return below < 1 ? 1 - below : 0;
    }
    for (int i = 60; i > 0; i--) {
        below = i * (i - 0.5) / (y + 2 * i + 0.5 - below);
    }
    return exp_minus(y) * sqrt(y) / ROOT_OF_PI / (y + 0.5 - below);
}

double p_value_normal(double z)
{
    return upper_half(z * z / 2);
}

/*
 * For a multiple `a` of 1/2, Q(a, y) is Q(1/2, y) or 0, plus a finite sum of
 * terms exp(-y) y^b / Gamma(b + 1), with b < a in whole steps. The terms from b
 * = a on add up to the other tail. All terms are positive, so that nothing
 * cancels.
 */
double p_value_chi_square(double chi_square, unsigned freedom)
{
    const double y = chi_square / 2;
    const unsigned odd = freedom % 2;
    unsigned twice_b = odd;
    double term = exp_minus(y) * (odd ? 2 * sqrt(y) / ROOT_OF_PI : 1);
    double upper = odd ? upper_half(y) : 0, lower = 0;

    if (!(chi_square > 0)) {
        return 0;
    }
    for (; twice_b < freedom; twice_b += 2) {
        upper += term;
        term *= y / (twice_b / 2.0 + 1);
    }
    while (term > 1e-320 && (twice_b / 2.0 < y || term > lower * 1e-17)) {
        lower += term;
        term *= y / (twice_b / 2.0 + 1);
        twice_b += 2;
    }
    double least = upper < lower ? upper : lower;

    return least < 0.5 ? 2 * least : 1;
}

double p_value_poisson(double count, double mean)
{
    if (count <= mean) {
        return 1;
    }
    if (!(mean > 0)) {
        return 0;
    }
    return exp_minus(mean - count + count * (log_of(count) - log_of(mean)));
}
