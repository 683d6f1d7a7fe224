/* SPDX-License-Identifier: MIT */
/* annotate.c - guidon annotate: text, with the times of the ids in it. */
#include "anatomy.h"
#include "args.h"
#include "blocks.h"
#include "finder.h"
#include "message.h"
#include "moment.h"
#include "output.h"
#include "terminal.h"

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
    {.name = "utc", .help = "times in UTC, as without any of the three"},
    {.name = "local", .help = "times in this time zone, with its offset"},
    {.name = "relative", .help = "times as ages: 3 days ago"},
    {.name = "now",
     .value = "TIME",
     .help = "tell ages from TIME instead of the clock"},
    {.name = "all", .help = "ULIDs of any time, not only of 2000 to 2099"},
    {.name = "lower", .help = "ULIDs in lower case too"},
    OPTION_COLOR,
};

struct job {
    struct finder finder;
    size_t time_as; /* OPT_UTC, OPT_LOCAL or OPT_RELATIVE */
    guidon_time now;
    bool all;
    bool colour;
    /* The last text and what it is of: ids in a row are often of one second. */
    char text[MOMENT_TEXT_MAX];
    int64_t text_seconds;
    unsigned text_digits; /* 0: there is none */
};

/* The text of a time, with the digits of a second that its kind tells. */
static const char *time_text(struct job *job, guidon_time t, unsigned digits)
{
    static const size_t fraction = sizeof "2022-02-22T19:22:22." - 1;
    uint32_t rest = t.nanoseconds;

    if (job->time_as == OPT_RELATIVE) {
        return moment_relative(job->text, t, job->now);
    }
    if (job->text_digits == digits && job->text_seconds == t.seconds &&
        moment_is_of_our_days(t)) { /* the fraction alone differs */
        for (unsigned i = 9; i > 0; i--) {
            if (i <= digits) {
                job->text[fraction + i - 1] = (char)('0' + rest % 10);
            }
            rest /= 10;
        }
        return job->text;
    }
    job->text_seconds = t.seconds;
    job->text_digits = digits;
    return job->time_as == OPT_LOCAL ? moment_format_local(job->text, t, digits)
                                     : moment_format(job->text, t, digits);
}

static void write_note(struct job *job, const struct finding *found)
{
    enum kind kind = kind_of(&found->id, found->form);
    guidon_time time;
    unsigned digits;

    if (!kind_time(&time, &digits, kind, &found->id) ||
        /* Any 26 letters are a ULID; few that are none are of our days. */
        (kind == KIND_ULID && !job->all && !moment_is_of_our_days(time)) ||
        kind == KIND_NCS) {
        return;
    }
    /* Normal brightness comes back; the text's own colours go on. */
    output_text(job->colour ? " \033[2m[" : " [");
    output_text(time_text(job, time, digits));
    output_text(job->colour ? "]\033[22m" : "]");
}

/* Write what is settled of the piece that is held, from `from` on; how much
 * that is. */
static size_t annotate_piece(struct job *job, const struct blocks *blocks,
                             size_t from, bool last)
{
    struct finding found;

    finder_piece(&job->finder, blocks->bytes, from, blocks->len, last);
    while (finder_next(&found, &job->finder)) {
        size_t end = found.at + found.len;

        output_bytes(blocks->bytes + from, end - from);
        write_note(job, &found);
        from = end;
    }
    output_bytes(blocks->bytes + from, job->finder.settled - from);
    return job->finder.settled;
}

static enum exit_code annotate_file(struct job *job, const char *path)
{
    struct blocks blocks;
    size_t done = 0, from = 0;
    bool more = true;

    if (!blocks_open(&blocks, path)) {
        return EXIT_IO;
    }
    while (more && !output_failed()) {
        output_settle(); /* seen before the wait for more */
        more = blocks_more(&blocks, done);
        from = annotate_piece(job, &blocks, from - done, !more);
        done = from > FINDER_BEFORE ? from - FINDER_BEFORE : 0;
    }
    blocks_close(&blocks);
    return blocks.error ? EXIT_IO : EXIT_DONE;
}

/* The last of the three that was given. */
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
        .finder = {.what = FIND_UUID | FIND_ULID |
                           (args_has(args, OPT_LOWER) ? FIND_ULID_LOWER : 0)},
        .time_as = time_as(args),
        .now = moment_now(),
        .all = args_has(args, OPT_ALL),
        .colour = terminal_look(args, OPT_COLOR).colour,
    };
    const char *now = args_value(args, OPT_NOW);
    enum exit_code code = EXIT_DONE;

    if (now && job.time_as != OPT_RELATIVE) {
        message_usage("--now is for --relative");
        return EXIT_USAGE;
    }
    if (now && !moment_parse(&job.now, now)) {
        return EXIT_USAGE;
    }
    if (args->n_operands == 0) {
        return annotate_file(&job, "-");
    }
    for (size_t i = 0; i < args->n_operands; i++) {
        if (annotate_file(&job, args->operands[i]) != EXIT_DONE) {
            code = EXIT_IO; /* the other files are still copied */
        }
    }
    return code;
}

static const struct example examples[] = {
    {"When were the things made that this log talks of?",
     "echo 'lost 017f22e2-79b0-7cc3-98c4-dc0c0c07398f' | guidon annotate"},
    {"As ages, line by line as they come",
     "echo 01FWHE4YDGFK1SHH6W1G60EECF | guidon annotate --relative"},
    {"In local time, dim behind what a pager shows",
     "guidon annotate --local --color always ids.txt | ${PAGER:-cat}"},
};

const struct command command_annotate = {
    .name = "annotate",
    .summary = "Copy text, with its time behind each id in it",
    .operand = "FILE",
    .max_operands = SIZE_MAX,
    .files = true,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Copies the files, or stdin (also for '-'), whatever bytes they are, and writes\n"
        "the time in brackets behind each UUID of version 1, 6 or 7 and each ULID. What\n"
        "has come in is written at once: tail -f may stand before it.\n\n"
        "An id is found where no letter or digit of ASCII adjoins it: a UUID in its 36\n"
        "characters, a ULID in 26 of upper case with a time in the years 2000 to 2099, as\n"
        "any word of 26 letters would be one.\n\n"
        "Without --color, what is added is dim on a terminal unless NO_COLOR is set.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
