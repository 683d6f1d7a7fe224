/* SPDX-License-Identifier: MIT */
/* new.c - guidon new: makes ids. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/number.h"
#include "../text/writing.h"
#include "generated_ids.h"
#include "id_source.h"
#include "name_ids.h"
#include "new_options.h"
#include "new_source.h"

#include <guidon.h>
#include <stdint.h>
#include <string.h>

struct job {
    enum new_kind kind;
    struct writing writing;
    uint64_t count;
    struct id_source source;
    guidon_id ns;
    const guidon_id *custom; /* NULL: hash names */
    guidon_id custom_id;
};

static bool parse_namespace(guidon_id *out, const char *text)
{
#define ID_OF(name, function) function(),
    const guidon_id known[] = {GUIDON_NAMESPACE_LIST(ID_OF)};
#undef ID_OF
    size_t i = choice_index(choice_namespace, text, strlen(text));

    if (i < COUNT_OF(known)) {
        *out = known[i];
        return true;
    }
    return guidon_parse(out, NULL, text, strlen(text), GUIDON_ACCEPT_ANY, 0,
                        NULL) == GUIDON_OK;
}

/* The bits of --custom. False, with a message, if they are malformed. */
static bool parse_custom(guidon_id *out, const char *text)
{
    guidon_id bits;

    if (guidon_parse(&bits, NULL, text, strlen(text),
                     GUIDON_ACCEPT_FORMS(GUIDON_FORM_BIT(GUIDON_FORM_HEX) |
                                         GUIDON_FORM_BIT(GUIDON_FORM_UUID)),
                     0, NULL) != GUIDON_OK) {
        message_usage("invalid HEX '%s' for --custom; expected 32 "
                      "hexadecimal digits",
                      ESCAPED(text));
        return false;
    }
    guidon_v8_make(out, bits.bytes);
    return true;
}

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
        args_refuse(&new_options[OPT_NAMESPACE], text, strlen(text));
        return false;
    }
    if ((text = args_value(args, OPT_CUSTOM)) != NULL) {
        job->custom = &job->custom_id;
        return parse_custom(&job->custom_id, text);
    }
    return true;
}

/* Check which options of the generator need or exclude each other. False, with a
 * message. */
static bool source_agrees(const struct args *args, const struct job *job)
{
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
    return true;
}

/* The same for the options of names. */
static bool names_agree(const struct args *args, const struct job *job)
{
    if (job->custom &&
        (args_has(args, OPT_NAMESPACE) || args_has(args, OPT_NAME))) {
        message_usage("--custom excludes --namespace and --name: it gives all "
                      "the bits");
        return false;
    }
    if (new_kind_is_named(job->kind) && !job->custom &&
        !args_has(args, OPT_NAMESPACE)) {
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
    if (!read_values(&job, args) ||
        !new_source_read(&job.source, args, job.kind) ||
        !source_agrees(args, &job) || !names_agree(args, &job)) {
        return EXIT_USAGE;
    }
    if (job.custom) {
        writing_all(&job.writing, job.custom, 1);
        return EXIT_DONE;
    }
    return new_kind_is_named(job.kind)
               ? run_named(args, &job)
               : generated_ids(&job.source, &job.writing, job.count);
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
    {"Three ids that no other node number gives",
     "guidon new v8-node -n 3 --node 677 --node-bits 10"},
    {"An id that sorts after nearly all random ids, for a table that has them",
     "guidon new v8-append"},
    {"Three ids of the shard of a tenant, of 16 shards",
     "guidon new v8-sharded -n 3 --shards 16 --tenant acme"},
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
    .options = new_options,
    .n_options = NEW_OPTIONS,
    .notes =
        "The ids of one run increase (v1: by time; v4, plain ULIDs and, with --at, v7\n"
        "have no order).\n"
        "Scope process also keeps ids in order across threads. Scope host keeps them in\n"
        "order across processes, through a file: --state, or guidon/state in /run for\n"
        "root and in $XDG_RUNTIME_DIR for other users.\n\n"
        "With --at, the clock stands still: all ids have that time. Ids of v7 are as with\n"
        "--layout unordered then, unless --layout, --scope or --seed is given or the time\n"
        "has a fraction of a millisecond. With --seed, the clock starts at --at (or 1970)\n"
        "and advances a millisecond per id. Never use --seed in production: everyone who\n"
        "knows the seed knows the ids.\n\n"
        "v3, v5 and v8 hash a namespace and a name (MD5, SHA-1, SHA-256). Without --name\n"
        "or --custom, guidon reads names from stdin, one per line (with -0, each ends in\n"
        "NUL). It hashes every byte of a name, including a carriage return.\n\n"
        "v8-node writes the number of --node into each id. Runs with different numbers\n"
        "and the same --node-bits never make the same id. Use a number in one run at a\n"
        "time: two runs with one number differ only by random bits.\n\n"
        "v8-append and v8-sharded put a prefix before the time. They are unique in one\n"
        "database that checks the key, and not when ids of many databases are merged.\n"
        "guidon odds v8-append says how soon a repeat is expected. The number of bits or\n"
        "shards is a property of a table for ever.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
