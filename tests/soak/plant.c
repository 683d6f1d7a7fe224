/* SPDX-License-Identifier: MIT */
/* plant.c - plant duplicate ids */
#include "plant.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"none", "block",  "threads",  "processes",
                                    "fork", "rounds", "rounds-v4"};

bool plant_by_name(enum plant *out, const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *out = (enum plant)i;
            return true;
        }
    }
    return false;
}

/* Have these two blocks the makers of `what`? Not for version 4: its ids are
 * compared again at the end of the run, which would find the duplicate
 * twice. */
static bool are_such(const struct block *a, const struct block *b,
                     enum plant what)
{
    if (a->n == 0 || b->n == 0 || a->kind == GUIDON_V4 || b->kind != a->kind) {
        return false;
    }
    switch (what) {
    case PLANT_THREADS:
        return a->process == b->process && a->thread != b->thread;
    case PLANT_PROCESSES:
        return a->process != b->process && a->parent == b->parent;
    case PLANT_FORK:
        return b->parent == a->process;
    default:
        return false;
    }
}

/* Replace the first id of a block, and drop the check of the block's order. */
static void put(struct planted *planted, struct arena *arena, size_t block,
                guidon_id id)
{
    arena->ids[block][0] = id;
    arena->blocks[block].order = ORDER_ANY;
    planted->n++;
}

static void plant_in_two(struct planted *planted, enum plant what,
                         struct arena *arena)
{
    for (size_t a = 0; a < arena->n_blocks; a++) {
        for (size_t b = 0; b < arena->n_blocks; b++) {
            if (a != b &&
                are_such(&arena->blocks[a], &arena->blocks[b], what)) {
                put(planted, arena, b, arena->ids[a][arena->blocks[a].n - 1]);
                return;
            }
        }
    }
}

/* Copy the last id of a round into the next round. */
static void plant_in_rounds(struct planted *planted, guidon_kind kind,
                            struct arena *arena)
{
    for (size_t a = 0; a < arena->n_blocks; a++) {
        struct block *block = &arena->blocks[a];

        if (block->n == 0 || block->kind != kind) {
            continue;
        }
        if (planted->taken) {
            put(planted, arena, a, planted->id);
        }
        planted->id = arena->ids[a][block->n - 1];
        planted->taken = true;
        return;
    }
}

void plant(struct planted *planted, enum plant what, struct arena *arena)
{
    switch (what) {
    case PLANT_NONE:
        break;
    case PLANT_ROUNDS:
        plant_in_rounds(planted, GUIDON_V7, arena);
        break;
    case PLANT_ROUNDS_V4:
        plant_in_rounds(planted, GUIDON_V4, arena);
        break;
    case PLANT_BLOCK:
        /* The first block of thread 1: its kind has a time. */
        put(planted, arena, 1, arena->ids[1][arena->blocks[1].n - 1]);
        break;
    default:
        plant_in_two(planted, what, arena);
    }
}

bool plant_was_found(const struct planted *planted, uint64_t faults)
{
    printf("planted %u, found %" PRIu64 "\n", planted->n, faults);
    return planted->n > 0 && faults == planted->n;
}
