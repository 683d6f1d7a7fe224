/* SPDX-License-Identifier: MIT */
/* duplicates.c - which records hold an id that an earlier one held: sorted by id, and
 * what is found sorted back. */
#include "duplicates.h"
#include "id_words.h"

/* An item is first the id and its place, then a place and the earlier one. */
enum { WORDS = 3, FIRST_ID = 0, FIRST_PLACE = 2, THEN_PLACE = 0, THEN_EARLIER };

bool duplicates_begin(struct duplicates *duplicates, const char *directory)
{
    const struct shape shape = {.words = WORDS};

    if (!memory_take(&duplicates->memory)) {
        return false;
    }
    sorter_begin(&duplicates->by_id, &shape, duplicates->memory.words,
                 duplicates->memory.size, directory);
    return !directory || temporary_file_open(&duplicates->by_id.levels[0].file);
}

bool duplicates_add(struct duplicates *duplicates, const guidon_id *id,
                    uint64_t place)
{
    uint64_t *item = sorter_room(&duplicates->by_id, 1, 0);

    if (!item) {
        return false;
    }
    id_to_words(item + FIRST_ID, id);
    item[FIRST_PLACE] = place;
    return true;
}

/* Items come by id, and of one id by place: all but the first are kept, with the
 * place of the first. */
static bool turn_to_place(uint64_t *item, const void *context)
{
    struct duplicates_last *last = *(struct duplicates_last *const *)context;
    const uint64_t id[2] = {item[FIRST_ID], item[FIRST_ID + 1]};
    const uint64_t place = item[FIRST_PLACE];

    if (!last->is || id[0] != last->id[0] || id[1] != last->id[1]) {
        *last = (struct duplicates_last){{id[0], id[1]}, place, true};
        return false;
    }
    item[THEN_PLACE] = place;
    item[THEN_EARLIER] = last->place;
    item[WORDS - 1] = 0;
    return true;
}

bool duplicates_finish(struct duplicates *duplicates)
{
    struct duplicates_last *const last = &duplicates->last;
    const struct turning turning = {turn_to_place, (const void *)&last};

    return sorter_again(&duplicates->by_place, &duplicates->by_id, &turning);
}

bool duplicates_next(uint64_t *place, uint64_t *earlier,
                     struct duplicates *duplicates)
{
    if (duplicates->batch.n == 0 &&
        !sorter_next(&duplicates->batch, &duplicates->by_place)) {
        return false;
    }
    *place = duplicates->batch.items[THEN_PLACE];
    *earlier = duplicates->batch.items[THEN_EARLIER];
    duplicates->batch.items += WORDS;
    duplicates->batch.n--;
    return true;
}

bool duplicates_failed(const struct duplicates *duplicates)
{
    return sorter_failed(&duplicates->by_place);
}

void duplicates_end(struct duplicates *duplicates)
{
    sorter_end(&duplicates->by_id);
    sorter_end(&duplicates->by_place);
    memory_free(&duplicates->memory);
}
