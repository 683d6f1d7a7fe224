/* SPDX-License-Identifier: MIT */
/* bounds.c - guidon bounds: the smallest and largest id of a time span. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/bounded.h"
#include "../text/number.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *choice_bounded(size_t i)
{
    const struct bounded_kind *kind = bounded_kind(i);

    return kind ? kind->name : NULL;
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

/* Say what is wrong. Returns false. */
static bool refuse(const struct bounded_fault *fault)
{
    const char *parts[COUNT_OF(fault->parts)];

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        parts[i] = fault->parts[i] ? fault->parts[i] : "";
    }
    message_usage("%s%s%s%s%s%s%s%s", parts[0], parts[1], parts[2], parts[3],
                  parts[4], parts[5], parts[6], parts[7]);
    return false;
}

/* ------------------------------------------------------------------ writing */

static void print_text(const struct bounded *job)
{
    char text[BOUNDED_SQL_MAX];

    if (job->column) {
        output_format("%s\n", bounded_sql(text, job));
    } else if (job->form == FORM_BYTES) {
        output_bytes(job->min.bytes, sizeof job->min.bytes);
        output_bytes(job->max.bytes, sizeof job->max.bytes);
    } else {
        output_format("%s\n", bounded_id(text, job, &job->min));
        output_format("%s\n", bounded_id(text, job, &job->max));
    }
}

/* False, with a message, if memory ran out. */
static bool print_json(const struct bounded *job)
{
    struct json object = bounded_json(job);

    return json_print(&object);
}

/* ------------------------------------------------------------------ reading */

/* Read the time span from the operands. False, with a message, if it is
 * wrong. */
static bool read_span(struct bounded *job, const struct args *args)
{
    const bool before = args_has(args, OPT_BEFORE);
    struct bounded_fault fault = {.text = ""};

    if (before && args->n_operands < 2) {
        message_usage("--before needs a second TIME, the end of the span");
        return false;
    }
    return bounded_read_span(job, &fault, args->operands[0],
                             args->n_operands < 2 ? NULL : args->operands[1],
                             before) ||
           refuse(&fault);
}

/* Read the prefix of v8-append or v8-sharded. False, with a message, if it is
 * missing or wrong. */
static bool read_prefix(struct bounded *job, const struct args *args)
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

static bool read_sql(struct bounded *job, const struct args *args)
{
    struct bounded_fault fault = {.text = ""};

    job->column = args_value(args, OPT_SQL);
    job->database = (enum database)args_choice(args, OPT_DATABASE, POSTGRESQL);
    if (!job->column) {
        if (args_has(args, OPT_DATABASE)) {
            message_usage("--database needs --sql");
            return false;
        }
        return true;
    }
    return bounded_check_sql(&fault, job, args_has(args, OPT_JSON)) ||
           refuse(&fault);
}

static enum exit_code run(const struct args *args)
{
    struct bounded_fault fault = {.text = ""};
    struct bounded job = {.kind = bounded_kind(args_choice(args, OPT_KIND, 0))};

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
    if (!bounded_make(&job, &fault)) {
        refuse(&fault);
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
    .notes =
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
        "holds other kinds too, add a condition on the version.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
