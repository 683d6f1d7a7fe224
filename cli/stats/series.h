/* SPDX-License-Identifier: MIT */
/* A few functions of analysis, good to twelve digits or more. They stand in for
 * those of libm, which takes longer to load than any of this to compute. */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

/* 1 - exp(-x), x >= 0. */
double one_minus_exp(double x);
/* exp(-x), x >= 0; 0 where a double holds no such number. */
double exp_minus(double x);
/* -log(1 - p), 0 <= p < 1. */
double minus_log_rest(double p);
/* log(x), x > 0 and finite. */
double log_of(double x);

#endif
