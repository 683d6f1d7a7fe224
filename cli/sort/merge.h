/* SPDX-License-Identifier: MIT */
/* Many sorted runs of items handed out as one. */
#ifndef CLI_MERGE_H
#define CLI_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is sorted: items of `words` words, in the order of radix_sort. */
struct shape {
    size_t words;
    bool unique;  /* of items whose first two words are equal, keep the first */
    bool counted; /* and add the fourth words of the others to its own */
};

/* A sorted run, without repeats where they are not wanted: in memory, or in a
 * file, a buffer of it at a time. Those of one kind are handed out together. */
struct source {
    const uint64_t *at, *end; /* what is in memory */
    unsigned kind;
    int fd;
    uint64_t offset; /* of what is in the file, in bytes */
    uint64_t left;   /* the items there; 0: all is in memory */
    uint64_t *buffer;
    size_t capacity; /* items that the buffer holds */
};

#define MERGE_MAX 130
struct merge {
    struct shape shape;
    struct source sources[MERGE_MAX]; /* equal items come by their order */
    size_t n;
    uint16_t tree[MERGE_MAX]; /* [0]: the least; others: who lost there */
    uint64_t *out;
    size_t capacity; /* items that `out` holds */
    int error;       /* errno of reading a file; 0: none */
};

/* Items in order; `kind` is that of the sources they come from. */
struct batch {
    const uint64_t *items; /* valid until the next call */
    size_t n;
    unsigned kind;
};

/* Begin: words, sources and n are set, and `memory` of `size` bytes is there for
 * buffers: two items for each source and two more at least. False where a file
 * cannot be read: then merge->error says why. */
bool merge_begin(struct merge *merge, void *memory, size_t size);
/* The next items. False at the end, or where merge->error is set. Where repeats
 * are not wanted, none of a later batch is a repeat of one in this. */
bool merge_next(struct batch *batch, struct merge *merge);

/* Leave repeats out of sorted items in memory. How many are left? */
size_t merge_unique(const struct shape *shape, uint64_t *items, size_t n);

#endif
