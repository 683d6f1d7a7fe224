/* SPDX-License-Identifier: MIT */
/* sample.c - repeated ids among any number of ids, in bounded memory. */
#include "sample.h"

#define FIRST_SLOTS 64
#define LAST_LEVEL  63

static bool is_sampled(const Sample *sample, uint64 hash)
{
    return sample->level == 0 || hash >> (64 - sample->level) == 0;
}

/* The slot of an id, or the free slot for it. A quarter of the slots is free, so
 * the search ends. */
static SampleSlot *slot_of(const Sample *sample, const guidon_id *id,
                           uint64 hash)
{
    uint32 at = (uint32)hash & (sample->size - 1);

    while (sample->slots[at].rows && !guidon_equal(&sample->slots[at].id, id)) {
        at = (at + 1) & (sample->size - 1);
    }
    return &sample->slots[at];
}

/* Move the ids that the level keeps into `size` slots. */
static void rebuild(Sample *sample, MemoryContext context, uint32 size)
{
    Sample old = *sample;

    sample->slots = MemoryContextAllocZero(context, size * sizeof(SampleSlot));
    sample->size = size;
    sample->used = 0;
    for (uint32 i = 0; i < old.size; i++) {
        const SampleSlot *slot = &old.slots[i];
        uint64 hash = guidon_hash(&slot->id);

        if (slot->rows && is_sampled(sample, hash)) {
            *slot_of(sample, &slot->id, hash) = *slot;
            sample->used++;
        }
    }
    if (old.slots) {
        pfree(old.slots);
    }
}

static bool is_full(const Sample *sample)
{
    return sample->used >= sample->size - sample->size / 4;
}

/* Somebody may choose ids whose hashes are alike. Then no level makes room, and
 * the sample takes no further ids. */
static void make_room(Sample *sample, MemoryContext context)
{
    if (sample->size == 0) {
        rebuild(sample, context, FIRST_SLOTS);
    } else if (is_full(sample) && sample->size < SAMPLE_SLOTS) {
        rebuild(sample, context, sample->size * 2);
    }
    while (is_full(sample) && sample->level < LAST_LEVEL) {
        sample->level++;
        rebuild(sample, context, sample->size);
    }
}

void gdnpg_sample_add(Sample *sample, MemoryContext context,
                      const guidon_id *id, uint64 rows)
{
    uint64 hash = guidon_hash(id);
    SampleSlot *slot;

    if (!is_sampled(sample, hash)) {
        return;
    }
    make_room(sample, context);
    slot = slot_of(sample, id, hash);
    if (!slot->rows) {
        if (!is_sampled(sample, hash) || is_full(sample)) {
            return;
        }
        slot->id = *id;
        sample->used++;
    }
    slot->rows += rows;
}

void gdnpg_sample_merge(Sample *sample, MemoryContext context,
                        const Sample *other)
{
    if (other->level > sample->level) {
        sample->level = other->level;
        if (sample->size) {
            rebuild(sample, context, sample->size);
        }
    }
    for (uint32 i = 0; i < other->size; i++) {
        if (other->slots[i].rows) {
            gdnpg_sample_add(sample, context, &other->slots[i].id,
                             other->slots[i].rows);
        }
    }
}

uint64 gdnpg_sample_repeats(const Sample *sample)
{
    uint64 repeats = 0;

    for (uint32 i = 0; i < sample->size; i++) {
        repeats += sample->slots[i].rows ? sample->slots[i].rows - 1 : 0;
    }
    return repeats;
}
