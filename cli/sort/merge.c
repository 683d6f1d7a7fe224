/* SPDX-License-Identifier: MIT */
/* merge.c - merge sorted runs of items with a loser tree. */
#include "merge.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#if defined(__GNUC__)
#  define INLINED inline __attribute__((always_inline))
#else
#  define INLINED inline
#endif

/* Larger buffers do not save a noticeable number of system calls. */
#define BUFFER_MAX ((size_t)1 << 20)

/* ------------------------------------------------------------------ sources */

static bool read_whole(int fd, void *to, size_t size, uint64_t offset)
{
    char *at = to;

    while (size > 0) {
        ssize_t got = pread(fd, at, size, (off_t)offset);

        if (got > 0) {
            at += got;
            size -= (size_t)got;
            offset += (uint64_t)got;
        } else if (got == 0) {
            errno = EIO; /* somebody truncated the file */
            return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Read more of the source into memory. False at its end, or with merge->error
 * set. */
static bool refill(struct merge *merge, struct source *source)
{
    const size_t words = merge->shape.words;
    const size_t some = source->left < source->capacity ? (size_t)source->left
                                                        : source->capacity;
    const size_t size = some * words * sizeof *source->buffer;

    if (some == 0) {
        return false;
    }
    if (!read_whole(source->fd, source->buffer, size, source->offset)) {
        merge->error = errno;
        return false;
    }
    source->at = source->buffer;
    source->end = source->buffer + some * words;
    source->left -= some;
    source->offset += size;
    return true;
}

/* --------------------------------------------------------------------- tree */

/* Does the next item of source `a` come before that of source `b`? */
static INLINED bool goes_first(const struct merge *merge, unsigned a,
                               unsigned b, size_t words)
{
    const uint64_t *x = merge->sources[a].at;
    const uint64_t *y = merge->sources[b].at;

    for (size_t i = 0; i < words; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i];
        }
    }
    return a < b;
}

/* Build the loser tree. Source i is leaf n + i, the winners of nodes 2k and 2k
 * + 1 meet at node k, and the winner of node 1 is the smallest. */
static void build_tree(struct merge *merge)
{
    uint16_t winners[2 * MERGE_MAX];
    const size_t n = merge->n;

    for (size_t i = 0; i < n; i++) {
        winners[n + i] = (uint16_t)i;
    }
    for (size_t node = n; node-- > 1;) {
        uint16_t a = winners[2 * node];
        uint16_t b = winners[2 * node + 1];
        bool first = goes_first(merge, a, b, merge->shape.words);

        winners[node] = first ? a : b;
        merge->tree[node] = first ? b : a;
    }
    merge->tree[0] = winners[1];
}

/* Remove the sources at their end. */
static void drop_empty_sources(struct merge *merge)
{
    size_t kept = 0;

    for (size_t i = 0; i < merge->n; i++) {
        if (merge->sources[i].at < merge->sources[i].end) {
            merge->sources[kept++] = merge->sources[i];
        }
    }
    merge->n = kept;
    if (kept > 0) {
        build_tree(merge);
    }
}

/* The winner has a new item: repeat its matches. */
static INLINED void replay(struct merge *merge, size_t words)
{
    unsigned best = merge->tree[0];

    for (size_t node = (merge->n + best) / 2; node > 0; node /= 2) {
        unsigned other = merge->tree[node];
        bool lost = goes_first(merge, other, best, words);

        merge->tree[node] = (uint16_t)(lost ? best : other);
        best = lost ? other : best;
    }
    merge->tree[0] = (uint16_t)best;
}

/* ------------------------------------------------------------------ repeats */

static INLINED bool is_duplicate(const uint64_t *item, const uint64_t *last)
{
    return item[0] == last[0] && item[1] == last[1];
}

size_t merge_unique(const struct shape *shape, uint64_t *items, size_t n)
{
    const size_t words = shape->words;
    uint64_t *last = items;

    if (!shape->unique || n == 0) {
        return n;
    }
    for (size_t i = 1; i < n; i++) {
        const uint64_t *item = items + i * words;

        if (!is_duplicate(item, last)) {
            last += words;
            memmove(last, item, words * sizeof *item);
        } else if (shape->counted) {
            last[3] += item[3];
        }
    }
    return (size_t)(last - items) / words + 1;
}

/* ------------------------------------------------------------------ batches */

/* Move the winner to its next item. False with merge->error set. */
static INLINED bool advance(struct merge *merge, size_t words)
{
    struct source *source = &merge->sources[merge->tree[0]];

    source->at += words;
    if (source->at < source->end || refill(merge, source)) {
        replay(merge, words);
        return true;
    }
    drop_empty_sources(merge);
    return merge->error == 0;
}

/* Fill `out` with items of one kind. A batch ends only before an item that
 * differs from its last item, so that no repeat comes in the next batch. */
static INLINED bool merge_batch(struct batch *batch, struct merge *merge,
                                size_t words)
{
    const bool unique = merge->shape.unique;
    uint64_t *out = merge->out; /* the end of the batch */
    size_t n = 0;

    while (merge->n > 0) {
        const struct source *source = &merge->sources[merge->tree[0]];

        if (n > 0 && unique && is_duplicate(source->at, out - words)) {
            if (merge->shape.counted) {
                out[3 - (ptrdiff_t)words] += source->at[3];
            }
        } else if (n == merge->capacity ||
                   (n > 0 && source->kind != batch->kind)) {
            break;
        } else {
            memcpy(out, source->at, words * sizeof *out);
            batch->kind = source->kind;
            out += words;
            n++;
        }
        if (!advance(merge, words)) {
            return false;
        }
    }
    batch->items = merge->out;
    batch->n = n;
    return n > 0;
}

/* Return all items in memory of the only source left. Its first item is not a
 * repeat: see merge_batch. */
static bool last_batch(struct batch *batch, struct merge *merge)
{
    struct source *last = &merge->sources[0];

    if (last->at == last->end && !refill(merge, last)) {
        merge->n = 0;
        return false;
    }
    batch->items = last->at;
    batch->n = (size_t)(last->end - last->at) / merge->shape.words;
    batch->kind = last->kind;
    last->at = last->end;
    return true;
}

bool merge_next(struct batch *batch, struct merge *merge)
{
    if (merge->error) {
        return false;
    }
    if (merge->n == 1) {
        return last_batch(batch, merge);
    }
    switch (merge->shape.words) {
    case 2:
        return merge_batch(batch, merge, 2);
    case 3:
        return merge_batch(batch, merge, 3);
    default:
        return merge_batch(batch, merge, 4);
    }
}

bool merge_begin(struct merge *merge, void *memory, size_t size)
{
    const size_t words = merge->shape.words;
    size_t share = size / (merge->n + 1);
    uint64_t *free = memory;

    share = share < BUFFER_MAX ? share : BUFFER_MAX;
    merge->capacity = share / (words * sizeof *free);
    merge->error = 0;
    merge->out = free;
    for (size_t i = 0; i < merge->n; i++) {
        struct source *source = &merge->sources[i];

        free += merge->capacity * words;
        source->buffer = free;
        source->capacity = merge->capacity;
        if (source->left > 0 && !refill(merge, source)) {
            return false;
        }
    }
    drop_empty_sources(merge);
    return true;
}
