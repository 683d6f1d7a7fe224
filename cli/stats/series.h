/* SPDX-License-Identifier: MIT */
/* Exponentials and logarithms with at least twelve correct digits. They stand
 * in for libm, because loading libm takes longer than any of these
 * computations. */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

/* 1 - exp(-x), x >= 0. */
double one_minus_exp(double x);
/* exp(-x), x >= 0; 0 if the result is below the range of a double. */
double exp_minus(double x);
/* -log(1 - p), 0 <= p < 1. */
double minus_log_rest(double p);
/* log(x), x > 0 and finite. */
double log_of(double x);
/* x * 2^exponent, exact within the range of normal doubles. */
double times_two_to(double x, int exponent);

#endif
