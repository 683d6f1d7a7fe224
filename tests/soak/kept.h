/* SPDX-License-Identifier: MIT */
/* What outlives a round, in a folder: ids of version 4, and the log. */
#ifndef KEPT_H
#define KEPT_H

#include "repeats.h"

#include <stdint.h>
#include <stdio.h>

/* Ids without a time, in a file for each value of their first byte. */
struct kept {
    const char *folder;
    FILE *files[256];
};
/* Begin the folder anew, with its log. */
void kept_forget(const char *folder);
void kept_open(struct kept *kept, const char *folder);
void kept_add(struct kept *kept, const guidon_id *ids, size_t n);
void kept_close(struct kept *kept);
/* All that were ever kept there, each with each; *n is how many. */
struct repeats kept_repeats(const char *folder, unsigned threads, uint64_t *n);

/* A line of the log is a round, with these counts. */
struct sums {
    uint64_t rounds, ids, by_time, forks, kills, steps, far_back, restarts,
        refused, faults;
    uint64_t in_order; /* whose order was looked at; in no log */
};
/* All lines of the folder's log together; rounds is then the next one's. */
struct sums log_read(const char *folder);
void log_add(const char *folder, uint64_t round, uint64_t seed,
             const struct sums *sums, double seconds);

#endif
