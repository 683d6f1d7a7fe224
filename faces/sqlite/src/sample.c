/* SPDX-License-Identifier: MIT */
/* sample.c - repeated ids among any number of ids, in bounded memory. */
#include "sample.h"

#define FIRST_SLOTS 64
#define LAST_LEVEL  63

static bool is_sampled(const struct gdnsq_sample *sample, uint64_t hash)
{
    return sample->level == 0 || hash >> (64 - sample->level) == 0;
}

/* The slot of an id, or the free slot for it. A quarter of the slots is free, so
 * the search ends. */
static struct gdnsq_slot *slot_of(const struct gdnsq_sample *sample,
                                  const guidon_id *id, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (sample->size - 1);

    while (sample->slots[at].rows && !guidon_equal(&sample->slots[at].id, id)) {
        at = (at + 1) & (sample->size - 1);
    }
    return &sample->slots[at];
}

/* Move the ids that `level` keeps into `size` slots. */
static bool rebuild(struct gdnsq_sample *sample, uint32_t size, uint32_t level)
{
    struct gdnsq_sample next = {level, 0, size, NULL};

    next.slots = sqlite3_malloc((int)(size * sizeof *next.slots));
    if (!next.slots) {
        return false;
    }
    memset(next.slots, 0, size * sizeof *next.slots);
    for (uint32_t i = 0; i < sample->size; i++) {
        const struct gdnsq_slot *slot = &sample->slots[i];
        uint64_t hash = guidon_hash(&slot->id);

        if (slot->rows && is_sampled(&next, hash)) {
            *slot_of(&next, &slot->id, hash) = *slot;
            next.used++;
        }
    }
    sqlite3_free(sample->slots);
    *sample = next;
    return true;
}

static bool is_full(const struct gdnsq_sample *sample)
{
    return sample->used >= sample->size - sample->size / 4;
}

/* Somebody may choose ids whose hashes are alike. Then no level makes room, and
 * the sample takes no further ids. */
static bool make_room(struct gdnsq_sample *sample)
{
    bool done = true;

    if (sample->size == 0) {
        done = rebuild(sample, FIRST_SLOTS, 0);
    } else if (is_full(sample) && sample->size < GDNSQ_SAMPLE_SLOTS) {
        done = rebuild(sample, sample->size * 2, sample->level);
    }
    while (done && is_full(sample) && sample->level < LAST_LEVEL) {
        done = rebuild(sample, sample->size, sample->level + 1);
    }
    return done;
}

bool gdnsq_sample_add(struct gdnsq_sample *sample, const guidon_id *id)
{
    uint64_t hash = guidon_hash(id);
    struct gdnsq_slot *slot;

    if (!is_sampled(sample, hash)) {
        return true;
    }
    if (!make_room(sample)) {
        return false;
    }
    slot = slot_of(sample, id, hash);
    if (!slot->rows) {
        if (!is_sampled(sample, hash) || is_full(sample)) {
            return true;
        }
        slot->id = *id;
        sample->used++;
    }
    slot->rows++;
    return true;
}

void gdnsq_sample_free(struct gdnsq_sample *sample)
{
    sqlite3_free(sample->slots);
    sample->slots = NULL;
    sample->size = sample->used = 0;
}

uint64_t gdnsq_sample_repeats(const struct gdnsq_sample *sample)
{
    uint64_t repeats = 0;

    for (uint32_t i = 0; i < sample->size; i++) {
        repeats += sample->slots[i].rows ? sample->slots[i].rows - 1 : 0;
    }
    return repeats;
}
