/* SPDX-License-Identifier: MIT */
/* duplicates.c - find duplicates: sort by id, then sort the duplicates by
 * position. */
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

bool duplicates_begin(struct duplicates *duplicates, const char *directory)
{
    const struct shape shape = {.words = WORDS};

    if (!memory_allocate(&duplicates->memory)) {
        return false;
    }
    sorter_begin(&duplicates->by_id, &shape, duplicates->memory.words,
                 duplicates->memory.size, directory);
    return !directory || temporary_file_open(&duplicates->by_id.levels[0].file);
}

bool duplicates_add(struct duplicates *duplicates, const guidon_id *id,
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

    return sorter_resort(&duplicates->by_position, &duplicates->by_id,
                         &rewrite);
}

bool duplicates_next(uint64_t *position, uint64_t *earlier,
                     struct duplicates *duplicates)
{
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
