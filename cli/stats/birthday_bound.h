/* SPDX-License-Identifier: MIT */
/* The birthday bound, correct to a few units of the fifteenth digit, also for
 * the smallest probabilities. */
#ifndef CLI_BIRTHDAY_BOUND_H
#define CLI_BIRTHDAY_BOUND_H

/*
 * The probability that any two of `count` ids are equal, if each is one of
 * `places` values at random: 1 - exp(-n (n - 1) / 2N). The relative error of
 * the bound is about n / 3N, which is negligible if N is 2^61 or more and the
 * probability is not close to 1.
 */
double birthday_probability(double count, double places);
/* The inverse: the number of ids with this probability, which is below 1. */
double birthday_count(double probability, double places);
/* The inverse if each id adds `places` values, so that the probability grows
 * linearly with the number of ids. */
double birthday_count_spread(double probability, double places);

#endif
