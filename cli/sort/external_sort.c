/* SPDX-License-Identifier: MIT */
/* external_sort.c - sort more items than fit into memory. */
#include "external_sort.h"
#include "../term/message.h"
#include "../term/progress.h"
#include "radix.h"

#include <string.h>

/* A source reads at least so many bytes at once. With little memory, this
 * limits the number of sources and adds passes over the files. */
#define READ_LEAST ((size_t)16 << 10)
#define FAN_LEAST  16

_Static_assert(SORTER_FAN + SORTER_KINDS <= MERGE_MAX, "a level is merged");
_Static_assert(sizeof(uint64_t[RADIX_WORDS_MAX]) *
                       (FAN_LEAST + SORTER_KINDS + 1) <=
                   SORTER_LEAST,
               "the least memory holds an item of each source");
_Static_assert(sizeof(uint64_t[RADIX_WORDS_MAX]) * SORTER_AT_ONCE <=
                   SORTER_LEAST,
               "the least memory holds all items that are put in at once");

static size_t item_size(const struct sorter *sorter)
{
    return sorter->shape.words * sizeof *sorter->memory;
}

void sorter_begin(struct sorter *sorter, const struct shape *shape,
                  uint64_t *memory, size_t size, const char *directory)
{
    size_t fan = size / READ_LEAST;

    fan = fan < FAN_LEAST ? FAN_LEAST : fan;
    *sorter = (struct sorter){
        .shape = *shape,
        .fan = fan < SORTER_FAN ? fan : SORTER_FAN,
        .memory = memory,
        .cap = size / (shape->words * sizeof *memory),
    };
    for (size_t i = 0; i < SORTER_LEVELS; i++) {
        sorter->levels[i].file =
            (struct temporary_file){.directory = directory, .fd = -1};
    }
}

void sorter_use_workers(struct sorter *sorter, struct workers *workers)
{
    sorter->workers = workers;
}

void sorter_end(struct sorter *sorter)
{
    if (sorter->cap == 0) {
        return; /* never begun, so that the descriptors are not valid */
    }
    for (size_t i = 0; i < SORTER_LEVELS; i++) {
        temporary_file_close(&sorter->levels[i].file);
    }
}

/* ---------------------------------------------------------------- in memory */

/* The items of a kind in memory. */
static uint64_t *items_of(const struct sorter *sorter, unsigned kind)
{
    size_t first = kind == 0 ? 0 : sorter->cap - sorter->n[1];

    return sorter->memory + first * sorter->shape.words;
}

/* Sort the items of a kind, and remove repeats if shape.unique. Returns the
 * number of items left. */
static size_t sort_kind(struct sorter *sorter, unsigned kind)
{
    uint64_t *items = items_of(sorter, kind);

    radix_sort(items, sorter->n[kind], sorter->shape.words, sorter->workers);
    return merge_unique(&sorter->shape, items, sorter->n[kind]);
}

/* ----------------------------------------------------------------- in files */

static bool merge_level(struct sorter *sorter, size_t at);

/* Begin a run at the end of the level's file. */
static struct stored_run *new_run(struct sorter_level *level, unsigned kind)
{
    struct stored_run *run = &level->runs[level->n++];

    *run = (struct stored_run){.offset = level->file.size, .kind = kind};
    return run;
}

/* Merge the runs of a level if the level is full. */
static bool merge_full_level(struct sorter *sorter, size_t at)
{
    if (sorter->levels[at].n < sorter->fan) {
        return true;
    }
    if (at + 1 == SORTER_LEVELS) {
        message("too many ids for this --memory; choose a larger one");
        return false;
    }
    return merge_level(sorter, at);
}

/* Write the items in memory as runs of the first level. */
static bool spill(struct sorter *sorter)
{
    struct sorter_level *level = &sorter->levels[0];

    if (!temporary_file_open(&level->file)) {
        return false;
    }
    sorter->spilled = true;
    for (unsigned kind = 0; kind < SORTER_KINDS; kind++) {
        if (sorter->n[kind] > 0) {
            struct stored_run *run = new_run(level, kind);

            run->n = sort_kind(sorter, kind);
            if (!temporary_file_add(&level->file, items_of(sorter, kind),
                                    run->n * item_size(sorter))) {
                return false;
            }
            sorter->n[kind] = 0;
        }
    }
    return merge_full_level(sorter, 0);
}

/* Add the level's runs of a kind to the merge. */
static void add_sources(struct merge *merge, const struct sorter_level *level,
                        unsigned kind)
{
    for (size_t i = 0; i < level->n; i++) {
        const struct stored_run *run = &level->runs[i];

        if (run->kind == kind) {
            merge->sources[merge->n++] = (struct source){
                .kind = kind,
                .fd = level->file.fd,
                .offset = run->offset,
                .left = run->n,
            };
        }
    }
}

/* After merge_next returned false: was that the end? If not, a message. */
static bool merge_ended(const struct sorter *sorter)
{
    if (sorter->merge.error) {
        temporary_file_report_read(&sorter->levels[0].file,
                                   sorter->merge.error);
    }
    return sorter->merge.error == 0;
}

/* Merge a level's runs of a kind into one run of the next level. The memory
 * must hold no items. */
static bool merge_runs(struct sorter *sorter, size_t at, unsigned kind)
{
    struct sorter_level *to = &sorter->levels[at + 1];
    struct merge *merge = &sorter->merge;
    struct stored_run *run;
    struct batch batch;

    merge->shape = sorter->shape;
    merge->n = 0;
    add_sources(merge, &sorter->levels[at], kind);
    if (merge->n == 0) {
        return true;
    }
    run = new_run(to, kind);
    (void)merge_begin(merge, sorter->memory, sorter->cap * item_size(sorter));
    while (merge_next(&batch, merge)) {
        if (!temporary_file_add(&to->file, batch.items,
                                batch.n * item_size(sorter))) {
            return false;
        }
        run->n += batch.n;
    }
    return merge_ended(sorter);
}

/* Merge a level's runs into the next level. */
static bool merge_level(struct sorter *sorter, size_t at)
{
    struct sorter_level *level = &sorter->levels[at];

    if (!temporary_file_open(&sorter->levels[at + 1].file)) {
        return false;
    }
    for (unsigned kind = 0; kind < SORTER_KINDS; kind++) {
        if (!merge_runs(sorter, at, kind)) {
            return false;
        }
    }
    level->n = 0;
    return temporary_file_empty(&level->file) &&
           merge_full_level(sorter, at + 1);
}

static size_t total_runs(const struct sorter *sorter)
{
    size_t n = 0;

    for (size_t i = 0; i < SORTER_LEVELS; i++) {
        n += sorter->levels[i].n;
    }
    return n;
}

/* Merge low levels until one merge can read all runs. */
static bool merge_low_levels(struct sorter *sorter)
{
    for (size_t at = 0; total_runs(sorter) > sorter->fan; at++) {
        if (sorter->levels[at].n > 0 && !merge_level(sorter, at)) {
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- interface */

bool sorter_move(struct sorter *sorter, uint64_t *memory, size_t size)
{
    if (sorter->n[0] + sorter->n[1] > 0 && !spill(sorter)) {
        return false;
    }
    sorter->memory = memory;
    sorter->cap = size / item_size(sorter);
    return true;
}

uint64_t *sorter_reserve(struct sorter *sorter, size_t n, unsigned kind)
{
    if (n > sorter->cap - sorter->n[0] - sorter->n[1] && !spill(sorter)) {
        return NULL;
    }
    sorter->n[kind] += n;
    return kind == 0 ? sorter->memory + (sorter->n[0] - n) * sorter->shape.words
                     : items_of(sorter, 1);
}

/* Merge the items in memory. */
static void finish_in_memory(struct sorter *sorter)
{
    struct merge *merge = &sorter->merge;

    for (unsigned kind = 0; kind < SORTER_KINDS; kind++) {
        if (sorter->n[kind] > 0) {
            const uint64_t *items = items_of(sorter, kind);
            size_t n = sort_kind(sorter, kind);

            merge->sources[merge->n++] = (struct source){
                .at = items,
                .end = items + n * sorter->shape.words,
                .kind = kind,
            };
        }
    }
}

bool sorter_finish(struct sorter *sorter, size_t size)
{
    static uint64_t out[SORTER_LEAST / sizeof(uint64_t)];
    struct merge *merge = &sorter->merge;

    if (sorter->spilled && (!spill(sorter) || !merge_low_levels(sorter))) {
        return false;
    }
    merge->shape = sorter->shape;
    merge->n = 0;
    if (!sorter->spilled) {
        finish_in_memory(sorter);
        return merge_begin(merge, out, sizeof out);
    }
    for (unsigned kind = 0; kind < SORTER_KINDS; kind++) {
        for (size_t at = 0; at < SORTER_LEVELS; at++) {
            add_sources(merge, &sorter->levels[at], kind);
        }
    }
    (void)merge_begin(merge, sorter->memory, size);
    return merge->error == 0 || merge_ended(sorter);
}

bool sorter_next(struct batch *batch, struct sorter *sorter)
{
    if (merge_next(batch, &sorter->merge)) {
        return true;
    }
    (void)merge_ended(sorter);
    return false;
}

bool sorter_failed(const struct sorter *sorter)
{
    return sorter->merge.error != 0;
}

/* Rewrite the items of `from` and add them to `to`. */
static bool resort_from_files(struct sorter *to, struct sorter *from,
                              const struct item_rewrite *change)
{
    const size_t words = to->shape.words;
    struct batch batch;
    uint64_t done = 0;

    while (sorter_next(&batch, from)) {
        progress_at(done += batch.n);
        for (size_t i = 0; i < batch.n; i++) {
            uint64_t item[RADIX_WORDS_MAX];
            uint64_t *to_item;

            memcpy(item, batch.items + i * words, words * sizeof *item);
            if (!change->rewrite(item, change->context)) {
                continue;
            }
            to_item = sorter_reserve(to, 1, 0);
            if (!to_item) {
                return false;
            }
            memcpy(to_item, item, words * sizeof *item);
        }
    }
    return !sorter_failed(from);
}

/* The same if all items are in memory. */
static void resort_in_memory(struct sorter *to, struct sorter *from,
                             const struct item_rewrite *change)
{
    const size_t words = to->shape.words;
    const size_t n = sort_kind(from, 0);
    uint64_t *last = to->memory;

    for (size_t i = 0; i < n; i++) {
        memmove(last, to->memory + i * words, words * sizeof *last);
        if (change->rewrite(last, change->context)) {
            last += words;
        }
    }
    to->n[0] = (size_t)(last - to->memory) / words;
}

bool sorter_resort(struct sorter *to, struct sorter *from,
                   const struct item_rewrite *change)
{
    const struct shape shape = {.words = from->shape.words};
    const char *directory = from->levels[0].file.directory;
    const size_t size = from->cap * item_size(from);
    const size_t part = size / 4 / sizeof *from->memory;
    const size_t part_size = part * sizeof *from->memory;

    if (!from->spilled) {
        sorter_begin(to, &shape, from->memory, size, directory);
        sorter_use_workers(to, from->workers);
        resort_in_memory(to, from, change);
        return sorter_finish(to, size);
    }
    sorter_begin(to, &shape, from->memory + part, size - part_size, directory);
    sorter_use_workers(to, from->workers);
    return sorter_finish(from, part_size) &&
           resort_from_files(to, from, change) &&
           sorter_finish(to, size - part_size);
}
