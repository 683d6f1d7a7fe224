/* SPDX-License-Identifier: MIT */
/* new.c - guidon new: makes ids. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../text/number.h"
#include "../text/time_text.h"
#include "../text/writing.h"
#include "id_source.h"
#include "name_ids.h"

#include <errno.h>
#include <guidon.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum new_kind {
    NEW_V1,
    NEW_V2,
    NEW_V3,
    NEW_V4,
    NEW_V5,
    NEW_V6,
    NEW_V7,
    NEW_V8,
    NEW_ULID,
    NEW_TYPEID
};

static const char *choice_new_kind(size_t i)
{
    static const char *const names[] = {"v1", "v2", "v3", "v4",   "v5",
                                        "v6", "v7", "v8", "ulid", "typeid"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* The next four are in the order of the library's enums. */
static const char *choice_scope(size_t i)
{
    static const char *const names[] = {"thread", "process", "host"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_layout(size_t i)
{
    static const char *const names[] = {"precise", "counter", "increment",
                                        "unordered"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_random(size_t i)
{
    static const char *const names[] = {"fast", "kernel"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_domain(size_t i)
{
    static const char *const names[] = {"person", "group", "org"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_node(size_t i)
{
    static const char *const names[] = {"random", "mac"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_namespace(size_t i)
{
    static const char *const names[] = {"dns", "url", "oid", "x500"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum {
    OPT_COUNT,
    OPT_FORM,
    OPT_PREFIX,
    OPT_AT,
    OPT_NAMESPACE,
    OPT_NAME,
    OPT_CUSTOM,
    OPT_PLAIN,
    OPT_SCOPE,
    OPT_STATE,
    OPT_LAYOUT,
    OPT_NODE,
    OPT_DOMAIN,
    OPT_LOCAL_ID,
    OPT_RANDOM,
    OPT_SEED,
    OPT_NULL
};

#define FOR(kind)     (1u << (kind))
#define FOR_NAMES     (FOR(NEW_V3) | FOR(NEW_V5) | FOR(NEW_V8))
#define FOR_NODE      (FOR(NEW_V1) | FOR(NEW_V2) | FOR(NEW_V6))
#define FOR_V7        (FOR(NEW_V7) | FOR(NEW_TYPEID))
#define FOR_TIME      (FOR_NODE | FOR_V7 | FOR(NEW_ULID))
#define FOR_GENERATED (FOR_TIME | FOR(NEW_V4))
#define FOR_FORMS                                                              \
  (FOR_NAMES | FOR_NODE | FOR(NEW_V4) | FOR(NEW_V7) | FOR(NEW_ULID))

static const struct option_spec options[] = {
    {.letter = 'n',
     .name = "count",
     .value = "N",
     .operands = FOR_GENERATED,
     .help = "number of ids; may end in k, M or G"},
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_written,
     .operands = FOR_FORMS,
     .help = "text form of the ids"},
    {.name = "prefix",
     .value = "PREFIX",
     .operands = FOR(NEW_TYPEID),
     .help = "type that the ids name; if empty, only a suffix is written"},
    {.name = "at",
     .value = "TIME",
     .operands = FOR_TIME,
     .help = "make ids of this time instead of now"},
    {.name = "namespace",
     .value = "NAMESPACE",
     .choice = choice_namespace,
     .open = "an id",
     .operands = FOR_NAMES,
     .help = "namespace of the names"},
    {.name = "name",
     .value = "TEXT",
     .operands = FOR_NAMES,
     .help = "hash this name; may be repeated"},
    {.name = "custom",
     .value = "HEX",
     .operands = FOR(NEW_V8),
     .help = "32 hex digits; six bits become version and variant"},
    {.name = "plain",
     .operands = FOR(NEW_ULID),
     .help = "draw new random bits for every id"},
    {.name = "scope",
     .value = "SCOPE",
     .choice = choice_scope,
     .operands = FOR_TIME,
     .help = "keep ids in order within this scope"},
    {.name = "state",
     .value = "FILE",
     .operands = FOR_TIME,
     .help = "file that processes share in scope host"},
    {.name = "layout",
     .value = "LAYOUT",
     .choice = choice_layout,
     .operands = FOR_V7,
     .help = "content of the bits after the milliseconds"},
    {.name = "node",
     .value = "NODE",
     .choice = choice_node,
     .open = "12 hex digits",
     .operands = FOR_NODE,
     .help = "node field of the ids"},
    {.name = "domain",
     .value = "DOMAIN",
     .choice = choice_domain,
     .operands = FOR(NEW_V2),
     .help = "domain of the local id"},
    {.name = "local-id",
     .value = "N",
     .operands = FOR(NEW_V2),
     .help = "local id, such as a user id"},
    {.name = "random",
     .value = "SOURCE",
     .choice = choice_random,
     .operands = FOR_GENERATED,
     .help =
         "random bits from a fast stream keyed by the kernel, or from the kernel itself"},
    {.name = "seed",
     .value = "HEX",
     .operands = FOR_GENERATED,
     .help = "make the same ids on every run; only for tests"},
    OPTION_NULL,
};

struct job {
    enum new_kind kind;
    struct writing writing;
    uint64_t count;
    struct id_source source;
    guidon_id ns;
    const guidon_id *custom; /* NULL: hash names */
    guidon_id custom_id;
};

/* --------------------------------------------------------- from a generator */

#define BATCH ((size_t)1024)

/* Write the ids there are, say how long the next ones take, and sleep until
 * then. A signal ends the process meanwhile. */
static void wait_for_step(const struct job *job, uint64_t all)
{
    const unsigned seconds = id_source_wait_s();
    const struct timespec length = {.tv_sec = seconds};

    message("version 2 has 64 ids for each local id, domain and node in 429 s; "
            "waiting %u s for more (%" PRIu64 " of %" PRIu64 " are written)",
            seconds, all - job->count, all);
    nanosleep(&length, NULL); /* if a signal cuts it short, wait once more */
}

static enum exit_code run_generated(struct job *job)
{
    guidon_id ids[BATCH];
    enum exit_code code = id_source_open(&job->source);
    const bool waits = id_source_may_wait(&job->source);
    /* The seeded clock moves with each call: one id per call gives each id its
     * own millisecond. A call that is too long for a step of version 2 gives
     * none of its ids. */
    size_t most = job->source.seeded || waits ? 1 : BATCH;
    const uint64_t count = job->count;

    progress_phase("ids", count);
    while (code == EXIT_DONE && job->count > 0 && !output_failed()) {
        size_t n = job->count < most ? (size_t)job->count : most;
        guidon_status status = id_source_next(ids, n, &job->source);

        if (status == GUIDON_OK) {
            writing_all(&job->writing, ids, n);
            job->count -= n;
            progress_at(count - job->count);
        } else if (n > 1) {
            most = 1; /* write the ids there are before the failure */
        } else if (waits && status == GUIDON_E_OVERFLOW) {
            wait_for_step(job, count);
        } else {
            code = id_source_report(&job->source, status);
        }
    }
    id_source_close(&job->source);
    return code;
}

/* --------------------------------------------------------------- from names */

static guidon_name_kind name_kind(enum new_kind kind)
{
    return kind == NEW_V3   ? GUIDON_NAME_V3
           : kind == NEW_V5 ? GUIDON_NAME_V5
                            : GUIDON_NAME_V8_SHA256;
}

static enum exit_code run_named(const struct args *args, const struct job *job)
{
    const struct name_job names = {name_kind(job->kind), job->ns,
                                   &job->writing};

    if (!args_has(args, OPT_NAME)) {
        return name_ids_stdin(&names);
    }
    for (size_t i = 0; i < args->n_given; i++) {
        if (args->given[i].option == OPT_NAME) {
            name_ids_one(&names, args->given[i].value);
        }
    }
    return EXIT_DONE;
}

/* ------------------------------------------------------ reading the options */

static bool parse_namespace(guidon_id *out, const char *text)
{
    const guidon_id known[] = {guidon_namespace_dns(), guidon_namespace_url(),
                               guidon_namespace_oid(), guidon_namespace_x500()};
    size_t i = choice_index(choice_namespace, text, strlen(text));

    if (i < COUNT_OF(known)) {
        *out = known[i];
        return true;
    }
    return guidon_parse(out, NULL, text, strlen(text), ACCEPT_ANY_FORM, NULL) ==
           GUIDON_OK;
}

/* The bits of --custom. False, with a message, if they are malformed. */
static bool parse_custom(guidon_id *out, const char *text)
{
    guidon_id bits;

    if (guidon_parse(&bits, NULL, text, strlen(text),
                     GUIDON_ACCEPT(GUIDON_FORM_HEX) |
                         GUIDON_ACCEPT(GUIDON_FORM_UUID),
                     NULL) != GUIDON_OK) {
        message_usage("invalid HEX '%s' for --custom; expected 32 "
                      "hexadecimal digits",
                      ESCAPED(text));
        return false;
    }
    guidon_v8_make(out, bits.bytes);
    return true;
}

/* Exactly `n` bytes, as hex digits. */
static bool parse_hex(unsigned char *out, size_t n, const char *text)
{
    char digits[GUIDON_UUID_LEN];
    guidon_id id;

    if (strlen(text) != 2 * n || n > sizeof id.bytes) {
        return false;
    }
    memset(digits, '0', sizeof digits);
    memcpy(digits, text, 2 * n);
    if (guidon_parse(&id, NULL, digits, 32, GUIDON_ACCEPT(GUIDON_FORM_HEX),
                     NULL) != GUIDON_OK) {
        return false;
    }
    memcpy(out, id.bytes, n);
    return true;
}

static bool parse_node(guidon_options *wanted, const char *text)
{
    size_t i = choice_index(choice_node, text, strlen(text));

    if (i != SIZE_MAX) {
        wanted->node = (guidon_node)i;
        return true;
    }
    wanted->node = GUIDON_NODE_FIXED;
    return parse_hex(wanted->node_bytes, sizeof wanted->node_bytes, text);
}

static bool parse_local_id(guidon_options *wanted, const char *text)
{
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || *end || *text < '0' || *text > '9' || value > UINT32_MAX) {
        message_usage("invalid N '%s' for --local-id; expected 0 to "
                      "4294967295",
                      ESCAPED(text));
        return false;
    }
    wanted->local_id = (uint32_t)value;
    return true;
}

static guidon_kind generator_kind(enum new_kind kind, bool plain)
{
    switch (kind) {
    case NEW_V1:
        return GUIDON_V1;
    case NEW_V2:
        return GUIDON_V2;
    case NEW_V4:
        return GUIDON_V4;
    case NEW_V6:
        return GUIDON_V6;
    case NEW_ULID:
        return plain ? GUIDON_ULID : GUIDON_ULID_MONOTONIC;
    default:
        return GUIDON_V7;
    }
}

/* Read the options of the generator. False, with a message, if one is wrong. */
static bool read_source(struct id_source *source, const struct args *args,
                        enum new_kind kind)
{
    guidon_options *wanted = &source->options;
    const char *text;

    *wanted = (guidon_options){
        .kind = generator_kind(kind, args_has(args, OPT_PLAIN)),
        .scope = (guidon_scope)args_choice(args, OPT_SCOPE, 0),
        .state_path = args_value(args, OPT_STATE),
        .v7_layout = (guidon_v7_layout)args_choice(args, OPT_LAYOUT, 0),
        .random = (guidon_random)args_choice(args, OPT_RANDOM, 0),
        .domain = (guidon_domain)args_choice(args, OPT_DOMAIN, 0),
    };
    if ((text = args_value(args, OPT_AT)) != NULL) {
        source->fixed = true;
        if (!time_parse(&source->at, text)) {
            return false;
        }
    }
    if ((text = args_value(args, OPT_SEED)) != NULL) {
        if (!*text || strspn(text, "0123456789abcdefABCDEF") != strlen(text)) {
            message_usage("invalid HEX '%s' for --seed; expected hexadecimal "
                          "digits",
                          ESCAPED(text));
            return false;
        }
        id_source_seed(source, text);
        source->fixed = true; /* from 1970 on, unless --at is given */
        source->step_ms = 1;
    }
    if ((text = args_value(args, OPT_NODE)) != NULL &&
        !parse_node(wanted, text)) {
        args_refuse(&options[OPT_NODE], text, strlen(text));
        return false;
    }
    text = args_value(args, OPT_LOCAL_ID);
    return !text || parse_local_id(wanted, text);
}

static bool read_values(struct job *job, const struct args *args)
{
    const char *text;

    if ((text = args_value(args, OPT_COUNT)) != NULL &&
        !count_parse(&job->count, text)) {
        message_usage("invalid N '%s' for --count; expected a number below "
                      "2^64, optionally with k, M or G",
                      ESCAPED(text));
        return false;
    }
    if ((text = args_value(args, OPT_PREFIX)) != NULL &&
        !typeid_prefix_parse(&job->writing.prefix, text)) {
        return false;
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

/* Check which options need or exclude each other. False, with a message. */
static bool values_agree(const struct args *args, const struct job *job)
{
    bool named = FOR(job->kind) & FOR_NAMES;

    if (job->kind == NEW_TYPEID && !args_has(args, OPT_PREFIX)) {
        message_usage("typeid needs --prefix, such as user; --prefix '' writes "
                      "the suffix alone");
        return false;
    }
    if (job->kind == NEW_V2 && !args_has(args, OPT_LOCAL_ID)) {
        message_usage("v2 needs --local-id, such as a user id");
        return false;
    }
    if (args_has(args, OPT_STATE) &&
        job->source.options.scope != GUIDON_SCOPE_HOST) {
        message_usage("--state needs --scope host");
        return false;
    }
    if (job->source.fixed && job->source.options.scope == GUIDON_SCOPE_HOST) {
        message_usage("--scope host excludes --at and --seed: they would set "
                      "the time for every process of the host");
        return false;
    }
    if (job->source.seeded && args_has(args, OPT_RANDOM)) {
        message_usage(
            "--seed excludes --random: it replaces the random source");
        return false;
    }
    if (job->custom &&
        (args_has(args, OPT_NAMESPACE) || args_has(args, OPT_NAME))) {
        message_usage("--custom excludes --namespace and --name: it gives all "
                      "the bits");
        return false;
    }
    if (named && !job->custom && !args_has(args, OPT_NAMESPACE)) {
        message_usage("%s needs --namespace%s", choice_new_kind(job->kind),
                      job->kind == NEW_V8 ? " or --custom" : "");
        return false;
    }
    return true;
}

/* The form of --form, or else the canonical form of the kind. */
static size_t form_of(const struct args *args, enum new_kind kind)
{
    size_t form = args_choice(args, OPT_FORM, SIZE_MAX);

    if (kind == NEW_TYPEID) {
        return FORM_TYPEID;
    }
    if (form == SIZE_MAX) {
        return kind == NEW_ULID ? GUIDON_FORM_ULID : GUIDON_FORM_UUID;
    }
    return choice_written_form(form);
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .kind = (enum new_kind)args_operand(args),
        .writing.end = args_has(args, OPT_NULL) ? '\0' : '\n',
        .count = 1,
    };

    job.writing.form = form_of(args, job.kind);
    if (!read_values(&job, args) || !read_source(&job.source, args, job.kind) ||
        !values_agree(args, &job)) {
        return EXIT_USAGE;
    }
    if (job.custom) {
        writing_all(&job.writing, job.custom, 1);
        return EXIT_DONE;
    }
    return FOR(job.kind) & FOR_NAMES ? run_named(args, &job)
                                     : run_generated(&job);
}

static const struct example examples[] = {
    {"One version-7 UUID, the recommended kind", "guidon new"},
    {"Three ULIDs, in increasing order", "guidon new ulid -n 3"},
    {"Two TypeIDs of the type user", "guidon new typeid --prefix user -n 2"},
    {"Version-1 UUIDs, in order across all processes of this host",
     "guidon new v1 -n 3 --scope host --state \"${TMPDIR:-/tmp}/ids.state\""},
    {"The same ids on every run, for a test",
     "guidon new v7 -n 2 --seed 2a --at 2022-02-22T19:22:22Z"},
    {"The same id for a name, everywhere and always",
     "guidon new v5 --namespace dns --name www.example.com"},
    {"An id for each line of the input",
     "printf 'alice\\nbob\\n' | guidon new v5 --namespace url"},
    {"A version-8 UUID from your own bits",
     "guidon new v8 --custom 2489e9ad2ee2e00ec932d5f69181c000"},
};

const struct command command_new = {
    .name = "new",
    .summary = "Make ids",
    .operand = "KIND",
    .max_operands = 1,
    .operand_choice = choice_new_kind,
    .operand_default = "v7",
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The ids of one run increase (v1: by time; v4 and plain ULIDs have no order).\n"
        "Scope process also keeps ids in order across threads. Scope host keeps them in\n"
        "order across processes, through a file: --state, or guidon/state in /run for\n"
        "root and in $XDG_RUNTIME_DIR for other users.\n\n"
        "With --at, the clock stands still: all ids have that time. With --seed, the\n"
        "clock starts at --at (or 1970) and advances a millisecond per id. Never use\n"
        "--seed in production: everyone who knows the seed knows the ids.\n\n"
        "v3, v5 and v8 hash a namespace and a name (MD5, SHA-1, SHA-256). Without --name\n"
        "or --custom, guidon reads names from stdin, one per line (with -0, each ends in\n"
        "NUL). It hashes every byte of a name, including a carriage return.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
