/* SPDX-License-Identifier: MIT */
/* Sorting more items than memory holds. */
#ifndef CLI_EXTERNAL_SORT_H
#define CLI_EXTERNAL_SORT_H

#include "merge.h"
#include "temporary_file.h"

/*
 * Items (see struct shape) are put in, in any order and number, and come out
 * sorted. They are id_batch in memory; when that is full, they are sorted and
 * written as a run to a temporary file, and at the end the runs are merged. Each
 * time that there are `fan` runs of a level they become one of the next, so that
 * neither the files nor what is kept about them grow past bounds: the temporary
 * files hold at most twice what was put in.
 *
 * Items of two words have one of two kinds. Kind 0 fills memory from the front
 * and kind 1 from the back, and a run has one kind, so that it takes no room in
 * the items. Equal items come out kind 0 first.
 */
#define SORTER_LEVELS 12 /* no disk holds what eight runs to the twelfth do */
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
    uint64_t *memory; /* of the caller */
    size_t cap;       /* items that it holds */
    size_t n[SORTER_KINDS];
    bool spilled; /* there are runs in files */
    struct sorter_level levels[SORTER_LEVELS];
    struct merge merge;
};

/* Begin with nothing. `size` bytes of memory are the caller's and stay in use
 * until the end: SORTER_LEAST at least. */
#define SORTER_LEAST ((size_t)8 << 10)
void sorter_begin(struct sorter *sorter, const struct shape *shape,
                  uint64_t *memory, size_t size, const char *directory);
/* Room for `n` items of a kind, at most SORTER_AT_ONCE, which the caller fills
 * before the next call. NULL, with a message, where a file failed. */
#define SORTER_AT_ONCE 256
uint64_t *sorter_reserve(struct sorter *sorter, size_t n, unsigned kind);
/* All items are in. Their handing out takes no more memory than the first `size`
 * bytes, where some were spilled. False, with a message, where a file failed. */
bool sorter_finish(struct sorter *sorter, size_t size);
/* As merge_next; where it is false, the end was reached if sorter_failed is
 * not. A message was given then. */
bool sorter_next(struct batch *batch, struct sorter *sorter);
bool sorter_failed(const struct sorter *sorter);

/* Change an item in place; false where it is to be left out. */
struct item_rewrite {
    bool (*rewrite)(uint64_t *item, const void *context);
    const void *context;
};
/* Sort once more, by other words: hand out through `to`, which has not begun,
 * what is in `from`, all of kind 0 and not finished. `from` must stay until the
 * end; they share its memory. False, with a message, where a file failed. */
#define SORTER_RESORT_LEAST (4 * SORTER_LEAST)
bool sorter_resort(struct sorter *to, struct sorter *from,
                   const struct item_rewrite *item_rewrite);

/* Let the files go. Nothing to do where it has not begun, and is zero. */
void sorter_end(struct sorter *sorter);

#endif
