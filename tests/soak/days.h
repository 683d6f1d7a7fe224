/* SPDX-License-Identifier: MIT */
/* Checks of one block of ids: whether all are of one day, and whether they
 * rise. */
#ifndef DAYS_H
#define DAYS_H

#include <guidon/generate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Has the kind a time? Then rounds of different days have different ids. */
bool has_day(guidon_kind kind);

/* The ids that fail a check: their number, and the index of the first. */
struct odd {
    size_t n, first;
};

/* The ids whose time differs from `noon` by more than twelve hours. `noon` is
 * in nanoseconds since 1970. `prefix_bits` is that of version 8. */
struct odd not_of_day(const guidon_id *ids, size_t n, guidon_kind kind,
                      unsigned prefix_bits, int64_t noon);

/* The ids that are not above their predecessor. Version 1 is compared by time,
 * version 8 without its prefix, and other kinds by bytes. `last`, if not NULL, is the predecessor of the first
 * id. */
struct odd not_above(const guidon_id *ids, size_t n, guidon_kind kind,
                     unsigned prefix_bits, const guidon_id *last);

#endif
