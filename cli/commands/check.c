/* SPDX-License-Identifier: MIT */
/* check.c - guidon check: reports the lines that are not valid ids. */
#include "../args.h"
#include "../check/check_context.h"
#include "../check/check_record.h"
#include "../check/check_runs.h"
#include "../check/check_unique.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/time_parse.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_LEVEL,
    OPT_KIND,
    OPT_FROM,
    OPT_PREFIX,
    OPT_SORTED,
    OPT_UNIQUE,
    OPT_NOT_FUTURE,
    OPT_NOW,
    OPT_MEMORY,
    OPT_TEMPORARY,
    OPT_ALL,
    OPT_JSON,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    {.name = "level",
     .value = "LEVEL",
     .choice = choice_strictness,
     .help = "how strict the check is (rfc)"},
    {.name = "kind",
     .value = "KIND",
     .choice = kind_name,
     .list = true,
     .help = "accept only these kinds"},
    {.name = "from",
     .value = "FORM",
     .choice = choice_any_form,
     .help = "accept only this form (any)"},
    OPTION_PREFIX("accept only TypeIDs with this prefix"),
    {.name = "sorted",
     .help = "no id may be below the id before it, compared as bytes"},
    {.name = "unique", .help = "no id may occur twice, in any form"},
    {.name = "not-future",
     .value = "SLACK",
     .may_lack = true,
     .help = "no time may be later than now plus SLACK: 10s, 5m, 2h, 1d"},
    {.name = "now",
     .value = "TIME",
     .help = "use TIME as now instead of the clock"},
    {.name = "memory",
     .value = "SIZE",
     .help = "for --unique: use at most this much memory (256M)"},
    OPTION_TEMPORARY,
    {.name = "all", .help = "print every bad line, not only the first ten"},
    {.name = "json", .help = "one JSON object per bad line (see docs/json.md)"},
    OPTION_LENIENT,
    OPTION_NULL,
    CSV_OPTION_LIST,
};

static enum exit_code check_file(struct check_job *job)
{
    struct input input;
    struct record record;
    struct run run;

    job->starts[job->file] = job->numbered;
    if (!reading_open(&input, job->files.paths[job->file], &job->reading)) {
        return EXIT_IO;
    }
    while (!output_failed() && !job->broken && !job->report.lost) {
        if (reading_run(&run, &input, &job->reading)) {
            check_read_clock(job);
            check_run(job, &input, &run);
        } else if (!reading_next(&record, &input, &job->reading)) {
            break;
        } else if (record.first) { /* check a long line once */
            check_read_clock(job);
            check_record(job, &input, &record);
        }
    }
    input_close(&input);
    job->numbered += input.number;
    return input.error ? EXIT_IO : EXIT_DONE;
}

static void report_count(const struct check_job *job)
{
    const char *hidden = "";

    if (job->report.hidden) {
        hidden = job->n_duplicates > 0
                     ? "; showing the first 10 and the first 10 duplicates "
                       "(--all shows all)"
                     : "; showing the first 10 (--all shows all)";
    }
    if (job->repeated == job->bad) {
        message("%" PRIu64 " of %" PRIu64 " %s %s an earlier id%s", job->bad,
                job->records, reading_units(&job->reading),
                job->bad == 1 ? "repeats" : "repeat", hidden);
    } else if (job->repeated > 0) {
        message("%" PRIu64 " of %" PRIu64 " %s are not valid, %" PRIu64
                " of them because %s an earlier id%s",
                job->bad, job->records, reading_units(&job->reading),
                job->repeated,
                job->repeated == 1 ? "it repeats" : "they repeat", hidden);
    } else {
        message("%" PRIu64 " of %" PRIu64 " %s %s not valid%s", job->bad,
                job->records, reading_units(&job->reading),
                job->bad == 1 ? "is" : "are", hidden);
    }
}

/* The options that need --not-future or --unique. False, with a message, if
 * they are wrong. */
static bool read_context_options(struct check_job *job, const struct args *args)
{
    const char *text;

    if (!job->not_future && args_has(args, OPT_NOW)) {
        message_usage("--now needs --not-future");
        return false;
    }
    if (!job->unique &&
        (args_has(args, OPT_MEMORY) || args_has(args, OPT_TEMPORARY))) {
        message_usage("--memory and --temporary need --unique");
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

static enum exit_code check_files(struct check_job *job,
                                  const struct args *args)
{
    enum exit_code code = EXIT_DONE;

    job->files = args_files(args);
    job->starts = calloc(job->files.n, sizeof *job->starts);
    if (!job->starts) {
        message("out of memory");
        return EXIT_IO;
    }
    if (job->unique) {
        check_unique_begin(job, args_value(args, OPT_TEMPORARY),
                           files_ids_most(&job->reading, args));
    }
    for (; job->file < job->files.n && !job->broken; job->file++) {
        if (check_file(job) != EXIT_DONE) {
            code = EXIT_IO; /* check the other files as well */
        }
    }
    if (job->unique) {
        check_unique_finish(job);
    }
    return job->broken || job->report.lost ? EXIT_IO : code;
}

/* --prefix, which implies --from typeid. False, with a message, if it is
 * wrong. */
static bool read_prefix(struct check_job *job, const struct args *args)
{
    const char *text = args_value(args, OPT_PREFIX);

    if (!text) {
        return true;
    }
    if (args_choice(args, OPT_FROM, FORM_TYPEID) != FORM_TYPEID) {
        message_usage("--prefix excludes --from, unless it is --from typeid");
        return false;
    }
    job->reading.typeid = true;
    job->reading.typeids.any = false;
    return typeid_prefix_parse(&job->reading.typeids.prefix, text);
}

static enum exit_code run(const struct args *args)
{
    static struct check_job job; /* too large for the stack */
    enum exit_code code;

    job = (struct check_job){
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
    if (!read_context_options(&job, args) || !read_prefix(&job, args) ||
        !reading_options(&job.reading, &job.csv, args, OPT_CSV)) {
        return EXIT_USAGE;
    }
    if (job.reading.csv) {
        job.report.column = csv_name(job.column, &job.csv, CSV_ID);
        job.report.column_name = job.csv.columns[CSV_ID].name;
    }
    choice_list(job.kinds_text, kind_name, job.kinds, NULL);
    code = check_files(&job, args);
    if (job.bad > 0) {
        report_count(&job);
    }
    duplicates_end(&job.duplicates);
    free(job.starts);
    return code != EXIT_DONE ? code : job.bad > 0 ? EXIT_NO : EXIT_DONE;
}

static const struct example examples[] = {
    {"Are these lines all ids?", "guidon new v7 -n 3 | guidon check"},
    {"Accept only canonical version-7 UUIDs and ULIDs",
     "guidon new ulid -n 3 | guidon check --level exact --kind v7,ulid"},
    {"The column 'id' of a CSV file",
     "(echo id; guidon new v4 -n 9) | guidon check --id-column id"},
    {"TypeIDs of one type",
     "guidon new typeid --prefix user -n 3 | guidon check --prefix user"},
    {"A file with bad lines: check names them and ends with status 1",
     "! guidon check ids.txt"},
    {"No duplicates, in order, no time more than a minute ahead",
     "guidon new v7 -n 1000 | guidon check --sorted --unique --not-future=1m"},
};

const struct command command_check = {
    .name = "check",
    .summary = "Report every line that is not a valid id",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-'. It prints\n"
        "each bad line as FILE:LINE:COLUMN: REASON. Lines and columns count from 1,\n"
        "columns in bytes; an offset that REASON names counts from 0. stderr shows how\n"
        "many there are. The status is 1 if there are any.\n\n"
        "Level 'shape' accepts every form that guidon knows. 'rfc' also requires variant\n"
        "10 and version 1 to 8, or Nil, or Max; ULIDs always pass. 'exact' also requires\n"
        "canonical text: 36 lower-case or 26 upper-case characters, or a TypeID if\n"
        "--prefix or --from typeid says so.\n\n"
        "--sorted, --unique and --not-future check the ids of lines that are valid by\n"
        "themselves, across all files. --not-future checks the kinds that hold one time.\n"
        "--unique reports duplicates at the end, with the first place of each. With 8M or\n"
        "more, --memory limits the whole process, of which up to 8 MiB are not for ids;\n"
        "ids that do not fit go to temporary files without a name.\n\n" CSV_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
