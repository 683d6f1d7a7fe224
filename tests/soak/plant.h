/* SPDX-License-Identifier: MIT */
/* Ids that are put where they do not belong, which the comparison has to find. */
#ifndef PLANT_H
#define PLANT_H

#include "work.h"

/* Which two places hold the same id: those of ... */
enum plant {
    PLANT_NONE,
    PLANT_BLOCK,     /* one thread, one call or a few after another */
    PLANT_THREADS,   /* two threads of a process */
    PLANT_PROCESSES, /* two processes, neither the other's parent */
    PLANT_FORK,      /* a process and its child */
    PLANT_ROUNDS,    /* a round and the next, of version 7 */
    PLANT_ROUNDS_V4  /* of version 4 */
};

struct planted {
    guidon_id id; /* of an earlier round */
    bool taken;
    unsigned n; /* how many are planted */
};

bool plant_by_name(enum plant *out, const char *name);

/* In what a round made. */
void plant(struct planted *planted, enum plant what, struct arena *arena);

/* Were so many faults found as were planted, and any? Says so. */
bool plant_was_found(const struct planted *planted, uint64_t faults);

#endif
