/* SPDX-License-Identifier: MIT */
/* leasefile.h - the lease file that generators read, and its directory */
#ifndef GUIDON_NODE_LEASEFILE_H
#define GUIDON_NODE_LEASEFILE_H

#include "outcome.h"

#include <guidon.h>
#include <stdbool.h>
#include <stdint.h>

/* The longest path of a lease file, with its NUL. */
#define LEASEFILE_PATH 4096

struct leasefile {
    guidon_lease *lease; /* NULL for none */
    char path[LEASEFILE_PATH];
    /* Made for the file; empty if it was there. */
    char directory[LEASEFILE_PATH];
    int lock; /* the descriptor of the directory, which is locked, if it was made */
};

/* Checks, before a number is taken, that a lease file can be made in the folder of
 * `path`, or, if it is NULL, in that for files which live as long as a process. */
bool leasefile_check(const char *path, struct reason *reason);

/* Creates an expired lease file at `path`, or, if it is NULL, in a new directory
 * of its own, and removes those that killed processes have left. The path fits in
 * LEASEFILE_PATH. Ids are above `floor_ms`. */
bool leasefile_create(struct leasefile *file, const char *path,
                      uint32_t node_number, unsigned node_number_bits,
                      int64_t floor_ms, struct reason *reason);

bool leasefile_extend(struct leasefile *file, int64_t fence_ns, int64_t last_ms,
                      struct reason *reason);

/* Expires the file for good, and removes what leasefile_create made. */
void leasefile_end(struct leasefile *file);

#endif
