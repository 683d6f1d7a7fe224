/* SPDX-License-Identifier: MIT */
/* change_ids.c - read ids, change them with a key, write them. */
#include "change_ids.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/place.h"
#include "../text/reason.h"
#include "../text/writing.h"

#include <inttypes.h>
#include <string.h>

enum on_bad { ON_BAD_STOP, ON_BAD_SKIP, ON_BAD_KEEP };

const char *choice_on_bad(size_t i)
{
    static const char *const names[] = {"stop", "skip", "keep"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* The work that the command line asks for. */
struct change_job {
    const struct change *change;
    struct writing writing;
    struct reading reading;
    enum on_bad on_bad;
    bool report_failed;
};

/* Where a bad record stands. */
struct bad_place {
    const char *name; /* of the input */
    uint64_t number;  /* of the record */
    size_t offset;
    const guidon_id *id; /* NULL: none was read */
};

/* Give what was done to a record to the command. True if the command ends here. */
static bool stops_at_report(struct change_job *job,
                            const struct changed_record *changed)
{
    job->report_failed = !job->change->report(job->change->context, changed);
    return job->report_failed;
}

/* Report a bad record, and keep it if --on-error says so. True if --on-error
 * stops the command here. */
static bool stops_at_bad(struct change_job *job, const struct bad_place *place,
                         const char *why, const struct record *record)
{
    if (job->change->report && job->on_bad != ON_BAD_SKIP) {
        return record->first &&
               (stops_at_report(
                    job, &(struct changed_record){.file = place->name,
                                                  .record = place->number,
                                                  .offset = place->offset,
                                                  .id = place->id,
                                                  .why = why}) ||
                job->on_bad == ON_BAD_STOP);
    }
    if (record->first) {
        message(PLACE ": %s",
                PLACE_OF(place->name, place->number, place->offset),
                REASON_IN_PLACE(why));
    }
    if (job->on_bad == ON_BAD_KEEP) {
        reading_keep(&job->reading, record);
    }
    return job->on_bad == ON_BAD_STOP;
}

/* Report the changed id of a record. True if the command ends here. */
static bool stops_at_changed(struct change_job *job, const struct input *input,
                             const struct reading_result *result,
                             const guidon_id *before)
{
    char text[WRITING_BEFORE_MAX + GUIDON_TEXT_MAX + 1];
    const size_t len = writing_texts(text, &job->writing, &result->id, 1);

    text[len > 0 ? len - 1 : 0] = '\0';
    return stops_at_report(job,
                           &(struct changed_record){.file = input->name,
                                                    .record = input->number,
                                                    .offset = result->bad_at,
                                                    .id = before,
                                                    .text = text});
}

/* Write the changed id of a record. */
static void write_id(const struct change_job *job, const struct record *record,
                     const guidon_id *id)
{
    if (job->reading.csv) { /* all ids have a text in the form */
        (void)writing_field(&job->writing, job->reading.csv, record, id);
    } else {
        writing_all(&job->writing, id, 1);
    }
}

/* Change a record, or a piece of a long record. True if --on-error stops the
 * command here. */
static bool stops_at_record(struct change_job *job, const struct input *input,
                            const struct record *record)
{
    const struct change *change = job->change;
    struct reading_result result = {.why = NULL};
    struct bad_place place = {.name = input->name, .number = input->number};
    const char *why = NULL;
    guidon_id before;

    if (record->first) {
        bool read = change->read
                        ? change->read(change->context, &result, &job->reading,
                                       input, record)
                        : reading_try(&result, &job->reading, input, record);
        unsigned char form = (unsigned char)result.found;

        before = result.id;
        place.offset = result.bad_at;
        place.id = read ? &before : NULL;
        if (!read) {
            why = result.why;
        } else if (change->change(change->context, &why, &result.id, &form,
                                  1) == 1) {
            if (change->report) {
                return stops_at_changed(job, input, &result, &before);
            }
            write_id(job, record, &result.id);
            return false;
        }
    }
    return stops_at_bad(job, &place, why, record) || result.ends;
}

/* Change a run. True if --on-error stops the command. */
static bool stops_in_run(struct change_job *job, const struct input *input,
                         struct run *run)
{
    const struct change *change = job->change;
    unsigned char forms[INPUT_RUN_MAX];

    for (size_t i = 0; i < run->n; i++) {
        forms[i] = (unsigned char)run_form_in_any_case(run, i);
    }
    for (size_t from = 0, at; from < run->n; from = at + 1) {
        const char *why = NULL;

        at = from + change->change(change->context, &why, run->ids + from,
                                   forms + from, run->n - from);
        writing_all(&job->writing, run->ids + from, at - from);
        if (at < run->n) {
            const struct bad_place place = {.name = input->name,
                                            .number = run->number + at};
            const struct record record = run_record(run, at);

            if (stops_at_bad(job, &place, why, &record)) {
                return true;
            }
        }
    }
    return false;
}

/* Change all records of a file: ids in runs of many, others one by one. */
static enum exit_code change_file(struct change_job *job, const char *path)
{
    struct input input;
    struct record record;
    struct run run;
    bool stopped = false;

    if (!reading_open(&input, path, &job->reading)) {
        return EXIT_IO;
    }
    if (!job->change->report) {
        reading_begin_output(&job->reading);
    }
    while (!stopped && !output_failed()) {
        if (!job->change->read && !job->change->report &&
            reading_run(&run, &input, &job->reading)) {
            stopped = stops_in_run(job, &input, &run);
        } else if (reading_next(&record, &input, &job->reading)) {
            stopped = stops_at_record(job, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    return input.error          ? EXIT_IO
           : job->report_failed ? EXIT_IO
           : stopped            ? EXIT_NO
                                : EXIT_DONE;
}

enum exit_code change_ids(const struct change *change, const struct args *args)
{
    struct change_job job = {
        .change = change,
        .writing = {.form = choice_written_form(
                        args_choice(args, CHANGE_OPT_FORM, GUIDON_FORM_UUID)),
                    .end = args_has(args, CHANGE_OPT_NULL) ? '\0' : '\n',
                    .before = change->before,
                    .before_len = change->before ? strlen(change->before) : 0},
        .reading = reading_of(args_choice(args, CHANGE_OPT_FROM, SIZE_MAX),
                              args_has(args, CHANGE_OPT_LENIENT),
                              args_has(args, CHANGE_OPT_NULL)),
        .on_bad =
            (enum on_bad)args_choice(args, CHANGE_OPT_ON_ERROR, ON_BAD_STOP),
    };
    const struct file_list files = args_files(args);
    struct csv own = {.one_header = true};
    struct csv *csv = change->csv ? change->csv : &own;
    enum exit_code code = EXIT_DONE;

    job.reading.csv = change->csv;
    if (!reading_options(&job.reading, csv, args, CHANGE_OPT_CSV)) {
        return EXIT_USAGE;
    }
    if (job.reading.csv && job.writing.form == FORM_BYTES) {
        message_usage("--id-column excludes raw bytes");
        return EXIT_USAGE;
    }
    if (change->report && job.writing.form == FORM_BYTES) {
        message_usage("--json excludes raw bytes");
        return EXIT_USAGE;
    }
    if (job.on_bad == ON_BAD_KEEP &&
        (job.writing.form == FORM_BYTES || job.reading.framing == INPUT_IDS)) {
        message_usage("--on-error keep excludes raw bytes: a bad record would "
                      "shift all records behind it");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < files.n; i++) {
        enum exit_code file_code = change_file(&job, files.paths[i]);

        code = file_code != EXIT_DONE ? file_code : code;
        if (code != EXIT_DONE &&
            (job.on_bad == ON_BAD_STOP || job.report_failed)) {
            break;
        }
    }
    csv_end(csv);
    return code;
}
