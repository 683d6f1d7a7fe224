/* SPDX-License-Identifier: MIT */
/* arguments.c - the command line of guidon-node */
#include "arguments.h"

#include "keys.h"
#include "leasefile.h"

#include "../../../cli/args.h"
#include "../../../cli/table/help.h"
#include "../../../cli/table/table.h"
#include "../../../cli/term/escape.h"
#include "../../../cli/term/message.h"
#include "../../../cli/term/output.h"

#include <guidon.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MAX = 1 << 24, DAY_S = 86400 };

enum {
    OPT_ENDPOINTS,
    OPT_SLOTS,
    OPT_TTL,
    OPT_PREFIX,
    OPT_WAIT,
    OPT_GRACE,
    OPT_CACERT,
    OPT_CERT,
    OPT_KEY,
    OPT_USER,
    OPT_PASSWORD_FILE,
    OPT_LEASE_FILE,
    OPT_ISOLATE,
    OPT_METRICS,
    OPT_STATE,
    OPT_MARKS,
    OPT_LOWER_MARK,
    OPT_NO_LATER_IDS,
    OPT_VERSION
};

static const char *choice_isolation(size_t i)
{
    static const char *const names[] = {[ISOLATION_AUTO] = "auto",
                                        [ISOLATION_ALWAYS] = "always",
                                        [ISOLATION_NEVER] = "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const struct option_spec options[] = {
    {.name = "endpoints",
     .value = "URL",
     .list = true,
     .required = true,
     .help = "addresses of etcd's members"},
    {.name = "slots",
     .value = "N",
     .required = true,
     .least = 1,
     .most = SLOTS_MAX,
     .help = "give out the numbers 0 to N - 1; at most 2^24"},
    {.name = "ttl",
     .value = "S",
     .least = 2,
     .most = DAY_S,
     .help = "seconds until an abandoned number is free (30)"},
    {.name = "prefix",
     .value = "P",
     .help = "the prefix of the keys in etcd (/guidon/nodes)"},
    {.name = "wait",
     .value = "S",
     .most = 1000000000,
     .help = "seconds to wait for a number (60); 0: give up at once"},
    {.name = "grace",
     .value = "S",
     .most = DAY_S,
     .help = "seconds from SIGTERM to SIGKILL if the lease ends (TTL/6)"},
    {.name = "cacert",
     .value = "FILE",
     .help = "trust only certificates of this authority"},
    {.name = "cert", .value = "FILE", .help = "certificate of this client"},
    {.name = "key", .value = "FILE", .help = "private key of the certificate"},
    {.name = "user", .value = "NAME", .help = "user of etcd"},
    {.name = "password-file",
     .value = "FILE",
     .help = "the first line of FILE is the password"},
    {.name = "lease-file", .value = "FILE", .help = "path of the lease file"},
    {.name = "isolate",
     .value = "WHEN",
     .choice = choice_isolation,
     .help = "run COMMAND in a PID namespace of its own (auto)"},
    {.name = "metrics",
     .value = "FILE",
     .help = "write metrics for Prometheus to FILE"},
    {.name = "state",
     .value = "FILE",
     .help = "remember etcd's state in FILE, and take no number if etcd was "
             "restored from an older copy"},
    {.name = "marks", .help = "list numbers and their marks, and lease none"},
    {.name = "lower-mark",
     .value = "N",
     .most = SLOTS_MAX - 1,
     .help = "set the mark of number N, which lies ahead, to now; needs "
             "--no-later-ids"},
    {.name = "no-later-ids",
     .help = "you have made sure that number N has no later id"},
    {.letter = 'V', .name = "version", .help = "show the version and exit"},
};

static const struct example examples[] = {
    {"Run a program with a number below 1024",
     "guidon-node --endpoints http://127.0.0.1:2379 --slots 1024 -- ./server"},
    {"List the numbers that were ever held",
     "guidon-node --endpoints http://127.0.0.1:2379 --slots 1024 --marks"},
};

static const struct exit_meaning exits[] = {
    {"0", "the number was given back; or the marks were listed or lowered"},
    {"1", "no number was leased, or no mark lowered; the message says why"},
    {"2", "the command line, or a file that it names, is wrong"},
    {"123", "the lease was lost, and COMMAND was ended"},
    {"126", "COMMAND cannot be run"},
    {"127", "COMMAND was not found"},
    {"128 + N", "signal N ended COMMAND, or came while the program waited"},
};

static const struct command node = {
    .name = "guidon-node",
    .summary = "Lease a node number from etcd",
    .operand = "COMMAND",
    .max_operands = SIZE_MAX,
    .is_program = true,
    .launches = true,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon-node leases a number below N from etcd, and keeps it while\n"
        "COMMAND runs. COMMAND finds the number in GUIDON_NODE, its bits in\n"
        "GUIDON_NODE_BITS and the path of a lease file, which libguidon reads,\n"
        "in GUIDON_LEASE. Without COMMAND, guidon-node prints the number and\n"
        "keeps it until SIGTERM. The exit status is that of COMMAND, or one of\n"
        "those below.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .exits = exits,
    .n_exits = COUNT_OF(exits),
};

static const struct command *command_at(size_t i)
{
    return i == 0 ? &node : NULL;
}

/* The reading functions return false, with a message, if a value is wrong. */

static bool check_endpoint(char *url)
{
    const size_t scheme = strncmp(url, "http://", 7) == 0    ? 7
                          : strncmp(url, "https://", 8) == 0 ? 8
                                                             : 0;
    size_t len = strlen(url);

    if (scheme && len > scheme && url[len - 1] == '/') {
        url[--len] = '\0';
    }
    if (strchr(url, '@')) { /* a password must not go to a log */
        message_usage("an address of --endpoints names a user; use --user and "
                      "--password-file");
        return false;
    }
    if (!scheme || len == scheme || len > 300 ||
        strpbrk(url + scheme, "/?# \t\r\n\\\"")) {
        message_usage("invalid URL '%s' for --endpoints; expected "
                      "http://HOST:PORT or https://HOST:PORT",
                      ESCAPED(url));
        return false;
    }
    return true;
}

static bool read_endpoints(struct arguments *out, char *list)
{
    char *next;

    for (out->n_endpoints = 0; list; list = next) {
        next = strchr(list, ',');
        if (next) {
            *next++ = '\0';
        }
        if (out->n_endpoints == ETCD_ENDPOINTS_MAX) {
            message_usage("more than %d addresses for --endpoints",
                          ETCD_ENDPOINTS_MAX);
            return false;
        }
        if (!check_endpoint(list)) {
            return false;
        }
        out->endpoints[out->n_endpoints++] = list;
    }
    return true;
}

static bool check_prefix(const char *text)
{
    const size_t len = strlen(text);
    bool good = len > 1 && len <= KEYS_PREFIX_MAX && text[0] == '/' &&
                text[len - 1] != '/';

    for (size_t i = 0; i < len; i++) {
        good = good && text[i] > ' ' && text[i] < 127;
    }
    if (!good) {
        message_usage("invalid P '%s' for --prefix; expected printable ASCII "
                      "characters, a '/' at the beginning and none at the end, "
                      "at most %d",
                      ESCAPED(text), KEYS_PREFIX_MAX);
    }
    return good;
}

/* No text may be empty. The path of the lease file has a limit. */
static bool check_texts(const struct args *args)
{
    const char *lease_file = args_value(args, OPT_LEASE_FILE);

    for (size_t i = 0; i < args->n_given; i++) {
        if (args->given[i].value && !*args->given[i].value) {
            message_usage("option '--%s' needs a value that is not empty",
                          options[args->given[i].option].name);
            return false;
        }
    }
    if (lease_file && strlen(lease_file) >= LEASEFILE_PATH) {
        message_usage("the path of --lease-file is longer than %d bytes",
                      LEASEFILE_PATH - 1);
        return false;
    }
    return true;
}

/* Checks the options that depend on each other. */
static bool check_together(const struct arguments *out)
{
    const bool marks = out->marks || out->lower_mark >= 0;
    const char *text = NULL;

    if (out->n_endpoints == 0 || out->slots == 0) {
        text = "--endpoints and --slots are required";
    } else if (out->grace_ms * 3 > out->ttl_s * 1000) {
        text = "--grace is more than a third of --ttl";
    } else if (!out->cert != !out->key) {
        text = "--cert and --key belong together";
    } else if (!out->user != !out->password_file) {
        text = "--user and --password-file belong together";
    } else if (out->marks && out->lower_mark >= 0) {
        text = "--marks excludes --lower-mark";
    } else if (out->no_later_ids && out->lower_mark < 0) {
        text = "--no-later-ids needs --lower-mark";
    } else if (out->lower_mark >= (int64_t)out->slots) {
        text = "the number of --lower-mark is not below --slots";
    } else if (marks && out->command) {
        text = "--marks and --lower-mark run no COMMAND";
    }
    if (text) {
        message_usage("%s", text);
    }
    return !text;
}

static bool read_options(struct arguments *out, const struct args *args)
{
    const char *prefix = args_value(args, OPT_PREFIX);
    /* getopt found the text in argv, whose words may be written to. */
    char *endpoints = (char *)args_value(args, OPT_ENDPOINTS);

    *out = (struct arguments){
        .slots = args_number(args, OPT_SLOTS, 0),
        .node_number_bits = 1,
        .ttl_s = args_number(args, OPT_TTL, 30),
        .wait_s = args_number(args, OPT_WAIT, 60),
        .prefix = prefix ? prefix : "/guidon/nodes",
        .cacert = args_value(args, OPT_CACERT),
        .cert = args_value(args, OPT_CERT),
        .key = args_value(args, OPT_KEY),
        .user = args_value(args, OPT_USER),
        .password_file = args_value(args, OPT_PASSWORD_FILE),
        .lease_file = args_value(args, OPT_LEASE_FILE),
        .metrics = args_value(args, OPT_METRICS),
        .state = args_value(args, OPT_STATE),
        .isolation =
            (enum isolation)args_choice(args, OPT_ISOLATE, ISOLATION_AUTO),
        .marks = args_has(args, OPT_MARKS),
        .lower_mark = -1,
        .no_later_ids = args_has(args, OPT_NO_LATER_IDS),
        .command = args->n_operands > 0 ? args->operands : NULL,
    };
    while (UINT32_C(1) << out->node_number_bits < out->slots) {
        out->node_number_bits++;
    }
    if (args_has(args, OPT_LOWER_MARK)) {
        out->lower_mark = args_number(args, OPT_LOWER_MARK, 0);
    }
    out->grace_ms = args_has(args, OPT_GRACE)
                        ? INT64_C(1000) * args_number(args, OPT_GRACE, 0)
                        : out->ttl_s * 1000 / 6;
    return check_texts(args) && check_prefix(out->prefix) &&
           (!endpoints || read_endpoints(out, endpoints)) &&
           check_together(out);
}

static enum arguments_end end_of(bool good)
{
    return good && output_finish() ? ARGUMENTS_ANSWERED : ARGUMENTS_WRONG;
}

static enum arguments_end answer(struct arguments *out, const struct args *args)
{
    if (args->help) {
        help_command(&node);
        return end_of(true);
    }
    if (args_has(args, OPT_VERSION)) {
        output_format("guidon-node %s\n", guidon_library_version());
        return end_of(true);
    }
    return read_options(out, args) ? ARGUMENTS_RUN : ARGUMENTS_WRONG;
}

enum arguments_end arguments_read(struct arguments *out, int argc, char **argv)
{
    const struct program program = {.name = node.name, .command = command_at};
    enum arguments_end end = ARGUMENTS_WRONG;
    struct args args;

    message_program(node.name);
    if (argc > 1 && strcmp(argv[1], TABLE_OPTION) == 0) {
        return end_of(table_run(&program, argc, argv) == EXIT_DONE);
    }
    if (args_parse(&args, &node, argc, argv) == EXIT_DONE) {
        end = answer(out, &args);
    }
    args_free(&args);
    return end;
}
