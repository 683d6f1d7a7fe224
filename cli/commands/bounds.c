/* SPDX-License-Identifier: MIT */
/* bounds.c - guidon bounds: the smallest and largest id of a time span. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"
#include "../text/json.h"
#include "../text/number.h"
#include "../text/time_parse.h"
#include "../text/time_text.h"
#include "../text/times.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of version 8 with a prefix. */
#define PREFIXED_RANGE "1970-01-01 to 2527-06-23T06:20:44.415Z"

typedef guidon_status bound_fn(guidon_id *out, guidon_time t);

static const struct bounded {
    const char *name;
    guidon_id_kind kind;
    bound_fn *floor, *ceil; /* NULL: with a prefix */
    guidon_form form;       /* the canonical form */
    const char *range;      /* of the times that it can hold */
    uint32_t step_ns;       /* of its clock */
    const char *step;
} bounded[] = {
    {"v7", GUIDON_KIND_V7, guidon_v7_floor, guidon_v7_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_MS, 1000000, "1 ms"},
    {"v6", GUIDON_KIND_V6, guidon_v6_floor, guidon_v6_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_TICKS, 100, "100 ns"},
    {"v1", GUIDON_KIND_V1, guidon_v1_floor, guidon_v1_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_TICKS, 100, "100 ns"},
    {"ulid", GUIDON_KIND_ULID, guidon_ulid_floor, guidon_ulid_ceil,
     GUIDON_FORM_ULID, TIME_TEXT_RANGE_MS, 1000000, "1 ms"},
    {"v8-append", GUIDON_KIND_V8, NULL, NULL, GUIDON_FORM_UUID, PREFIXED_RANGE,
     1, "1 ns"},
    {"v8-sharded", GUIDON_KIND_V8, NULL, NULL, GUIDON_FORM_UUID, PREFIXED_RANGE,
     1, "1 ns"},
};

static const char *choice_bounded(size_t i)
{
    return i < COUNT_OF(bounded) ? bounded[i].name : NULL;
}

enum database { POSTGRESQL, MYSQL, SQLITE };

static const char *choice_database(size_t i)
{
    static const char *const names[] = {"postgresql", "mysql", "sqlite"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum {
    OPT_KIND,
    OPT_PREFIX_BITS,
    OPT_SHARD,
    OPT_FORM,
    OPT_BEFORE,
    OPT_SQL,
    OPT_DATABASE,
    OPT_JSON
};

static const struct option_spec options[] = {
    {.name = "kind",
     .value = "KIND",
     .choice = choice_bounded,
     .help = "kind of the ids (v7)"},
    {.name = "prefix-bits",
     .value = "N",
     .help = "length of the prefix of v8-append (20) and v8-sharded"},
    {.name = "shard", .value = "K", .help = "shard of v8-sharded, from 0"},
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_written,
     .help = "text form of the ids"},
    {.name = "before", .help = "end the span just before TO"},
    {.name = "sql",
     .value = "COLUMN",
     .help = "print a WHERE clause for this column, such as id or orders.id"},
    {.name = "database",
     .value = "NAME",
     .choice = choice_database,
     .help = "database that runs the SQL (postgresql)"},
    {.name = "json", .help = "one JSON object (see docs/json.md)"},
};

struct job {
    const struct bounded *kind;
    size_t form; /* a guidon_form, or FORM_BYTES */
    const char *column;
    enum database database;
    uint32_t prefix, prefix_bits; /* of a kind with a prefix */
    guidon_time from, to;         /* both belong to the span */
    guidon_id min, max;
};

/* ---------------------------------------------------------------------- SQL */

/* Does text of the form sort as the ids do, in byte order and in every
 * collation that puts digits before letters? INT sorts because its column is a
 * number. */
static bool sorts_as_ids(size_t form)
{
    unsigned traits =
        form == FORM_BYTES ? 0 : guidon_form_traits((guidon_form)form);

    return form == FORM_BYTES || form == GUIDON_FORM_INT ||
           (traits & (GUIDON_TRAIT_SORTS | GUIDON_TRAIT_MIXED_CASE)) ==
               GUIDON_TRAIT_SORTS;
}

#define COLUMN_MAX 255
#define QUOTED_MAX (3 * COLUMN_MAX + 3) /* '.' becomes "." */
#define BOUND_MAX  (GUIDON_TEXT_MAX + 20)
#define SQL_MAX    (QUOTED_MAX + 2 * BOUND_MAX + 32)

/* Quote a column name, so that it keeps its case and cannot be read as SQL.
 * A quote in the name is doubled. A '.' separates two names: a.b becomes
 * "a"."b". */
static const char *quote_column(char out[QUOTED_MAX], const struct job *job)
{
    char quote = job->database == MYSQL ? '`' : '"';
    size_t len = 0;

    out[len++] = quote;
    for (const char *at = job->column; *at; at++) {
        if (*at == quote || *at == '.') {
            out[len++] = quote;
        }
        out[len++] = *at;
        if (*at == '.') {
            out[len++] = quote;
        }
    }
    out[len++] = quote;
    out[len] = '\0';
    return out;
}

/* Can the column name be quoted and shown? False, with a message. */
static bool column_fits(const char *column, bool as_json)
{
    size_t len = strlen(column);
    bool whole = len > 0 && len <= COLUMN_MAX;

    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)column[i];
        bool edge = i == 0 || i + 1 == len || column[i - 1] == '.';

        if (byte < ' ' || byte == 0x7f || (byte == '.' && edge)) {
            whole = false;
        }
    }
    if (!whole) {
        message_usage("invalid COLUMN '%s' for --sql", ESCAPED(column));
        return false;
    }
    if (as_json && !json_holds(column)) {
        message_usage("invalid COLUMN '%s' for --sql; --json needs UTF-8",
                      ESCAPED(column));
        return false;
    }
    return true;
}

/* An id as text, or as a constant of SQL. */
static const char *write_bound(char out[BOUND_MAX], const struct job *job,
                               const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];
    size_t len = 0;
    bool bytes = job->form == FORM_BYTES;
    guidon_form form = bytes ? GUIDON_FORM_HEX : (guidon_form)job->form;
    const char *before = "'", *after = "'";

    if (guidon_format(text, sizeof text, &len, id, form) != GUIDON_OK) {
        len = 0; /* no other form is without a text */
    }
    if (!job->column || job->form == GUIDON_FORM_INT) {
        before = after = "";
    } else if (job->kind->kind == GUIDON_KIND_V1) {
        before = "UUID_TO_BIN('";
        after = "', 1)";
    } else if (bytes) {
        before = job->database == POSTGRESQL ? "'\\x" : "X'";
    }
    snprintf(out, BOUND_MAX, "%s%.*s%s", before, (int)len, text, after);
    return out;
}

static const char *write_sql(char out[SQL_MAX], const struct job *job)
{
    char column[QUOTED_MAX], min[BOUND_MAX], max[BOUND_MAX];

    snprintf(out, SQL_MAX, "WHERE %s BETWEEN %s AND %s",
             quote_column(column, job), write_bound(min, job, &job->min),
             write_bound(max, job, &job->max));
    return out;
}

/* ------------------------------------------------------------------ writing */

static void print_text(const struct job *job)
{
    char text[SQL_MAX];

    if (job->column) {
        output_format("%s\n", write_sql(text, job));
    } else if (job->form == FORM_BYTES) {
        output_bytes(job->min.bytes, sizeof job->min.bytes);
        output_bytes(job->max.bytes, sizeof job->max.bytes);
    } else {
        output_format("%s\n", write_bound(text, job, &job->min));
        output_format("%s\n", write_bound(text, job, &job->max));
    }
}

static void put_time(struct json *object, const char *key,
                     const struct job *job, const guidon_id *id)
{
    guidon_time time = {0, 0};
    unsigned digits = 0;

    if (!job->kind->floor) {
        uint32_t prefix;

        digits = 9;
        (void)(guidon_v8_prefix_of(&time, &prefix, id, job->prefix_bits) ==
               GUIDON_OK);
    } else {
        kind_time(&time, &digits, job->kind->kind, id);
    }
    json_put_time(object, key, time, digits);
}

/* False, with a message, if memory ran out. */
static bool print_json(const struct job *job)
{
    struct json object = json_new_object();
    struct job plain = *job;
    char text[SQL_MAX];

    plain.column = NULL;
    json_put_text(&object, "kind", job->kind->name);
    put_time(&object, "from", job, &job->min);
    put_time(&object, "to", job, &job->max);
    json_put_text(&object, "min", write_bound(text, &plain, &job->min));
    json_put_text(&object, "max", write_bound(text, &plain, &job->max));
    if (job->column) {
        json_put_text(&object, "sql", write_sql(text, job));
    }
    return json_print(&object);
}

/* ------------------------------------------------------------------ reading */

/* The time, or the next one at which a step of the clock begins. */
static guidon_time next_step(guidon_time t, uint32_t step_ns)
{
    uint32_t past = t.nanoseconds % step_ns;

    if (past) {
        t.nanoseconds += step_ns - past;
    }
    if (t.nanoseconds == 1000000000) {
        t.seconds++;
        t.nanoseconds = 0;
    }
    return t;
}

/* Read the time span from the operands. False, with a message, if it is
 * wrong. */
static bool read_span(struct job *job, const struct args *args)
{
    bool before = args_has(args, OPT_BEFORE);
    guidon_time start;

    if (before && args->n_operands < 2) {
        message_usage("--before needs a second TIME, the end of the span");
        return false;
    }
    if (!time_parse_span(&job->from, &job->to, args->operands[0])) {
        return false;
    }
    if (args->n_operands < 2) {
        return true;
    }
    if (!time_parse_span(&start, &job->to, args->operands[1])) {
        return false;
    }
    if (before) { /* a nanosecond earlier */
        job->to.seconds = start.seconds - (start.nanoseconds == 0);
        job->to.nanoseconds =
            start.nanoseconds == 0 ? 999999999 : start.nanoseconds - 1;
    }
    if (time_is_before(job->to, job->from)) {
        message_usage("the time span ends before it begins");
        return false;
    }
    job->from = next_step(job->from, job->kind->step_ns);
    if (time_is_before(job->to, job->from)) {
        message_usage("no id of kind %s has a time in this span, because the "
                      "clock of the kind counts steps of %s",
                      job->kind->name, job->kind->step);
        return false;
    }
    return true;
}

/* Read the prefix of v8-append or v8-sharded. False, with a message, if it is
 * missing or wrong. */
static bool read_prefix(struct job *job, const struct args *args)
{
    const bool sharded = strcmp(job->kind->name, "v8-sharded") == 0;
    const int most =
        sharded ? GUIDON_V8_SHARD_BITS_MAX : GUIDON_V8_PREFIX_BITS_MAX;
    const char *bits = args_value(args, OPT_PREFIX_BITS);
    const char *shard = args_value(args, OPT_SHARD);

    if (job->kind->floor && (bits || shard)) {
        message_usage("--%s needs --kind v8-append or v8-sharded",
                      bits ? "prefix-bits" : "shard");
        return false;
    }
    if (sharded != (shard != NULL) || (sharded && !bits)) {
        message_usage(sharded ? "--kind v8-sharded needs --prefix-bits and "
                                "--shard, such as --prefix-bits 4 --shard 9"
                              : "--shard needs --kind v8-sharded");
        return false;
    }
    job->prefix_bits = GUIDON_V8_APPEND_BITS;
    if (bits && !number_parse(&job->prefix_bits, bits, 0, (uint32_t)most)) {
        message_usage("invalid N '%s' for --prefix-bits; expected 0 to %d",
                      ESCAPED(bits), most);
        return false;
    }
    job->prefix = (UINT32_C(1) << job->prefix_bits) - 1;
    if (shard && !number_parse(&job->prefix, shard, 0, job->prefix)) {
        message_usage("invalid K '%s' for --shard; expected 0 to %" PRIu32
                      " with --prefix-bits %" PRIu32,
                      ESCAPED(shard),
                      (uint32_t)((UINT32_C(1) << job->prefix_bits) - 1),
                      job->prefix_bits);
        return false;
    }
    return true;
}

static bool read_sql(struct job *job, const struct args *args)
{
    job->column = args_value(args, OPT_SQL);
    job->database = (enum database)args_choice(args, OPT_DATABASE, POSTGRESQL);
    if (!job->column) {
        if (args_has(args, OPT_DATABASE)) {
            message_usage("--database needs --sql");
            return false;
        }
        return true;
    }
    if (job->kind->kind == GUIDON_KIND_V1 &&
        (job->database != MYSQL || job->form != GUIDON_FORM_UUID)) {
        message_usage(
            "--sql with --kind v1 needs --database mysql and form uuid, "
            "because only UUID_TO_BIN(id, 1) sorts version 1 by time");
        return false;
    }
    if (!sorts_as_ids(job->form)) {
        message_usage(
            "--sql excludes form %s, because its text does not sort as "
            "the ids do",
            choice_form(job->form));
        return false;
    }
    return column_fits(job->column, args_has(args, OPT_JSON));
}

/* False if the kind cannot hold a time. */
static bool make_bounds(struct job *job)
{
    if (!job->kind->floor) {
        return guidon_v8_floor(&job->min, job->from, job->prefix,
                               job->prefix_bits) == GUIDON_OK &&
               guidon_v8_ceil(&job->max, job->to, job->prefix,
                              job->prefix_bits) == GUIDON_OK;
    }
    return job->kind->floor(&job->min, job->from) == GUIDON_OK &&
           job->kind->ceil(&job->max, job->to) == GUIDON_OK;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {.kind = &bounded[args_choice(args, OPT_KIND, 0)]};

    job.form = args_has(args, OPT_FORM)
                   ? choice_written_form(args_choice(args, OPT_FORM, 0))
                   : (size_t)job.kind->form;
    if (!read_prefix(&job, args) || !read_sql(&job, args) ||
        !read_span(&job, args)) {
        return EXIT_USAGE;
    }
    if (args_has(args, OPT_JSON) && job.form == FORM_BYTES && !job.column) {
        message_usage("--json excludes raw bytes; use -f hex");
        return EXIT_USAGE;
    }
    if (!make_bounds(&job)) {
        message_usage("TIME is out of range: %s holds times from %s",
                      job.kind->name, job.kind->range);
        return EXIT_USAGE;
    }
    if (args_has(args, OPT_JSON)) {
        return print_json(&job) ? EXIT_DONE : EXIT_IO;
    }
    print_text(&job);
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"The smallest and largest version-7 UUID of a day",
     "guidon bounds 2022-02-22"},
    {"The ULIDs of an hour",
     "guidon bounds --kind ulid --before 2022-02-22T19:00Z 2022-02-22T20:00Z"},
    {"Count the rows of a month",
     "echo \"SELECT count(*) FROM orders $(guidon bounds 2022-02 --sql id)\""},
    {"The ids of shard 9 of 16 of a day",
     "guidon bounds --kind v8-sharded --prefix-bits 4 --shard 9 2026-02-22"},
    {"The WHERE clause for a BINARY(16) column",
     "guidon bounds 2022-02 --sql id --database mysql -f bytes"},
};

const struct command command_bounds = {
    .name = "bounds",
    .summary = "Print the smallest and the largest id of a time span",
    .operand = "TIME",
    .min_operands = 1,
    .max_operands = 2,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes = COMMAND_NOTES(
        "One TIME means the whole of its last unit: 2022 a year, 2022-02 a month,\n"
        "2022-02-22 a day, 2022-02-22T19:22Z a minute, 2022-02-22T19:22:22Z or\n"
        "@1645557742 a second, @1645557742000ms a millisecond. One to nine digits of\n"
        "fraction mean a tenth of a second to a nanosecond. Days begin in UTC unless\n"
        "there is an offset: 2022-02-22+01:00.\n\n"
        "Two TIMEs are FROM and TO, both included: 2022-02-22 2022-02-23 means two days.\n"
        "The span has the ids whose time, as guidon show prints it, lies in it. So spans\n"
        "that follow each other with --before share no id and miss none.\n\n"
        "One TIME finer than the clock of the ids (1 ms in v7 and ULID, 100 ns in v1 and\n"
        "v6) means the whole step of that clock.\n\n"
        "guidon prints the smallest id, then the largest, one per line. Both belong to\n"
        "the span.\n\n"
        "--sql needs a column that compares ids as bytes (uuid in PostgreSQL, BINARY(16)\n"
        "and BLOB with -f bytes), as text of the form, or with -f int as numbers. Do not\n"
        "use it for uniqueidentifier in SQL Server, which has another order. If the\n"
        "column also holds other kinds of ids, some of them may match. The bytes of v1\n"
        "do not sort by time; with --database mysql, the clause is for a column that\n"
        "UUID_TO_BIN(id, 1) filled.\n\n"
        "Bounds of v8-append and v8-sharded hold every id between them. If the column\n"
        "holds other kinds too, add a condition on the version."),
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
