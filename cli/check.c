/* SPDX-License-Identifier: MIT */
/* check.c - guidon check: is every line an id? */
#include "anatomy.h"
#include "args.h"
#include "choices.h"
#include "input.h"
#include "message.h"
#include "output.h"
#include "records.h"
#include "shown.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum level { LEVEL_SHAPE, LEVEL_RFC, LEVEL_EXACT };

static const char *choice_level(size_t i)
{
    static const char *const names[] = {"shape", "rfc", "exact"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum { OPT_LEVEL, OPT_KIND, OPT_FROM, OPT_ALL, OPT_LENIENT, OPT_NULL };

static const struct option_spec options[] = {
    {.name = "level",
     .value = "LEVEL",
     .choice = choice_level,
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
    {.name = "all", .help = "print every bad line, not the first ten"},
    OPTION_LENIENT,
    OPTION_NULL,
};

#define SHOWN_AT_MOST 10

struct job {
    enum level level;
    unsigned kinds; /* a bit a kind; 0: any */
    char kinds_text[CHOICE_LIST_MAX];
    struct reading reading;
    bool all;
    uint64_t records;
    uint64_t bad;
};

/* Where hex digit 12 (the version) or 16 (the variant) stands in a form or in
 * raw bytes; 0 in a form that has no such digit. */
static size_t digit_offset(const struct reading *reading, guidon_form form,
                           size_t digit)
{
    size_t dashes = digit == 12 ? 2 : 3;

    if (reading->framing == INPUT_IDS) {
        return digit / 2;
    }
    switch (form) {
    case GUIDON_FORM_HEX:
    case GUIDON_FORM_HEX_UPPER:
        return digit;
    case GUIDON_FORM_UUID:
    case GUIDON_FORM_UUID_UPPER:
        return digit + dashes;
    case GUIDON_FORM_BRACES:
    case GUIDON_FORM_PARENS:
        return 1 + digit + dashes;
    case GUIDON_FORM_URN:
        return strlen("urn:uuid:") + digit + dashes;
    default:
        return 0;
    }
}

/* NULL, or why the id is not one that RFC 9562 could have made. A ULID is right
 * when it has been read. */
static const char *check_rfc(const struct reading *reading,
                             struct reading_result *result, enum kind kind)
{
    if (kind == KIND_ULID ||
        guidon_validate(&result->id, NULL, NULL) == GUIDON_OK) {
        return NULL;
    }
    if (kind == KIND_UNASSIGNED) {
        snprintf(result->words, sizeof result->words,
                 "version %u is not assigned: RFC 9562 has 1 to 8",
                 guidon_version_of(&result->id));
        result->bad_at = digit_offset(reading, result->found, 12);
    } else {
        snprintf(result->words, sizeof result->words,
                 "the variant is %s, not RFC 9562",
                 variant_title(guidon_variant_of(&result->id)));
        result->bad_at = digit_offset(reading, result->found, 16);
    }
    return result->words;
}

/* NULL, or why the text is not written canonically: 36 lower-case characters of
 * a UUID, or 26 upper-case ones of a ULID. */
static const char *check_exact(struct reading_result *result,
                               const struct record *record)
{
    bool ulid = written_as_ulid(result->found);
    char canonical[GUIDON_UUID_LEN];
    size_t len = ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN;

    if (!ulid && result->found != GUIDON_FORM_UUID &&
        result->found != GUIDON_FORM_UUID_UPPER) {
        snprintf(result->words, sizeof result->words,
                 "written as %s: canonical are uuid and ulid",
                 guidon_form_name(result->found));
        return result->words;
    }
    if (ulid) {
        guidon_ulid_format(canonical, &result->id);
    } else {
        guidon_uuid_format(canonical, &result->id);
    }
    while (result->bad_at < len &&
           record->text[result->bad_at] == canonical[result->bad_at]) {
        result->bad_at++;
    }
    if (result->bad_at == len && result->text_len == len) {
        return NULL;
    }
    snprintf(result->words, sizeof result->words,
             "'%c' at offset %zu: canonical is %.*s",
             record->text[result->bad_at], result->bad_at, (int)len, canonical);
    return result->words;
}

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

/* NULL, or what is wrong with the record. */
static const char *check_record(const struct job *job,
                                struct reading_result *result,
                                const struct input *input,
                                const struct record *record)
{
    const char *why = NULL;

    if (!reading_try(result, &job->reading, input, record)) {
        return result->why;
    }
    enum kind kind = kind_of(&result->id, result->found);
    if (job->level >= LEVEL_RFC) {
        why = check_rfc(&job->reading, result, kind);
    }
    if (!why && job->level >= LEVEL_EXACT &&
        job->reading.framing != INPUT_IDS) {
        why = check_exact(result, record);
    }
    return why ? why : check_kind(job, result, kind);
}

/* Count a record, and say what is wrong with it where something is. */
static void check_one(struct job *job, const struct input *input,
                      const struct record *record)
{
    struct reading_result result;
    const char *why = check_record(job, &result, input, record);

    job->records++;
    if (why) {
        job->bad++;
        if (job->all || job->bad <= SHOWN_AT_MOST) {
            output_format("%s:%" PRIu64 ":%zu: %s\n", SHOWN(input->name),
                          input->number, result.bad_at, why);
        }
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

    if (job->level >= LEVEL_RFC && run->form == GUIDON_FORM_UUID &&
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

static void check_run(struct job *job, const struct input *input,
                      const struct run *run)
{
    bool right = job->level < LEVEL_EXACT || is_canonical(run);

    for (size_t i = 0; i < run->n; i++) {
        struct record record = {.text = run->text + i * run->line_len,
                                .len = run->line_len - 1,
                                .raw_len = run->line_len,
                                .first = true,
                                .last = true};

        if (right && is_right(job, run, i)) {
            job->records++;
        } else {
            struct input at = *input;

            at.number = run->number + i;
            check_one(job, &at, &record);
        }
    }
}

static enum exit_code check_file(struct job *job, const char *path)
{
    struct input input;
    struct record record;
    struct run run;

    if (!input_open(&input, path, job->reading.framing)) {
        return EXIT_IO;
    }
    while (!output_failed()) {
        if (input_run(&run, &input, job->reading.accept)) {
            check_run(job, &input, &run);
        } else if (!input_next(&record, &input)) {
            break;
        } else if (record.first) { /* else more of a line that was reported */
            check_one(job, &input, &record);
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

static void say_count(const struct job *job)
{
    const char *hidden = "";

    if (!job->all && job->bad > SHOWN_AT_MOST) {
        hidden = "; the first 10 are shown, --all shows every one";
    }
    message("%" PRIu64 " of %" PRIu64 " %s %s not valid%s", job->bad,
            job->records,
            job->reading.framing == INPUT_LINES ? "lines" : "records",
            job->bad == 1 ? "is" : "are", hidden);
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .level = (enum level)args_choice(args, OPT_LEVEL, LEVEL_RFC),
        .kinds = args_choices(args, OPT_KIND),
        .reading =
            reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                       args_has(args, OPT_LENIENT), args_has(args, OPT_NULL)),
        .all = args_has(args, OPT_ALL),
    };
    enum exit_code code = EXIT_DONE;

    choice_list(job.kinds_text, kind_name, job.kinds, NULL);
    if (args->n_operands == 0) {
        code = check_file(&job, "-");
    }
    for (size_t i = 0; i < args->n_operands; i++) {
        if (check_file(&job, args->operands[i]) != EXIT_DONE) {
            code = EXIT_IO; /* the other files are still looked at */
        }
    }
    if (job.bad > 0) {
        say_count(&job);
    }
    return code != EXIT_DONE ? code : job.bad > 0 ? EXIT_NO : EXIT_DONE;
}

static const struct example examples[] = {
    {"Is every line an id?", "guidon new v7 -n 3 | guidon check"},
    {"Only version 7 and ULID, canonically written",
     "guidon new ulid -n 3 | guidon check --level exact --kind v7,ulid"},
    {"A file with a bad line in it: it is named, and the status is 1",
     "! guidon check ids.txt"},
};

const struct command command_check = {
    .name = "check",
    .summary = "Is every line an id? Name those that are not",
    .operand = "FILE",
    .max_operands = SIZE_MAX,
    .files = true,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Reads the files, or stdin (also for '-'). Each bad line is printed as\n"
        "FILE:LINE:OFFSET: REASON, lines counted from 1 and offsets from 0, the count on\n"
        "stderr; the status is 1 if there is any.\n\n"
        "Levels: 'shape' asks for a form that guidon knows; 'rfc' also, for all but\n"
        "ULIDs, for variant 10 with version 1 to 8, or Nil, or Max; 'exact' also for\n"
        "canonical writing: 36 lower-case or 26 upper-case characters.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
