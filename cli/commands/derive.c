/* SPDX-License-Identifier: MIT */
/* derive.c - guidon derive: derives version 7 ids from other ids. */
#include "../command_table.h"
#include "../term/message.h"
#include "../text/id_fields.h"
#include "../text/number.h"
#include "../text/time_parse.h"
#include "../text/time_text.h"
#include "change_ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_AT = CHANGE_OPTIONS, OPT_TIME_COLUMN, OPT_TIME_UNIT, OPT_NO_TIME };

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
     CSV_COLUMN_VALUE,
     .help =
         "lines are CSV or TSV; this column has the time of ids without one"},
    {.name = "time-unit",
     .value = "UNIT",
     .choice = choice_time_unit,
     .help = "unit of times that are numbers since 1970, with --time-column"},
    {.name = "no-time", .help = "give ids without a time the time 1970-01-01"},
};

/* The time of ids that have none. */
enum time_from { FROM_ID_ALONE, FROM_AT, FROM_COLUMN };

struct derive_work {
    guidon_key key;
    enum time_from from;
    uint64_t ms;         /* FROM_AT: of all ids; FROM_COLUMN: of the record */
    enum time_unit unit; /* of times that are numbers */
    struct csv csv;
};

/* ------------------------------------------------------------------- times */

#define MS_END (UINT64_C(1) << 48)

/* Milliseconds since 1970, rounded down. False if 48 bits do not hold them. */
static bool ms_of(uint64_t *ms, guidon_time t)
{
    if (t.seconds < 0 || (uint64_t)t.seconds > MS_END / 1000) {
        return false;
    }
    *ms = (uint64_t)t.seconds * 1000 + t.nanoseconds / 1000000;
    return *ms < MS_END;
}

static bool has_time(const guidon_id *id, guidon_form form)
{
    guidon_time time;
    unsigned digits;

    return kind_time(&time, &digits, kind_of(id, form), id);
}

/* The time for an id: NULL, or the reason why there is none. */
static const char *time_for(uint64_t *ms, const struct derive_work *work,
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
    uint64_t times[INPUT_RUN_MAX];
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
static const char *read_time(uint64_t *ms, const struct csv_field *column,
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

/* Read the id of a record, and its time from the column if the id has none. */
static bool read_row(void *context, struct reading_result *result,
                     const struct reading *reading, const struct input *input,
                     const struct record *record)
{
    struct derive_work *work = context;
    const struct csv_field *time = &work->csv.field[CSV_TIME];
    char name[CSV_NAME_MAX];
    const char *why;

    if (!reading_try(result, reading, input, record)) {
        return false;
    }
    if (has_time(&result->id, result->found)) {
        return true;
    }
    result->bad_at =
        time->text ? (size_t)(time->text - record->text) : record->len;
    why = time->text ? read_time(&work->ms, time, work->unit)
                     : "the record has fewer fields";
    if (why) {
        snprintf(result->words, sizeof result->words, "%s: %s",
                 csv_name(name, &work->csv, CSV_TIME), why);
    }
    return !why;
}

/* ------------------------------------------------------------ command line */

static bool read_times(struct derive_work *work, const struct args *args)
{
    const bool column = args_has(args, OPT_TIME_COLUMN);
    const bool at = args_has(args, OPT_AT), none = args_has(args, OPT_NO_TIME);
    guidon_time time = {0, 0};

    if (column + at + none > 1) {
        message_usage("--at, --time-column and --no-time exclude each other");
        return false;
    }
    if (!column && args_has(args, OPT_TIME_UNIT)) {
        message_usage("--time-unit needs --time-column");
        return false;
    }
    work->unit =
        (enum time_unit)(args_choice(args, OPT_TIME_UNIT, SIZE_MAX) + 1);
    if (!csv_read_column(&work->csv, CSV_TIME, args, OPT_TIME_COLUMN) ||
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
    struct derive_work work = {.csv = {.one_header = true}};
    enum exit_code code;

    if (!read_times(&work, args)) {
        return EXIT_USAGE;
    }
    code = key_file_read(bytes, sizeof bytes, args, CHANGE_OPT_KEY_FILE,
                         CHANGE_OPT_KEY_RAW);
    if (code == EXIT_DONE) {
        const bool column = work.from == FROM_COLUMN;
        const struct change change = {.change = derive_ids,
                                      .read = column ? read_row : NULL,
                                      .csv = column ? &work.csv : NULL,
                                      .context = &work};
        guidon_status status = guidon_key_init(&work.key, bytes, sizeof bytes);

        (void)status; /* fails only for another length */
        guidon_wipe(bytes, sizeof bytes);
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
        "cannot be derived. --time-column alone implies --id-column 1. The derived id\n"
        "takes the place of the id in its record.\n\n"
        "The key file has 64 hexadecimal digits, or 32 bytes with --key-raw. A key of\n"
        "another size, such as that of 'guidon mask', is refused.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
