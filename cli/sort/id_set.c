/* SPDX-License-Identifier: MIT */
/* id_set.c - a set of ids within a bound of memory: a row while they come in
 * order, a table of hashes from the first that does not. */
#include "id_set.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__GNUC__)
#  define PREFETCH(at) __builtin_prefetch(at, 1)
#else
#  define PREFETCH(at) (void)(at)
#endif

#define SLOTS_FIRST ((size_t)1024)

void seen_open(struct seen *seen, size_t limit)
{
    *seen = (struct seen){.limit = limit};
    seen->full = limit < SLOTS_FIRST * sizeof *seen->slots;
    /* Without entropy the key stays Nil, and the count is as right. */
    if (guidon_new(&seen->key, GUIDON_V4) != GUIDON_OK) {
        seen->key = guidon_nil();
    }
}

void seen_close(struct seen *seen)
{
    free(seen->row);
    seen->row = NULL;
    free(seen->slots);
    seen->slots = NULL;
    seen->n_slots = seen->n_row = seen->row_room = 0;
}

static bool same(const guidon_id *a, const guidon_id *b)
{
    uint64_t x[2], y[2];

    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
}

/* --------------------------------------------------------------- the table */

/* By the high bits of the hash: ids keep the order of their slots while the
 * table grows, so that growing runs through both tables from end to end. */
static size_t slot_of(const struct seen *seen, const guidon_id *id)
{
    guidon_id keyed;

    for (size_t i = 0; i < sizeof keyed.bytes; i++) {
        keyed.bytes[i] = id->bytes[i] ^ seen->key.bytes[i];
    }
    return (size_t)(guidon_hash(&keyed) >> seen->shift);
}

/* True if it was there; else it is now. There must be an empty slot. */
static bool put(struct seen *seen, const guidon_id *id)
{
    static const guidon_id nil = {{0}};
    size_t i = slot_of(seen, id);

    while (!same(&seen->slots[i], &nil)) {
        if (same(&seen->slots[i], id)) {
            return true;
        }
        i = (i + 1) & (seen->n_slots - 1);
    }
    seen->slots[i] = *id;
    seen->held++;
    return false;
}

/* Each look-up is at another page: fewer, larger ones are found faster. */
static void use_large_pages(void *memory, size_t len)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t from = ((uintptr_t)memory + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)memory + len) & ~(page - 1);

    if (from < to) {
        madvise((void *)from, to - from, MADV_HUGEPAGE); /* or stay as it is */
    }
#else
    (void)memory;
    (void)len;
#endif
}

/* As many slots, all empty, if they and `others` bytes are within the limit. */
static bool make_slots(struct seen *seen, size_t n, size_t others)
{
    guidon_id *slots = NULL;

    if (n > (seen->limit - others) / sizeof *slots) {
        seen->full = true;
        return false;
    }
    slots = calloc(n, sizeof *slots);
    if (!slots) {
        seen->lost = true;
        return false;
    }
    use_large_pages(slots, n * sizeof *slots);
    seen->slots = slots;
    seen->n_slots = n;
    seen->held = 0;
    seen->shift = 64;
    while (n >>= 1) {
        seen->shift--;
    }
    return true;
}

/* Twice the slots. */
static bool grow(struct seen *seen)
{
    guidon_id *old = seen->slots;
    size_t n_old = seen->n_slots;

    if (!make_slots(seen, 2 * n_old, n_old * sizeof *old)) {
        return false;
    }
    for (size_t i = 0; i < n_old; i++) {
        if (!guidon_is_nil(&old[i])) {
            put(seen, &old[i]);
        }
    }
    free(old);
    return true;
}

/* A quarter of the slots stays empty. */
static bool has_room(const struct seen *seen, size_t n)
{
    return n < seen->n_slots / 4 * 3;
}

static void settle(struct seen *seen)
{
    for (size_t i = 0; i < seen->n_pending; i++) {
        if (!has_room(seen, seen->held) && !grow(seen)) {
            seen_close(seen);
            break;
        }
        seen->repeats += put(seen, &seen->pending[i]);
    }
    seen->n_pending = 0;
}

/* Look an id up when its slot has come from memory. */
static void put_later(struct seen *seen, const guidon_id *id)
{
    PREFETCH(&seen->slots[slot_of(seen, id)]);
    seen->pending[seen->n_pending++] = *id;
    if (seen->n_pending == SEEN_PENDING) {
        settle(seen);
    }
}

/* ----------------------------------------------------------------- the row */

/* Room for one more, within a quarter of the limit: a table of the row's ids
 * takes twice as much as the row has room for, and the row stands beside it
 * until it is filled. */
static bool row_has_room(struct seen *seen)
{
    size_t room = seen->row_room > 0 ? 2 * seen->row_room : SLOTS_FIRST;
    guidon_id *row;

    if (seen->n_row < seen->row_room) {
        return true;
    }
    if (room > seen->limit / (4 * sizeof *row)) {
        return false;
    }
    row = realloc(seen->row, room * sizeof *row);
    if (!row) {
        seen->lost = true;
        return false;
    }
    seen->row = row;
    seen->row_room = room;
    return true;
}

/* From the row into a table. False if there is no room for one. */
static bool scatter(struct seen *seen)
{
    guidon_id *row = seen->row;
    size_t n = SLOTS_FIRST;

    while (n / 4 * 3 <= seen->n_row) {
        n *= 2;
    }
    if (!make_slots(seen, n, seen->row_room * sizeof *row)) {
        seen_close(seen);
        return false;
    }
    for (size_t i = 0; i < seen->n_row; i++) {
        put_later(seen, &row[i]);
    }
    free(row);
    seen->row = NULL;
    seen->n_row = seen->row_room = 0;
    return true;
}

/* Is the id dealt with, as one that belongs at the end of the row? */
static bool goes_on(struct seen *seen, const guidon_id *id)
{
    int order =
        seen->n_row > 0 ? guidon_compare(id, &seen->row[seen->n_row - 1]) : 1;

    if (order < 0 || (order > 0 && !row_has_room(seen))) {
        return false;
    }
    if (order == 0) {
        seen->repeats++;
    } else {
        seen->row[seen->n_row++] = *id;
    }
    return true;
}

void seen_add(struct seen *seen, const guidon_id *id)
{
    if (seen->full || seen->lost) {
        return;
    }
    if (guidon_is_nil(id)) {
        seen->repeats += seen->nil;
        seen->nil = true;
    } else if (seen->n_slots > 0 ||
               (!goes_on(seen, id) && !seen->lost && scatter(seen))) {
        put_later(seen, id);
    }
}

bool seen_count(uint64_t *out, struct seen *seen)
{
    if (!seen->full && !seen->lost) {
        settle(seen);
    }
    *out = seen->repeats;
    return !seen->full && !seen->lost;
}
