/* SPDX-License-Identifier: MIT */
/* stat_counts.c - counts what guidon stat reports. */
#include "stat_counts.h"
#include "../sort/id_words.h"
#include "../term/progress.h"
#include "../text/input.h"
#include "../text/number.h"
#include "../text/times.h"

#include <stdio.h>

uint64_t stat_ids(const struct stat_counts *counts)
{
    return counts->records - counts->bad;
}

static void count_time(struct stat_counts *counts, const guidon_id *id,
                       guidon_id_kind kind)
{
    guidon_time time;
    unsigned digits;

    if (kind == GUIDON_KIND_NCS || !kind_time(&time, &digits, kind, id)) {
        return; /* the audit counts no times of NCS */
    }
    if (digits > counts->digits) {
        counts->digits = digits;
    }
    timeline_add(&counts->line,
                 time.seconds * 1000 + time.nanoseconds / 1000000);
}

static void sort_id(struct stat_counts *counts, const guidon_id *id)
{
    uint64_t *item;

    if (!counts->sorts) {
        return;
    }
    item = sorter_reserve(&counts->sorter, 1, 0);
    if (!item) {
        counts->sorter_failed = true;
        return;
    }
    id_to_words(item, id);
}

/* Count the id of a record, which is counted already. */
static void count_id(struct stat_counts *counts, const guidon_id *id,
                     guidon_form found)
{
    guidon_id_kind kind = kind_of(id, found);

    if (kind == GUIDON_KIND_ULID) {
        guidon_audit_add_ulid(&counts->ids, id);
    } else {
        guidon_audit_add(&counts->ids, id);
    }
    counts->forms[found]++;
    counts->neighbours += /* the count includes this id */
        stat_ids(counts) > 1 && guidon_compare(id, &counts->before) == 0;
    counts->before = *id;
    sort_id(counts, id);
    count_time(counts, id, kind);
}

static void count_bad(struct stat_counts *counts, const struct input *input,
                      const struct reading_result *result)
{
    if (counts->bad < STAT_BAD_SHOWN) {
        struct bad_record *bad = &counts->first_bad[counts->bad];

        bad->file = input->name;
        bad->record = input->number;
        bad->offset = result->bad_at;
        snprintf(bad->why, sizeof bad->why, "%s", result->why);
    }
    counts->bad++;
    counts->reading.without_reasons = counts->bad >= STAT_BAD_SHOWN;
}

static void count_run(struct stat_counts *counts, const struct run *run)
{
    for (size_t i = 0; i < run->n && !counts->sorter_failed; i++) {
        counts->records++;
        count_id(counts, &run->ids[i], run_found(run, i));
    }
}

static void count_record(struct stat_counts *counts, const struct input *input,
                         const struct record *record)
{
    struct reading_result result;

    if (!record->first) {
        return; /* another piece of a line that was counted */
    }
    counts->records++;
    if (reading_try(&result, &counts->reading, input, record)) {
        count_id(counts, &result.id, result.found);
    } else {
        count_bad(counts, input, &result);
    }
}

static enum exit_code count_file(struct stat_counts *counts, const char *path)
{
    struct input input;
    struct record record;
    struct run run;

    if (!reading_open(&input, path, &counts->reading)) {
        return EXIT_IO;
    }
    while (!counts->sorter_failed) {
        if (reading_run(&run, &input, &counts->reading)) {
            count_run(counts, &run);
        } else if (reading_next(&record, &input, &counts->reading)) {
            count_record(counts, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

/* Ids in ascending order have their duplicates beside them: no need to sort. */
static bool is_ordered(const struct stat_counts *counts)
{
    return counts->found.out_of_order == 0;
}

bool stat_finish(struct stat_counts *counts)
{
    struct batch batch;
    uint64_t done = 0;

    guidon_audit_read(&counts->found, &counts->ids);
    if (counts->sorter_failed) {
        return false;
    }
    if (!counts->sorts || is_ordered(counts)) {
        return true;
    }
    progress_phase("ids compared", stat_ids(counts));
    if (!sorter_finish(&counts->sorter, counts->memory.size)) {
        return false;
    }
    while (sorter_next(&batch, &counts->sorter)) {
        progress_at(done += batch.n);
    }
    counts->distinct = done;
    return !sorter_failed(&counts->sorter);
}

bool stat_duplicates(uint64_t *out, const struct stat_counts *counts)
{
    *out = is_ordered(counts) ? counts->neighbours
                              : stat_ids(counts) - counts->distinct;
    return is_ordered(counts) || counts->sorts;
}

bool stat_rate(double *out, const struct stat_counts *counts)
{
    guidon_time from = counts->found.earliest, to = counts->found.latest;
    double seconds = (double)(to.seconds - from.seconds) +
                     ((double)to.nanoseconds - (double)from.nanoseconds) / 1e9;

    if (counts->found.timed < 2 || !(seconds > 0)) {
        return false;
    }
    *out = (double)(counts->found.timed - 1) / seconds;
    return true;
}

enum exit_code stat_sort(struct stat_counts *counts, const char *memory,
                         const char *directory)
{
    const struct shape shape = {.words = 2, .unique = true};
    size_t size;

    if (memory && size_parse(&size, memory) && size == 0) {
        return EXIT_DONE;
    }
    if (!memory_parse(&counts->memory, memory)) {
        return EXIT_USAGE;
    }
    if (!memory_allocate(&counts->memory)) {
        return EXIT_IO;
    }
    counts->sorts = true;
    sorter_begin(&counts->sorter, &shape, counts->memory.words,
                 counts->memory.size, directory);
    return !directory || temporary_file_open(&counts->sorter.levels[0].file)
               ? EXIT_DONE
               : EXIT_IO;
}

enum exit_code stat_count(struct stat_counts *counts,
                          const struct file_list *files)
{
    enum exit_code code = EXIT_DONE;

    for (size_t i = 0; i < files->n && !counts->sorter_failed; i++) {
        if (count_file(counts, files->paths[i]) != EXIT_DONE) {
            code = EXIT_IO; /* count the other files as well */
        }
    }
    return code;
}

void stat_end(struct stat_counts *counts)
{
    sorter_end(&counts->sorter);
    memory_free(&counts->memory);
}
