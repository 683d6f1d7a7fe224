/* SPDX-License-Identifier: MIT */
/* scan.c - guidon scan: finds every id in any text. */
#include "../args.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/style.h"
#include "../term/terminal.h"
#include "../term/walk.h"
#include "../text/blocks.h"
#include "../text/id_fields.h"
#include "../text/json.h"
#include "../text/match_output.h"
#include "../text/number.h"
#include "../text/scanner.h"
#include "../text/time_text.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    OPT_RECURSIVE,
    OPT_HIDDEN,
    OPT_TEXT,
    OPT_KIND,
    OPT_ALL,
    OPT_LOWER,
    OPT_HEX,
    OPT_MAX_COUNT,
    OPT_ONLY_IDS,
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
    {.name = "all", .help = "also ULIDs with a time outside 2000 to 2099"},
    {.name = "lower", .help = "also ULIDs in lower case"},
    {.name = "hex", .help = "also 32 hex digits, which may be hashes"},
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
    {.name = "json",
     .usable = json_usable,
     .help = "one JSON object per id (see docs/json.md)"},
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

struct job {
    size_t mode; /* OPT_ONLY_IDS, ..., OPT_JSON; SIZE_MAX: one line per id */
    char end;
    bool recursive, hidden, text, no_filename;
    bool all;
    unsigned kinds; /* a bit for each wanted kind; 0: any */
    uint64_t max_count;
    struct match_layout layout;
    struct scanner scanner;
    struct blocks blocks;
    /* The current file. Offsets count bytes from its beginning. */
    size_t name_len;
    uint64_t gone;       /* offset of the first byte in memory */
    uint64_t counted;    /* line feeds are counted up to here */
    uint64_t line_begin; /* offset of the current line */
    uint64_t line;       /* its number */
    uint64_t found;
    bool stopped; /* the rest of the file is not needed */
    /* All files. */
    bool any; /* an id was found */
    bool failed;
};

/* -------------------------------------------------------------------- lines */

/* Count in parts below 256 bytes, so that the compiler can use vectors of byte
 * counters. */
static uint64_t count_line_feeds(const char *text, size_t len)
{
    enum { PART = 240 };
    uint64_t n = 0;

    for (; len >= PART; text += PART, len -= PART) {
        unsigned char few = 0;

        for (size_t i = 0; i < PART; i++) {
            few = (unsigned char)(few + (text[i] == '\n'));
        }
        n += few;
    }
    for (size_t i = 0; i < len; i++) {
        n += text[i] == '\n';
    }
    return n;
}

/* Count `n` line feeds, of which the last is at `feed`. */
static void begin_line(struct job *job, const char *feed, uint64_t n)
{
    job->line += n;
    job->line_begin = job->gone + (size_t)(feed - job->blocks.bytes) + 1;
    job->counted = job->line_begin;
}

/* Step to the next line if it begins before `to`. */
static bool next_line(struct job *job, size_t to)
{
    const char *text = job->blocks.bytes + (size_t)(job->counted - job->gone);
    const char *end = job->blocks.bytes + job->blocks.len;
    const char *feed =
        *text == '\n' ? text : memchr(text, '\n', (size_t)(end - text));

    if (feed && feed < job->blocks.bytes + to) {
        begin_line(job, feed, 1);
        return true;
    }
    job->counted += (size_t)((feed ? feed : end) - text);
    return false;
}

/* Count the lines up to an offset in the bytes in memory. Most often few begin
 * since the last id, and then it is faster to step from one to the next than to
 * count the line feeds among all bytes. */
static void count_lines(struct job *job, size_t to)
{
    enum { STEPS = 4 };
    const char *text, *feed;

    for (int i = 0; i < STEPS; i++) {
        if (job->counted >= job->gone + to || !next_line(job, to)) {
            return;
        }
    }
    text = job->blocks.bytes + (size_t)(job->counted - job->gone);
    to -= (size_t)(job->counted - job->gone);
    feed = memrchr(text, '\n', to);
    if (feed) {
        begin_line(job, feed,
                   count_line_feeds(text, (size_t)(feed - text)) + 1);
    }
}

/* Does the output need line numbers? */
static bool needs_lines(const struct job *job)
{
    return job->mode == SIZE_MAX || job->mode == OPT_JSON;
}

/* ---------------------------------------------------------------------- ids */

/* Set the kind of a match; also its time, if the output or the answer needs
 * it. Is the match wanted? */
static bool is_wanted(const struct job *job, struct match_output *output,
                      const struct match *found)
{
    output->kind = kind_of(&found->id, found->form);
    output->form = found->form;
    output->has_time =
        (output->kind == KIND_ULID || needs_lines(job)) &&
        kind_time(&output->time, &output->digits, output->kind, &found->id);
    if (output->kind == KIND_ULID && !job->all &&
        !time_is_in_this_century(output->time)) {
        return false;
    }
    return job->kinds == 0 || (job->kinds >> output->kind & 1u);
}

/* The id in its line, as far as the line is in memory. */
static struct snippet text_of(const struct job *job, const struct match *found,
                              uint64_t column)
{
    const struct blocks *blocks = &job->blocks;
    const char *text = blocks->bytes + found->at;
    size_t end = found->at + found->len;
    size_t after = blocks->len - end;
    size_t before = found->at < SNIPPET_BYTES ? found->at : SNIPPET_BYTES;
    const char *feed = memchr(text + found->len, '\n',
                              after < SNIPPET_BYTES ? after : SNIPPET_BYTES);

    after = feed                    ? (size_t)(feed - text) - found->len
            : after < SNIPPET_BYTES ? after
                                    : SNIPPET_BYTES;
    after -= feed && after > 0 && feed[-1] == '\r';
    return (struct snippet){
        .text = text,
        .len = found->len,
        .before = column - 1 < before ? (size_t)column - 1 : before,
        .after = after,
    };
}

static void write_match(struct job *job, struct match_output *output,
                        const struct match *found)
{
    count_lines(job, found->at);
    output->path = job->no_filename ? NULL : job->blocks.name;
    output->path_len = job->name_len;
    output->line = job->line;
    output->offset = job->gone + found->at;
    output->column = output->offset - job->line_begin + 1;
    output->text = job->layout.rows
                       ? text_of(job, found, output->column)
                       : (struct snippet){.text = job->blocks.bytes + found->at,
                                          .len = found->len};
    if (job->mode != OPT_JSON) {
        match_output_write(&job->layout, output);
    } else if (!match_output_write_json(output)) {
        job->failed = true;
        job->stopped = true;
    }
}

static void handle_match(struct job *job, const struct match *found)
{
    struct match_output output;

    if (!is_wanted(job, &output, found)) {
        return;
    }
    job->any = true;
    job->found++;
    if (needs_lines(job)) {
        write_match(job, &output, found);
    } else if (job->mode == OPT_ONLY_IDS) {
        char *room = output_room(GUIDON_UUID_LEN + 1);

        memcpy(room, job->blocks.bytes + found->at, found->len);
        room[found->len] = job->end;
        output_claim(found->len + 1);
    }
    job->stopped |= job->found == job->max_count || job->mode == OPT_FILES ||
                    job->mode == OPT_QUIET;
}

/* -------------------------------------------------------------------- files */

/* How many bytes in memory can be scanned now. If lines are shown, a line
 * waits until it is complete, or has SNIPPET_BYTES behind every byte that is
 * scanned. */
static size_t scannable_len(const struct job *job, bool more)
{
    const struct blocks *blocks = &job->blocks;
    size_t least =
        blocks->len > SNIPPET_BYTES ? blocks->len - SNIPPET_BYTES : 0;
    const char *feed;

    if (!more || !job->layout.rows || !needs_lines(job)) {
        return blocks->len;
    }
    feed = memrchr(blocks->bytes + least, '\n', blocks->len - least);
    return feed ? (size_t)(feed - blocks->bytes) + 1 : least;
}

/* Scan the bytes in memory from `from` on. Returns how far the scanner is
 * done. */
static size_t scan_piece(struct job *job, size_t from, size_t len, bool last)
{
    struct match found;

    scanner_piece(&job->scanner, job->blocks.bytes, from, len, last);
    while (!job->stopped && scanner_next(&found, &job->scanner)) {
        handle_match(job, &found);
    }
    if (needs_lines(job)) {
        count_lines(job, job->scanner.scanned);
    }
    return job->scanner.scanned;
}

static void scan_blocks(struct job *job, bool from_folder)
{
    struct blocks *blocks = &job->blocks;
    size_t done = 0, from = 0;
    bool more = true, first = true;

    while (more && !job->stopped && !output_failed()) {
        if (!blocks->regular) {
            output_settle(); /* show it before waiting for more input */
        }
        more = blocks_more(blocks, done);
        job->gone += done;
        if (first && from_folder && !job->text &&
            memchr(blocks->bytes, '\0', blocks->len)) {
            return; /* a binary file */
        }
        first = false;
        size_t len = scannable_len(job, more);
        from -= done;
        from = len > from ? scan_piece(job, from, len, !more) : from;
        done = from > SNIPPET_BYTES ? from - SNIPPET_BYTES : 0;
    }
}

static void write_total(struct job *job)
{
    if (job->found == 0) {
        return;
    }
    if (job->mode == OPT_FILES) {
        match_output_write_path(&job->layout, job->blocks.name, job->name_len);
        output_bytes(&job->end, 1);
    } else if (job->mode == OPT_COUNT) {
        if (!job->no_filename) {
            match_output_write_path(&job->layout, job->blocks.name,
                                    job->name_len);
            output_text(":");
        }
        output_format("%" PRIu64 "\n", job->found);
    }
}

/* Scan an open file and close it. False if no other file is needed. */
static bool scan_open(struct job *job, bool from_folder)
{
    job->gone = job->counted = job->line_begin = job->found = 0;
    job->line = 1;
    job->name_len = strlen(job->blocks.name);
    job->stopped = job->max_count == 0;
    scan_blocks(job, from_folder);
    blocks_close(&job->blocks);
    job->failed |= job->blocks.error != 0;
    write_total(job);
    return !output_failed() && !(job->any && job->mode == OPT_QUIET);
}

/* Scan a file of a folder: a walk_fn. */
static bool scan_found(void *context, const struct walk_file *file)
{
    struct job *job = context;

    if (!blocks_open_found(&job->blocks, file)) {
        job->failed = true;
        return true; /* scan the other files as well */
    }
    if (!job->blocks.regular || job->blocks.output != OUTPUT_NONE) {
        blocks_close(&job->blocks);
        return true;
    }
    return scan_open(job, true);
}

/* Scan the files of a folder: `fd`, which this closes, or `path` if it is -1. */
static bool scan_folder(struct job *job, int fd, const char *path)
{
    if (!walk_folder(job, fd, path, job->hidden, scan_found)) {
        job->failed = true;
    }
    return !output_failed() && !(job->any && job->mode == OPT_QUIET);
}

static bool scan_named(struct job *job, const char *path)
{
    if (!blocks_open(&job->blocks, path)) {
        job->failed = true;
        return true;
    }
    if (!job->blocks.folder && job->blocks.output == OUTPUT_NONE) {
        return scan_open(job, false);
    }
    if (job->blocks.folder && job->recursive) {
        return scan_folder(job, job->blocks.fd, path);
    }
    blocks_close(&job->blocks);
    if (job->blocks.folder) {
        message("%s is a folder; use -r to search it",
                ESCAPED(job->blocks.name));
    } else {
        output_refuse_file(job->blocks.output, job->blocks.name);
    }
    job->failed = true;
    return true;
}

/* ---------------------------------------------------------------- arguments */

/* The last option that selects an output. */
static size_t mode_of(const struct args *args)
{
    size_t mode = SIZE_MAX;

    for (size_t i = 0; i < args->n_given; i++) {
        size_t option = args->given[i].option;

        if (option >= OPT_ONLY_IDS && option <= OPT_JSON) {
            mode = option;
        }
    }
    return mode;
}

/* The texts to look for. Others cost no time. */
static unsigned what_of(const struct args *args, unsigned kinds)
{
    unsigned what = 0;

    if (kinds == 0 || kinds & ~(1u << KIND_ULID)) {
        what |= SCAN_UUID | (args_has(args, OPT_HEX) ? SCAN_HEX : 0);
    }
    if (kinds == 0 || kinds & 1u << KIND_ULID) {
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
static bool read_args(struct job *job, const struct args *args)
{
    const char *max = args_value(args, OPT_MAX_COUNT);

    if (max && !count_parse(&job->max_count, max)) {
        message_usage("invalid N '%s' for --max-count; expected a number "
                      "below 2^64, optionally with k, M or G",
                      ESCAPED(max));
        return false;
    }
    if (args_has(args, OPT_NULL) && job->mode != OPT_FILES &&
        job->mode != OPT_ONLY_IDS) {
        message_usage("--null needs -l or -o");
        return false;
    }
    if (args->n_operands == 0 && !job->recursive && isatty(STDIN_FILENO)) {
        message_usage("nothing to scan; name files, or use -r for this folder");
        return false;
    }
    return true;
}

static void scan_all(struct job *job, const struct args *args)
{
    const struct file_list files = args_files(args);
    bool more = true;

    if (job->recursive && args->n_operands == 0) {
        progress_phase(NULL, 0); /* the size of stdin says nothing */
        scan_folder(job, -1, "");
        return;
    }
    for (size_t i = 0; more && i < files.n; i++) {
        more = scan_named(job, files.paths[i]);
    }
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .mode = mode_of(args),
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
    scan_all(&job, args);
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
        "An id must not touch an ASCII letter or digit. A UUID has 36 characters. A ULID\n"
        "has 26 upper-case characters and a time in the years 2000 to 2099, because any\n"
        "word of 26 letters would fit otherwise.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
