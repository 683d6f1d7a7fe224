/* SPDX-License-Identifier: MIT */
/* check.c - guidon check: is every line an id? */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../sort/duplicates.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../text/id_fields.h"
#include "../text/input.h"
#include "../text/json.h"
#include "../text/records.h"
#include "../text/time_text.h"
#include "check_report.h"
#include "strictness.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_LEVEL,
    OPT_KIND,
    OPT_FROM,
    OPT_SORTED,
    OPT_UNIQUE,
    OPT_NOT_FUTURE,
    OPT_NOW,
    OPT_MEMORY,
    OPT_TEMPORARY,
    OPT_ALL,
    OPT_JSON,
    OPT_LENIENT,
    OPT_NULL
};

static const struct option_spec options[] = {
    {.name = "level",
     .value = "LEVEL",
     .choice = choice_strictness,
     .help = "how strict (rfc)"},
    {.name = "kind",
     .value = "KIND",
     .choice = kind_name,
     .list = true,
     .help = "only these kinds"},
    {.name = "from",
     .value = "FORM",
     .choice = choice_form_or_bytes,
     .help = "only this form; without it, any"},
    {.name = "sorted", .help = "no id is below the one before, byte by byte"},
    {.name = "unique", .help = "no id is there twice, in any form"},
    {.name = "not-future",
     .value = "SLACK",
     .may_lack = true,
     .help = "no time is later than now, or SLACK after it: 10s, 5m, 2h, 1d"},
    {.name = "now",
     .value = "TIME",
     .help = "take TIME for now instead of the clock"},
    {.name = "memory",
     .value = "SIZE",
     .help = "for --unique: stay below so many bytes (256M)"},
    OPTION_TEMPORARY,
    {.name = "all", .help = "print every bad line, not the first ten"},
    {.name = "json",
     .usable = json_usable,
     .help = "one JSON object a bad line (see docs/json.md)"},
    OPTION_LENIENT,
    OPTION_NULL,
};

struct job {
    enum strictness strictness;
    unsigned kinds; /* a bit a kind; 0: any */
    char kinds_text[CHOICE_LIST_MAX];
    struct reading reading;
    struct check_report report;
    uint64_t records;
    uint64_t bad;
    /* What is asked of ids beyond each for itself. */
    bool sorted, unique, not_future;
    guidon_time slack;
    bool now_is_given; /* else the clock tells it */
    guidon_time given_now;
    guidon_time now, latest;   /* which a time may be, now */
    guidon_id before;          /* the id before this one, if there was any */
    struct location before_at; /* record 0: there was none */
    struct duplicates duplicates;
    uint64_t n_duplicates;
    bool broken; /* they cannot go on; a message was given */
    /* The files: how they are called, and how many records were before each. */
    uint64_t *starts;
    size_t file; /* the one that is read */
    struct file_list files;
};

static const char *check_kind(const struct job *job,
                              struct reading_result *result, enum kind kind)
{
    if (job->kinds == 0 || (job->kinds >> kind & 1u)) {
        return NULL;
    }
    snprintf(result->words, sizeof result->words, "the kind is %s, not %s",
             kind_name(kind), job->kinds_text);
    return result->words;
}

/* NULL, or what is wrong with the record, and which check says so. */
static const char *check_record(const char **check, const struct job *job,
                                struct reading_result *result,
                                const struct input *input,
                                const struct record *record)
{
    const char *why = NULL;

    *check = "form";
    if (!reading_try(result, &job->reading, input, record)) {
        return result->why;
    }
    enum kind kind = kind_of(&result->id, result->found);
    if (job->strictness >= STRICTNESS_RFC) {
        *check = "rfc";
        why = strictness_rfc(result, &job->reading, kind);
    }
    if (!why && job->strictness >= STRICTNESS_EXACT &&
        job->reading.framing != INPUT_IDS) {
        *check = "exact";
        why = strictness_exact(result, record);
    }
    if (!why) {
        *check = "kind";
        why = check_kind(job, result, kind);
    }
    return why;
}

/* Count a bad record, and say what is wrong with it. */
static void refuse(struct job *job, const struct problem *problem)
{
    job->bad++;
    check_report_add(&job->report, problem, job->bad);
}

/* --------------------------------------------------------- beyond each itself */

static const char *name_of(const struct job *job, size_t file)
{
    const char *name = job->files.paths[file];

    return strcmp(name, "-") == 0 ? "stdin" : name;
}

/* "below the id on line 2", "the same id as on line 7 of other.txt" */
#define EARLIER_MAX (ESCAPED_MAX + 80)
static const char *beside(char out[EARLIER_MAX], const struct job *job,
                          const char *what, const struct location *earlier,
                          const struct location *at)
{
    const bool lines = job->reading.framing == INPUT_LINES;
    const bool other = earlier->file != at->file;

    snprintf(out, EARLIER_MAX, "%s %s %" PRIu64 "%s%s", what,
             lines ? "on line" : "in record", earlier->record,
             other ? " of " : "", other ? ESCAPED(earlier->name) : "");
    return out;
}

/* Now is when the records were read that come next. */
static void read_clock(struct job *job)
{
    if (job->not_future) {
        job->now = job->now_is_given ? job->given_now : time_now();
        job->latest = job->now;
        job->latest.seconds += job->slack.seconds;
    }
}

/* NULL, or why its time has not come. */
static const char *check_time(char out[EARLIER_MAX], const struct job *job,
                              const guidon_id *id, enum kind kind)
{
    char text[TIME_TEXT_MAX], ahead[TIME_TEXT_MAX];
    guidon_time time;
    unsigned digits;

    if (!kind_time(&time, &digits, kind, id) ||
        !time_is_before(job->latest, time)) {
        return NULL;
    }
    snprintf(out, EARLIER_MAX, "made at %s, %s",
             time_format(text, time, digits),
             time_relative(ahead, time, job->now));
    return out;
}

/* Look at an id that is right for itself, of the last record that was counted.
 */
static void check_beyond(struct job *job, const struct location *at,
                         const guidon_id *id, guidon_form form)
{
    char words[EARLIER_MAX];
    struct problem problem = {.at = *at, .check = "not-future"};
    bool told;

    if (job->not_future) {
        problem.why = check_time(words, job, id, kind_of(id, form));
    }
    if (!problem.why && job->sorted && job->before_at.record > 0 &&
        guidon_compare(id, &job->before) < 0) {
        problem.check = "sorted";
        problem.earlier = &job->before_at;
        problem.why = beside(words, job, "below the id", problem.earlier, at);
    }
    told = problem.why;
    if (told) {
        refuse(job, &problem);
    }
    job->before = *id;
    job->before_at = *at;
    if (job->unique && !job->broken) {
        job->broken =
            !duplicates_add(&job->duplicates, id, job->records << 1 | told);
    }
}

static bool goes_beyond(const struct job *job)
{
    return job->sorted || job->unique || job->not_future;
}

/* Where the n-th record of all is. */
static struct location location_of(const struct job *job, uint64_t n)
{
    size_t low = 0, high = job->files.n;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (job->starts[middle] < n) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (struct location){low, n - job->starts[low], name_of(job, low)};
}

/* Tell of all ids that are there again. */
static void report_duplicates(struct job *job)
{
    uint64_t place, earlier;

    progress_phase("ids compared", job->records);
    if (job->broken || !duplicates_finish(&job->duplicates)) {
        job->broken = true;
        return;
    }
    while (!output_failed() &&
           duplicates_next(&place, &earlier, &job->duplicates)) {
        char words[EARLIER_MAX];
        const struct location at = location_of(job, place >> 1);
        const struct location first = location_of(job, earlier >> 1);

        job->n_duplicates++;
        job->bad += !(place & 1); /* else that line is counted already */
        check_report_add(
            &job->report,
            &(struct problem){
                .at = at,
                .check = "unique",
                .why = beside(words, job, "the same id as", &first, &at),
                .earlier = &first,
            },
            job->n_duplicates);
    }
    job->broken = duplicates_failed(&job->duplicates);
}

/* ------------------------------------------------------------------ all lines */

static struct location location_here(const struct job *job,
                                     const struct input *input, uint64_t record)
{
    return (struct location){job->file, record, input->name};
}

static void check_one(struct job *job, const struct input *input,
                      const struct record *record)
{
    struct reading_result result;
    struct problem problem = {.at = location_here(job, input, input->number)};

    problem.why = check_record(&problem.check, job, &result, input, record);
    problem.offset = result.bad_at;
    job->records++;
    if (problem.why) {
        refuse(job, &problem);
    } else if (goes_beyond(job)) {
        check_beyond(job, &problem.at, &result.id, result.found);
    }
}

/* Variant 10 with version 1 to 8: nearly all of the ids that are right. */
static bool looks_right(const guidon_id *id)
{
    return (id->bytes[6] >> 4) - 1u < 8u && id->bytes[8] >> 6 == 2;
}

/* Is it right at a glance? If not, it is looked at as a record. */
static bool is_right(const struct job *job, const struct run *run, size_t i)
{
    const guidon_id *id = &run->ids[i];

    if (job->strictness >= STRICTNESS_RFC && run->form == GUIDON_FORM_UUID &&
        !looks_right(id)) {
        return false;
    }
    return job->kinds == 0 || (job->kinds >> kind_of(id, run->form) & 1u);
}

/* The lines as they would be written canonically are those that there are. */
static bool is_canonical(const struct run *run)
{
    static char lines[INPUT_RUN_MAX * (GUIDON_UUID_LEN + 1)];

    if (run->form == GUIDON_FORM_UUID) {
        guidon_uuid_format_lines(lines, run->ids, run->n);
    } else {
        guidon_ulid_format_lines(lines, run->ids, run->n);
    }
    return memcmp(lines, run->text, run->n * run->line_len) == 0;
}

static inline void check_each(struct job *job, const struct input *input,
                              const struct run *run, bool beyond)
{
    bool right = job->strictness < STRICTNESS_EXACT || is_canonical(run);

    for (size_t i = 0; i < run->n; i++) {
        if (!right || !is_right(job, run, i)) {
            struct record record = {.text = run->text + i * run->line_len,
                                    .len = run->line_len - 1,
                                    .raw_len = run->line_len,
                                    .first = true,
                                    .last = true};
            struct input at = *input;

            at.number = run->number + i;
            check_one(job, &at, &record);
            continue;
        }
        job->records++;
        if (beyond) {
            const struct location at =
                location_here(job, input, run->number + i);

            check_beyond(job, &at, &run->ids[i], run->form);
        }
    }
}

static void check_run(struct job *job, const struct input *input,
                      const struct run *run)
{
    if (goes_beyond(job)) {
        check_each(job, input, run, true);
    } else {
        check_each(job, input, run, false);
    }
}

static enum exit_code check_file(struct job *job)
{
    struct input input;
    struct record record;
    struct run run;

    job->starts[job->file] = job->records;
    if (!input_open(&input, job->files.paths[job->file],
                    job->reading.framing)) {
        return EXIT_IO;
    }
    while (!output_failed() && !job->broken && !job->report.lost) {
        if (input_run(&run, &input, job->reading.accept)) {
            read_clock(job);
            check_run(job, &input, &run);
        } else if (!input_next(&record, &input)) {
            break;
        } else if (record.first) { /* else more of a line that was reported */
            read_clock(job);
            check_one(job, &input, &record);
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

static void say_count(const struct job *job)
{
    const char *hidden = "";

    if (job->report.hidden) {
        hidden = job->n_duplicates > 0
                     ? "; the first 10 and the first 10 that are there "
                       "again are shown, --all shows every one"
                     : "; the first 10 are shown, --all shows every "
                       "one";
    }
    message("%" PRIu64 " of %" PRIu64 " %s %s not valid%s", job->bad,
            job->records,
            job->reading.framing == INPUT_LINES ? "lines" : "records",
            job->bad == 1 ? "is" : "are", hidden);
}

/* What goes with --not-future and --unique alone. */
static bool read_beyond(struct job *job, const struct args *args)
{
    const char *text;

    if (!job->not_future && args_has(args, OPT_NOW)) {
        message_usage("--now is for --not-future");
        return false;
    }
    if (!job->unique &&
        (args_has(args, OPT_MEMORY) || args_has(args, OPT_TEMPORARY))) {
        message_usage("--memory and --temporary are for --unique");
        return false;
    }
    if ((text = args_value(args, OPT_NOT_FUTURE)) != NULL &&
        !time_parse_length(&job->slack, text)) {
        return false;
    }
    if ((text = args_value(args, OPT_NOW)) != NULL) {
        job->now_is_given = true;
        if (!time_parse(&job->given_now, text)) {
            return false;
        }
    }
    return memory_parse(&job->duplicates.memory, args_value(args, OPT_MEMORY));
}

static enum exit_code check_files(struct job *job, const struct args *args)
{
    enum exit_code code = EXIT_DONE;

    job->files = args_files(args);
    job->starts = calloc(job->files.n, sizeof *job->starts);
    if (!job->starts) {
        message("out of memory");
        return EXIT_IO;
    }
    if (job->unique) {
        job->broken = !duplicates_begin(&job->duplicates,
                                        args_value(args, OPT_TEMPORARY));
    }
    for (; job->file < job->files.n && !job->broken; job->file++) {
        if (check_file(job) != EXIT_DONE) {
            code = EXIT_IO; /* the other files are still looked at */
        }
    }
    if (job->unique) {
        report_duplicates(job);
    }
    return job->broken || job->report.lost ? EXIT_IO : code;
}

static enum exit_code run(const struct args *args)
{
    static struct job job; /* too large for the stack */
    enum exit_code code;

    job = (struct job){
        .strictness =
            (enum strictness)args_choice(args, OPT_LEVEL, STRICTNESS_RFC),
        .kinds = args_choices(args, OPT_KIND),
        .reading =
            reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                       args_has(args, OPT_LENIENT), args_has(args, OPT_NULL)),
        .report = {.json = args_has(args, OPT_JSON),
                   .all = args_has(args, OPT_ALL)},
        .sorted = args_has(args, OPT_SORTED),
        .unique = args_has(args, OPT_UNIQUE),
        .not_future = args_has(args, OPT_NOT_FUTURE),
    };
    if (!read_beyond(&job, args)) {
        return EXIT_USAGE;
    }
    choice_list(job.kinds_text, kind_name, job.kinds, NULL);
    code = check_files(&job, args);
    if (job.bad > 0) {
        say_count(&job);
    }
    duplicates_end(&job.duplicates);
    free(job.starts);
    return code != EXIT_DONE ? code : job.bad > 0 ? EXIT_NO : EXIT_DONE;
}

static const struct example examples[] = {
    {"Is every line an id?", "guidon new v7 -n 3 | guidon check"},
    {"Only version 7 and ULID, canonically written",
     "guidon new ulid -n 3 | guidon check --level exact --kind v7,ulid"},
    {"A file with a bad line in it: it is named, and the status is 1",
     "! guidon check ids.txt"},
    {"Each once, in order, and none of a time more than a minute ahead",
     "guidon new v7 -n 1000 | guidon check --sorted --unique --not-future=1m"},
};

const struct command command_check = {
    .name = "check",
    .summary = "Is every line an id? Name those that are not",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Reads the files, or stdin (also for '-'). Each bad line is printed as\n"
        "FILE:LINE:OFFSET: REASON, lines counted from 1 and offsets from 0, the count on\n"
        "stderr; the status is 1 if there is any.\n\n"
        "Levels: 'shape' asks for a form that guidon knows; 'rfc' also, for all but\n"
        "ULIDs, for variant 10 with version 1 to 8, or Nil, or Max; 'exact' also for\n"
        "canonical writing: 36 lower-case or 26 upper-case characters.\n\n"
        "--sorted, --unique and --not-future look at the ids of lines that are right for\n"
        "themselves, all files being one. Ids that are there again are told at the end,\n"
        "with the first place of each. --memory bounds the whole process from 8M on, of\n"
        "which up to 8 MiB are for other things; what is more goes to temporary files\n"
        "without a name. Only kinds that tell one time are asked for it.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
