/* SPDX-License-Identifier: MIT */
/* How unlikely a count is by chance. What is below P_VALUE_LEAST may be told as
 * 0. */
#ifndef CLI_P_VALUES_H
#define CLI_P_VALUES_H

#define P_VALUE_LEAST 1e-100

/* The chance that a normal deviate lies as far from 0 as `z`. */
double p_value_normal(double z);
/* Twice the smaller tail of a chi-square with 1 to 255 degrees of freedom: it
 * is small where counts are too even, too. */
double p_value_chi_square(double chi_square, unsigned freedom);
/* A bound of the chance that something of this mean happens `count` times or
 * more (Chernoff's, of the Poisson distribution). Of a binomial count it is a
 * bound as well. */
double p_value_poisson(double count, double mean);

#endif
