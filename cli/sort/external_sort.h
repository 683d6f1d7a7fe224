/* SPDX-License-Identifier: MIT */
/* Sort more items than fit into memory. */
#ifndef CLI_EXTERNAL_SORT_H
#define CLI_EXTERNAL_SORT_H

#include "merge.h"
#include "temporary_file.h"

#include "../workers.h"

/*
 * The sorter takes any number of items (see struct shape) in any order and
 * returns them sorted. It collects items in memory. When the memory is full, it
 * sorts them and writes them to a temporary file as a run; at the end it merges
 * the runs.
 *
 * Runs have levels. When a level has `fan` runs, the sorter merges them into
 * one run of the next level. Therefore the table of runs has a fixed size, and
 * the temporary files hold at most twice the items.
 *
 * Items of two words have one of two kinds. Kind 0 fills the memory from the
 * front and kind 1 from the back, and each run has one kind, so that the kind
 * takes no space in an item. Of equal items, kind 0 comes first.
 */
#define SORTER_LEVELS 12 /* 8^12 runs are larger than any disk */
#define SORTER_FAN    128
#define SORTER_KINDS  2

struct sorter_level {
    struct temporary_file file;
    size_t n;
    struct stored_run {
        uint64_t offset; /* in bytes */
        uint64_t n;      /* items */
        unsigned kind;
    } runs[SORTER_FAN + SORTER_KINDS];
};

struct sorter {
    struct shape shape;
    size_t fan;
    uint64_t *memory; /* belongs to the caller */
    size_t cap;       /* items that fit into memory */
    size_t n[SORTER_KINDS];
    bool spilled;            /* files hold runs */
    struct workers *workers; /* of the caller; NULL: one thread */
    struct sorter_level levels[SORTER_LEVELS];
    struct merge merge;
};

/* Begin without items. The sorter uses the caller's memory of `size` bytes, at
 * least SORTER_LEAST, until sorter_end. */
#define SORTER_LEAST ((size_t)8 << 10)
void sorter_begin(struct sorter *sorter, const struct shape *shape,
                  uint64_t *memory, size_t size, const char *directory);
/* Sort on the threads of the caller's `workers`, until sorter_end. */
void sorter_use_workers(struct sorter *sorter, struct workers *workers);
/* Go on with other memory, also of at least SORTER_LEAST. Items in the former
 * memory go to a file. False, with a message, if a file failed. */
bool sorter_move(struct sorter *sorter, uint64_t *memory, size_t size);
/* Add `n` items of a kind, at most SORTER_AT_ONCE. Returns their memory, which
 * the caller fills before the next call; NULL, with a message, if a file
 * failed. */
#define SORTER_AT_ONCE 256
uint64_t *sorter_reserve(struct sorter *sorter, size_t n, unsigned kind);
/* End adding items, and prepare to return them. If items were spilled,
 * sorter_next uses only the first `size` bytes of the memory. False, with a
 * message, if a file failed. */
bool sorter_finish(struct sorter *sorter, size_t size);
/* Get the next items, as merge_next does. False at the end; also if a file
 * failed, with a message, and then sorter_failed is true. */
bool sorter_next(struct batch *batch, struct sorter *sorter);
bool sorter_failed(const struct sorter *sorter);

/* A change of each item in place. `rewrite` returns false to drop the item. */
struct item_rewrite {
    bool (*rewrite)(uint64_t *item, const void *context);
    const void *context;
};
/* Sort the items of `from` once more after a rewrite, and return them through
 * `to`, which has not begun. All items are of kind 0, and sorter_finish(from)
 * was not called. `from` must stay until sorter_end(to), because both share its
 * memory. False, with a message, if a file failed. */
#define SORTER_RESORT_LEAST (4 * SORTER_LEAST)
bool sorter_resort(struct sorter *to, struct sorter *from,
                   const struct item_rewrite *change);

/* Close the files. Does nothing if the sorter is all zero and has not begun. */
void sorter_end(struct sorter *sorter);

#endif
