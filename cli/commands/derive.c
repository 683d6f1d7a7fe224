/* SPDX-License-Identifier: MIT */
/* derive.c - guidon derive: derives version 7 ids from other ids. */
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/id_fields.h"
#include "../text/number.h"
#include "../text/time_parse.h"
#include "../text/time_text.h"
#include "change_ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPT_AT = CHANGE_OPTIONS, OPT_TIME_COLUMN, OPT_ID_COLUMN, OPT_NO_TIME };

static const struct option_spec options[] = {
    CHANGE_OPTION_LIST,
    {.name = "at", .value = "TIME", .help = "time of ids without a time"},
    {.name = "time-column",
     .value = "N",
     .help = "lines are CSV or TSV; column N has the time"},
    {.name = "id-column",
     .value = "N",
     .help = "column of the id, with --time-column (1)"},
    {.name = "no-time", .help = "give ids without a time the time 1970-01-01"},
};

/* The time of ids that have none. */
enum time_from { FROM_ID_ALONE, FROM_AT, FROM_COLUMN };

struct derive_work {
    guidon_key key;
    enum time_from from;
    int64_t ms;          /* FROM_AT: of all ids; FROM_COLUMN: of the record */
    uint64_t columns[2]; /* of the id and of the time, from 1 */
};

/* ------------------------------------------------------------------- times */

#define MS_END (INT64_C(1) << 48)

/* Milliseconds since 1970, rounded down. False if 48 bits do not hold them. */
static bool ms_of(int64_t *ms, guidon_time t)
{
    if (t.seconds < 0 || t.seconds > MS_END / 1000) {
        return false;
    }
    *ms = t.seconds * 1000 + t.nanoseconds / 1000000;
    return *ms < MS_END;
}

static bool has_time(const guidon_id *id, guidon_form form)
{
    guidon_time time;
    unsigned digits;

    return kind_time(&time, &digits, kind_of(id, form), id);
}

/* The time for an id: NULL, or the reason why there is none. */
static const char *time_for(int64_t *ms, const struct derive_work *work,
                            const guidon_id *id, guidon_form form)
{
    guidon_time time;
    unsigned digits;

    if (kind_time(&time, &digits, kind_of(id, form), id)) {
        return ms_of(ms, time)
                   ? NULL
                   : "the time of the id is before 1970 or after 10889, where "
                     "version 7 has none";
    }
    *ms = work->ms;
    return work->from == FROM_ID_ALONE
               ? "an id without a time: give --at, --time-column or --no-time"
               : NULL;
}

static size_t derive_ids(void *context, const char **why, guidon_id *ids,
                         const unsigned char *forms, size_t n)
{
    const struct derive_work *work = context;
    int64_t times[INPUT_RUN_MAX];
    size_t i = 0;
    guidon_status status;

    while (i < n && !(*why = time_for(&times[i], work, &ids[i],
                                      (guidon_form)forms[i]))) {
        i++;
    }
    status = guidon_v7_derive_many(ids, times, &work->key, ids, sizeof *ids,
                                   sizeof *ids, i);
    (void)status; /* the key is initialised, and the times fit */
    return i;
}

/* ----------------------------------------------------------------- columns */

/* A field of a line, without the quotes around it. */
struct column {
    const char *text;
    size_t len;
};

/* Where a field ends: at a mark outside of quotes, or with the line. Only a field
 * that begins with a quote is quoted (RFC 4180, section 2); a quote inside it is
 * written twice. */
static const char *field_end(const char *at, const char *end, const char *marks)
{
    const bool opened = at < end && *at == '"';
    bool quoted = false;

    while (at < end && (quoted || !*at || !strchr(marks, *at))) {
        quoted ^= opened && *at == '"';
        at++;
    }
    return at;
}

/* What separates the fields of a line: tabs, or commas if no tab stands outside
 * of quotes. */
static const char *line_marks(const struct record *line)
{
    const char *end = line->text + line->len;
    const char *at = field_end(line->text, end, "\t,");

    while (at < end && *at != '\t') {
        at = field_end(at + 1, end, "\t,");
    }
    return at < end ? "\t" : ",";
}

/* Find field `n`, from 1, of a line. False if the line has fewer fields. */
static bool find_column(struct column *out, const struct record *line,
                        uint64_t n)
{
    const char *at = line->text, *end = line->text + line->len;
    const char *marks = line_marks(line);

    for (uint64_t i = 1;; i++) {
        const char *from = at;

        at = field_end(at, end, marks);
        if (i == n) {
            bool bare = at - from < 2 || *from != '"' || at[-1] != '"';

            *out = bare ? (struct column){from, (size_t)(at - from)}
                        : (struct column){from + 1, (size_t)(at - from) - 2};
            return true;
        }
        if (at == end) {
            return false;
        }
        at++;
    }
}

/* Read a field as a time. NULL, or the reason why it is none. */
static const char *read_time(int64_t *ms, const struct column *column)
{
    char text[TIME_TEXT_MAX];
    guidon_time time;
    const char *why;

    if (column->len >= sizeof text || memchr(column->text, 0, column->len)) {
        return "the time column does not hold a time";
    }
    memcpy(text, column->text, column->len);
    text[column->len] = '\0';
    why = time_try(&time, text);
    return why               ? why
           : ms_of(ms, time) ? NULL
                             : "version 7 holds times from " TIME_TEXT_RANGE_MS;
}

/* Read the id and the time of a line. */
static bool read_line(void *context, struct reading_result *result,
                      const struct reading *reading, const struct input *input,
                      const struct record *record)
{
    struct derive_work *work = context;
    struct record line = *record;
    struct column id, time;

    result->why = result->words;
    result->bad_at = 0;
    if (!record->last) {
        return reading_try(result, reading, input, record);
    }
    record_trim_cr(&line, input);
    if (!find_column(&id, &line, work->columns[0]) ||
        !find_column(&time, &line, work->columns[1])) {
        snprintf(result->words, sizeof result->words,
                 "the line has no column %" PRIu64,
                 find_column(&id, &line, work->columns[0]) ? work->columns[1]
                                                           : work->columns[0]);
        return false;
    }
    line.text = id.text;
    line.len = line.raw_len = id.len;
    if (!reading_try(result, reading, input, &line)) {
        result->bad_at += (size_t)(id.text - record->text);
        return false;
    }
    if (has_time(&result->id, result->found)) {
        return true;
    }
    result->why = read_time(&work->ms, &time);
    result->bad_at = result->why ? (size_t)(time.text - record->text) : 0;
    return !result->why;
}

/* ------------------------------------------------------------ command line */

/* The value of an option for a column. False, with a message, if it is none. */
static bool column_of(uint64_t *out, const struct args *args, size_t option)
{
    const char *text = args_value(args, option);

    if (!text || (!text[strspn(text, "0123456789")] && count_parse(out, text) &&
                  *out > 0)) {
        return true;
    }
    message_usage("invalid N '%s' for --%s: columns count from 1",
                  ESCAPED(text), options[option].name);
    return false;
}

static bool read_times(struct derive_work *work, const struct args *args)
{
    const bool column = args_has(args, OPT_TIME_COLUMN);
    const bool at = args_has(args, OPT_AT), none = args_has(args, OPT_NO_TIME);
    guidon_time time = {0, 0};

    if (column + at + none > 1) {
        message_usage("--at, --time-column and --no-time exclude each other");
        return false;
    }
    if (args_has(args, OPT_ID_COLUMN) && !column) {
        message_usage("--id-column needs --time-column");
        return false;
    }
    if (!column_of(&work->columns[0], args, OPT_ID_COLUMN) ||
        !column_of(&work->columns[1], args, OPT_TIME_COLUMN) ||
        (at && !time_parse(&time, args_value(args, OPT_AT)))) {
        return false;
    }
    if (!ms_of(&work->ms, time)) {
        message_usage(
            "--at is out of range: version 7 holds times from " TIME_TEXT_RANGE_MS);
        return false;
    }
    work->from = column ? FROM_COLUMN : at || none ? FROM_AT : FROM_ID_ALONE;
    return true;
}

static enum exit_code run(const struct args *args)
{
    unsigned char bytes[GUIDON_KEY_LEN];
    struct derive_work work = {.columns = {1, 0}};
    enum exit_code code;

    if (!read_times(&work, args)) {
        return EXIT_USAGE;
    }
    if (work.from == FROM_COLUMN &&
        args_choice(args, OPT_FROM, SIZE_MAX) == FORM_BYTES) {
        message_usage("--time-column excludes raw bytes");
        return EXIT_USAGE;
    }
    code = key_file_read(bytes, sizeof bytes, args, OPT_KEY_FILE, OPT_KEY_RAW);
    if (code == EXIT_DONE) {
        const struct change change = {
            derive_ids, work.from == FROM_COLUMN ? read_line : NULL, &work};
        guidon_status status = guidon_key_init(&work.key, bytes, sizeof bytes);

        (void)status; /* fails only for another length */
        key_file_wipe(bytes, sizeof bytes);
        code = change_ids(&change, args);
    }
    guidon_key_wipe(&work.key);
    return code;
}

static const struct example examples[] = {
    {"A key that nobody else can read",
     "(umask 77; od -An -tx1 -N32 /dev/urandom | tr -d ' \\n' > derive.key)"},
    {"Version 7 ids for ids that have a time",
     "guidon new v1 -n 3 | guidon derive --key-file derive.key"},
    {"Version 7 ids for random ids, with one time for all",
     "guidon new v4 | guidon derive --key-file derive.key --at @1645557742"},
};

const struct command command_derive = {
    .name = "derive",
    .summary = "Derive version 7 ids from other ids with a key",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The same id, time and key always give the same version 7 id, so all tables that\n"
        "refer to an id can be converted apart from each other. Convert them to one form\n"
        "first: an id written as a ULID has a time that its bytes do not show.\n\n"
        "The time is that of the id, if it has one. Otherwise it comes from --at, from\n"
        "--time-column, or with --no-time it is 1970-01-01. Without these, such an id\n"
        "cannot be derived. Columns count from 1. Fields are separated by tabs, or by\n"
        "commas in a line without a tab. With --time-column, the output is the ids alone,\n"
        "and a line of column names is a bad line.\n\n"
        "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw. A key of\n"
        "another size, such as that of 'guidon mask', is refused.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
