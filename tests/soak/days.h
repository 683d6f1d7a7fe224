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

/* Some of many ids: how many, and the first of them. */
struct odd {
    size_t n, first;
};

/* Of n ids of that kind, those whose time is not within twelve hours of `noon`,
 * in nanoseconds after 1970 began. */
struct odd not_of_day(const guidon_id *ids, size_t n, guidon_kind kind,
                      int64_t noon);

/* Of n ids of that kind, those that are not above the one before them: as bytes,
 * but version 1 by its time. `last` is before the first, where not NULL. */
struct odd not_above(const guidon_id *ids, size_t n, guidon_kind kind,
                     const guidon_id *last);

#endif
