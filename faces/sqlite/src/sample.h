/* SPDX-License-Identifier: MIT */
/* Repeated ids among any number of ids, counted in bounded memory. */
#ifndef GUIDON_SQLITE_SAMPLE_H
#define GUIDON_SQLITE_SAMPLE_H

#include "guidon_sqlite.h"

/*
 * A sample holds the ids whose hash begins with `level` zero bits, and counts
 * every row of such an id. It doubles its slots up to GDNSQ_SAMPLE_SLOTS; then
 * the level rises, and about half of the ids leave. So the sample is exact while
 * its level is 0, and later holds one of 2^level ids.
 */
#define GDNSQ_SAMPLE_SLOTS 8192

struct gdnsq_slot {
    guidon_id id;
    uint64_t rows; /* 0: the slot is free */
};

struct gdnsq_sample {
    uint32_t level;
    uint32_t used;
    uint32_t size; /* slots, a power of 2; 0 before the first id */
    struct gdnsq_slot *slots;
};

/* Begins with all members 0. The result is false if there is no memory; then the
 * sample is as before. */
GUIDON_HIDDEN bool gdnsq_sample_add(struct gdnsq_sample *sample,
                                    const guidon_id *id);
GUIDON_HIDDEN void gdnsq_sample_free(struct gdnsq_sample *sample);

/* The rows of sampled ids after the first row of each. */
GUIDON_HIDDEN uint64_t gdnsq_sample_repeats(const struct gdnsq_sample *sample);

#endif
