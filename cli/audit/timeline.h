/* SPDX-License-Identifier: MIT */
/* A histogram of ids over time, whose bins widen with the span of the times. */
#ifndef CLI_TIMELINE_H
#define CLI_TIMELINE_H

#include "../term/style.h"
#include "../text/json.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMELINE_BINS = 512, TIMELINE_ROWS = 24 };

/* Adjacent bins of one width, from the first to the last time. */
struct timeline {
    size_t step;  /* index of the bin width in a table */
    int64_t base; /* of bins[0]: bin widths since the epoch */
    size_t n;     /* 0 if no time was counted */
    uint64_t bins[TIMELINE_BINS];
    int64_t bin_from, bin_to; /* of `bin`, in milliseconds since 1970 */
    uint64_t *bin;            /* of the time that was added last, or NULL */
};

/* Add a time in milliseconds since 1970, of the years 0 to 11000. A timeline
 * begins with all members 0. */
void timeline_add(struct timeline *timeline, int64_t ms);

/* The bins, added up to the narrowest width that needs at most TIMELINE_ROWS rows. */
struct timeline_rows {
    const char *width; /* "1 day" */
    size_t cut;        /* letters at the end of a label that say nothing */
    size_t step;
    int64_t base;
    size_t n; /* 0 if no time was counted */
    uint64_t counts[TIMELINE_ROWS];
    uint64_t most;
};
struct timeline_rows timeline_rows_of(const struct timeline *timeline);
/* When row `i` begins: "2022-02-22T19:22:22.000Z". Returns the length. */
size_t timeline_label(char out[GUIDON_TIME_TEXT_MAX],
                      const struct timeline_rows *rows, size_t i);

/* Write at most TIMELINE_ROWS rows to stdout; nothing without a time. */
void timeline_draw(const struct timeline *timeline, const struct style *style);
/* Put "row_width", and "rows" with "from" and "count" each. */
void timeline_put(struct json *object, const struct timeline *timeline);

#endif
