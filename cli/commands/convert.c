/* SPDX-License-Identifier: MIT */
/* convert.c - guidon convert: rewrites ids in another form, a line each. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"
#include "../text/input.h"
#include "../text/records.h"
#include "../text/writing.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>

enum on_error { ON_ERROR_STOP, ON_ERROR_SKIP, ON_ERROR_KEEP };

static const char *choice_on_error(size_t i)
{
    static const char *const names[] = {"stop", "skip", "keep"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum order { ORDER_V1, ORDER_V6, ORDER_AS_IT_IS };

static const char *choice_order(size_t i)
{
    static const char *const names[] = {"v1", "v6"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum {
    OPT_FORM,
    OPT_FROM,
    OPT_ON_ERROR,
    OPT_TO,
    OPT_AS_V7,
    OPT_LENIENT,
    OPT_NULL
};

static const struct option_spec options[] = {
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_form_or_bytes,
     .help = "what to write (uuid)"},
    OPTION_FROM,
    {.name = "on-error",
     .value = "WHAT",
     .choice = choice_on_error,
     .help = "at a line that is no id (stop)"},
    {.name = "to",
     .value = "KIND",
     .choice = choice_order,
     .help = "write v1 ids as v6 or v6 as v1, which holds the same"},
    {.name = "as-v7", .help = "give ULIDs the six bits of version 7 (lossy)"},
    OPTION_LENIENT,
    OPTION_NULL,
};

struct job {
    struct writing writing;
    struct reading reading;
    enum on_error on_error;
    enum order order;
    bool as_v7;
    uint64_t bad;
};

/* Change the id's version as was asked. NULL, or why it cannot be. */
static const char *reorder(guidon_id *id, const struct job *job,
                           guidon_form found)
{
    if (job->as_v7) {
        if (!written_as_ulid(found)) {
            return "--as-v7 is for ids written as ULIDs";
        }
        *id = guidon_ulid_as_v7(id);
        return NULL;
    }
    if (job->order != ORDER_AS_IT_IS && written_as_ulid(found)) {
        return "a ULID: it has no version 1 or 6";
    }
    if (job->order == ORDER_V1 && guidon_version_of(id) != 1 &&
        guidon_v6_to_v1(id, id) != GUIDON_OK) {
        return "neither version 6 nor 1: there is no version 1 of it";
    }
    if (job->order == ORDER_V6 && guidon_version_of(id) != 6 &&
        guidon_v1_to_v6(id, id) != GUIDON_OK) {
        return "neither version 1 nor 6: there is no version 6 of it";
    }
    return NULL;
}

static const char *convert_id(const struct job *job,
                              const struct reading_result *result)
{
    guidon_id id = result->id;
    const char *why = reorder(&id, job, result->found);

    return why ? why : writing_one(&job->writing, &id);
}

/* Report a bad record, the output before it being written. */
static void report(const struct input *input, size_t bad_at, const char *why)
{
    message("%s:%" PRIu64 ":%zu: %s", ESCAPED(input->name), input->number,
            bad_at, why);
}

/* False when the work is to stop here. */
static bool convert_record(struct job *job, const struct input *input,
                           const struct record *record)
{
    struct reading_result result;
    const char *why;

    if (record->first) {
        why = reading_try(&result, &job->reading, input, record)
                  ? convert_id(job, &result)
                  : result.why;
        if (!why) {
            return true;
        }
        job->bad++;
        report(input, result.bad_at, why);
    }
    if (job->on_error == ON_ERROR_KEEP) {
        output_bytes(record->text, record->raw_len);
        if (record->last && record->raw_len == record->len) {
            output_bytes(&job->writing.end,
                         1); /* the input's last line had no end */
        }
    }
    return job->on_error != ON_ERROR_STOP;
}

/* Is nothing asked of the ids that some of them may lack? */
static bool converts_runs(const struct job *job)
{
    return writing_is_quick(&job->writing) && job->order == ORDER_AS_IT_IS &&
           !job->as_v7;
}

static enum exit_code convert_file(struct job *job, const char *path)
{
    struct input input;
    struct record record;
    struct run run;
    bool runs = converts_runs(job);
    bool going = true;

    if (!input_open(&input, path, job->reading.framing)) {
        return EXIT_IO;
    }
    while (going && !output_failed()) {
        if (runs && input_run(&run, &input, job->reading.accept)) {
            writing_many(&job->writing, run.ids, run.n);
        } else if (input_next(&record, &input)) {
            going = convert_record(job, &input, &record);
        } else {
            break;
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : going ? EXIT_DONE : EXIT_NO;
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
        .order = (enum order)args_choice(args, OPT_TO, ORDER_AS_IT_IS),
        .as_v7 = args_has(args, OPT_AS_V7),
    };
    const struct file_list files = args_files(args);
    enum exit_code code = EXIT_DONE;

    if (job.on_error == ON_ERROR_KEEP &&
        (job.writing.form == FORM_BYTES || job.reading.framing == INPUT_IDS)) {
        message_usage("--on-error keep is for text: a bad record would not "
                      "keep raw bytes aligned");
        return EXIT_USAGE;
    }
    if (job.as_v7 && job.order != ORDER_AS_IT_IS) {
        message_usage("--as-v7 gives version 7: no --to");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < files.n; i++) {
        enum exit_code one = convert_file(&job, files.paths[i]);

        code = one != EXIT_DONE ? one : code;
        if (code != EXIT_DONE && job.on_error == ON_ERROR_STOP) {
            break;
        }
    }
    return code;
}

static const struct example examples[] = {
    {"Every form to canonical UUIDs, leaving out what is no id",
     "guidon convert --on-error skip ids.txt"},
    {"To ULIDs", "guidon new v7 -n 3 | guidon convert -f ulid"},
    {"From the byte image of Microsoft GUIDs",
     "echo 33221100554477668899aabbccddeeff | guidon convert --from guid-hex"},
    {"To raw bytes and back",
     "guidon new v4 -n 9 | guidon convert -f bytes | guidon convert --from "
     "bytes"},
};

const struct command command_convert = {
    .name = "convert",
    .summary = "Rewrite ids in another form, a line each, in order",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Reads the files, or stdin (also for '-'). Lines may end in CR LF; they are\n"
        "written with LF. A line that is no id is reported on stderr as\n"
        "FILE:LINE:OFFSET: REASON, lines counted from 1 and offsets from 0. Then 'stop'\n"
        "ends there with status 1, what came before it being written; 'skip' leaves the\n"
        "line out and 'keep' passes it through as it is, both with status 0. After a\n"
        "file that cannot be read, 'stop' ends and the others go on to the next file, all\n"
        "with status 3.\n\n"
        "int, base58, base64url and guid-hex look like each other or like hex: where two\n"
        "could be meant, --from says which.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
