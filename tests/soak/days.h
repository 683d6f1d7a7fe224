/* SPDX-License-Identifier: MIT */
/* What a block of ids shows by itself: are all of one day, and in order? */
#ifndef DAYS_H
#define DAYS_H

#include <guidon/generate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Has the kind a time, so that rounds of different days hold different ids? */
bool has_day(guidon_kind kind);

/* Of n ids of that kind, those whose time is not within twelve hours of `noon`,
 * in nanoseconds after 1970 began. */
size_t not_of_day(const guidon_id *ids, size_t n, guidon_kind kind,
                  int64_t noon);

/* How often one of n ids is not above the one before it. */
size_t falls_among(const guidon_id *ids, size_t n);

#endif
