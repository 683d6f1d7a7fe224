/* SPDX-License-Identifier: MIT */
/* The birthday bound, exact to a few units of the fifteenth digit where the
 * odds are smallest too. */
#ifndef CLI_BIRTHDAY_BOUND_H
#define CLI_BIRTHDAY_BOUND_H

/*
 * The probability that of `count` ids, each in one of `places` at random, any
 * two are in the same: 1 - exp(-n (n - 1) / 2N). The error of the bound itself
 * is a part in about 3N / n, which is nothing where N is 2^61 or more and the
 * answer is not yet near to 1.
 */
double birthday_probability(double count, double places);
/* The inverse: how many ids have this probability, which is below 1. */
double birthday_count(double probability, double places);
/* The same where each id brings `places` of its own, so that odds grow with
 * the ids and not with their square. */
double birthday_count_spread(double probability, double places);

#endif
