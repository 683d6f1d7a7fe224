/* SPDX-License-Identifier: MIT */
/* birthday_bound.c - the birthday bound. */
#include "birthday_bound.h"
#include "series.h"

#include <math.h>

double birthday_probability(double count, double places)
{
    return count > 1 ? one_minus_exp(count / places * (count - 1) / 2) : 0;
}

double birthday_count(double probability, double places)
{
    double pairs = minus_log_rest(probability) * places;

    /* n (n - 1) = 2 pairs */
    return (1 + sqrt(1 + 8 * pairs)) / 2;
}

double birthday_count_spread(double probability, double places)
{
    /* solve n (n - 1) / (2 n places) = the logarithm */
    return 1 + 2 * minus_log_rest(probability) * places;
}
