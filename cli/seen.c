/* SPDX-License-Identifier: MIT */
/* seen.c - a set of ids within a bound of memory. */
#include "seen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__GNUC__)
#  define PREFETCH(at) __builtin_prefetch(at, 1)
#else
#  define PREFETCH(at) (void)(at)
#endif

#define SLOTS_FIRST ((size_t)1024)
#define SHIFT_FIRST 54u /* 64 - log2(1024) */

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
    free(seen->slots);
    seen->slots = NULL;
    seen->n_slots = 0;
}

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

    while (memcmp(&seen->slots[i], &nil, sizeof nil) != 0) {
        if (memcmp(&seen->slots[i], id, sizeof *id) == 0) {
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

/* Twice the slots, if old and new together stay within the limit. */
static bool grow(struct seen *seen)
{
    guidon_id *old = seen->slots;
    size_t n_old = seen->n_slots;
    size_t n = n_old > 0 ? 2 * n_old : SLOTS_FIRST;

    if (n_old + n > seen->limit / sizeof *old) {
        seen->full = true;
        return false;
    }
    seen->slots = calloc(n, sizeof *old);
    if (!seen->slots) {
        seen->slots = old;
        seen->lost = true;
        return false;
    }
    use_large_pages(seen->slots, n * sizeof *old);
    seen->n_slots = n;
    seen->shift = n_old > 0 ? seen->shift - 1 : SHIFT_FIRST;
    seen->held = 0;
    for (size_t i = 0; i < n_old; i++) {
        if (!guidon_is_nil(&old[i])) {
            put(seen, &old[i]);
        }
    }
    free(old);
    return true;
}

static void settle(struct seen *seen)
{
    for (size_t i = 0; i < seen->n_pending; i++) {
        /* A quarter of the slots stays empty. */
        if (seen->held >= seen->n_slots / 4 * 3 && !grow(seen)) {
            seen_close(seen);
            break;
        }
        seen->repeats += put(seen, &seen->pending[i]);
    }
    seen->n_pending = 0;
}

void seen_add(struct seen *seen, const guidon_id *id)
{
    if (seen->full || seen->lost) {
        return;
    }
    if (guidon_is_nil(id)) {
        seen->repeats += seen->nil;
        seen->nil = true;
        return;
    }
    if (seen->n_slots > 0) {
        PREFETCH(&seen->slots[slot_of(seen, id)]);
    }
    seen->pending[seen->n_pending++] = *id;
    if (seen->n_pending == SEEN_PENDING) {
        settle(seen);
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
