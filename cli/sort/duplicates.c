/* SPDX-License-Identifier: MIT */
/* duplicates.c - find duplicates: with a set, or else by sorting by id, and then
 * sorting the duplicates by position. */
#include "duplicates.h"
#include "id_words.h"

/* An item of by_id is an id and its position; an item of by_position is the
 * position of a duplicate and the first position of its id. */
enum {
    WORDS = 3,
    FIRST_ID = 0,
    FIRST_POSITION = 2,
    THEN_POSITION = 0,
    THEN_EARLIER
};

/* A duplicate that the set found: its position, and the index of its id in the
 * set. Duplicates fill the memory of the ids from its end downward. Positions in
 * the set have 32 bits, and the value of an id is its first position. */
struct found {
    uint32_t position;
    uint32_t at;
};

bool duplicates_begin(struct duplicates *duplicates, const char *directory)
{
    const struct shape shape = {.words = WORDS};
    const struct memory *memory = &duplicates->memory;
    struct id_set_key key;

    if (!memory_allocate(&duplicates->memory)) {
        return false;
    }
    sorter_begin(&duplicates->by_id, &shape, memory->words, memory->size,
                 directory);
    duplicates->in_set = id_set_draw_key(&key);
    if (duplicates->in_set) {
        id_set_begin(&duplicates->set, &key, memory->words, memory->size,
                     sizeof(uint32_t));
    }
    return !directory || temporary_file_open(&duplicates->by_id.levels[0].file);
}

void duplicates_expect(struct duplicates *duplicates, uint64_t n)
{
    if (duplicates->in_set) {
        id_set_expect(&duplicates->set, n);
    }
}

/* ------------------------------------------------------------------ the set */

/* The i-th duplicate that the set found. */
static struct found *found_at(const struct duplicates *duplicates, size_t i)
{
    const struct id_set *set = &duplicates->set;

    return (struct found *)(set->ids + set->most) - 1 - i;
}

/* Do the waiting ids fit, whether they are new or not? */
static bool waiting_fit(const struct duplicates *duplicates)
{
    const struct id_set *set = &duplicates->set;
    const size_t n = duplicates->waiting.n;
    const size_t in_pairs = (duplicates->n_found + 1) / 2;

    return n <= set->most - set->n - in_pairs &&
           duplicates->waiting.positions[n - 1] <= UINT32_MAX;
}

static void add_to_set(struct duplicates *duplicates)
{
    const struct duplicates_waiting *waiting = &duplicates->waiting;
    uint32_t *firsts = duplicates->set.values;
    uint32_t at[ID_SET_AT_ONCE];
    size_t known = duplicates->set.n;

    id_set_add(at, &duplicates->set, waiting->ids, waiting->n);
    for (size_t i = 0; i < waiting->n; i++) {
        const uint32_t position = (uint32_t)waiting->positions[i];

        if (at[i] == known) {
            firsts[known++] = position;
        } else {
            *found_at(duplicates, duplicates->n_found++) =
                (struct found){position, at[i]};
        }
    }
}

/* -------------------------------------------------------------- the sorters */

static bool add_item(struct duplicates *duplicates, const guidon_id *id,
                     uint64_t position)
{
    uint64_t *item = sorter_reserve(&duplicates->by_id, 1, 0);

    if (!item) {
        return false;
    }
    id_to_words(item + FIRST_ID, id);
    item[FIRST_POSITION] = position;
    return true;
}

/* Add all ids of the set to the sorter. */
static bool add_items_of_set(struct duplicates *duplicates)
{
    const struct id_set *set = &duplicates->set;
    const uint32_t *firsts = set->values;

    for (size_t i = 0; i < set->n; i++) {
        if (!add_item(duplicates, &set->ids[i], firsts[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < duplicates->n_found; i++) {
        const struct found *found = found_at(duplicates, i);

        if (!add_item(duplicates, &set->ids[found->at], found->position)) {
            return false;
        }
    }
    return true;
}

/* Give up the set: its ids go through the memory of its table to a file. */
static bool leave_set(struct duplicates *duplicates)
{
    const struct memory *memory = &duplicates->memory;
    size_t size;
    uint64_t *table = id_set_table(&duplicates->set, &size);

    duplicates->in_set = false;
    return sorter_move(&duplicates->by_id, table, size) &&
           add_items_of_set(duplicates) &&
           sorter_move(&duplicates->by_id, memory->words, memory->size);
}

static bool add_waiting_to_sorter(struct duplicates *duplicates)
{
    const struct duplicates_waiting *waiting = &duplicates->waiting;

    for (size_t i = 0; i < waiting->n; i++) {
        if (!add_item(duplicates, &waiting->ids[i], waiting->positions[i])) {
            return false;
        }
    }
    return true;
}

static bool add_waiting(struct duplicates *duplicates)
{
    bool done = true;

    if (duplicates->waiting.n == 0) {
        return true;
    }
    if (duplicates->in_set && waiting_fit(duplicates)) {
        add_to_set(duplicates);
    } else {
        done = (!duplicates->in_set || leave_set(duplicates)) &&
               add_waiting_to_sorter(duplicates);
    }
    duplicates->waiting.n = 0;
    return done;
}

/* ---------------------------------------------------------------- interface */

bool duplicates_add(struct duplicates *duplicates, const guidon_id *ids,
                    size_t n, uint64_t position, uint64_t step)
{
    struct duplicates_waiting *waiting = &duplicates->waiting;

    for (size_t i = 0; i < n; i++) {
        waiting->ids[waiting->n] = ids[i];
        waiting->positions[waiting->n] = position + i * step;
        waiting->n++;
        if (waiting->n == ID_SET_AT_ONCE && !add_waiting(duplicates)) {
            return false;
        }
    }
    return true;
}

/* Items come in order of ids, and equal ids in order of positions. Drop the
 * first item of each id; keep the others with the position of the first. */
static bool rewrite_by_position(uint64_t *item, const void *context)
{
    struct duplicates_last *last = *(struct duplicates_last *const *)context;
    const uint64_t id[2] = {item[FIRST_ID], item[FIRST_ID + 1]};
    const uint64_t position = item[FIRST_POSITION];

    if (!last->is || id[0] != last->id[0] || id[1] != last->id[1]) {
        *last = (struct duplicates_last){{id[0], id[1]}, position, true};
        return false;
    }
    item[THEN_POSITION] = position;
    item[THEN_EARLIER] = last->position;
    item[WORDS - 1] = 0;
    return true;
}

bool duplicates_finish(struct duplicates *duplicates)
{
    struct duplicates_last *const last = &duplicates->last;
    const struct item_rewrite rewrite = {rewrite_by_position,
                                         (const void *)&last};

    if (!add_waiting(duplicates)) {
        return false;
    }
    return duplicates->in_set || sorter_resort(&duplicates->by_position,
                                               &duplicates->by_id, &rewrite);
}

/* The same as duplicates_next, for duplicates that the set found. */
static bool next_in_set(uint64_t *position, uint64_t *earlier,
                        struct duplicates *duplicates)
{
    const uint32_t *firsts = duplicates->set.values;
    const struct found *found;

    if (duplicates->n_returned == duplicates->n_found) {
        return false;
    }
    found = found_at(duplicates, duplicates->n_returned++);
    *position = found->position;
    *earlier = firsts[found->at];
    return true;
}

bool duplicates_next(uint64_t *position, uint64_t *earlier,
                     struct duplicates *duplicates)
{
    if (duplicates->in_set) {
        return next_in_set(position, earlier, duplicates);
    }
    if (duplicates->batch.n == 0 &&
        !sorter_next(&duplicates->batch, &duplicates->by_position)) {
        return false;
    }
    *position = duplicates->batch.items[THEN_POSITION];
    *earlier = duplicates->batch.items[THEN_EARLIER];
    duplicates->batch.items += WORDS;
    duplicates->batch.n--;
    return true;
}

bool duplicates_failed(const struct duplicates *duplicates)
{
    return sorter_failed(&duplicates->by_position);
}

void duplicates_end(struct duplicates *duplicates)
{
    sorter_end(&duplicates->by_id);
    sorter_end(&duplicates->by_position);
    memory_free(&duplicates->memory);
}
