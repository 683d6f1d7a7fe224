/* SPDX-License-Identifier: MIT */
/* audit.c - guidon audit: looks for problems in a set of ids. */
#include "../audit/audit.h"
#include "../args.h"
#include "../command_table.h"
#include "../sort/memory.h"
#include "../sort/sort_pipeline.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/style.h"
#include "../text/number.h"
#include "../text/time_parse.h"
#include "../text/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_FROM,
    OPT_NOW,
    OPT_MEMORY,
    OPT_TEMPORARY,
    OPT_JSON,
    OPT_COLOR,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    OPTION_FROM,
    {.name = "now",
     .value = "TIME",
     .help = "report times later than TIME as in the future (now)"},
    OPTION_MEMORY,
    OPTION_TEMPORARY,
    {.name = "json", .help = "one JSON object per line (see docs/json.md)"},
    OPTION_COLOR,
    OPTION_LENIENT,
    OPTION_NULL,
    CSV_OPTION_LIST,
};

#define FILES_MOST ((size_t)1 << POSITION_FILE_BITS)

struct job {
    struct audit audit;
    struct reading reading;
    struct csv csv;
    struct sorter sorter; /* of items: an id and its position */
    struct memory memory;
    struct file_list files;
    struct style style;
};
enum { ITEM_ID = 0, ITEM_POSITION = 2, ITEM_WORDS = 3 };

/* ------------------------------------------------------------------ reading */

static enum exit_code add_id(struct job *job, const guidon_id *id,
                             uint64_t position)
{
    uint64_t *item = sorter_reserve(&job->sorter, 1, 0);

    if (!item) {
        return EXIT_IO;
    }
    id_to_words(item + ITEM_ID, id);
    item[ITEM_POSITION] = position;
    job->audit.records++;
    audit_add(&job->audit, id, position);
    return EXIT_DONE;
}

static void add_not_id(struct job *job, uint64_t position,
                       const struct reading_result *result)
{
    struct issue_ids *issue = &job->audit.issues[ISSUE_NOT_IDS];

    job->audit.records++;
    if (issue->count < ISSUE_EXAMPLES) {
        struct no_id *no_id = &job->audit.no_ids[issue->count];

        no_id->position = position;
        no_id->offset = result->bad_at;
        snprintf(no_id->reason, sizeof no_id->reason, "%s", result->why);
    }
    issue->count++;
    job->reading.without_reasons = issue->count >= ISSUE_EXAMPLES;
}

static enum exit_code add_run(struct job *job, const struct run *run,
                              size_t file)
{
    enum exit_code code = EXIT_DONE;

    for (size_t i = 0; i < run->n && code == EXIT_DONE; i++) {
        const bool ulid = written_as_ulid(run_form_in_any_case(run, i));

        code =
            add_id(job, &run->ids[i], POSITION_OF(file, run->number + i, ulid));
    }
    return code;
}

static enum exit_code add_record(struct job *job, const struct input *input,
                                 const struct record *record, size_t file)
{
    struct reading_result result;

    if (!record->first) {
        return EXIT_DONE; /* another piece of a record that was counted */
    }
    if (!reading_try(&result, &job->reading, input, record)) {
        add_not_id(job, POSITION_OF(file, input->number, 0), &result);
        return EXIT_DONE;
    }
    return add_id(
        job, &result.id,
        POSITION_OF(file, input->number, written_as_ulid(result.found)));
}

/* Add the ids of a file. Sets *unread if the file cannot be read. Any other
 * failure is returned and ends the command. */
static enum exit_code read_file(bool *unread, struct job *job, size_t file)
{
    struct input input;
    struct record record;
    struct run run;
    enum exit_code code = EXIT_DONE;

    if (!reading_open(&input, job->files.paths[file], &job->reading)) {
        *unread = true;
        return EXIT_DONE;
    }
    while (code == EXIT_DONE) {
        if (reading_run(&run, &input, &job->reading)) {
            code = add_run(job, &run, file);
        } else if (reading_next(&record, &input, &job->reading)) {
            code = add_record(job, &input, &record, file);
        } else {
            break;
        }
    }
    input_close(&input);
    *unread |= input.error != 0;
    return code;
}

/* ---------------------------------------------------------------- sorted
 * ids */

/* The first item of the current group of equal ids. */
struct equals {
    uint64_t first[ITEM_WORDS]; /* position 0: no group yet */
    bool repeated;
};

static void compare_next(struct audit *audit, struct equals *equals,
                         const uint64_t *item)
{
    const uint64_t *first = equals->first;
    guidon_id id;

    id_from_words(&id, item + ITEM_ID);
    if (first[ITEM_POSITION] == 0 || item[ITEM_ID] != first[ITEM_ID] ||
        item[ITEM_ID + 1] != first[ITEM_ID + 1]) {
        memcpy(equals->first, item, sizeof equals->first);
        equals->repeated = false;
        audit_add_distinct(audit, &id, item[ITEM_POSITION]);
        return;
    }
    audit->repeated += !equals->repeated;
    equals->repeated = true;
    audit_add_duplicate(audit, &id, item[ITEM_POSITION], first[ITEM_POSITION]);
}

/* Pass each different id to the audit, and count the duplicates. */
static enum exit_code compare_ids(struct job *job)
{
    struct equals equals = {.repeated = false};
    struct batch batch;
    uint64_t done = 0;

    progress_phase("ids compared",
                   job->audit.records - job->audit.issues[ISSUE_NOT_IDS].count);
    if (!sorter_finish(&job->sorter, job->memory.size)) {
        return EXIT_IO;
    }
    while (sorter_next(&batch, &job->sorter)) {
        progress_at(done += batch.n);
        for (size_t i = 0; i < batch.n; i++) {
            compare_next(&job->audit, &equals, batch.items + i * ITEM_WORDS);
        }
    }
    return sorter_failed(&job->sorter) ? EXIT_IO : EXIT_DONE;
}

/* ---------------------------------------------------------------- the
 * command */

static bool read_options(struct job *job, const struct args *args)
{
    const char *now_text = args_value(args, OPT_NOW);
    guidon_time now = time_now();

    if (now_text && !time_parse(&now, now_text)) {
        return false;
    }
    if (args->n_operands >= FILES_MOST) {
        message_usage("too many files (expected at most %zu)", FILES_MOST - 1);
        return false;
    }
    if (!audit_begin(&job->audit, ms_of_time(now))) {
        message_usage("the time is before 1990; set the right one with --now");
        return false;
    }
    job->style = style_of_stdout(args_colour(args, OPT_COLOR));
    job->reading =
        reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                   args_has(args, OPT_LENIENT), args_has(args, OPT_NULL));
    return reading_options(&job->reading, &job->csv, args, OPT_CSV) &&
           memory_parse(&job->memory, args_value(args, OPT_MEMORY));
}

static enum exit_code report(const struct job *job, bool json)
{
    const struct report_context context = {
        .files = job->files.paths,
        .records = reading_units(&job->reading),
        .style = job->style,
    };

    if (!json) {
        audit_print(&job->audit, &context);
    } else if (!audit_print_json(&job->audit, &context)) {
        return EXIT_IO;
    }
    return audit_issue_count(&job->audit) > 0 ? EXIT_NO : EXIT_DONE;
}

static enum exit_code audit_all(struct job *job, bool json)
{
    enum exit_code code = EXIT_DONE;
    bool unread = false;

    for (size_t i = 0; i < job->files.n && code == EXIT_DONE; i++) {
        code = read_file(&unread, job, i); /* read the other files as well */
    }
    if (code == EXIT_DONE) {
        code = compare_ids(job);
    }
    if (code == EXIT_DONE && !(unread && job->audit.records == 0)) {
        audit_conclude(&job->audit);
        code = report(job, json);
    }
    return unread ? EXIT_IO : code;
}

static enum exit_code audit_sorted(struct job *job, const struct args *args)
{
    const struct shape shape = {.words = ITEM_WORDS};
    enum exit_code code;

    if (!memory_allocate(&job->memory)) {
        return EXIT_IO;
    }
    sorter_begin(&job->sorter, &shape, job->memory.words, job->memory.size,
                 args_value(args, OPT_TEMPORARY));
    code = audit_all(job, args_has(args, OPT_JSON));
    sorter_end(&job->sorter);
    memory_free(&job->memory);
    return code;
}

static enum exit_code run(const struct args *args)
{
    struct job *job = calloc(1, sizeof *job); /* some megabytes */
    enum exit_code code = EXIT_USAGE;

    if (!job) {
        message("out of memory");
        return EXIT_IO;
    }
    job->files = args_files(args);
    if (read_options(job, args)) {
        code = audit_sorted(job, args);
    }
    free(job);
    return code;
}

static const struct example examples[] = {
    {"The issues of a file of ids", "! guidon audit ids.txt"},
    {"The column 'id' of a CSV file",
     "(echo id; guidon new v4 -n 9) | guidon audit --id-column id"},
    {"New ids have no issues", "guidon new v4 -n 10k | guidon audit"},
    {"The names of the issues, for a script",
     "! guidon audit --json ids.txt | grep -o '\"finding\":\"[^\"]*'"},
};

const struct command command_audit = {
    .name = "audit",
    .summary = "Look for issues in a set of ids, as a reviewer would",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-', as one\n"
        "set. It looks for duplicates, random bits that are not random, hardware\n"
        "addresses, bytes swapped as in the memory image of a GUID, times before 1990 or\n"
        "in the future, layouts of drafts and of other generators, Nil and Max. The\n"
        "status is 1 if it finds any; 'man guidon-audit' explains each issue.\n\n"
        "An issue is certain if the bits prove it, likely if chance would seldom produce\n"
        "it, and possible if something harmless often looks like it. guidon reports good\n"
        "random bits as bad in fewer than one in a million sets.\n\n"
        "guidon counts duplicates exactly. It limits --memory as sort does: ids that do\n"
        "not fit go to temporary files without a name.\n\n" CSV_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
