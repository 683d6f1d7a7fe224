/* SPDX-License-Identifier: MIT */
/* Merge sorted runs of items. */
#ifndef CLI_MERGE_H
#define CLI_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The items: `words` words each, in the order of radix_sort. */
struct shape {
    size_t words;
    bool unique;  /* keep only the first item of equal first two words */
    bool counted; /* and add up the fourth words of these items */
};

/* A sorted run in memory, or in a file that is read a buffer at a time. If
 * shape.unique, the run has no repeats. A batch has items of one kind only. */
struct source {
    const uint64_t *at, *end; /* the items in memory */
    unsigned kind;
    int fd;
    uint64_t offset; /* of the items in the file, in bytes */
    uint64_t left;   /* items in the file */
    uint64_t *buffer;
    size_t capacity; /* items that the buffer holds */
};

#define MERGE_MAX 130
struct merge {
    struct shape shape;
    struct source sources[MERGE_MAX]; /* equal items keep this order */
    size_t n;
    uint16_t tree[MERGE_MAX]; /* [0]: the winner; [i]: the loser of node i */
    uint64_t *out;
    size_t capacity; /* items that `out` holds */
    int error;       /* errno of reading a file; 0: none */
};

/* Items in ascending order, all of one kind. */
struct batch {
    const uint64_t *items; /* valid until the next call */
    size_t n;
    unsigned kind;
};

/* Begin to merge. The caller has set shape, sources and n, and gives `size`
 * bytes of memory for buffers: at least two items for each source and two more.
 * False, with merge->error set, if a file cannot be read. */
bool merge_begin(struct merge *merge, void *memory, size_t size);
/* Get the next items. False at the end, or with merge->error set. If
 * shape.unique, no item repeats an item of this or an earlier batch. */
bool merge_next(struct batch *batch, struct merge *merge);

/* Remove repeats from sorted items in memory if shape->unique. Returns the
 * number of items left. */
size_t merge_unique(const struct shape *shape, uint64_t *items, size_t n);

#endif
