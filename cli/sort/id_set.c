/* SPDX-License-Identifier: MIT */
/*
 * id_set.c - the different ids of an input, in order.
 *
 * Idea  The ids lie in an array. A hash table with open addressing has 4 bytes a
 *       slot: the number of an id, from 1, and bits of its hash. The bits (the
 *       tag) tell nearly all other ids from an id without a look into the
 *       array. A block of ids is hashed first, and its slots are prefetched, so
 *       that the processor waits for many of them at once.
 */
#include "id_set.h"
#include "external_sort.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#if defined(__GNUC__)
#  define PREFETCH(address) __builtin_prefetch(address)
#else
#  define PREFETCH(address) ((void)(address))
#endif

enum {
    IDS_FIRST = 4096, /* the first table has room for so many ids */
    GROWTH = 4,       /* and the next for so many times as many */
    /* At most FULL_PART of FULL_WHOLE slots are taken. A search that fails then
     * looks at 8.5 slots on average (Knuth, volume 3, section 6.4), which are
     * in one or two cache lines. */
    FULL_PART = 3,
    FULL_WHOLE = 4,
};
/* Numbers of ids, and numbers of slots, have at most 31 bits. */
#define SLOTS_MOST ((size_t)1 << 31)

_Static_assert(ID_SET_LEAST >= 2 * SORTER_LEAST, "half of it for the table");

/* --------------------------------------------------------------------- hash */

bool id_set_draw_key(struct id_set_key *key)
{
    return getentropy(key->words, sizeof key->words) == 0;
}

/*
 * The sum is the pair-multiply-shift hash of four 32-bit numbers (Thorup, "High
 * Speed Hashing for Integers and Strings"). Its upper half is strongly
 * universal: with a random key, it is the same for two different ids with a
 * probability of 2^-32, whatever the ids are. But the sum is linear in each
 * number, so that ids that count up would crowd together under some keys. The
 * last three steps, which lose no bit, spread such sums.
 */
static inline uint64_t hash_of(const struct id_set_key *key,
                               const guidon_id *id)
{
    const uint64_t *k = key->words;
    uint64_t words[2];
    uint64_t sum;

    memcpy(words, id->bytes, sizeof words);
    sum = (k[0] + (words[0] >> 32)) * (k[1] + (uint32_t)words[0]) +
          (k[2] + (words[1] >> 32)) * (k[3] + (uint32_t)words[1]) + k[4];
    sum ^= sum >> 32;
    sum *= 0x9e3779b97f4a7c15; /* 2^64 divided by the golden ratio, odd */
    return sum ^ sum >> 32;
}

/* Where the search for an id begins, and the tag in its slot. Both come from the
 * hash, but from different halves of it. */
struct place {
    uint32_t slot;
    uint32_t tag;
};

/* Find the places of the ids, and load their slots into the cache. */
static void find_places(struct place places[], const struct id_set *set,
                        const guidon_id *ids, size_t n)
{
    const struct id_set_key key = set->key;
    const uint32_t *const slots = set->slots;
    const uint64_t n_slots = set->n_slots;
    const uint32_t tag = ~set->number_mask;

    for (size_t i = 0; i < n; i++) {
        const uint64_t hash = hash_of(&key, &ids[i]);
        const uint32_t slot = (uint32_t)((hash >> 32) * n_slots >> 32);

        places[i] = (struct place){slot, (uint32_t)hash & tag};
        PREFETCH(&slots[slot]);
    }
}

static inline size_t next_slot(const struct id_set *set, size_t slot)
{
    return slot + 1 == set->n_slots ? 0 : slot + 1;
}

static inline const guidon_id *id_of_slot(const struct id_set *set,
                                          uint32_t slot)
{
    return &set->ids[(slot & set->number_mask) - 1];
}

/* -------------------------------------------------------------------- table */

/* Make an empty table at the end of the memory of all tables. */
static void clear_table(struct id_set *set, size_t n_slots)
{
    uint32_t *end = set->slots + set->n_slots;

    set->slots = end - n_slots;
    set->n_slots = n_slots;
    memset(set->slots, 0, n_slots * sizeof *set->slots);
}

/* Enter the n ids from `first` on, which the table does not hold. */
static void enter_block(struct id_set *set, size_t first, size_t n)
{
    struct place places[ID_SET_AT_ONCE];

    find_places(places, set, set->ids + first, n);
    for (size_t i = 0; i < n; i++) {
        size_t slot = places[i].slot;

        while (set->slots[slot] != 0) {
            slot = next_slot(set, slot);
        }
        set->slots[slot] = places[i].tag | (uint32_t)(first + i + 1);
    }
}

/* Are `n` ids too many for a table of so many slots? */
static bool overfills(size_t n, size_t n_slots)
{
    return n > n_slots / FULL_WHOLE * FULL_PART;
}

/* The least size of a table that has room for `n` ids. Each size is the largest
 * divided by a power of two, so that the last table uses all of the memory. */
static size_t table_for(const struct id_set *set, size_t n)
{
    size_t shift = 0;

    while (!overfills(n, set->n_slots_most >> (shift + 1))) {
        shift++;
    }
    return set->n_slots_most >> shift;
}

/* Make a table for `n` ids, and enter those that are there. */
static void grow(struct id_set *set, size_t n)
{
    clear_table(set, table_for(set, n));
    for (size_t i = 0; i < set->n; i += ID_SET_AT_ONCE) {
        const size_t rest = set->n - i;

        enter_block(set, i, rest < ID_SET_AT_ONCE ? rest : ID_SET_AT_ONCE);
    }
}

/* ---------------------------------------------------------------- interface */

void id_set_begin(struct id_set *set, const struct id_set_key *key,
                  uint64_t *memory, size_t size, size_t value_size)
{
    const size_t entry = sizeof *set->ids + value_size;
    const size_t slot = sizeof *set->slots;
    /* Of `entry` bytes and FULL_WHOLE / FULL_PART slots for each id. */
    size_t n_slots =
        size / (entry * FULL_PART + slot * FULL_WHOLE) * FULL_WHOLE;

    n_slots = n_slots * slot < SORTER_LEAST ? SORTER_LEAST / slot : n_slots;
    n_slots = n_slots < SLOTS_MOST ? n_slots : SLOTS_MOST;
    *set = (struct id_set){.key = *key, .ids = (guidon_id *)memory};
    set->most = (size - n_slots * slot) / entry;
    if (overfills(set->most, n_slots)) {
        set->most = n_slots / FULL_WHOLE * FULL_PART;
    }
    set->values = set->ids + set->most;
    while (set->number_mask < set->most) {
        set->number_mask = set->number_mask << 1 | 1;
    }
    set->n_slots_most = n_slots;
    set->slots = (uint32_t *)(memory + size / sizeof *memory);
    clear_table(set, table_for(set, IDS_FIRST));
}

void id_set_expect(struct id_set *set, uint64_t n)
{
    if (n > set->most) {
        n = set->most;
    }
    if (overfills((size_t)n, set->n_slots)) {
        grow(set, (size_t)n);
    }
}

/* If the first slots may hold the ids, load these ids into the cache. */
static void load_ids(const struct id_set *set, const struct place places[],
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t slot = set->slots[places[i].slot];

        if (slot != 0 && (slot & ~set->number_mask) == places[i].tag) {
            PREFETCH(id_of_slot(set, slot));
        }
    }
}

/* The index of the id, which is added if it is new. */
static inline uint32_t find_or_add(struct id_set *set, const guidon_id *id,
                                   struct place place)
{
    size_t slot = place.slot;
    uint32_t found;

    while ((found = set->slots[slot]) != 0) {
        if ((found & ~set->number_mask) == place.tag &&
            memcmp(id_of_slot(set, found), id, sizeof *id) == 0) {
            return (found & set->number_mask) - 1;
        }
        slot = next_slot(set, slot);
    }
    set->ids[set->n] = *id;
    set->slots[slot] = place.tag | (uint32_t)(set->n + 1);
    return (uint32_t)set->n++;
}

void id_set_add(uint32_t at[], struct id_set *set, const guidon_id *ids,
                size_t n)
{
    struct place places[ID_SET_AT_ONCE];

    if (overfills(set->n + n, set->n_slots) &&
        set->n_slots < set->n_slots_most) {
        grow(set, GROWTH * set->n + n);
    }
    find_places(places, set, ids, n);
    load_ids(set, places, n);
    for (size_t i = 0; i < n; i++) {
        at[i] = find_or_add(set, &ids[i], places[i]);
    }
}

uint64_t *id_set_table(const struct id_set *set, size_t *size)
{
    *size = set->n_slots_most * sizeof *set->slots & ~(sizeof(uint64_t) - 1);
    return (uint64_t *)(set->slots + set->n_slots) - *size / sizeof(uint64_t);
}
