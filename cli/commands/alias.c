/* SPDX-License-Identifier: MIT */
/* alias.c - guidon alias: replaces ids by short names, and back. */
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/id_fields.h"
#include "../text/key_file.h"
#include "../text/time_parse.h"
#include "../text/times.h"
#include "alias_job.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>

enum {
    OPT_MAP,
    OPT_TO,
    OPT_RESTORE,
    OPT_PREFIX,
    OPT_KEY_FILE,
    OPT_KEY_RAW,
    OPT_REVERSIBLE,
    OPT_IN_PLACE,
    OPT_OUTPUT_DIR,
    OPT_NO_RESTORE,
    OPT_ALLOW_LEFT,
    OPT_NO_WAIT,
    OPT_KIND,
    OPT_ALL,
    OPT_LOWER,
    OPT_HEX,
    OPT_TYPEID,
    OPT_NOW
};

static const struct option_spec options[] = {
    {.name = "map",
     .value = "FILE",
     .help = "file that tells which alias stands for which id"},
    {.name = "to",
     .value = "KIND",
     .choice = choice_alias_kind,
     .help = "what an alias looks like (number, or that of the map)"},
    {.name = "restore", .help = "put the ids back in the place of the aliases"},
    {.name = "prefix",
     .value = "WORD",
     .help = "with number and typeid: what an alias begins with (id)"},
    {.name = "key-file",
     .value = "FILE",
     .help = "with pseudonym: file with the secret key in hexadecimal digits"},
    OPTION_KEY_RAW,
    {.name = "reversible",
     .help = "with pseudonym: encrypt version 7, so that --restore works"},
    {.letter = 'i',
     .name = "in-place",
     .help = "replace each file by what becomes of it"},
    {.name = "output-dir",
     .value = "DIR",
     .help = "write what becomes of each file to a file of its name in DIR"},
    {.name = "no-restore",
     .help = "give all spellings of an id one alias; needs no map"},
    {.name = "allow-left", .help = "end with status 0 also if an id stays"},
    {.name = "no-wait",
     .help = "fail if another process writes to the map, instead of waiting"},
    {.name = "kind",
     .value = "KIND",
     .choice = kind_name,
     .list = true,
     .help = "replace only these kinds"},
    {.name = "all", .help = "also ULIDs and TypeIDs from outside 2000 to 2099"},
    {.name = "lower", .help = "also ULIDs in lower case"},
    {.name = "hex",
     .help = "also 32 hex digits, or 0x and these; may be hashes"},
    {.name = "typeid", .help = "also TypeIDs of version 7 with a prefix"},
    {.name = "now",
     .value = "TIME",
     .help = "with --reversible: take this time, and not the clock"},
};

/* ------------------------------------------------------------- command line */

/* Options of one purpose, which others exclude. */
static const unsigned char only_alias[] = {
    OPT_PREFIX, OPT_NO_RESTORE, OPT_NO_WAIT, OPT_KIND,
    OPT_ALL,    OPT_LOWER,      OPT_HEX,     OPT_TYPEID};
static const unsigned char only_pseudonym[] = {OPT_KEY_FILE, OPT_KEY_RAW,
                                               OPT_REVERSIBLE, OPT_NOW};
static const unsigned char only_map[] = {OPT_MAP, OPT_NO_RESTORE, OPT_NO_WAIT};

/* False, with a message, if one of these options was given. */
static bool lacks(const struct args *args, const unsigned char *of, size_t n,
                  const char *why)
{
    for (size_t i = 0; i < n; i++) {
        if (args_has(args, of[i])) {
            message_usage("--%s %s", options[of[i]].name, why);
            return false;
        }
    }
    return true;
}
#define LACKS(args, of, why) lacks(args, of, COUNT_OF(of), why)

static bool prefix_fits(const char *word, size_t kind)
{
    guidon_scanner scanner;

    if (!word) {
        return true;
    }
    if (kind == ALIAS_UUID) {
        message_usage("--prefix needs aliases that are words, not --to uuid");
        return false;
    }
    if (guidon_scanner_init(&scanner, word, strlen(word), GUIDON_ALIAS_NUMBER,
                            0) != GUIDON_OK) {
        message_usage(
            "invalid WORD '%s' for --prefix; expected a letter and at "
            "most 30 letters, digits and '_'",
            ESCAPED(word));
        return false;
    }
    if (kind == ALIAS_TYPEID &&
        guidon_scanner_init(&scanner, word, strlen(word), GUIDON_ALIAS_TYPEID,
                            0) != GUIDON_OK) {
        message_usage("invalid WORD '%s' for --prefix; with --to typeid, "
                      "expected letters a-z and '_', of which the first is "
                      "not n, r or t, which end \\n, \\r and \\t",
                      ESCAPED(word));
        return false;
    }
    return true;
}

/* Do the options go together? False, with a message. */
static bool options_agree(const struct args *args, size_t kind)
{
    const bool restore = args_has(args, OPT_RESTORE);

    if (restore && !LACKS(args, only_alias, "does not go with --restore")) {
        return false;
    }
    if (kind == ALIAS_PSEUDONYM) {
        if (restore && !args_has(args, OPT_REVERSIBLE)) {
            message_usage("only pseudonyms of --reversible can be restored");
            return false;
        }
        return prefix_fits(args_value(args, OPT_PREFIX), ALIAS_UUID) &&
               LACKS(args, only_map, "does not go with --to pseudonym");
    }
    if (!args_has(args, OPT_MAP) &&
        (restore || !args_has(args, OPT_NO_RESTORE))) {
        message_usage("name the map with --map FILE: it tells which alias "
                      "stands for which id%s",
                      restore ? "" : " (--no-restore needs none)");
        return false;
    }
    return LACKS(args, only_pseudonym, "needs --to pseudonym") &&
           prefix_fits(args_value(args, OPT_PREFIX), kind);
}

/* Can the outputs be written? False, with a message. */
static bool outputs_fit(const struct alias_job *job)
{
    if (job->in_place && job->output_dir) {
        message_usage("give --in-place or --output-dir, not both");
        return false;
    }
    for (size_t i = 0; i < job->files.n; i++) {
        if ((job->in_place || job->output_dir) &&
            strcmp(job->files.paths[i], "-") == 0) {
            message_usage("stdin has no file name; without --in-place and "
                          "--output-dir, the text goes to stdout");
            return false;
        }
    }
    return true;
}

static unsigned forms_of(const struct args *args, size_t kind)
{
    const bool restore = args_has(args, OPT_RESTORE);

    if (restore) {
        return kind == ALIAS_PSEUDONYM ? GUIDON_SCAN_UUID : 0;
    }
    return GUIDON_SCAN_UUID | GUIDON_SCAN_ULID |
           (args_has(args, OPT_LOWER) ? GUIDON_SCAN_ULID_LOWER : 0) |
           (args_has(args, OPT_HEX) ? GUIDON_SCAN_HEX : 0) |
           (args_has(args, OPT_TYPEID) || kind == ALIAS_TYPEID
                ? GUIDON_SCAN_TYPEID
                : 0);
}

/* ------------------------------------------------------------------- results */

/* Tell of an id that stays. */
static void tell_left(void *context, const struct alias_left *left)
{
    const struct alias_job *job = context;
    const char *path = job->files.paths[left->file];
    char text[ESCAPED_MAX];

    message("%s:%" PRIu64 ":%" PRIu64 ": '%s' stays: %s",
            strcmp(path, "-") == 0 ? "stdin" : ESCAPED(path), left->line,
            left->column, escape_write(text, left->text, left->len), left->why);
}

static bool note_row(void *context, uint32_t row)
{
    struct alias_job *job = context;

    return alias_map_add(&job->map, row);
}

static enum exit_code result_of(const struct alias_job *job,
                                const struct args *args)
{
    const uint64_t n = job->replace.n_left;

    if (job->failed || job->stopped) {
        return EXIT_IO;
    }
    if (n == 0) {
        return EXIT_DONE;
    }
    message("%" PRIu64 " %s%s %s as %s", n,
            job->replace.restore && !job->replace.key ? "alias" : "id",
            n == 1                                      ? ""
            : job->replace.restore && !job->replace.key ? "es"
                                                        : "s",
            n == 1 ? "stays" : "stay", n == 1 ? "it is" : "they are");
    return args_has(args, OPT_ALLOW_LEFT) ? EXIT_DONE : EXIT_NO;
}

/* ----------------------------------------------------------------------- run */

/* Read the key. */
static enum exit_code read_key(guidon_key *key, const struct args *args)
{
    unsigned char bytes[KEY_FILE_MOST];
    enum exit_code code =
        key_file_read(bytes, GUIDON_KEY_LEN, args, OPT_KEY_FILE, OPT_KEY_RAW);

    if (code == EXIT_DONE) {
        guidon_status status = guidon_key_init(key, bytes, GUIDON_KEY_LEN);

        (void)status; /* fails only for another length */
        guidon_wipe(bytes, sizeof bytes);
    }
    return code;
}

/* Set the time after which no restored id was made. */
static bool read_now(struct alias_job *job, const struct args *args)
{
    const char *now = args_value(args, OPT_NOW);

    job->replace.until = time_now();
    if (now && !time_parse(&job->replace.until, now)) {
        return false;
    }
    job->replace.until.seconds += 24 * 60 * 60;
    return true;
}

static enum exit_code prepare(struct alias_job *job, guidon_key *key,
                              const struct args *args, size_t kind)
{
    const struct alias_map_want want = {
        .path = args_value(args, OPT_MAP),
        .kind = args_has(args, OPT_TO) ? kind : SIZE_MAX,
        .word = args_value(args, OPT_PREFIX),
        .restore = args_has(args, OPT_RESTORE),
        .no_wait = args_has(args, OPT_NO_WAIT),
    };

    if (!options_agree(args, kind) || !outputs_fit(job) ||
        !read_now(job, args)) {
        return EXIT_USAGE;
    }
    if (kind == ALIAS_PSEUDONYM) {
        job->replace.key = key;
        return read_key(key, args);
    }
    return alias_map_open(&job->map, &want);
}

static enum exit_code run(const struct args *args)
{
    const size_t kind = args_choice(args, OPT_TO, ALIAS_NUMBER);
    guidon_key key = {{0}};
    struct alias_job job = {
        .files = args_files(args),
        .in_place = args_has(args, OPT_IN_PLACE),
        .output_dir = args_value(args, OPT_OUTPUT_DIR),
        .key_file = args_value(args, OPT_KEY_FILE),
        .map = {.fd = -1},
        .replace =
            {
                .restore = args_has(args, OPT_RESTORE),
                .reversible = args_has(args, OPT_REVERSIBLE),
                .one_name = args_has(args, OPT_NO_RESTORE),
                .all = args_has(args, OPT_ALL),
                .kinds = args_choices(args, OPT_KIND),
                .added = note_row,
                .left = tell_left,
            },
    };
    enum exit_code code = prepare(&job, &key, args, kind);

    if (code == EXIT_DONE) {
        job.replace.context = &job;
        job.replace.names = job.replace.key ? NULL : &job.map.names;
        job.replace.forms = forms_of(
            args, job.replace.names ? (size_t)job.map.names.kind : kind);
        alias_replace_begin(&job.replace);
        alias_files(&job);
        code = result_of(&job, args);
    }
    alias_replace_free(&job.replace);
    alias_map_close(&job.map);
    blocks_free(&job.blocks);
    guidon_key_wipe(&key);
    return code;
}

static const struct example examples[] = {
    {"Short names in the place of the ids of a log, for a prompt or a ticket",
     "guidon alias --map ids.map ids.txt > short.txt"},
    {"The ids again, also in an answer that uses the names",
     "guidon alias --map ids.map ids.txt | guidon alias --restore --map ids.map"},
    {"Ids of a test's output that do not change from run to run",
     "guidon new -n 2 | guidon alias --to uuid --no-restore"},
    {"A key that only you can read",
     "(umask 77; od -An -tx1 -N32 /dev/urandom | tr -d ' \\n' > alias.key)"},
    {"A log for a stranger, with the same pseudonyms on every host of the key",
     "guidon alias --to pseudonym --key-file alias.key ids.txt"},
};

const struct command command_alias = {
    .name = "alias",
    .summary = "Replace the ids in text by short names, and put them back",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon copies the files, or stdin if there are none or the file is '-'. Any\n"
        "bytes may be in them. It writes an alias in the place of each id that 'guidon\n"
        "scan' finds, and changes nothing else. The same id gets the same alias, also in\n"
        "later runs with the same map. With --restore it puts the ids back.\n\n"
        "With 'number', aliases are id-1, id-2 and so on; another spelling of the id of\n"
        "id-1 is id-1.b. With 'uuid', they are 00000000-0000-4000-8000-000000000001 and\n"
        "so on, in the form of the id. With 'pseudonym', each is a version 8 id that a\n"
        "secret key makes of the id, without a map. 'typeid' is as 'number', and has\n"
        "user-1 for a TypeID such as user_01h455vb4pex5vsknk084sn02q.\n\n"
        "An alias such as id-1 is not written where a character of [A-Za-z0-9_.-] touches\n"
        "the id. Such an id stays as it is. stderr tells of each id that stays, and then\n"
        "the status is 1. Words of the text that look like an alias get an alias too, so\n"
        "that --restore gives back the text byte for byte.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
