/* SPDX-License-Identifier: MIT */
/* convert.c - guidon convert: rewrites ids in another form, one per line. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"
#include "../text/input.h"
#include "../text/parts.h"
#include "../text/place.h"
#include "../text/reason.h"
#include "../text/records.h"
#include "../text/threads.h"
#include "../text/writing.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>

/* --on-error: what to do at a line that is not an id. */
enum on_error { ON_ERROR_STOP, ON_ERROR_SKIP, ON_ERROR_KEEP };

static const char *choice_on_error(size_t i)
{
    static const char *const names[] = {"stop", "skip", "keep"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* --to: versions 1 and 6 hold the same fields in a different order. */
enum target { TO_V1, TO_V6, TO_SAME };

static const char *choice_target(size_t i)
{
    static const char *const names[] = {"v1", "v6"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum {
    OPT_FORM,
    OPT_FROM,
    OPT_PREFIX,
    OPT_ON_ERROR,
    OPT_TO,
    OPT_AS_V7,
    OPT_THREADS,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_any_form,
     .help = "form to write (uuid)"},
    OPTION_FROM,
    OPTION_PREFIX("prefix of TypeIDs to write, and to demand of those read"),
    {.name = "on-error",
     .value = "ACTION",
     .choice = choice_on_error,
     .help = "what to do at a line that is not an id (stop)"},
    {.name = "to",
     .value = "KIND",
     .choice = choice_target,
     .help = "write v1 ids as v6 or v6 as v1, with the same content"},
    {.name = "as-v7",
     .help = "turn ULIDs into version 7, which overwrites six bits"},
    OPTION_THREADS,
    OPTION_LENIENT,
    OPTION_NULL,
    CSV_OPTION_LIST,
};

/* The work that the command line asks for. */
struct job {
    struct writing writing;
    struct reading reading;
    enum on_error on_error;
    enum target to;
    bool as_v7;
    size_t n_threads;
};

/* Replace the id by its counterpart of version 1 or 6. False if it has none. */
static bool change_to(guidon_id *id, enum target to)
{
    guidon_status status = GUIDON_OK;

    if (to == TO_V1 && guidon_version_of(id) != 1) {
        status = guidon_v6_to_v1(id, id);
    } else if (to == TO_V6 && guidon_version_of(id) != 6) {
        status = guidon_v1_to_v6(id, id);
    }
    return status == GUIDON_OK;
}

/* Apply --as-v7 or --to. Returns NULL, or the reason why the id does not allow
 * it. */
static const char *change_version(guidon_id *id, const struct job *job,
                                  guidon_form found)
{
    if (job->as_v7) {
        if (!written_as_ulid(found)) {
            return "not written as a ULID, which --as-v7 needs";
        }
        *id = guidon_ulid_as_v7(id);
        return NULL;
    }
    if (job->to == TO_SAME) {
        return NULL;
    }
    if (written_as_ulid(found)) {
        return "written as a ULID, which has no version 1 or 6";
    }
    if (change_to(id, job->to)) {
        return NULL;
    }
    return job->to == TO_V1
               ? "neither version 6 nor 1, so it has no version-1 counterpart"
               : "neither version 1 nor 6, so it has no version-6 counterpart";
}

/* Write the id of a record. Returns NULL, or the reason why the id cannot be
 * written. */
static const char *convert_id(const struct job *job,
                              const struct record *record,
                              const struct reading_result *result)
{
    guidon_id id = result->id;
    const char *why = change_version(&id, job, result->found);

    return why ? why
           : job->reading.csv
               ? writing_field(&job->writing, job->reading.csv, record, &id)
               : writing_one(&job->writing, &id);
}

/* Where a bad record stands. */
struct place {
    const char *name; /* of the input */
    uint64_t number;  /* of the record */
    size_t offset;
};

/* Report a bad record, and keep it if --on-error says so. True if --on-error
 * stops the command here. */
static bool stops_at_bad(const struct job *job, const struct place *place,
                         const char *why, const struct record *record)
{
    if (record->first) {
        message(PLACE ": %s",
                PLACE_OF(place->name, place->number, place->offset),
                REASON_IN_PLACE(why));
    }
    if (job->on_error == ON_ERROR_KEEP) {
        reading_keep(&job->reading, record);
    }
    return job->on_error == ON_ERROR_STOP;
}

/* Convert a record, or a piece of a long record. True if --on-error stops
 * the command here. */
static bool stops_at_record(const struct job *job, const struct input *input,
                            const struct record *record)
{
    struct reading_result result = {.why = NULL};
    const char *why = NULL;

    if (record->first) {
        why = reading_try(&result, &job->reading, input, record)
                  ? convert_id(job, record, &result)
                  : result.why;
        if (!why) {
            return false;
        }
    }
    return stops_at_bad(
               job, &(struct place){input->name, input->number, result.bad_at},
               why, record) ||
           result.ends;
}

/* Convert the ids of a run from number `i` on, in place. Returns the number of
 * the first that cannot be converted, and sets *why; run->n if there is none.
 */
static size_t change_run(const char **why, const struct job *job,
                         struct run *run, size_t i)
{
    const bool partial = writing_is_partial(&job->writing);

    if (job->to == TO_SAME && !job->as_v7 && !partial) {
        return run->n;
    }
    while (i < run->n) {
        *why = change_version(&run->ids[i], job, run_form_in_any_case(run, i));
        if (!*why && partial) {
            *why = writing_lacks(&job->writing, &run->ids[i]);
        }
        if (*why) {
            break;
        }
        i++;
    }
    return i;
}

/* Convert a run. True if --on-error stops the command. */
static bool stops_in_run(const struct job *job, const struct input *input,
                         struct run *run)
{
    const char *why = NULL;

    for (size_t from = 0, at; from < run->n; from = at + 1) {
        at = change_run(&why, job, run, from);
        writing_all(&job->writing, run->ids + from, at - from);
        if (at < run->n) {
            const struct place place = {input->name, run->number + at, 0};
            const struct record record = run_record(run, at);

            if (stops_at_bad(job, &place, why, &record)) {
                return true;
            }
        }
    }
    return false;
}

/* Convert the next run of ids, or another record by itself. False at the end of
 * the input. */
static bool convert_next(bool *stopped, const struct job *job,
                         struct input *input, struct run *run)
{
    struct record record;

    if (reading_run(run, input, &job->reading)) {
        *stopped = stops_in_run(job, input, run);
        return true;
    }
    run->n = 0;
    if (!reading_next(&record, input, &job->reading)) {
        return false;
    }
    *stopped = stops_at_record(job, input, &record);
    return true;
}

/* ------------------------------------------------------------------ threads */

/* Does a form take so long that threads pay? Forms of hex digits, ULIDs, TypeIDs
 * and raw bytes are fast. */
static bool is_slow(size_t form)
{
    const unsigned traits = guidon_form_traits((guidon_form)form);

    return form < GUIDON_FORMS &&
           (!(traits & GUIDON_TRAIT_FIXED_LEN) ||
            (traits & (GUIDON_TRAIT_MIXED_CASE | GUIDON_TRAIT_PARTIAL)) != 0);
}

/* Do threads pay for records like those of the run? */
static bool threads_pay(const struct job *job, const struct run *run)
{
    return run->n > 0 && job->n_threads > 1 &&
           (run->line_len == 0 || is_slow(run->form) ||
            is_slow(job->writing.form));
}

/* Convert the ids of a run into the output of a part. False at an id that cannot
 * be converted, and when the output has no space for more. That record and those
 * behind it are left. */
static bool convert_run_of(struct part *part, const struct job *job,
                           struct run *run)
{
    const size_t space =
        (PART_OUT_SIZE - part->out_len) / writing_len(&job->writing);
    const char *why;
    const size_t n = change_run(&why, job, run, 0);
    const size_t done = n < space ? n : space;

    part->out_len +=
        writing_texts(part->out + part->out_len, &job->writing, run->ids, done);
    if (done < run->n) {
        input_return_to(&part->input, run, done);
    }
    return done == run->n;
}

/* The parts of an input that threads convert. */
struct task {
    const struct job *job;
    struct parts parts;
};

/* Convert part `i` up to the first record that is not an id or cannot be
 * converted. */
static void convert_part(void *context, size_t i)
{
    struct task *task = context;
    struct part *part = &task->parts.list[i];
    struct run run;

    while (reading_run(&run, &part->input, &task->job->reading) &&
           convert_run_of(part, task->job, &run)) {
    }
}

/* Take over what a thread did of the next records, and convert the rest of the
 * part. True if --on-error stops the command. */
static bool stops_in_part(const struct job *job, struct input *input,
                          const struct part *part, struct run *run)
{
    const size_t held = input->end;
    bool stopped = false;

    output_bytes(part->out, part->out_len);
    input->end = input->start + part->input.end;
    input->start += part->input.start;
    input->number += part->input.number;
    while (input->start < input->end && !stopped && !output_failed()) {
        (void)convert_next(&stopped, job, input, run);
    }
    input->end = held;
    return stopped;
}

/* Convert the next records on threads, if there are many. True if --on-error
 * stops the command. */
static bool stops_in_parts(struct task *task, struct input *input,
                           struct run *run)
{
    bool stopped = false;

    if (!parts_run(&task->parts, input, convert_part, task)) {
        return false;
    }
    for (size_t i = 0; i < task->parts.n && !stopped && !output_failed(); i++) {
        stopped = stops_in_part(task->job, input, &task->parts.list[i], run);
    }
    return stopped;
}

/* Convert all lines of a file: ids in runs of many, other lines one by one. */
static enum exit_code convert_file(struct task *task, const char *path)
{
    const struct job *job = task->job;
    struct input input;
    struct run run;
    bool stopped = false;

    if (!reading_open(&input, path, &job->reading)) {
        return EXIT_IO;
    }
    reading_begin_output(&job->reading);
    while (!stopped && !output_failed() &&
           convert_next(&stopped, job, &input, &run)) {
        if (!stopped && threads_pay(job, &run)) {
            stopped = stops_in_parts(task, &input, &run);
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : stopped ? EXIT_NO : EXIT_DONE;
}

/* --prefix, for TypeIDs. False, with a message, if it is wrong. */
static bool read_prefix(struct job *job, const char *text)
{
    if (!text) {
        return true;
    }
    if (!job->reading.typeid && job->writing.form != FORM_TYPEID) {
        message_usage("--prefix needs --form typeid or --from typeid");
        return false;
    }
    job->reading.typeids.any = false;
    return typeid_prefix_parse(&job->reading.typeids.prefix, text) &&
           typeid_prefix_parse(&job->writing.prefix, text);
}

/* Convert all files. */
static enum exit_code convert_files(const struct job *job,
                                    const struct args *args)
{
    const struct file_list files = args_files(args);
    enum exit_code code = EXIT_DONE;
    struct task task; /* setting all of it to zero would take time */

    task.job = job;
    parts_begin(&task.parts, job->n_threads);
    for (size_t i = 0; i < files.n; i++) {
        enum exit_code file_code = convert_file(&task, files.paths[i]);

        code = file_code != EXIT_DONE ? file_code : code;
        if (code != EXIT_DONE && job->on_error == ON_ERROR_STOP) {
            break;
        }
    }
    parts_end(&task.parts);
    return code;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .writing = {.form = args_choice(args, OPT_FORM, GUIDON_FORM_UUID),
                    .end = args_has(args, OPT_NULL) ? '\0' : '\n'},
        .reading =
            reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                       args_has(args, OPT_LENIENT), args_has(args, OPT_NULL)),
        .on_error =
            (enum on_error)args_choice(args, OPT_ON_ERROR, ON_ERROR_STOP),
        .to = (enum target)args_choice(args, OPT_TO, TO_SAME),
        .as_v7 = args_has(args, OPT_AS_V7),
    };
    struct csv csv = {.one_header = true};
    enum exit_code code;

    if (job.on_error == ON_ERROR_KEEP &&
        (job.writing.form == FORM_BYTES || job.reading.framing == INPUT_IDS)) {
        message_usage("--on-error keep excludes raw bytes: a bad record would "
                      "shift all records behind it");
        return EXIT_USAGE;
    }
    if (job.as_v7 && job.to != TO_SAME) {
        message_usage("--as-v7 excludes --to: it writes version 7");
        return EXIT_USAGE;
    }
    if (!reading_options(&job.reading, &csv, args, OPT_CSV) ||
        !read_prefix(&job, args_value(args, OPT_PREFIX)) ||
        !threads_parse(&job.n_threads, args_value(args, OPT_THREADS))) {
        return EXIT_USAGE;
    }
    if (job.reading.csv && job.writing.form == FORM_BYTES) {
        message_usage("--id-column excludes raw bytes");
        return EXIT_USAGE;
    }
    code = convert_files(&job, args);
    csv_end(&csv);
    return code;
}

static const struct example examples[] = {
    {"Any form to canonical UUIDs, without the lines that are not ids",
     "guidon convert --on-error skip ids.txt"},
    {"To ULIDs", "guidon new v7 -n 3 | guidon convert -f ulid"},
    {"To TypeIDs",
     "guidon new v7 -n 3 | guidon convert -f typeid --prefix user"},
    {"From the memory image of a Microsoft GUID",
     "echo 33221100554477668899aabbccddeeff | guidon convert --from guid-hex"},
    {"The column 'id' of a CSV file, with all else as it is",
     "(echo id; guidon new v7 -n 3) | guidon convert -f ulid --id-column id"},
    {"To raw bytes and back",
     "guidon new v4 -n 9 | guidon convert -f bytes | guidon convert --from "
     "bytes"},
};

const struct command command_convert = {
    .name = "convert",
    .summary = "Rewrite ids in another form, one per line",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-'. Lines may\n"
        "end in CR LF; guidon writes LF. For each line that is not an id, stderr shows\n"
        "FILE:LINE:COLUMN: REASON. Lines and columns count from 1, columns in bytes; an\n"
        "offset that REASON names counts from 0.\n\n"
        "At such a line, 'stop' ends with status 1, after the output of the lines before\n"
        "it. 'skip' leaves the line out, and 'keep' copies it unchanged; both end with\n"
        "status 0. If a file cannot be read, 'stop' ends, and the others continue with\n"
        "the next file; the status is 3.\n\n"
        "int, base58, base64url and other forms are read only if --from names them; the\n"
        "reason says which forms a text could have. 32 hex digits are hex, and 26\n"
        "characters of Crockford's alphabet are a ULID, unless --from names another form.\n"
        "TypeIDs too are read only by --from typeid; -f typeid without --prefix writes\n"
        "their suffix alone.\n\n" CSV_WRITE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
