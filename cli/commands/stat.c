/* SPDX-License-Identifier: MIT */
/* stat.c - guidon stat: summarises a set of ids. */
#include "../args.h"
#include "../audit/timeline.h"
#include "../choices.h"
#include "../command_table.h"
#include "../sort/external_sort.h"
#include "../sort/id_words.h"
#include "../sort/memory.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/style.h"
#include "../text/id_fields.h"
#include "../text/input.h"
#include "../text/json.h"
#include "../text/number.h"
#include "../text/records.h"
#include "../text/time_text.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    OPT_FROM,
    OPT_MEMORY,
    OPT_TEMPORARY,
    OPT_JSON,
    OPT_COLOR,
    OPT_LENIENT,
    OPT_NULL
};

static const struct option_spec options[] = {
    OPTION_FROM,
    {.name = "memory",
     .value = "SIZE",
     .help = "use at most this much memory (256M): 64K or more, or 0 to "
             "sort nothing"},
    OPTION_TEMPORARY,
    {.name = "json",
     .usable = json_usable,
     .help = "one JSON object (see docs/json.md)"},
    OPTION_COLOR,
    OPTION_LENIENT,
    OPTION_NULL,
};

enum { BAD_SHOWN = 3 };

/* A record that is not an id. */
struct bad_record {
    const char *file;
    uint64_t record;
    size_t offset;
    char why[REASON_MAX];
};

/* A time, with the digits of a second that its id holds. */
struct id_time {
    guidon_time time;
    unsigned digits;
};

struct job {
    struct reading reading;
    uint64_t records;
    uint64_t bad;
    struct bad_record first_bad[BAD_SHOWN];
    uint64_t kinds[KINDS];
    uint64_t forms[FORM_TYPEID + 1];
    guidon_id before;      /* the last id, if there was one */
    uint64_t out_of_order; /* ids below the id before them, as bytes */
    uint64_t neighbours;   /* ids equal to the id before them */
    bool sorts;            /* --memory is not 0: all ids go to the sorter */
    bool sorter_failed;    /* a message was written */
    struct memory memory;
    struct sorter sorter;
    uint64_t distinct; /* ids, if they were sorted */
    uint64_t timed;    /* ids that hold a time */
    struct id_time first, last;
    struct timeline line;
    struct style style;
};

static uint64_t ids_of(const struct job *job)
{
    return job->records - job->bad;
}

/* ----------------------------------------------------------------- counting */

static void count_time(struct job *job, const guidon_id *id, enum kind kind)
{
    struct id_time found;

    if (!kind_time(&found.time, &found.digits, kind, id)) {
        return;
    }
    if (job->timed == 0 || time_is_before(found.time, job->first.time)) {
        job->first = found;
    }
    if (job->timed == 0 || time_is_before(job->last.time, found.time)) {
        job->last = found;
    }
    job->timed++;
    timeline_add(&job->line,
                 found.time.seconds * 1000 + found.time.nanoseconds / 1000000);
}

static void sort_id(struct job *job, const guidon_id *id)
{
    uint64_t *item;

    if (!job->sorts) {
        return;
    }
    item = sorter_reserve(&job->sorter, 1, 0);
    if (!item) {
        job->sorter_failed = true;
        return;
    }
    id_to_words(item, id);
}

/* Count the id of a record, which is counted already. */
static void count_id(struct job *job, const guidon_id *id, guidon_form found)
{
    enum kind kind = kind_of(id, found);

    job->kinds[kind]++;
    job->forms[found]++;
    if (ids_of(job) > 1) { /* the count includes this id */
        int order = guidon_compare(id, &job->before);

        job->out_of_order += order < 0;
        job->neighbours += order == 0;
    }
    job->before = *id;
    sort_id(job, id);
    count_time(job, id, kind);
}

static void count_bad(struct job *job, const struct input *input,
                      const struct reading_result *result)
{
    if (job->bad < BAD_SHOWN) {
        struct bad_record *bad = &job->first_bad[job->bad];

        bad->file = input->name;
        bad->record = input->number;
        bad->offset = result->bad_at;
        snprintf(bad->why, sizeof bad->why, "%s", result->why);
    }
    job->bad++;
    job->reading.without_reasons = job->bad >= BAD_SHOWN;
}

static void count_run(struct job *job, const struct run *run)
{
    for (size_t i = 0; i < run->n && !job->sorter_failed; i++) {
        job->records++;
        count_id(job, &run->ids[i], run_found(run, i));
    }
}

static void count_record(struct job *job, const struct input *input,
                         const struct record *record)
{
    struct reading_result result;

    if (!record->first) {
        return; /* another piece of a line that was counted */
    }
    job->records++;
    if (reading_try(&result, &job->reading, input, record)) {
        count_id(job, &result.id, result.found);
    } else {
        count_bad(job, input, &result);
    }
}

static enum exit_code count_file(struct job *job, const char *path)
{
    struct input input;
    struct record record;
    struct run run;

    if (!input_open(&input, path, job->reading.framing)) {
        return EXIT_IO;
    }
    while (!job->sorter_failed) {
        if (reading_run(&run, &input, &job->reading)) {
            count_run(job, &run);
        } else if (input_next(&record, &input)) {
            count_record(job, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

/* Ids in ascending order have their duplicates beside them: no need to sort. */
static bool is_ordered(const struct job *job)
{
    return job->out_of_order == 0;
}

/* Sort the ids if their order requires it. False, with a message, if a
 * temporary file failed. */
static bool count_distinct(struct job *job)
{
    struct batch batch;
    uint64_t done = 0;

    if (!job->sorts || is_ordered(job)) {
        return true;
    }
    progress_phase("ids compared", ids_of(job));
    if (!sorter_finish(&job->sorter, job->memory.size)) {
        return false;
    }
    while (sorter_next(&batch, &job->sorter)) {
        progress_at(done += batch.n);
    }
    job->distinct = done;
    return !sorter_failed(&job->sorter);
}

/* The ids that occurred before. False if --memory 0 leaves that unknown. */
static bool duplicates(uint64_t *out, const struct job *job)
{
    *out = is_ordered(job) ? job->neighbours : ids_of(job) - job->distinct;
    return is_ordered(job) || job->sorts;
}

/* Ids per second between the first and the last time. False if those are
 * equal. */
static bool rate_of(double *out, const struct job *job)
{
    guidon_time from = job->first.time, to = job->last.time;
    double seconds = (double)(to.seconds - from.seconds) +
                     ((double)to.nanoseconds - (double)from.nanoseconds) / 1e9;

    if (job->timed < 2 || !(seconds > 0)) {
        return false;
    }
    *out = (double)(job->timed - 1) / seconds;
    return true;
}

/* ------------------------------------------------------------------ writing */

enum { NAMES = 16 }; /* columns of the names */

static void print_text(const char *name, const char *text,
                       const struct style *style)
{
    style_entry(style, NAMES, name, text);
}

static void print_count(const char *name, uint64_t count,
                        const struct style *style)
{
    style_name(style, NAMES, name);
    output_format("%" PRIu64 "\n", count);
}

static void print_bad(const struct job *job)
{
    print_count("not ids", job->bad, &job->style);
    for (uint64_t i = 0; i < job->bad && i < BAD_SHOWN; i++) {
        const struct bad_record *bad = &job->first_bad[i];

        char line[ESCAPED_MAX + REASON_MAX + 48];

        snprintf(line, sizeof line, "%s:%" PRIu64 ":%zu: %s",
                 ESCAPED(bad->file), bad->record, bad->offset, bad->why);
        print_text("", line, &job->style);
    }
}

static void print_times(const struct job *job)
{
    char text[TIME_TEXT_MAX];
    double rate;

    print_count("with a time", job->timed, &job->style);
    if (job->timed == 0) {
        return;
    }
    print_text("first", time_format(text, job->first.time, job->first.digits),
               &job->style);
    print_text("last", time_format(text, job->last.time, job->last.digits),
               &job->style);
    if (rate_of(&rate, job)) {
        style_name(&job->style, NAMES, "rate");
        output_format("%s a second\n", NUMBER(rate));
    }
}

static void print_all(struct job *job)
{
    const struct style *style = &job->style;
    uint64_t repeats;

    print_count(job->reading.framing == INPUT_LINES ? "lines" : "records",
                job->records, style);
    print_count("ids", ids_of(job), style);
    print_bad(job);
    if (ids_of(job) == 0) {
        return;
    }
    style_counts(style, NAMES, "kinds", job->kinds, KINDS, kind_name);
    style_counts(style, NAMES, "forms", job->forms, COUNT_OF(job->forms),
                 choice_any_form);
    print_count("out of order", job->out_of_order, style);
    if (duplicates(&repeats, job)) {
        print_count("duplicates", repeats, style);
    } else {
        print_text("duplicates", "not counted, because of --memory 0", style);
    }
    print_times(job);
    timeline_draw(&job->line, &job->style);
}

static struct json json_counts(const uint64_t *counts, size_t n,
                               choice_fn name_of)
{
    struct json object = json_new_object();

    for (size_t i = 0; i < n; i++) {
        if (counts[i] > 0) {
            json_put_integer(&object, name_of(i), counts[i]);
        }
    }
    return object;
}

static struct json json_places(const struct job *job)
{
    struct json list = json_new_array();

    for (uint64_t i = 0; i < job->bad && i < BAD_SHOWN; i++) {
        const struct bad_record *bad = &job->first_bad[i];
        struct json object = json_new_object();

        json_put_path(&object, "file", bad->file);
        json_put_integer(&object, "record", bad->record);
        json_put_integer(&object, "offset", bad->offset);
        json_put_text(&object, "reason", bad->why);
        json_append(&list, object);
    }
    return list;
}

/* False, with a message, if there was no memory for it. */
static bool print_json(struct job *job)
{
    struct json object = json_new_object();
    uint64_t repeats;
    double rate;

    json_put_integer(&object, "records", job->records);
    json_put_integer(&object, "ids", ids_of(job));
    json_put_integer(&object, "not_ids", job->bad);
    json_put(&object, "first_not_ids", json_places(job));
    json_put(&object, "kinds", json_counts(job->kinds, KINDS, kind_name));
    json_put(&object, "forms",
             json_counts(job->forms, COUNT_OF(job->forms), choice_any_form));
    json_put_integer(&object, "out_of_order", job->out_of_order);
    if (duplicates(&repeats, job)) {
        json_put_integer(&object, "duplicates", repeats);
    } else {
        json_put_null(&object, "duplicates");
    }
    json_put_integer(&object, "with_time", job->timed);
    if (job->timed > 0) {
        json_put_time(&object, "first", job->first.time, job->first.digits);
        json_put_time(&object, "last", job->last.time, job->last.digits);
    }
    if (rate_of(&rate, job)) {
        json_put_real(&object, "per_second", rate);
    }
    timeline_put(&object, &job->line);
    return json_print(&object);
}

static enum exit_code report(struct job *job, bool json)
{
    if (job->sorter_failed || !count_distinct(job)) {
        return EXIT_IO;
    }
    if (json) {
        return print_json(job) ? EXIT_DONE : EXIT_IO;
    }
    print_all(job);
    return EXIT_DONE;
}

/* Begin to sort, unless --memory is 0. */
static enum exit_code begin_sorter(struct job *job, const struct args *args)
{
    const struct shape shape = {.words = 2, .unique = true};
    const char *memory = args_value(args, OPT_MEMORY);
    const char *directory = args_value(args, OPT_TEMPORARY);
    size_t size;

    if (memory && size_parse(&size, memory) && size == 0) {
        return EXIT_DONE;
    }
    if (!memory_parse(&job->memory, memory)) {
        return EXIT_USAGE;
    }
    if (!memory_allocate(&job->memory)) {
        return EXIT_IO;
    }
    job->sorts = true;
    sorter_begin(&job->sorter, &shape, job->memory.words, job->memory.size,
                 directory);
    return !directory || temporary_file_open(&job->sorter.levels[0].file)
               ? EXIT_DONE
               : EXIT_IO;
}

static enum exit_code count_files(struct job *job, const struct args *args)
{
    const struct file_list files = args_files(args);
    enum exit_code code = EXIT_DONE;

    for (size_t i = 0; i < files.n && !job->sorter_failed; i++) {
        if (count_file(job, files.paths[i]) != EXIT_DONE) {
            code = EXIT_IO; /* count the other files as well */
        }
    }
    return code;
}

static enum exit_code run(const struct args *args)
{
    static struct job job; /* too large for the stack */
    enum exit_code code;

    job.reading =
        reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                   args_has(args, OPT_LENIENT), args_has(args, OPT_NULL));
    job.style = style_of_stdout(args_colour(args, OPT_COLOR));
    code = begin_sorter(&job, args);
    if (code == EXIT_DONE) {
        code = count_files(&job, args);
        if (code == EXIT_DONE || job.records > 0) {
            enum exit_code reported = report(&job, args_has(args, OPT_JSON));

            code = code != EXIT_DONE ? code : reported;
        }
    }
    sorter_end(&job.sorter);
    memory_free(&job.memory);
    return code;
}

static const struct example examples[] = {
    {"The kinds, times and duplicates of a file of ids", "guidon stat ids.txt"},
    {"How many ids per second", "guidon new v7 -n 100k | guidon stat"},
    {"For a script", "guidon stat --json ids.txt"},
};

const struct command command_stat = {
    .name = "stat",
    .summary = "Summarise a set of ids: kinds, forms, times, duplicates",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-', as one\n"
        "set. It shows the first three lines that are not ids; the status is 0 even so.\n\n"
        "An id is out of order if it is below the id before it, compared as bytes. The\n"
        "rate counts the ids with a time, from the first time to the last.\n\n"
        "A duplicate is an id that occurred before, in any form. guidon sorts the ids to\n"
        "count duplicates exactly. With 8M or more, --memory limits the whole process,\n"
        "of which up to 8 MiB are not for ids; ids that do not fit go to temporary files\n"
        "without a name. With --memory 0, guidon counts duplicates only if all ids are in\n"
        "order.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
