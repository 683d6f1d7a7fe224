/* SPDX-License-Identifier: MIT */
/* repeats.c - repeated ids among any number of ids, in bounded memory. */
#include "memory.h"
#include <guidon/audit.h>

struct repeats_slot {
    guidon_id id;
    uint64_t times; /* 0: the slot is free */
};

/* A hash table with linear probing. */
struct guidon_repeats {
    uint64_t level; /* 0 .. REPEATS_LAST_LEVEL */
    uint64_t used;  /* at most repeats_limit */
    uint64_t slots; /* a power of 2 */
    struct repeats_slot slot[];
};

/* With 64 zero bits no id is left, so that every level that is too full has one
 * above. */
#define REPEATS_LAST_LEVEL 64

/* A quarter of the slots is free, so every search ends soon. */
static uint64_t repeats_limit(const guidon_repeats *repeats)
{
    return repeats->slots - repeats->slots / 4;
}

static bool repeats_holds(const guidon_repeats *repeats, uint64_t hash)
{
    if (repeats->level == 0) {
        return true;
    }
    return repeats->level < REPEATS_LAST_LEVEL &&
           hash >> (64 - repeats->level) == 0;
}

/* The slot of an id, or the free slot for it. */
static struct repeats_slot *repeats_find(guidon_repeats *repeats,
                                         const guidon_id *id, uint64_t hash)
{
    const size_t mask = (size_t)repeats->slots - 1;
    size_t at = (size_t)hash & mask;

    while (repeats->slot[at].times > 0 &&
           !guidon_equal(&repeats->slot[at].id, id)) {
        at = (at + 1) & mask;
    }
    return &repeats->slot[at];
}

/*
 * Raise the level, and remove the ids that it leaves out. The ids that stay go
 * to the slots where a search finds them: round the table, from a free slot on,
 * each id moves towards the slot of its hash or stays.
 */
static void repeats_raise_level(guidon_repeats *repeats)
{
    const size_t mask = (size_t)repeats->slots - 1;
    size_t at = 0;

    while (repeats->slot[at].times > 0) {
        at++;
    }
    repeats->level++;
    repeats->used = 0;
    for (size_t left = mask; left > 0; left--) {
        struct repeats_slot moved;
        uint64_t hash;

        at = (at + 1) & mask;
        moved = repeats->slot[at];
        repeats->slot[at].times = 0;
        hash = guidon_hash(&moved.id);
        if (moved.times > 0 && repeats_holds(repeats, hash)) {
            *repeats_find(repeats, &moved.id, hash) = moved;
            repeats->used++;
        }
    }
}

/* The level rises only for an id that is new, so the level depends on the set
 * of ids alone. */
static void repeats_put(guidon_repeats *repeats, const guidon_id *id,
                        uint64_t times)
{
    const uint64_t hash = guidon_hash(id);
    struct repeats_slot *slot;

    if (!repeats_holds(repeats, hash)) {
        return;
    }
    slot = repeats_find(repeats, id, hash);
    repeats->used += slot->times == 0;
    slot->id = *id;
    slot->times += times;
    while (repeats->used > repeats_limit(repeats)) {
        repeats_raise_level(repeats);
    }
}

size_t guidon_repeats_size(size_t slots)
{
    if (slots < GUIDON_REPEATS_SLOTS_MIN || slots > GUIDON_REPEATS_SLOTS_MAX ||
        (slots & (slots - 1)) != 0) {
        return 0;
    }
    return sizeof(guidon_repeats) + slots * sizeof(struct repeats_slot);
}

guidon_repeats *guidon_repeats_init(void *memory, size_t slots)
{
    const size_t size = guidon_repeats_size(slots);
    guidon_repeats *repeats = memory;

    if (size == 0) {
        return NULL;
    }
    memset(memory, 0, size);
    repeats->slots = slots;
    return repeats;
}

size_t guidon_repeats_slots(const guidon_repeats *repeats)
{
    return (size_t)repeats->slots;
}

size_t guidon_repeats_room(const guidon_repeats *repeats)
{
    return (size_t)(repeats_limit(repeats) - repeats->used);
}

void guidon_repeats_add(guidon_repeats *repeats, const guidon_id *id)
{
    repeats_put(repeats, id, 1);
}

void guidon_repeats_add_many(guidon_repeats *repeats, const guidon_id *ids,
                             size_t n)
{
    for (size_t i = 0; i < n; i++) {
        repeats_put(repeats, &ids[i], 1);
    }
}

/*
 * In the order of the slots of `other`, the ids would overfill one end of a
 * table of the same size before the level rises, and each search there would
 * pass thousands of ids. So the function goes through the slots in steps of the
 * golden section, because that spreads any number of ids evenly. The step is
 * odd and the number of slots a power of 2, so every slot comes once.
 */
void guidon_repeats_merge(guidon_repeats *repeats, const guidon_repeats *other)
{
    const uint64_t step = other->slots * UINT64_C(0x9e3779b9) >> 32 | 1;

    while (repeats->level < other->level) {
        repeats_raise_level(repeats);
    }
    for (uint64_t i = 0; i < other->slots; i++) {
        const struct repeats_slot *slot =
            &other->slot[i * step & (other->slots - 1)];

        if (slot->times > 0) {
            repeats_put(repeats, &slot->id, slot->times);
        }
    }
}

uint64_t guidon_repeats_count(uint64_t *one_in, const guidon_repeats *repeats)
{
    uint64_t count = 0;

    for (size_t i = 0; i < repeats->slots; i++) {
        const uint64_t times = repeats->slot[i].times;

        count += times > 0 ? times - 1 : 0;
    }
    *one_in =
        repeats->level < REPEATS_LAST_LEVEL ? UINT64_C(1) << repeats->level : 0;
    return count;
}
