/* SPDX-License-Identifier: MIT */
/* scan.c - guidon scan: finds every id in any text. */
#include "../args.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/style.h"
#include "../term/terminal.h"
#include "../text/id_fields.h"
#include "../text/number.h"
#include "scan_job.h"
#include "scan_paths.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

enum {
    OPT_RECURSIVE,
    OPT_HIDDEN,
    OPT_TEXT,
    OPT_KIND,
    OPT_ALL,
    OPT_LOWER,
    OPT_HEX,
    OPT_TYPEID,
    OPT_MAX_COUNT,
    OPT_ONLY_IDS, /* from here to OPT_JSON in the order of scan_output */
    OPT_COUNT,
    OPT_FILES,
    OPT_QUIET,
    OPT_JSON,
    OPT_NO_FILENAME,
    OPT_LINE,
    OPT_NULL,
    OPT_COLOR
};

static const struct option_spec options[] = {
    {.letter = 'r',
     .name = "recursive",
     .help = "search folders; without operands, the current folder"},
    {.name = "hidden", .help = "with -r: also names that begin with a dot"},
    {.letter = 'a', .name = "text", .help = "with -r: also binary files"},
    {.name = "kind",
     .value = "KIND",
     .choice = kind_name,
     .list = true,
     .help = "find only these kinds"},
    {.name = "all", .help = "also ULIDs and TypeIDs from outside 2000 to 2099"},
    {.name = "lower", .help = "also ULIDs in lower case"},
    {.name = "hex",
     .help = "also 32 hex digits, or 0x and these; may be hashes"},
    {.name = "typeid", .help = "also TypeIDs of version 7 with a prefix"},
    {.letter = 'm',
     .name = "max-count",
     .value = "N",
     .help = "stop after N ids in each file"},
    {.letter = 'o',
     .name = "only-ids",
     .help = "print only the ids, one per line"},
    {.letter = 'c',
     .name = "count",
     .help = "print the number of ids of each file with ids"},
    {.letter = 'l',
     .name = "files-with-ids",
     .help = "print the names of files with ids"},
    {.letter = 'q',
     .name = "quiet",
     .help = "print nothing; the status is 0 if there are ids"},
    {.name = "json", .help = "one JSON object per id (see docs/json.md)"},
    {.letter = 'I',
     .name = "no-filename",
     .help = "do not print names of files"},
    {.name = "line",
     .help = "print the line of each id below it, as on a terminal"},
    {.letter = '0',
     .name = "null",
     .help = "with -l or -o: end records in NUL, not in a line feed"},
    OPTION_COLOR,
};

/* The last option that selects an output decides. */
static enum scan_output output_of(const struct args *args)
{
    enum scan_output output = SCAN_PLACES;

    for (size_t i = 0; i < args->n_given; i++) {
        size_t option = args->given[i].option;

        if (option >= OPT_ONLY_IDS && option <= OPT_JSON) {
            output = (enum scan_output)(SCAN_ONLY_IDS + option - OPT_ONLY_IDS);
        }
    }
    return output;
}

/* The texts to look for. Others cost no time. */
static unsigned what_of(const struct args *args, unsigned kinds)
{
    unsigned what = 0;

    if (kinds == 0 || kinds & ~(1u << GUIDON_KIND_ULID)) {
        what |= SCAN_UUID | (args_has(args, OPT_HEX) ? SCAN_HEX : 0);
    }
    if (args_has(args, OPT_TYPEID) &&
        (kinds == 0 || kinds & 1u << GUIDON_KIND_V7)) {
        what |= SCAN_TYPEID;
    }
    if (kinds == 0 || kinds & 1u << GUIDON_KIND_ULID) {
        what |= SCAN_ULID | (args_has(args, OPT_LOWER) ? SCAN_ULID_LOWER : 0);
    }
    return what;
}

static struct match_layout layout_of(const struct args *args)
{
    const struct style style = style_of_stdout(args_colour(args, OPT_COLOR));
    const size_t columns = style.columns;
    struct match_layout layout = {
        .style = style,
        .terminal = terminal_is(),
        .columns =
            columns < SNIPPET_COLUMNS_MAX ? columns : SNIPPET_COLUMNS_MAX,
    };

    layout.rows = layout.terminal || style.colour || args_has(args, OPT_LINE);
    return layout;
}

/* Read the other arguments. False, with a message, if they are wrong. */
static bool read_args(struct scan_job *job, const struct args *args)
{
    const char *max = args_value(args, OPT_MAX_COUNT);

    if (max && !count_parse(&job->max_count, max)) {
        message_usage("invalid N '%s' for --max-count; expected a number "
                      "below 2^64, optionally with k, M or G",
                      ESCAPED(max));
        return false;
    }
    if (args_has(args, OPT_NULL) && job->output != SCAN_FILES &&
        job->output != SCAN_ONLY_IDS) {
        message_usage("--null needs -l or -o");
        return false;
    }
    if (args->n_operands == 0 && !job->recursive && isatty(STDIN_FILENO)) {
        message_usage("nothing to scan; name files, or use -r for this folder");
        return false;
    }
    return true;
}

static enum exit_code run(const struct args *args)
{
    struct scan_job job = {
        .output = output_of(args),
        .end = args_has(args, OPT_NULL) ? '\0' : '\n',
        .recursive = args_has(args, OPT_RECURSIVE),
        .hidden = args_has(args, OPT_HIDDEN),
        .text = args_has(args, OPT_TEXT),
        .no_filename = args_has(args, OPT_NO_FILENAME),
        .all = args_has(args, OPT_ALL),
        .kinds = args_choices(args, OPT_KIND),
        .max_count = UINT64_MAX,
        .layout = layout_of(args),
    };

    job.scanner.forms = what_of(args, job.kinds);
    if (!read_args(&job, args)) {
        return EXIT_USAGE;
    }
    scan_paths(&job, args);
    blocks_free(&job.blocks);
    return job.failed ? EXIT_IO : job.any ? EXIT_DONE : EXIT_NO;
}

static const struct example examples[] = {
    {"Every id in a log",
     "echo 'lost 017f22e2-79b0-7cc3-98c4-dc0c0c07398f' | guidon scan"},
    {"Files in this folder with version-1 ids, which may name a host",
     "guidon scan -rl --kind v1"},
    {"Only the ids, without duplicates",
     "guidon scan -o ids.txt | guidon dedupe"},
    {"The first id of each file, as JSON", "guidon scan -r -m 1 --json ."},
};

const struct command command_scan = {
    .name = "scan",
    .summary = "Find every id in text, with its place, kind and time",
    OPERANDS_ARE_FILES("PATH"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-'. Any bytes\n"
        "may be in them. It prints FILE:LINE:COLUMN: KIND TIME ID for each id. Lines and\n"
        "columns count from 1, columns in bytes; '-' means no time. On a terminal, or\n"
        "with colour, it shows the id in its line instead. The status is 1 if there is no\n"
        "id.\n\n"
        "With -r, guidon searches folders in the order of names. It skips symbolic links,\n"
        "names that begin with '.', files with a NUL in their first 256 KiB, and the file\n"
        "that stdout writes to.\n\n"
        "guidon finds no id in UTF-16, and says so: the status is 3 for a file that you\n"
        "name, as for one that it cannot read.\n\n"
        "An id must not touch an ASCII letter or digit. A UUID has 36 characters. A ULID\n"
        "has 26 upper-case characters and a time in the years 2000 to 2099, because any\n"
        "word of 26 letters would fit otherwise.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
