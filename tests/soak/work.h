/* SPDX-License-Identifier: MIT */
/* Processes and threads that make ids into memory that all of them share. */
#ifndef WORK_H
#define WORK_H

#include "wall.h"

#include <guidon.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define BLOCK_IDS 4096

/* What the order of a block's ids has to be. */
enum order {
    ORDER_ANY,
    ORDER_RISES,   /* each is above the one before */
    ORDER_RESTARTS /* but for as many as restarts were counted */
};

/* Whose generator made them, and by which clock. */
enum whose {
    OF_THREAD, /* guidon_new */
    OWN,
    OWN_SCRIPTED,
    OF_PROCESS,
    OF_HOST,
    OF_PARENT /* a forked child goes on with what it inherited */
};

/* Ids that one thread of one process made of one kind. Only those below `n` were
 * handed out: who is killed in a call leaves some after them half made. */
struct block {
    _Atomic uint32_t n;
    enum order order;
    uint64_t restarts; /* that the generator counted meanwhile */
    bool goes_on;      /* above `last`, which it made before */
    guidon_id last;
    guidon_kind kind;
    guidon_v7_layout layout;
    enum whose whose;
    bool singly; /* by calls for one, while other threads do the same */
    pid_t process, parent;
    uint32_t thread;
};

struct arena {
    struct wall wall;
    int64_t noon;
    const char *state; /* of scope HOST */
    size_t n_threads;  /* of all processes */
    _Atomic size_t ready, begun;
    size_t n_blocks;
    _Atomic size_t next_block;
    _Atomic uint64_t forks, restarts, refused;
    _Atomic int wrong; /* a status that no call here may give */
    struct block *blocks;
    guidon_id (*ids)[BLOCK_IDS];
};

/*
 * The first blocks are given out: thread i of the whole has block i, and then
 * forks a child, which has block n_threads + i. So each has some, and there are
 * ids of version 4 and of version 7 among them, whoever is quick.
 */
static inline size_t given_blocks(size_t n_threads)
{
    return 2 * n_threads;
}

/* A process with threads `first` to `first` + n, until no block is left. Does
 * not return. */
_Noreturn void work_as_process(struct arena *arena, size_t first, size_t n,
                               bool given, uint64_t seed);

#endif
