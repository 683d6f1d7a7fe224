/* SPDX-License-Identifier: MIT */
/* new.c - guidon new: makes ids. */
#include "args.h"
#include "choices.h"
#include "entropy.h"
#include "input.h"
#include "message.h"
#include "moment.h"
#include "output.h"
#include "shown.h"

#include <errno.h>
#include <guidon.h>
#include <stdlib.h>
#include <string.h>

enum made { MADE_V3, MADE_V4, MADE_V5, MADE_V7, MADE_V8, MADE_ULID };

static const char *choice_made(size_t i)
{
    static const char *const names[] = {"v3", "v4", "v5", "v7", "v8", "ulid"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_namespace(size_t i)
{
    static const char *const names[] = {"dns", "url", "oid", "x500"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* All but ncs, the last form: nothing that is made here has it. */
static const char *choice_written(size_t i)
{
    return choice_form_or_bytes(i < GUIDON_FORM_NCS ? i : i + 1);
}
_Static_assert(GUIDON_FORM_NCS + 1 == FORM_BYTES, "ncs is the last form");

enum {
    OPT_COUNT,
    OPT_FORM,
    OPT_AT,
    OPT_NAMESPACE,
    OPT_NAME,
    OPT_CUSTOM,
    OPT_PLAIN,
    OPT_NULL
};

#define FOR(made) (1u << (made))
#define FOR_NAMES (FOR(MADE_V3) | FOR(MADE_V5) | FOR(MADE_V8))

static const struct option_spec options[] = {
    {.letter = 'n',
     .name = "count",
     .value = "N",
     .operands = FOR(MADE_V4) | FOR(MADE_V7) | FOR(MADE_ULID),
     .help = "how many; may end in k, M or G"},
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_written,
     .help = "how they are written"},
    {.name = "at",
     .value = "TIME",
     .operands = FOR(MADE_V7) | FOR(MADE_ULID),
     .help = "their time instead of now"},
    {.name = "namespace",
     .value = "NS",
     .choice = choice_namespace,
     .open = "an id",
     .operands = FOR_NAMES,
     .help = "where the names belong"},
    {.name = "name",
     .value = "TEXT",
     .operands = FOR_NAMES,
     .help = "hash this name; may be given many times"},
    {.name = "custom",
     .value = "HEX",
     .operands = FOR(MADE_V8),
     .help = "32 hex digits, six bits of which become version and variant"},
    {.name = "plain",
     .operands = FOR(MADE_ULID),
     .help = "fresh random bits for each one"},
    OPTION_NULL,
};

struct job {
    enum made made;
    size_t form; /* a guidon_form, or FORM_BYTES */
    char end;    /* after each text */
    uint64_t count;
    bool fixed_time;
    guidon_time at;
    bool plain;
    guidon_id ns;
    const guidon_id *custom; /* NULL: hash names */
    guidon_id custom_id;
    guidon_id last; /* the ULID before, where there was one */
    bool has_last;
};

static void write_id(const struct job *job, const guidon_id *id)
{
    size_t len = 0;
    char *room = output_room(GUIDON_TEXT_MAX + 1);

    if (job->form == FORM_BYTES) {
        output_bytes(id->bytes, sizeof id->bytes);
    } else if (guidon_format(room, GUIDON_TEXT_MAX, &len, id,
                             (guidon_form)job->form) == GUIDON_OK) {
        room[len] = job->end;
        output_claim(len + 1);
    }
}

/* --------------------------------------------------- from clock and entropy */

static enum exit_code make_v4(guidon_id *out)
{
    unsigned char random[16];

    if (!entropy_fill(random, sizeof random)) {
        return EXIT_SYSTEM;
    }
    guidon_v4_make(out, random);
    return EXIT_DONE;
}

#define OUT_OF_RANGE "before 1970 or after 10889-08-02T05:31:50.655Z"

static enum exit_code clock_refused(void)
{
    message("the clock is " OUT_OF_RANGE);
    return EXIT_SYSTEM;
}

static enum exit_code make_v7(guidon_id *out, const struct job *job)
{
    unsigned char random[8];
    guidon_time now = job->fixed_time ? job->at : moment_now();

    if (!entropy_fill(random, sizeof random)) {
        return EXIT_SYSTEM;
    }
    return guidon_v7_make_precise(out, now, random) == GUIDON_OK
               ? EXIT_DONE
               : clock_refused();
}

/* The specification's monotonic mode: in the same millisecond, or an earlier
 * one, the id before plus one (U6, U11); `--plain` draws each afresh. */
static enum exit_code make_ulid(guidon_id *out, struct job *job)
{
    unsigned char random[10];
    guidon_time now = job->fixed_time ? job->at : moment_now();
    guidon_id floor;

    if (guidon_ulid_floor(&floor, now) != GUIDON_OK) {
        return clock_refused();
    }
    if (!job->plain && job->has_last &&
        guidon_ulid_ms_of(&floor) <= guidon_ulid_ms_of(&job->last)) {
        if (guidon_ulid_increment(&job->last) != GUIDON_OK) {
            message("the random part of this millisecond is used up");
            return EXIT_SYSTEM;
        }
    } else {
        if (!entropy_fill(random, sizeof random)) {
            return EXIT_SYSTEM;
        }
        if (guidon_ulid_make(&job->last, guidon_ulid_ms_of(&floor), random) !=
            GUIDON_OK) {
            return clock_refused();
        }
        job->has_last = true;
    }
    *out = job->last;
    return EXIT_DONE;
}

static enum exit_code run_counted(struct job *job)
{
    for (uint64_t i = 0; i < job->count && !output_failed(); i++) {
        guidon_id id;
        enum exit_code code = job->made == MADE_V4   ? make_v4(&id)
                              : job->made == MADE_V7 ? make_v7(&id, job)
                                                     : make_ulid(&id, job);

        if (code != EXIT_DONE) {
            return code;
        }
        write_id(job, &id);
    }
    return EXIT_DONE;
}

/* --------------------------------------------------------------- from names */

static guidon_name_kind name_kind(enum made made)
{
    return made == MADE_V3   ? GUIDON_NAME_V3
           : made == MADE_V5 ? GUIDON_NAME_V5
                             : GUIDON_NAME_V8_SHA256;
}

/* A name is bytes: nothing is trimmed off it but its end mark, and it may be
 * longer than any buffer. */
static enum exit_code
run_name_lines(const struct job *job, const guidon_name *start)
{
    struct input input;
    struct record record;
    guidon_name name = *start;

    if (!input_open(&input, "-", job->end == '\0' ? INPUT_NUL : INPUT_LINES)) {
        return EXIT_IO;
    }
    while (!output_failed() && input_next(&record, &input)) {
        guidon_name_update(&name, record.text, record.len);
        if (record.last) {
            guidon_id id;

            guidon_name_id(&id, &name);
            write_id(job, &id);
            name = *start;
        }
    }
    input_close(&input);
    return input.error ? EXIT_IO : EXIT_DONE;
}

static enum exit_code run_named(const struct args *args, const struct job *job)
{
    guidon_name start;

    if (guidon_name_init(&start, name_kind(job->made), &job->ns) != GUIDON_OK) {
        return EXIT_USAGE;
    }
    if (!args_has(args, OPT_NAME)) {
        return run_name_lines(job, &start);
    }
    for (size_t i = 0; i < args->n_given; i++) {
        if (args->given[i].option == OPT_NAME) {
            guidon_name name = start;
            guidon_id id;

            guidon_name_update(&name, args->given[i].value,
                               strlen(args->given[i].value));
            guidon_name_id(&id, &name);
            write_id(job, &id);
        }
    }
    return EXIT_DONE;
}

/* ------------------------------------------------------ reading the options */

/* 0 to 2^64 - 1; "k", "M" and "G" are thousands, millions, thousand millions.
 */
static bool parse_count(uint64_t *out, const char *text)
{
    char *end;
    uint64_t scale = 1;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end) {
        scale = *end == 'k'   ? 1000
                : *end == 'M' ? 1000000
                : *end == 'G' ? 1000000000
                              : 0;
        end++;
    }
    if (errno || scale == 0 || *end || value > UINT64_MAX / scale) {
        return false;
    }
    *out = value * scale;
    return true;
}

static bool parse_namespace(guidon_id *out, const char *text)
{
    const guidon_id known[] = {guidon_namespace_dns(), guidon_namespace_url(),
                               guidon_namespace_oid(), guidon_namespace_x500()};
    size_t i = choice_index(choice_namespace, text, strlen(text));

    if (i < COUNT_OF(known)) {
        *out = known[i];
        return true;
    }
    return guidon_parse(out, NULL, text, strlen(text), GUIDON_ACCEPT_ANY,
                        NULL) == GUIDON_OK;
}

/* The bits of --custom; false, with a message, if they are not right. */
static bool parse_custom(guidon_id *out, const char *text)
{
    guidon_id bits;

    if (guidon_parse(&bits, NULL, text, strlen(text),
                     GUIDON_ACCEPT(GUIDON_FORM_HEX) |
                         GUIDON_ACCEPT(GUIDON_FORM_UUID),
                     NULL) != GUIDON_OK) {
        message_usage("'%s' is no HEX: %s", SHOWN(text),
                      options[OPT_CUSTOM].help);
        return false;
    }
    guidon_v8_make(out, bits.bytes);
    return true;
}

/* A time that v7 and ULID can hold, which is the same. */
static bool parse_at(guidon_time *out, const char *text)
{
    guidon_id id;

    if (!moment_parse(out, text)) {
        return false;
    }
    if (guidon_ulid_floor(&id, *out) != GUIDON_OK) {
        message_usage("'%s' is " OUT_OF_RANGE, SHOWN(text));
        return false;
    }
    return true;
}

static bool read_values(struct job *job, const struct args *args)
{
    const char *text;

    if ((text = args_value(args, OPT_COUNT)) != NULL &&
        !parse_count(&job->count, text)) {
        message_usage("'%s' is no count: digits, and k, M or G if you like",
                      SHOWN(text));
        return false;
    }
    if ((text = args_value(args, OPT_AT)) != NULL) {
        job->fixed_time = true;
        if (!parse_at(&job->at, text)) {
            return false;
        }
    }
    if ((text = args_value(args, OPT_NAMESPACE)) != NULL &&
        !parse_namespace(&job->ns, text)) {
        args_refuse(&options[OPT_NAMESPACE], text, strlen(text));
        return false;
    }
    if ((text = args_value(args, OPT_CUSTOM)) != NULL) {
        job->custom = &job->custom_id;
        return parse_custom(&job->custom_id, text);
    }
    return true;
}

/* What must and what cannot go together. */
static bool values_agree(const struct args *args, const struct job *job)
{
    bool named = FOR(job->made) & FOR_NAMES;

    if (job->custom &&
        (args_has(args, OPT_NAMESPACE) || args_has(args, OPT_NAME))) {
        message_usage("--custom gives all the bits: no --namespace, no --name");
        return false;
    }
    if (named && !job->custom && !args_has(args, OPT_NAMESPACE)) {
        message_usage("%s needs --namespace%s", choice_made(job->made),
                      job->made == MADE_V8 ? " or --custom" : "");
        return false;
    }
    return true;
}

/* What --form says, or else the kind's canonical form. */
static size_t form_of(const struct args *args, enum made made)
{
    size_t form = args_choice(args, OPT_FORM, SIZE_MAX);

    if (form == SIZE_MAX) {
        return made == MADE_ULID ? GUIDON_FORM_ULID : GUIDON_FORM_UUID;
    }
    return form < GUIDON_FORM_NCS ? form : form + 1; /* as choice_written */
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .made = (enum made)args_operand(args),
        .end = args_has(args, OPT_NULL) ? '\0' : '\n',
        .count = 1,
        .plain = args_has(args, OPT_PLAIN),
    };

    job.form = form_of(args, job.made);
    if (!read_values(&job, args) || !values_agree(args, &job)) {
        return EXIT_USAGE;
    }
    if (job.custom) {
        write_id(&job, job.custom);
        return EXIT_DONE;
    }
    return FOR(job.made) & FOR_NAMES ? run_named(args, &job)
                                     : run_counted(&job);
}

static const struct example examples[] = {
    {"One version-7 UUID, the kind to prefer", "guidon new"},
    {"Three ULIDs, in rising order", "guidon new ulid -n 3"},
    {"The same id for a name, everywhere and always",
     "guidon new v5 --namespace dns --name www.example.com"},
    {"An id for each line",
     "printf 'alice\\nbob\\n' | guidon new v5 --namespace url"},
    {"Bits of your own",
     "guidon new v8 --custom 2489e9ad2ee2e00ec932d5f69181c000"},
};

const struct command command_new = {
    .name = "new",
    .summary = "Make ids",
    .operand = "KIND",
    .max_operands = 1,
    .operand_choice = choice_made,
    .operand_default = "v7",
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "v4, v7 and ulid take their random bits from the kernel. ULIDs of one run rise;\n"
        "v7 ids of one run sort by their time, which they hold to 244 ns, and in no order\n"
        "within that.\n\n"
        "v3, v5 and v8 hash a namespace and a name (MD5, SHA-1, SHA-256). Without --name\n"
        "or --custom, names are read from stdin, a line each (with -0, ended by NUL); a\n"
        "name is taken as it is, a carriage return included.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
