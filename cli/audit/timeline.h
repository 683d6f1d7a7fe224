/* SPDX-License-Identifier: MIT */
/* How many ids were made when: a histogram whose bins widen as time goes on. */
#ifndef CLI_TIMELINE_H
#define CLI_TIMELINE_H

#include "../term/style.h"
#include "../text/json.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMELINE_BINS = 512, TIMELINE_ROWS = 24 };

/* Bins of one width follow each other from the first to the last time. */
struct timeline {
    size_t step;  /* their width: an index into a table of widths */
    int64_t base; /* of bins[0]: how many such widths since the epoch */
    size_t n;     /* 0: no time was counted */
    uint64_t bins[TIMELINE_BINS];
    int64_t bin_from, bin_to; /* milliseconds of the bin counted last */
    uint64_t *bin;
};

/* All zero is an empty timeline. Milliseconds since 1970, in the years 0 to
 * 11000. */
void timeline_add(struct timeline *timeline, int64_t ms);

/* On stdout, at most TIMELINE_ROWS rows; nothing if it is empty. */
void timeline_draw(const struct timeline *timeline, const struct style *style);
/* "row_width", and "rows" with "from" and "count" each. */
void timeline_put(struct json *object, const struct timeline *timeline);

#endif
