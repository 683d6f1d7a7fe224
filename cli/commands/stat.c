/* SPDX-License-Identifier: MIT */
/* stat.c - guidon stat: summarises a set of ids. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/style.h"
#include "../text/records.h"
#include "stat_counts.h"
#include "stat_report.h"

enum {
    OPT_FROM,
    OPT_MEMORY,
    OPT_TEMPORARY,
    OPT_JSON,
    OPT_COLOR,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    OPTION_FROM,
    {.name = "memory",
     .value = "SIZE",
     .help = "use at most this much memory (256M): 64K or more, or 0 to "
             "sort nothing"},
    OPTION_TEMPORARY,
    {.name = "json", .help = "one JSON object (see docs/json.md)"},
    OPTION_COLOR,
    OPTION_LENIENT,
    OPTION_NULL,
    CSV_OPTION_LIST,
};

static bool report(const struct stat_counts *counts, const struct args *args)
{
    const struct style style = style_of_stdout(args_colour(args, OPT_COLOR));

    if (args_has(args, OPT_JSON)) {
        return stat_print_json(counts);
    }
    stat_print(counts, &style);
    return true;
}

static enum exit_code run(const struct args *args)
{
    static struct stat_counts counts; /* too large for the stack */
    const struct file_list files = args_files(args);
    enum exit_code code;

    counts.reading =
        reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                   args_has(args, OPT_LENIENT), args_has(args, OPT_NULL));
    if (!reading_options(&counts.reading, &counts.csv, args, OPT_CSV)) {
        return EXIT_USAGE;
    }
    code = stat_sort(&counts, args_value(args, OPT_MEMORY),
                     args_value(args, OPT_TEMPORARY));
    if (code == EXIT_DONE) {
        code = stat_count(&counts, &files);
        if ((code == EXIT_DONE || counts.records > 0) &&
            !(stat_finish(&counts) && report(&counts, args))) {
            code = EXIT_IO;
        }
    }
    stat_end(&counts);
    return code;
}

static const struct example examples[] = {
    {"The kinds, times and duplicates of a file of ids", "guidon stat ids.txt"},
    {"The column 'id' of a CSV file",
     "(echo id; guidon new v4 -n 9) | guidon stat --id-column id"},
    {"How many ids per second", "guidon new v7 -n 100k | guidon stat"},
    {"For a script", "guidon stat --json ids.txt"},
};

const struct command command_stat = {
    .name = "stat",
    .summary = "Summarise a set of ids: kinds, forms, times, duplicates",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-', as one\n"
        "set. It shows the first three lines that are not ids; the status is 0 even so.\n\n"
        "An id is out of order if it is below the id before it, compared as bytes. The\n"
        "rate counts the ids with a time, from the first time to the last.\n\n"
        "A duplicate is an id that occurred before, in any form. guidon sorts the ids to\n"
        "count duplicates exactly. With 8M or more, --memory limits the whole process,\n"
        "of which up to 8 MiB are not for ids; ids that do not fit go to temporary files\n"
        "without a name. With --memory 0, guidon counts duplicates only if all ids are in\n"
        "order.\n\n" CSV_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
