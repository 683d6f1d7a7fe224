/* SPDX-License-Identifier: MIT */
/* check.c - guidon check: reports the lines that are not valid ids. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../sort/duplicates.h"
#include "../sort/multi_file_reader.h"
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
     .help = "how strict the check is (rfc)"},
    {.name = "kind",
     .value = "KIND",
     .choice = kind_name,
     .list = true,
     .help = "accept only these kinds"},
    {.name = "from",
     .value = "FORM",
     .choice = choice_form_or_bytes,
     .help = "accept only this form (any)"},
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
    {.name = "json",
     .usable = json_usable,
     .help = "one JSON object per bad line (see docs/json.md)"},
    OPTION_LENIENT,
    OPTION_NULL,
};

struct job {
    enum strictness strictness;
    unsigned kinds; /* a bit for each accepted kind; 0: any */
    char kinds_text[CHOICE_LIST_MAX];
    struct reading reading;
    struct check_report report;
    uint64_t records;
    uint64_t bad;
    /* Checks of an id against other ids or the clock. */
    bool sorted, unique, not_future;
    guidon_time slack;
    bool now_is_given; /* by --now; otherwise the clock is read */
    guidon_time given_now;
    guidon_time now, latest;   /* the latest time that is accepted */
    int64_t latest_ms;         /* the same for ids that hold milliseconds */
    guidon_id before;          /* the last valid id */
    struct location before_at; /* its location; record 0: no id yet */
    struct duplicates duplicates;
    uint64_t n_duplicates;
    bool broken; /* the search for duplicates failed; a message was written */
    struct file_list files;
    uint64_t *starts; /* for each file, how many records came before it */
    size_t file;      /* index of the file that is being read */
};

static const char *check_kind(const struct job *job,
                              struct reading_result *result, enum kind kind)
{
    if (job->kinds == 0 || (job->kinds >> kind & 1u)) {
        return NULL;
    }
    if (!job->reading.without_reasons) {
        snprintf(result->words, sizeof result->words,
                 "the kind is %s (expected %s)", kind_name(kind),
                 job->kinds_text);
    }
    return result->words;
}

/* Check the id of a record by itself. NULL, or the problem and the check that
 * failed. The problem is not in words if job->reading.without_reasons is set. */
static const char *check_id(const char **check, const struct job *job,
                            struct reading_result *result,
                            const struct record *record)
{
    const enum kind kind = kind_of(&result->id, result->found);
    const char *why = NULL;

    if (job->strictness >= STRICTNESS_RFC) {
        *check = "rfc";
        why = strictness_rfc(result, &job->reading, kind);
    }
    if (!why && job->strictness >= STRICTNESS_EXACT &&
        job->reading.framing != INPUT_IDS) {
        *check = "exact";
        why = strictness_exact(result, &job->reading, record);
    }
    if (!why) {
        *check = "kind";
        why = check_kind(job, result, kind);
    }
    return why;
}

/* Will the next bad record be shown, or only counted? */
static bool shows_next(const struct job *job)
{
    return check_report_shows(&job->report, job->bad + 1);
}

/* Count a bad record and write the problem. */
static void report_problem(struct job *job, const struct problem *problem)
{
    job->bad++;
    check_report_add(&job->report, problem, job->bad);
}

/* Count a bad record for which shows_next returned false. */
static void count_problem(struct job *job)
{
    job->bad++;
    job->report.hidden = true;
}

/* ------------------------------------------ against other ids, and the
 * clock */

static const char *name_of(const struct job *job, size_t file)
{
    const char *name = job->files.paths[file];

    return strcmp(name, "-") == 0 ? "stdin" : name;
}

/* `what` and a location: "below the id on line 2", "the same id as on line 7 of
 * other.txt". The file is named only if it is another file. */
#define EARLIER_MAX (ESCAPED_MAX + 80)
static const char *name_earlier(char out[EARLIER_MAX], const struct job *job,
                                const char *what,
                                const struct location *earlier,
                                const struct location *at)
{
    const bool lines = job->reading.framing == INPUT_LINES;
    const bool other = earlier->file != at->file;

    snprintf(out, EARLIER_MAX, "%s %s %" PRIu64 "%s%s", what,
             lines ? "on line" : "in record", earlier->record,
             other ? " of " : "", other ? ESCAPED(earlier->name) : "");
    return out;
}

/* The time in Unix milliseconds, rounded down, for a comparison with ids, which
 * hold 48 bits. --now may be so far outside of them that its milliseconds have
 * more than 64 bits. */
static int64_t comparable_ms(guidon_time t)
{
    const int64_t above = INT64_C(1) << 48;

    if (t.seconds < 0) {
        return -1;
    }
    return t.seconds > above / 1000
               ? above
               : t.seconds * 1000 + t.nanoseconds / 1000000;
}

/* Take the time against which the next records are checked. */
static void read_clock(struct job *job)
{
    if (job->not_future) {
        job->now = job->now_is_given ? job->given_now : time_now();
        job->latest = job->now;
        job->latest.seconds += job->slack.seconds;
        job->latest_ms = comparable_ms(job->latest);
    }
}

static struct location location_here(const struct job *job,
                                     const struct input *input, uint64_t record)
{
    return (struct location){job->file, record, input->name};
}

static bool is_in_future(const struct job *job, const guidon_id *id,
                         guidon_form form)
{
    const enum kind kind = kind_of(id, form);
    guidon_time time;
    unsigned digits;

    if (kind == KIND_V7 || kind == KIND_ULID) { /* begin with milliseconds */
        return (int64_t)guidon_ulid_ms_of(id) > job->latest_ms;
    }
    return kind_time(&time, &digits, kind, id) &&
           time_is_before(job->latest, time);
}

/* "made at 2022-02-22T19:22:22.000Z, in 3 years" */
static const char *name_time(char out[EARLIER_MAX], const struct job *job,
                             const guidon_id *id, guidon_form form)
{
    char text[TIME_TEXT_MAX], ahead[TIME_TEXT_MAX];
    guidon_time time;
    unsigned digits;

    out[0] = '\0';
    if (kind_time(&time, &digits, kind_of(id, form), id)) {
        snprintf(out, EARLIER_MAX, "made at %s, %s",
                 time_format(text, time, digits),
                 time_relative(ahead, time, job->now));
    }
    return out;
}

/* Report an id that is in the future, or else below the id before it. */
static OUT_OF_LINE void report_in_context(struct job *job,
                                          const struct location *at,
                                          const guidon_id *id, guidon_form form,
                                          bool in_future)
{
    char words[EARLIER_MAX];
    struct problem problem = {.at = *at, .check = "not-future"};

    if (in_future) {
        problem.why = name_time(words, job, id, form);
    } else {
        problem.check = "sorted";
        problem.earlier = &job->before_at;
        problem.why =
            name_earlier(words, job, "below the id", problem.earlier, at);
    }
    report_problem(job, &problem);
}

/* Check an id that is valid by itself: that of the last record counted, which is
 * `record` of the input. */
static void check_in_context(struct job *job, const struct input *input,
                             uint64_t record, const guidon_id *id,
                             guidon_form form)
{
    const bool in_future = job->not_future && is_in_future(job, id, form);
    const bool bad = in_future || (job->sorted && job->before_at.record > 0 &&
                                   guidon_compare(id, &job->before) < 0);

    if (bad && shows_next(job)) {
        const struct location at = location_here(job, input, record);

        report_in_context(job, &at, id, form, in_future);
    } else if (bad) {
        count_problem(job);
    }
    if (job->sorted) {
        job->before = *id;
        job->before_at = location_here(job, input, record);
    }
    if (job->unique && !job->broken) {
        job->broken = !duplicates_add(&job->duplicates, id, 1,
                                      job->records << 1 | bad, 0);
    }
}

static bool has_context_checks(const struct job *job)
{
    return job->sorted || job->unique || job->not_future;
}

/* The location of the n-th record of all files, by binary search. */
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

/* Report every id that occurred before. */
static void report_duplicates(struct job *job)
{
    uint64_t later, earlier;

    progress_phase("ids compared", job->records);
    if (job->broken || !duplicates_finish(&job->duplicates)) {
        job->broken = true;
        return;
    }
    while (!output_failed() &&
           duplicates_next(&later, &earlier, &job->duplicates)) {
        char words[EARLIER_MAX];
        const struct location at = location_of(job, later >> 1);
        const struct location first = location_of(job, earlier >> 1);
        struct problem problem = {
            .at = at, .check = "unique", .why = "", .earlier = &first};

        job->n_duplicates++;
        job->bad += !(later & 1); /* unless it is counted as bad already */
        if (check_report_shows(&job->report, job->n_duplicates)) {
            problem.why =
                name_earlier(words, job, "the same id as", &first, &at);
        }
        check_report_add(&job->report, &problem, job->n_duplicates);
    }
    job->broken = duplicates_failed(&job->duplicates);
}

/* ------------------------------------------------------------------ all
 * lines */

/* Count record `number` of the input. If it is an id, which `result` then holds,
 * check the id by itself and in context; otherwise `why` says why it is none. */
static void check_result(struct job *job, const struct input *input,
                         uint64_t number, struct reading_result *result,
                         const struct record *record, const char *why)
{
    struct problem problem = {
        .at = location_here(job, input, number), .check = "form", .why = why};

    if (!why) {
        problem.why = check_id(&problem.check, job, result, record);
    }
    problem.offset = result->bad_at;
    job->records++;
    if (problem.why) {
        report_problem(job, &problem);
    } else if (has_context_checks(job)) {
        check_in_context(job, input, number, &result->id, result->found);
    }
}

static void check_one(struct job *job, const struct input *input,
                      const struct record *record)
{
    struct reading_result result;
    const char *why = NULL;

    job->reading.without_reasons = !shows_next(job);
    if (!reading_try(&result, &job->reading, input, record)) {
        why = result.why;
    }
    check_result(job, input, input->number, &result, record, why);
}

/* Check record i of a run. */
static void check_one_of(struct job *job, const struct input *input,
                         const struct run *run, size_t i)
{
    const struct record record = run_record(run, i);
    struct reading_result result;

    job->reading.without_reasons = !shows_next(job);
    reading_of_run(&result, run, i);
    check_result(job, input, run->number + i, &result, &record, NULL);
}

/* Variant 10 with version 1 to 8: true of nearly all valid ids. */
static bool has_known_version(const guidon_id *id)
{
    return (id->bytes[6] >> 4) - 1u < 8u && id->bytes[8] >> 6 == 2;
}

/* The canonical text of all records of an even run, in the same place as their
 * own text: run->text if they are canonical or raw bytes, NULL if they are
 * neither UUIDs nor ULIDs. For an uneven run NULL. */
static const char *canonical_text(const struct run *run)
{
    static char lines[INPUT_RUN_MAX * (GUIDON_UUID_LEN + 2)];
    const size_t len = run->n * run->line_len;

    if (run->line_len == sizeof(guidon_id)) {
        return run->text;
    }
    if (run->line_len == 0 ||
        (run->form != GUIDON_FORM_UUID && run->form != GUIDON_FORM_ULID)) {
        return NULL;
    }
    memcpy(lines, run->text, len); /* for the ends */
    return guidon_format_many(lines, run->line_len, run->ids, run->n,
                              run->form) == GUIDON_OK &&
                   memcmp(lines, run->text, len) != 0
               ? lines
               : run->text;
}

/* The same for record i of an uneven run. */
static bool is_canonical_alone(const struct run *run, size_t i)
{
    const guidon_form form = (guidon_form)run->forms[i];
    char canonical[GUIDON_UUID_LEN];
    size_t len;

    return (form == GUIDON_FORM_UUID || form == GUIDON_FORM_ULID) &&
           guidon_format(canonical, sizeof canonical, &len, &run->ids[i],
                         form) == GUIDON_OK &&
           run_text_len(run, i) == len &&
           memcmp(canonical, run_record(run, i).text, len) == 0;
}

static bool is_canonical(const char *canonical, const struct run *run, size_t i)
{
    const size_t at = i * run->line_len;

    if (!canonical && run->line_len == 0) {
        return is_canonical_alone(run, i);
    }
    return canonical == run->text ||
           (canonical &&
            memcmp(canonical + at, run->text + at, run->line_len) == 0);
}

/* Does record i of a run pass the checks of check_id, apart from its text? */
static bool is_valid(const struct job *job, const struct run *run, size_t i)
{
    const guidon_id *id = &run->ids[i];
    const guidon_form form = run_form_in_any_case(run, i);

    if (job->strictness >= STRICTNESS_RFC && !written_as_ulid(form) &&
        !has_known_version(id) &&
        guidon_validate(id, NULL, NULL) != GUIDON_OK) {
        return false;
    }
    return job->kinds == 0 || (job->kinds >> kind_of(id, form) & 1u);
}

/* Report record i of a run, which is bad, or only count it. */
static void report_one_of(struct job *job, const struct input *input,
                          const struct run *run, size_t i)
{
    if (shows_next(job)) {
        check_one_of(job, input, run, i);
        return;
    }
    job->records++;
    count_problem(job);
}

static inline void check_each(struct job *job, const struct input *input,
                              const struct run *run, bool in_context)
{
    const char *canonical =
        job->strictness < STRICTNESS_EXACT ? run->text : canonical_text(run);

    for (size_t i = 0; i < run->n; i++) {
        if (!is_canonical(canonical, run, i) || !is_valid(job, run, i)) {
            report_one_of(job, input, run, i);
            continue;
        }
        job->records++;
        if (in_context) {
            check_in_context(job, input, run->number + i, &run->ids[i],
                             run_form_in_any_case(run, i));
        }
    }
}

/* Do all ids of the run pass, except that --unique may have to look at them? */
static bool passes_at_once(const struct job *job, const struct run *run)
{
    if (job->sorted || job->not_future ||
        (job->strictness >= STRICTNESS_EXACT &&
         canonical_text(run) != run->text)) {
        return false;
    }
    for (size_t i = 0; i < run->n; i++) {
        if (!is_valid(job, run, i)) {
            return false;
        }
    }
    return true;
}

/* Positions are twice the number of the record, because the lowest bit says that
 * the record is counted as bad. */
static void add_run_to_duplicates(struct job *job, const struct run *run)
{
    if (!job->broken) {
        job->broken = !duplicates_add(&job->duplicates, run->ids, run->n,
                                      (job->records + 1) << 1, 2);
    }
}

static void check_run(struct job *job, const struct input *input,
                      const struct run *run)
{
    if (passes_at_once(job, run)) {
        if (job->unique) {
            add_run_to_duplicates(job, run);
        }
        job->records += run->n;
    } else if (has_context_checks(job)) {
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
        } else if (record.first) { /* check a long line once */
            read_clock(job);
            check_one(job, &input, &record);
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

static void report_count(const struct job *job)
{
    const char *hidden = "";

    if (job->report.hidden) {
        hidden = job->n_duplicates > 0
                     ? "; showing the first 10 and the first 10 duplicates "
                       "(--all shows all)"
                     : "; showing the first 10 (--all shows all)";
    }
    message("%" PRIu64 " of %" PRIu64 " %s %s not valid%s", job->bad,
            job->records,
            job->reading.framing == INPUT_LINES ? "lines" : "records",
            job->bad == 1 ? "is" : "are", hidden);
}

/* The options that need --not-future or --unique. False, with a message, if
 * they are wrong. */
static bool read_context_options(struct job *job, const struct args *args)
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
        if (!job->broken) {
            duplicates_expect(&job->duplicates,
                              files_ids_most(&job->reading, args));
        }
    }
    for (; job->file < job->files.n && !job->broken; job->file++) {
        if (check_file(job) != EXIT_DONE) {
            code = EXIT_IO; /* check the other files as well */
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
    if (!read_context_options(&job, args)) {
        return EXIT_USAGE;
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
        "each bad line as FILE:LINE:OFFSET: REASON; lines count from 1, offsets from 0.\n"
        "stderr shows how many there are. The status is 1 if there are any.\n\n"
        "Level 'shape' accepts every form that guidon knows. 'rfc' also requires variant\n"
        "10 and version 1 to 8, or Nil, or Max; ULIDs always pass. 'exact' also requires\n"
        "canonical text: 36 lower-case or 26 upper-case characters.\n\n"
        "--sorted, --unique and --not-future check the ids of lines that are valid by\n"
        "themselves, across all files. --not-future checks the kinds that hold one time.\n"
        "--unique reports duplicates at the end, with the first place of each. With 8M or\n"
        "more, --memory limits the whole process, of which up to 8 MiB are not for ids;\n"
        "ids that do not fit go to temporary files without a name.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
