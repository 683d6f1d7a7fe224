/* SPDX-License-Identifier: MIT */
/* Plants duplicate ids, which the comparison must find. */
#ifndef PLANT_H
#define PLANT_H

#include "work.h"

/* The two makers that seem to make the same id. */
enum plant {
    PLANT_NONE,
    PLANT_BLOCK,     /* one thread, within one block */
    PLANT_THREADS,   /* two threads of a process */
    PLANT_PROCESSES, /* two processes, neither the other's parent */
    PLANT_FORK,      /* a process and its child */
    PLANT_ROUNDS,    /* a round and the next one, for version 7 */
    PLANT_ROUNDS_V4  /* the same for version 4 */
};

struct planted {
    guidon_id id; /* from an earlier round */
    bool taken;
    unsigned n; /* planted duplicates */
};

bool plant_by_name(enum plant *out, const char *name);

/* Plant a duplicate among the ids of a round. */
void plant(struct planted *planted, enum plant what, struct arena *arena);

/* Print both numbers. True if all planted duplicates were found, and at least
 * one. */
bool plant_was_found(const struct planted *planted, uint64_t faults);

#endif
