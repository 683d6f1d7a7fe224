/* SPDX-License-Identifier: MIT */
/* Runs statistics over the records of one maker. */
#ifndef MEASURE_H
#define MEASURE_H

#include "fields.h"

/* The probability that a run over all fields reports a fault in good random
 * bytes. Each statistic of each field has an equal share of it. */
#define FALSE_ALARM 1e-6
double false_alarm_share(void);

/* Run the statistics whose bit is set in `chosen` over `blocks` blocks. The
 * bits and findings[] have the order of statistics[]. Other findings stay
 * unchanged. */
void measure(struct finding *findings, struct maker *maker, size_t blocks,
             unsigned chosen);

/* A mask with one bit for each of statistics[]. */
unsigned all_statistics(void);

#endif
