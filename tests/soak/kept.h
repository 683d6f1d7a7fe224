/* SPDX-License-Identifier: MIT */
/* The files that outlive a round: ids of version 4, and the log. */
#ifndef KEPT_H
#define KEPT_H

#include "repeats.h"

#include <stdint.h>
#include <stdio.h>

/* Ids of version 4 in 256 files, one for each value of the first byte. */
struct kept {
    const char *folder;
    FILE *files[256];
};
/* Delete the ids and the log of the folder. */
void kept_forget(const char *folder);
void kept_open(struct kept *kept, const char *folder);
void kept_add(struct kept *kept, const guidon_id *ids, size_t n);
void kept_close(struct kept *kept);
/* Compare all ids of the folder with each other; *n is their number. */
struct repeats kept_repeats(const char *folder, unsigned threads, uint64_t *n);

/* A line of the log has these counts of one round. */
struct sums {
    uint64_t rounds, ids, by_time, forks, kills, steps, far_back, restarts,
        refused, faults;
    uint64_t in_order; /* ids whose order was checked; not in the log */
};
/* The sums of the folder's log. `rounds` is also the number of the next
 * round. */
struct sums log_read(const char *folder);
void log_add(const char *folder, uint64_t round, uint64_t seed,
             const struct sums *sums, double seconds);

#endif
