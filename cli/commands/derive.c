/* SPDX-License-Identifier: MIT */
/* derive.c - guidon derive: derives version 7 ids from other ids. */
#include "../command_table.h"
#include "../term/message.h"
#include "../text/columns.h"
#include "../text/id_fields.h"
#include "../text/number.h"
#include "../text/time_parse.h"
#include "../text/time_text.h"
#include "change_ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_AT = CHANGE_OPTIONS,
    OPT_TIME_COLUMN,
    OPT_ID_COLUMN,
    OPT_TIME_UNIT,
    OPT_SEPARATOR,
    OPT_NO_TIME
};

static const struct {
    const char *name;
    char mark;
} separators[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}};

static const char *choice_separator(size_t i)
{
    return i < COUNT_OF(separators) ? separators[i].name : NULL;
}

/* In the order of enum time_unit, which begins with none. */
static const char *choice_time_unit(size_t i)
{
    static const char *const names[] = {"s", "ms", "us", "ns"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const struct option_spec options[] = {
    CHANGE_OPTION_LIST,
    {.name = "at", .value = "TIME", .help = "time of ids without a time"},
    {.name = "time-column",
     .value = "N",
     .open = "a number from 1",
     .help = "lines are CSV or TSV; column N has the time"},
    {.name = "id-column",
     .value = "N",
     .open = "a number from 1",
     .help = "column of the id, with --time-column (1)"},
    {.name = "time-unit",
     .value = "UNIT",
     .choice = choice_time_unit,
     .help = "unit of times that are numbers since 1970, with --time-column"},
    {.name = "separator",
     .value = "NAME",
     .choice = choice_separator,
     .help = "mark between columns (that of the first line)"},
    {.name = "no-time", .help = "give ids without a time the time 1970-01-01"},
};

/* The time of ids that have none. */
enum time_from { FROM_ID_ALONE, FROM_AT, FROM_COLUMN };

struct derive_work {
    guidon_key key;
    enum time_from from;
    int64_t ms;          /* FROM_AT: of all ids; FROM_COLUMN: of the record */
    uint64_t columns[2]; /* of the id and of the time, from 1 */
    enum time_unit unit; /* of times that are numbers */
    char wanted;         /* separator of columns, from the user, or NUL */
    char separator;      /* of the current file; NUL before its first line */
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

/* Read a field as a time. NULL, or the reason why it is none. */
static const char *read_time(int64_t *ms, const struct column *column,
                             enum time_unit unit)
{
    char text[TIME_TEXT_MAX];
    guidon_time time;
    const char *why;

    if (column->len >= sizeof text || memchr(column->text, 0, column->len)) {
        return "the time column does not hold a time";
    }
    memcpy(text, column->text, column->len);
    text[column->len] = '\0';
    why = time_of_column(&time, text, unit);
    return why               ? why
           : ms_of(ms, time) ? NULL
                             : "version 7 holds times from " TIME_TEXT_RANGE_MS;
}

/* The offsets of the words are those in the id. Make them those in the line. */
static void shift_offset(char *words, size_t cap, size_t by)
{
    static const char before[] = " at offset ";
    char *found = strstr(words, before);
    char rest[REASON_MAX];
    char *number, *end;

    if (found) {
        number = found + sizeof before - 1;
        by += strtoul(number, &end, 10);
        snprintf(rest, sizeof rest, "%s", end);
        snprintf(number, cap - (size_t)(number - words), "%zu%s", by, rest);
    }
}

/* The line that ends within a quoted field is a part of a record. The next line
 * may look like a record of its own, so that no line after this can be read. */
static bool refuse_open_quote(struct reading_result *result,
                              const struct record *line)
{
    result->why = "a quoted field is open at the end of the line: a record of "
                  "several lines is not read; write each record into one line";
    result->bad_at = line->len;
    result->ends = true;
    return false;
}

/* Find the columns of the id and of the time. The first line of a file that is
 * not empty tells how its fields are separated, unless the user does. */
static bool find_columns(struct column found[2], struct reading_result *result,
                         struct derive_work *work, const struct input *input,
                         const struct record *line)
{
    if (input->number == 1) {
        work->separator = '\0';
    }
    if (work->wanted) {
        work->separator = work->wanted;
    } else if (!work->separator && line->len > 0) {
        work->separator = columns_separator(line->text, line->len);
    }
    if (columns_open(line->text, line->len, work->separator)) {
        return refuse_open_quote(result, line);
    }
    for (size_t i = 0; i < 2; i++) {
        if (!column_find(&found[i], line->text, line->len, work->separator,
                         work->columns[i])) {
            snprintf(result->words, sizeof result->words,
                     "the line has no column %" PRIu64, work->columns[i]);
            result->bad_at = line->len;
            return false;
        }
    }
    return true;
}

/* Read the id and the time of a line. */
static bool read_line(void *context, struct reading_result *result,
                      const struct reading *reading, const struct input *input,
                      const struct record *record)
{
    struct derive_work *work = context;
    struct record line = *record;
    struct column found[2];
    size_t id_at;

    result->why = result->words;
    if (!record->last) {
        result->ends = memchr(record->text, '"', record->len) != NULL;
        return reading_try(result, reading, input, record);
    }
    record_trim_cr(&line, input);
    if (!find_columns(found, result, work, input, &line)) {
        return false;
    }
    line.text = found[0].text;
    line.len = line.raw_len = found[0].len;
    id_at = (size_t)(line.text - record->text);
    if (!reading_try(result, reading, input, &line)) {
        shift_offset(result->words, sizeof result->words, id_at);
        result->bad_at += id_at;
        return false;
    }
    result->bad_at = id_at;
    if (has_time(&result->id, result->found)) {
        return true;
    }
    result->why = read_time(&work->ms, &found[1], work->unit);
    if (result->why) {
        result->bad_at = (size_t)(found[1].text - record->text);
    }
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
    args_refuse(&options[option], text, strlen(text));
    return false;
}

static bool read_times(struct derive_work *work, const struct args *args)
{
    const bool column = args_has(args, OPT_TIME_COLUMN);
    const bool at = args_has(args, OPT_AT), none = args_has(args, OPT_NO_TIME);
    const size_t separator = args_choice(args, OPT_SEPARATOR, SIZE_MAX);
    guidon_time time = {0, 0};

    if (column + at + none > 1) {
        message_usage("--at, --time-column and --no-time exclude each other");
        return false;
    }
    for (size_t i = OPT_ID_COLUMN; !column && i <= OPT_SEPARATOR; i++) {
        if (args_has(args, i)) {
            message_usage("--%s needs --time-column", options[i].name);
            return false;
        }
    }
    work->unit =
        (enum time_unit)(args_choice(args, OPT_TIME_UNIT, SIZE_MAX) + 1);
    work->wanted = separator != SIZE_MAX ? separators[separator].mark : '\0';
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
        args_choice(args, CHANGE_OPT_FROM, SIZE_MAX) == FORM_BYTES) {
        message_usage("--time-column excludes raw bytes");
        return EXIT_USAGE;
    }
    code = key_file_read(bytes, sizeof bytes, args, CHANGE_OPT_KEY_FILE,
                         CHANGE_OPT_KEY_RAW);
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
        "cannot be derived. Columns count from 1. They are separated by tabs if the first\n"
        "line of the file has a tab outside of quotes, and otherwise by commas;\n"
        "--separator says so for all lines. With --time-column, the output is the ids\n"
        "alone, and a line of column names is a bad line. A quoted field that is open at\n"
        "the end of a line ends the command, whatever --on-error says, because the lines\n"
        "behind it may be a part of the field.\n\n"
        "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw. A key of\n"
        "another size, such as that of 'guidon mask', is refused.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
