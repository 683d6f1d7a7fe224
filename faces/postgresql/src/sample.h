/* SPDX-License-Identifier: MIT */
/* Repeated ids among any number of ids, counted in bounded memory. */
#ifndef GUIDON_PG_SAMPLE_H
#define GUIDON_PG_SAMPLE_H

#include "guidon_pg.h"

/*
 * A sample holds the ids whose hash begins with `level` zero bits, and counts
 * every row of such an id. It doubles its slots up to SAMPLE_SLOTS; then the
 * level rises, and about half of the ids leave. So the sample is exact while
 * its level is 0, and later holds one of 2^level ids.
 */
#define SAMPLE_SLOTS 8192

typedef struct SampleSlot {
    guidon_id id;
    uint64 rows; /* 0: the slot is free */
} SampleSlot;

typedef struct Sample {
    uint32 level;
    uint32 used;
    uint32 size; /* slots, a power of 2; 0 before the first id */
    SampleSlot *slots;
} Sample;

/* Begins with all members 0. Its memory comes from `context`. */
extern void gdnpg_sample_add(Sample *sample, MemoryContext context,
                             const guidon_id *id, uint64 rows);

/* Add the ids of another sample. */
extern void gdnpg_sample_merge(Sample *sample, MemoryContext context,
                               const Sample *other);

/* The rows of sampled ids after the first row of each. */
extern uint64 gdnpg_sample_repeats(const Sample *sample);

#endif
