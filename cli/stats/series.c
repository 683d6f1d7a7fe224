/* SPDX-License-Identifier: MIT */
/* series.c - exponentials and logarithms from their series. */
#include "series.h"

#define LOG_2 0.693147180559945309417

/* Above 0.5, from p = 1 - exp(-x / 2) as p (2 - p); below, a power series. */
double one_minus_exp(double x)
{
    double sum = 0, term = -1;

    if (x > 64) {
        return 1; /* the difference is below the precision of a double */
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

/* Above 0.5, the square of exp(-x / 2); each squaring doubles the error. */
double exp_minus(double x)
{
    if (x > 746) { /* the smallest double is above exp(-745.2) */
        return 0;
    }
    if (x > 0.5) {
        double half = exp_minus(x / 2);

        return half * half;
    }
    return 1 - one_minus_exp(x);
}

/* 2 atanh(z) from its series, |z| <= 1/3. */
static double twice_atanh(double z)
{
    double sum = 0, power = z;

    for (int k = 1; k <= 35; k += 2) { /* 3^-37 is below 2^-58 */
        sum += power / k;
        power *= z * z;
    }
    return 2 * sum;
}

/* Above 0.5, double 1 - p and add log(2), as often as needed. */
double minus_log_rest(double p)
{
    double logs = 0;

    while (p > 0.5) {
        p = 2 * p - 1;
        logs += LOG_2;
    }
    return logs + twice_atanh(p / (2 - p));
}

double log_of(double x)
{
    int exponent = 0;

    while (x < 0.70710678) { /* so that |z| <= 1/3; both steps are exact */
        x *= 2;
        exponent--;
    }
    while (x >= 1.41421356) {
        x /= 2;
        exponent++;
    }
    return exponent * LOG_2 + twice_atanh((x - 1) / (x + 1));
}

double times_two_to(double x, int exponent)
{
    for (; exponent > 0; exponent--) {
        x *= 2;
    }
    for (; exponent < 0; exponent++) {
        x /= 2;
    }
    return x;
}
