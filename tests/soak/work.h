/* SPDX-License-Identifier: MIT */
/* Processes and threads that write ids into shared memory. */
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

/* The required order of the ids in a block. */
enum order {
    ORDER_ANY,
    ORDER_RISES,   /* each id is above its predecessor */
    ORDER_RESTARTS /* each, except one for every counted restart */
};

/* The generator that made the ids, and its clock. */
enum whose {
    OF_THREAD, /* guidon_new */
    OWN,
    OWN_SCRIPTED,
    OF_PROCESS,
    OF_HOST,
    OF_PARENT /* a forked child continues with an inherited generator */
};

/* Ids of one kind from one thread. Only the first `n` are complete, because a
 * killed process may leave unfinished ids after them. */
struct block {
    _Atomic uint32_t n;
    enum order order;
    uint64_t restarts; /* that the generator counted for this block */
    bool
        continues; /* the first id must be above `last`, the generator's last id */
    guidon_id last;
    guidon_kind kind;
    guidon_v7_layout layout;
    unsigned prefix_bits; /* of version 8 with a prefix */
    enum whose whose;
    bool singly; /* one id for each call, while other threads do the same */
    pid_t process, parent;
    uint32_t thread;
};

struct arena {
    struct wall wall;
    int64_t noon;
    const char *state; /* path of the state file for scope HOST */
    size_t n_threads;  /* in all processes */
    _Atomic size_t ready, begun;
    size_t n_blocks;
    _Atomic size_t next_block;
    _Atomic uint64_t forks, restarts, refused;
    _Atomic int wrong; /* an unexpected status of a call; 0: none */
    struct block *blocks;
    guidon_id (*ids)[BLOCK_IDS];
};

/*
 * The first blocks are reserved: thread i of all threads fills block i, then
 * forks a child, which fills block n_threads + i. So every thread makes ids,
 * and there are ids of versions 4 and 7, whatever the scheduling.
 */
static inline size_t reserved_blocks(size_t n_threads)
{
    return 2 * n_threads;
}

/* Run a process with the threads `first` to `first` + n - 1 until all blocks
 * are full. Does not return. */
_Noreturn void work_as_process(struct arena *arena, size_t first, size_t n,
                               bool given, uint64_t seed);

#endif
