/* SPDX-License-Identifier: MIT */
/* Statistics over the records of one maker. */
#ifndef MEASURE_H
#define MEASURE_H

#include "fields.h"

/* The chance that a run over every field, with good random bytes, finds a
 * fault; each statistic of each field has an equal share of it. */
#define FALSE_ALARM 1e-6
double false_alarm_share(void);

/* Feed `blocks` blocks to the statistics whose bit is set in `chosen`, in the
 * order of statistics[]; findings[] of the others stay as they were. */
void measure(struct finding *findings, struct maker *maker, size_t blocks,
             unsigned chosen);

/* One bit for each of statistics[]. */
unsigned all_statistics(void);

#endif
