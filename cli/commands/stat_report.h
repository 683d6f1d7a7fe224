/* SPDX-License-Identifier: MIT */
/* Write what guidon stat counted. */
#ifndef CLI_STAT_REPORT_H
#define CLI_STAT_REPORT_H

#include "../term/style.h"
#include "stat_counts.h"

#include <stdbool.h>

/* Write lines for people. */
void stat_print(const struct stat_counts *counts, const struct style *style);
/* Write a JSON object. False, with a message, if memory ran out. */
bool stat_print_json(const struct stat_counts *counts);

#endif
