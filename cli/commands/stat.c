/* SPDX-License-Identifier: MIT */
/* stat.c - guidon stat: what a set of ids is made of. */
#include "../args.h"
#include "../audit/timeline.h"
#include "../choices.h"
#include "../command_table.h"
#include "../sort/id_set.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
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

enum { OPT_FROM, OPT_MEMORY, OPT_JSON, OPT_COLOR, OPT_LENIENT, OPT_NULL };

static const struct option_spec options[] = {
    OPTION_FROM,
    {.name = "memory",
     .value = "SIZE",
     .help = "for finding duplicates (256M); 0 does not look for them"},
    {.name = "json",
     .usable = json_usable,
     .help = "one JSON object (see docs/json.md)"},
    OPTION_COLOR,
    OPTION_LENIENT,
    OPTION_NULL,
};

enum { KINDS = KIND_FUTURE + 1, PLACES = 3 };

/* Where there is no id, and why. */
struct place {
    const char *file;
    uint64_t record;
    size_t offset;
    char why[REASON_MAX];
};

/* A time with the digits of a second that its id told. */
struct told {
    guidon_time time;
    unsigned digits;
};

struct job {
    struct reading reading;
    uint64_t records;
    uint64_t bad;
    struct place places[PLACES]; /* the first ones */
    uint64_t kinds[KINDS];
    uint64_t forms[GUIDON_FORMS];
    guidon_id before;      /* the id before this one, if there was any */
    uint64_t out_of_order; /* ids below the one before, as bytes */
    uint64_t neighbours;   /* ids equal to the one before */
    struct seen seen;
    uint64_t timed; /* ids that tell a time */
    struct told first, last;
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
    struct told told;

    if (!kind_time(&told.time, &told.digits, kind, id)) {
        return;
    }
    if (job->timed == 0 || time_is_before(told.time, job->first.time)) {
        job->first = told;
    }
    if (job->timed == 0 || time_is_before(job->last.time, told.time)) {
        job->last = told;
    }
    job->timed++;
    timeline_add(&job->line,
                 told.time.seconds * 1000 + told.time.nanoseconds / 1000000);
}

static void count_id(struct job *job, const struct reading_result *result)
{
    const guidon_id *id = &result->id;
    enum kind kind = kind_of(id, result->found);

    job->kinds[kind]++;
    job->forms[result->found]++;
    if (ids_of(job) > 1) { /* this one is counted already */
        int order = guidon_compare(id, &job->before);

        job->out_of_order += order < 0;
        job->neighbours += order == 0;
    }
    job->before = *id;
    seen_add(&job->seen, id);
    count_time(job, id, kind);
}

static void count_bad(struct job *job, const struct input *input,
                      const struct reading_result *result)
{
    if (job->bad < PLACES) {
        struct place *place = &job->places[job->bad];

        place->file = input->name;
        place->record = input->number;
        place->offset = result->bad_at;
        snprintf(place->why, sizeof place->why, "%s", result->why);
    }
    job->bad++;
}

static enum exit_code count_file(struct job *job, const char *path)
{
    struct input input;
    struct record record;

    if (!input_open(&input, path, job->reading.framing)) {
        return EXIT_IO;
    }
    while (!job->seen.lost && input_next(&record, &input)) {
        struct reading_result result;

        if (!record.first) {
            continue; /* more of a line that was counted */
        }
        job->records++;
        if (reading_try(&result, &job->reading, &input, &record)) {
            count_id(job, &result);
        } else {
            count_bad(job, &input, &result);
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

/* How many ids were there before, in *out; false if that is not known. Ids in
 * order have their equals beside them, however many there are. */
static bool duplicates(uint64_t *out, struct job *job)
{
    if (job->out_of_order == 0) {
        *out = job->neighbours;
        return true;
    }
    return seen_count(out, &job->seen);
}

/* Ids a second between the first and the last. False if that is no time. */
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
    for (uint64_t i = 0; i < job->bad && i < PLACES; i++) {
        const struct place *place = &job->places[i];

        char line[ESCAPED_MAX + REASON_MAX + 48];

        snprintf(line, sizeof line, "%s:%" PRIu64 ":%zu: %s",
                 ESCAPED(place->file), place->record, place->offset,
                 place->why);
        print_text("", line, &job->style);
    }
}

static void print_times(const struct job *job)
{
    char text[TIME_TEXT_TEXT_MAX];
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
    style_counts(style, NAMES, "forms", job->forms, GUIDON_FORMS, choice_form);
    print_count("out of order", job->out_of_order, style);
    if (duplicates(&repeats, job)) {
        print_count("duplicates", repeats, style);
    } else {
        print_text("duplicates", "not counted: --memory holds too few ids",
                   style);
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

    for (uint64_t i = 0; i < job->bad && i < PLACES; i++) {
        const struct place *place = &job->places[i];
        struct json object = json_new_object();

        json_put_path(&object, "file", place->file);
        json_put_integer(&object, "record", place->record);
        json_put_integer(&object, "offset", place->offset);
        json_put_text(&object, "reason", place->why);
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
             json_counts(job->forms, GUIDON_FORMS, choice_form));
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
    if (job->seen.lost) {
        message("out of memory: with a smaller --memory, all but duplicates "
                "is counted");
        return EXIT_IO;
    }
    if (json) {
        return print_json(job) ? EXIT_DONE : EXIT_IO;
    }
    print_all(job);
    return EXIT_DONE;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .reading =
            reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                       args_has(args, OPT_LENIENT), args_has(args, OPT_NULL)),
        .style = style_of_stdout(args_colour(args, OPT_COLOR)),
    };
    const char *memory = args_value(args, OPT_MEMORY);
    size_t limit = (size_t)256 << 20;
    enum exit_code code = EXIT_DONE;

    if (memory && !size_parse(&limit, memory)) {
        message_usage("'%s' is no size: digits, and K, M or G if you like",
                      ESCAPED(memory));
        return EXIT_USAGE;
    }
    seen_open(&job.seen, limit);
    if (args->n_operands == 0) {
        code = count_file(&job, "-");
    }
    for (size_t i = 0; i < args->n_operands; i++) {
        if (count_file(&job, args->operands[i]) != EXIT_DONE) {
            code = EXIT_IO; /* the other files are still counted */
        }
    }
    if (code == EXIT_DONE || job.records > 0) {
        enum exit_code reported = report(&job, args_has(args, OPT_JSON));

        code = code != EXIT_DONE ? code : reported;
    }
    seen_close(&job.seen);
    return code;
}

static const struct example examples[] = {
    {"What is in a file of ids", "guidon stat ids.txt"},
    {"How fast they come", "guidon new v7 -n 100k | guidon stat"},
    {"For a script", "guidon stat --json ids.txt"},
};

const struct command command_stat = {
    .name = "stat",
    .summary = "What a set of ids is made of, and when they were made",
    .operand = "FILE",
    .max_operands = SIZE_MAX,
    .files = true,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Reads the files, or stdin (also for '-'), as one set. Of the lines that are no\n"
        "ids, the first three are shown; the status is 0 all the same.\n\n"
        "Out of order are ids below the one before, byte by byte. The rate is of the ids\n"
        "that tell a time, between the first and the last.\n\n"
        "Duplicates are ids that were there before, in any form. They are counted where\n"
        "nothing is out of order, or where --memory holds all the different ids: 16\n"
        "bytes an id, and up to four times as much while it grows (256M holds six\n"
        "million). Else they are not counted at all. Nothing else grows with the input.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
