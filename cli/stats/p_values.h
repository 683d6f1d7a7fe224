/* SPDX-License-Identifier: MIT */
/* P-values: how unlikely a result is by chance. A p-value below P_VALUE_LEAST
 * may be returned as 0. */
#ifndef CLI_P_VALUES_H
#define CLI_P_VALUES_H

#define P_VALUE_LEAST 1e-100

/* The probability that a normal deviate is at least as far from 0 as `z`. */
double p_value_normal(double z);
/* Twice the smaller tail of a chi-square with 1 to 255 degrees of freedom. It
 * is small for counts that are too uneven and also for counts that are too
 * even. */
double p_value_chi_square(double chi_square, unsigned freedom);
/* An upper bound of the probability that an event of this mean occurs `count`
 * times or more: Chernoff's bound of the Poisson distribution, which also holds
 * for a binomial count. */
double p_value_poisson(double count, double mean);

#endif
