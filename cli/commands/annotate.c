/* SPDX-License-Identifier: MIT */
/* annotate.c - guidon annotate: copies text and adds the times of its ids. */
#include "../args.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/style.h"
#include "../text/blocks.h"
#include "../text/id_fields.h"
#include "../text/scanner.h"
#include "../text/time_parse.h"
#include "../text/time_text.h"
#include "../text/times.h"

#include <guidon.h>
#include <string.h>

enum {
    OPT_UTC,
    OPT_LOCAL,
    OPT_RELATIVE,
    OPT_NOW,
    OPT_ALL,
    OPT_LOWER,
    OPT_COLOR
};

static const struct option_spec options[] = {
    {.name = "utc", .help = "times in UTC; the default"},
    {.name = "local", .help = "times in the local time zone, with its offset"},
    {.name = "relative", .help = "times as ages: 3 days ago"},
    {.name = "now",
     .value = "TIME",
     .help = "calculate ages from TIME instead of the clock"},
    {.name = "all", .help = "also ULIDs with a time outside 2000 to 2099"},
    {.name = "lower", .help = "also ULIDs in lower case"},
    OPTION_COLOR,
};

struct job {
    struct scanner scanner;
    size_t time_as; /* OPT_UTC, OPT_LOCAL or OPT_RELATIVE */
    guidon_time now;
    bool all;
    bool colour;
    bool line_is_open; /* the text so far ends without a line feed */
    struct time_text last;
    struct blocks blocks;
};

/* Write a time, with the digits of a second that the kind of id holds. Returns
 * the end. */
static char *put_time(char out[TIME_TEXT_MAX], struct job *job, guidon_time t,
                      unsigned digits)
{
    if (job->time_as == OPT_RELATIVE) {
        return out + strlen(time_relative(out, t, job->now));
    }
    return out + time_format_next(out, &job->last, t, digits,
                                  job->time_as == OPT_LOCAL);
}

static void write_note(struct job *job, const struct match *found)
{
    guidon_id_kind kind = kind_of(&found->id, found->form);
    guidon_time time;
    unsigned digits;

    if (!kind_time(&time, &digits, kind, &found->id) ||
        (kind == GUIDON_KIND_ULID && !job->all &&
         !time_is_in_this_century(time)) ||
        kind == GUIDON_KIND_NCS) {
        return;
    }
    /* 22 restores normal brightness and keeps the colours of the text. */
    char *const room = output_room(TIME_TEXT_MAX + 16);
    char *end = stpcpy(room, job->colour ? " \033[2m[" : " [");

    end = put_time(end, job, time, digits);
    end = stpcpy(end, job->colour ? "]\033[22m" : "]");
    output_claim((size_t)(end - room));
}

/* Write the text of the blocks from `from` on, as far as the scanner is done
 * with it. Returns how far that is. */
static size_t annotate_piece(struct job *job, size_t from, bool last)
{
    const struct blocks *blocks = &job->blocks;
    struct match found;

    scanner_piece(&job->scanner, blocks->bytes, from, blocks->len, last);
    while (scanner_next(&found, &job->scanner)) {
        size_t end = found.at + found.len;

        output_bytes(blocks->bytes + from, end - from);
        write_note(job, &found);
        from = end;
    }
    output_bytes(blocks->bytes + from, job->scanner.scanned - from);
    return job->scanner.scanned;
}

/* End the last line of the file before, so that no line is one of two files. */
static void separate_from_last(const struct job *job)
{
    if (job->line_is_open) {
        output_bytes("\n", 1);
    }
}

static enum exit_code annotate_file(struct job *job, const char *path)
{
    struct blocks *blocks = &job->blocks;
    size_t done = 0, from = 0;
    bool more = true, begun = false;

    if (!blocks_open(blocks, path)) {
        return EXIT_IO;
    }
    if (blocks->output != OUTPUT_NONE) {
        output_refuse_file(blocks->output, blocks->name);
        blocks_close(blocks);
        return EXIT_IO;
    }
    while (more && !output_failed()) {
        output_settle(); /* show it before waiting for more input */
        more = blocks_more(blocks, done);
        if (!begun && blocks->len > 0) {
            begun = true;
            separate_from_last(job);
        }
        from = annotate_piece(job, from - done, !more);
        done = from > SCANNER_BEFORE ? from - SCANNER_BEFORE : 0;
    }
    if (begun) {
        job->line_is_open = blocks->bytes[blocks->len - 1] != '\n';
    }
    blocks_close(blocks);
    return blocks->error ? EXIT_IO : EXIT_DONE;
}

static enum exit_code annotate_files(struct job *job, const struct args *args)
{
    const struct file_list files = args_files(args);
    enum exit_code code = EXIT_DONE;

    for (size_t i = 0; i < files.n; i++) {
        if (annotate_file(job, files.paths[i]) != EXIT_DONE) {
            code = EXIT_IO; /* copy the other files as well */
        }
    }
    return code;
}

/* The last of --utc, --local and --relative. */
static size_t time_as(const struct args *args)
{
    size_t as = OPT_UTC;

    for (size_t i = 0; i < args->n_given; i++) {
        size_t option = args->given[i].option;

        if (option == OPT_UTC || option == OPT_LOCAL ||
            option == OPT_RELATIVE) {
            as = option;
        }
    }
    return as;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .scanner = {.forms = SCAN_UUID | SCAN_ULID |
                             (args_has(args, OPT_LOWER) ? SCAN_ULID_LOWER : 0)},
        .time_as = time_as(args),
        .now = time_now(),
        .all = args_has(args, OPT_ALL),
        .colour = style_of_stdout(args_colour(args, OPT_COLOR)).colour,
    };
    const char *now = args_value(args, OPT_NOW);
    enum exit_code code;

    if (now && job.time_as != OPT_RELATIVE) {
        message_usage("--now needs --relative");
        return EXIT_USAGE;
    }
    if (now && !time_parse(&job.now, now)) {
        return EXIT_USAGE;
    }
    code = annotate_files(&job, args);
    blocks_free(&job.blocks);
    return code;
}

static const struct example examples[] = {
    {"When were the ids in this log made?",
     "echo 'lost 017f22e2-79b0-7cc3-98c4-dc0c0c07398f' | guidon annotate"},
    {"Ages instead of times",
     "echo 01FWHE4YDGFK1SHH6W1G60EECF | guidon annotate --relative"},
    {"Local time, dim, in a pager",
     "guidon annotate --local --color always ids.txt | ${PAGER:-cat}"},
};

const struct command command_annotate = {
    .name = "annotate",
    .summary = "Copy text and add its time behind each id",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon copies the files, or stdin if there are none or the file is '-'. Any\n"
        "bytes may be in them. It adds the time in brackets behind each UUID of version\n"
        "1, 6 or 7 and each ULID. It writes input as soon as it arrives, for example from\n"
        "tail -f. A file that ends without a line feed gets one if another follows.\n\n"
        "An id must not touch an ASCII letter or digit. A UUID has 36 characters. A ULID\n"
        "has 26 upper-case characters and a time in the years 2000 to 2099, because any\n"
        "word of 26 letters would fit otherwise.\n\n"
        "Without --color, the times are dim on a terminal unless NO_COLOR is set.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
