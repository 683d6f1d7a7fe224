/* SPDX-License-Identifier: MIT */
/* duplicates.c - which records hold an id that an earlier one held: sorted by id, and
 * what is found sorted back. */
#include "duplicates.h"
#include "id_words.h"

/* An item is first the id and its place, then a place and the earlier one. */
enum { WORDS = 3, FIRST_ID = 0, FIRST_PLACE = 2, THEN_PLACE = 0, THEN_EARLIER };

bool twins_begin(struct twins *twins, const char *directory)
{
    const struct shape shape = {.words = WORDS};

    if (!memory_take(&twins->memory)) {
        return false;
    }
    sorter_begin(&twins->by_id, &shape, twins->memory.words, twins->memory.size,
                 directory);
    return !directory || temporary_open(&twins->by_id.levels[0].file);
}

bool twins_add(struct twins *twins, const guidon_id *id, uint64_t place)
{
    uint64_t *item = sorter_room(&twins->by_id, 1, 0);

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
    struct twins_last *last = *(struct twins_last *const *)context;
    const uint64_t id[2] = {item[FIRST_ID], item[FIRST_ID + 1]};
    const uint64_t place = item[FIRST_PLACE];

    if (!last->is || id[0] != last->id[0] || id[1] != last->id[1]) {
        *last = (struct twins_last){{id[0], id[1]}, place, true};
        return false;
    }
    item[THEN_PLACE] = place;
    item[THEN_EARLIER] = last->place;
    item[WORDS - 1] = 0;
    return true;
}

bool twins_finish(struct twins *twins)
{
    struct twins_last *const last = &twins->last;
    const struct turning turning = {turn_to_place, (const void *)&last};

    return sorter_again(&twins->by_place, &twins->by_id, &turning);
}

bool twins_next(uint64_t *place, uint64_t *earlier, struct twins *twins)
{
    if (twins->batch.n == 0 && !sorter_next(&twins->batch, &twins->by_place)) {
        return false;
    }
    *place = twins->batch.items[THEN_PLACE];
    *earlier = twins->batch.items[THEN_EARLIER];
    twins->batch.items += WORDS;
    twins->batch.n--;
    return true;
}

bool twins_failed(const struct twins *twins)
{
    return sorter_failed(&twins->by_place);
}

void twins_end(struct twins *twins)
{
    sorter_end(&twins->by_id);
    sorter_end(&twins->by_place);
    memory_free(&twins->memory);
}
