/* SPDX-License-Identifier: MIT */
/* arguments.c - the command line of guidon-node */
#include "arguments.h"

#include "keys.h"
#include "leasefile.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char arguments_help[] =
    "Usage: guidon-node --endpoints URL[,URL] --slots N [OPTION...] "
    "[-- COMMAND...]\n"
    "\n"
    "Leases a number below N from etcd, and keeps it while COMMAND runs.\n"
    "COMMAND finds the number in GUIDON_NODE, its bits in GUIDON_NODE_BITS and\n"
    "the path of a lease file, which libguidon reads, in GUIDON_LEASE. Without\n"
    "COMMAND, guidon-node prints the number and keeps it until SIGTERM.\n"
    "\n"
    "      --endpoints URL[,URL]  addresses of etcd's members\n"
    "      --slots N              give out the numbers 0 to N - 1 (at most 2^24)\n"
    "      --ttl S                seconds until an abandoned number is free "
    "[30]\n"
    "      --prefix P             the keys in etcd begin so [/guidon/nodes]\n"
    "      --wait S               seconds to wait for a number [60]; 0: give up "
    "at once\n"
    "      --grace S              seconds from SIGTERM to SIGKILL if the lease "
    "ends [TTL/6]\n"
    "      --cacert FILE          trust only certificates of this authority\n"
    "      --cert FILE            certificate of this client\n"
    "      --key FILE             private key of the certificate\n"
    "      --user NAME            user of etcd\n"
    "      --password-file FILE   the first line of FILE is the password\n"
    "      --lease-file PATH      path of the lease file\n"
    "      --isolate WHEN         run COMMAND in a PID namespace of its own: auto "
    "(where\n"
    "                             the kernel allows one), always or never "
    "[auto]\n"
    "      --metrics FILE         write metrics for Prometheus to FILE\n"
    "      --state FILE           remember etcd's state in FILE, and take no "
    "number if\n"
    "                             etcd was restored from an older copy\n"
    "      --marks                list numbers and their marks, and lease none\n"
    "      --lower-mark N         set the mark of number N, which lies ahead, to "
    "now;\n"
    "                             needs --no-later-ids\n"
    "      --no-later-ids         you have made sure that number N has no later "
    "id\n"
    "  -h, --help                 show this help\n"
    "  -V, --version              show the version\n"
    "\n"
    "Exit status: that of COMMAND (128 + N if signal N ended it), or\n"
    "  0    the number was given back, without COMMAND; or the marks were listed "
    "or\n"
    "       lowered\n"
    "  1    no number was leased, or no mark lowered\n"
    "  2    the command line, or a file that it names, is wrong\n"
    "  123  the lease was lost, and COMMAND was ended\n"
    "  126  COMMAND cannot be run\n"
    "  127  COMMAND was not found\n";

enum option_code {
    OPTION_ENDPOINTS = 256,
    OPTION_SLOTS,
    OPTION_TTL,
    OPTION_PREFIX,
    OPTION_WAIT,
    OPTION_GRACE,
    OPTION_CACERT,
    OPTION_CERT,
    OPTION_KEY,
    OPTION_USER,
    OPTION_PASSWORD_FILE,
    OPTION_LEASE_FILE,
    OPTION_ISOLATE,
    OPTION_METRICS,
    OPTION_STATE,
    OPTION_MARKS,
    OPTION_LOWER_MARK,
    OPTION_NO_LATER_IDS
};

static const struct option options[] = {
    {"endpoints", required_argument, NULL, OPTION_ENDPOINTS},
    {"slots", required_argument, NULL, OPTION_SLOTS},
    {"ttl", required_argument, NULL, OPTION_TTL},
    {"prefix", required_argument, NULL, OPTION_PREFIX},
    {"wait", required_argument, NULL, OPTION_WAIT},
    {"grace", required_argument, NULL, OPTION_GRACE},
    {"cacert", required_argument, NULL, OPTION_CACERT},
    {"cert", required_argument, NULL, OPTION_CERT},
    {"key", required_argument, NULL, OPTION_KEY},
    {"user", required_argument, NULL, OPTION_USER},
    {"password-file", required_argument, NULL, OPTION_PASSWORD_FILE},
    {"lease-file", required_argument, NULL, OPTION_LEASE_FILE},
    {"isolate", required_argument, NULL, OPTION_ISOLATE},
    {"metrics", required_argument, NULL, OPTION_METRICS},
    {"state", required_argument, NULL, OPTION_STATE},
    {"marks", no_argument, NULL, OPTION_MARKS},
    {"lower-mark", required_argument, NULL, OPTION_LOWER_MARK},
    {"no-later-ids", no_argument, NULL, OPTION_NO_LATER_IDS},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0}};

static bool read_number(int64_t *out, const char *name, const char *text,
                        int64_t min, int64_t max, struct reason *reason)
{
    int64_t value;

    if (!answer_decimal(&value, text) || value < min || value > max) {
        reason_set(reason, "--%s %s: expected a number from %lld to %lld", name,
                   text, (long long)min, (long long)max);
        return false;
    }
    *out = value;
    return true;
}

static bool read_slots(struct arguments *out, const char *text,
                       struct reason *reason)
{
    int64_t slots;

    if (!read_number(&slots, "slots", text, 1, INT64_C(1) << 24, reason)) {
        return false;
    }
    out->slots = (uint32_t)slots;
    out->node_number_bits = 1;
    while (INT64_C(1) << out->node_number_bits < slots) {
        out->node_number_bits++;
    }
    return true;
}

static bool check_endpoint(char *url, struct reason *reason)
{
    const size_t scheme = strncmp(url, "http://", 7) == 0    ? 7
                          : strncmp(url, "https://", 8) == 0 ? 8
                                                             : 0;
    size_t len = strlen(url);

    if (scheme && len > scheme && url[len - 1] == '/') {
        url[--len] = '\0';
    }
    if (strchr(url, '@')) { /* a password must not go to a log */
        reason_set(reason, "--endpoints: an address names a user; use --user "
                           "and --password-file");
        return false;
    }
    if (!scheme || len == scheme || len > 300 ||
        strpbrk(url + scheme, "/?# \t\r\n\\\"")) {
        reason_set(reason,
                   "--endpoints %s: expected http://HOST:PORT or "
                   "https://HOST:PORT",
                   url);
        return false;
    }
    return true;
}

static bool read_endpoints(struct arguments *out, char *list,
                           struct reason *reason)
{
    char *next;

    for (out->n_endpoints = 0; list; list = next) {
        next = strchr(list, ',');
        if (next) {
            *next++ = '\0';
        }
        if (out->n_endpoints == ETCD_ENDPOINTS_MAX) {
            reason_set(reason, "--endpoints: more than %d addresses",
                       ETCD_ENDPOINTS_MAX);
            return false;
        }
        if (!check_endpoint(list, reason)) {
            return false;
        }
        out->endpoints[out->n_endpoints++] = list;
    }
    return true;
}

static bool read_prefix(struct arguments *out, const char *text,
                        struct reason *reason)
{
    const size_t len = strlen(text);
    size_t i;
    bool good = len > 1 && len <= KEYS_PREFIX_MAX && text[0] == '/' &&
                text[len - 1] != '/';

    for (i = 0; i < len; i++) {
        good = good && text[i] > ' ' && text[i] < 127;
    }
    if (!good) {
        reason_set(reason,
                   "--prefix %s: expected printable ASCII characters, a '/' at "
                   "the beginning and none at the end, at most %d",
                   text, KEYS_PREFIX_MAX);
    }
    out->prefix = text;
    return good;
}

/* Keeps a text that must not be empty. */
static bool read_text(const char **out, const char *name, const char *text,
                      struct reason *reason)
{
    if (!*text) {
        reason_set(reason, "--%s: the value is empty", name);
        return false;
    }
    *out = text;
    return true;
}

static bool read_isolation(struct arguments *out, const char *text,
                           struct reason *reason)
{
    static const char *const names[] = {[ISOLATION_AUTO] = "auto",
                                        [ISOLATION_ALWAYS] = "always",
                                        [ISOLATION_NEVER] = "never"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(text, names[i]) == 0) {
            out->isolation = (enum isolation)i;
            return true;
        }
    }
    reason_set(reason, "--isolate %s: expected auto, always or never", text);
    return false;
}

static bool read_file_option(struct arguments *out, int code, const char *text,
                             struct reason *reason)
{
    switch (code) {
    case OPTION_CACERT:
        return read_text(&out->cacert, "cacert", text, reason);
    case OPTION_CERT:
        return read_text(&out->cert, "cert", text, reason);
    case OPTION_KEY:
        return read_text(&out->key, "key", text, reason);
    case OPTION_USER:
        return read_text(&out->user, "user", text, reason);
    case OPTION_PASSWORD_FILE:
        return read_text(&out->password_file, "password-file", text, reason);
    case OPTION_LEASE_FILE:
        if (strlen(text) >= LEASEFILE_PATH) {
            reason_set(reason, "--lease-file: the path is longer than %d bytes",
                       LEASEFILE_PATH - 1);
            return false;
        }
        return read_text(&out->lease_file, "lease-file", text, reason);
    case OPTION_METRICS:
        return read_text(&out->metrics, "metrics", text, reason);
    case OPTION_STATE:
        return read_text(&out->state, "state", text, reason);
    default:
        reason_set(reason, "unknown option, or an option without its value");
        return false;
    }
}

static bool read_option(struct arguments *out, int code, char *text,
                        struct reason *reason)
{
    switch (code) {
    case 'h':
        return out->help = true;
    case 'V':
        return out->version = true;
    case OPTION_MARKS:
        return out->marks = true;
    case OPTION_NO_LATER_IDS:
        return out->no_later_ids = true;
    case OPTION_LOWER_MARK:
        return read_number(&out->lower_mark, "lower-mark", text, 0,
                           (INT64_C(1) << 24) - 1, reason);
    case OPTION_ENDPOINTS:
        return read_endpoints(out, text, reason);
    case OPTION_SLOTS:
        return read_slots(out, text, reason);
    case OPTION_TTL:
        return read_number(&out->ttl_s, "ttl", text, 2, 86400, reason);
    case OPTION_PREFIX:
        return read_prefix(out, text, reason);
    case OPTION_ISOLATE:
        return read_isolation(out, text, reason);
    case OPTION_WAIT:
        return read_number(&out->wait_s, "wait", text, 0, 1000000000, reason);
    case OPTION_GRACE:
        out->grace_ms = 0;
        if (!read_number(&out->grace_ms, "grace", text, 0, 86400, reason)) {
            return false;
        }
        out->grace_ms *= 1000;
        return true;
    default:
        return read_file_option(out, code, text, reason);
    }
}

/* Checks the options that depend on each other. */
static bool check(const struct arguments *out, struct reason *reason)
{
    const char *text = NULL;

    if (out->n_endpoints == 0 || out->slots == 0) {
        text = "--endpoints and --slots are required";
    } else if (out->grace_ms * 3 > out->ttl_s * 1000) {
        text = "--grace: expected at most a third of --ttl";
    } else if (!out->cert != !out->key) {
        text = "--cert and --key belong together";
    } else if (!out->user != !out->password_file) {
        text = "--user and --password-file belong together";
    } else if (out->marks && out->lower_mark >= 0) {
        text = "--marks and --lower-mark: give one of them";
    } else if (out->no_later_ids && out->lower_mark < 0) {
        text = "--no-later-ids needs --lower-mark";
    } else if (out->lower_mark >= (int64_t)out->slots) {
        text = "--lower-mark: expected a number below --slots";
    } else if ((out->marks || out->lower_mark >= 0) && out->command) {
        text = "--marks and --lower-mark run no COMMAND";
    }
    if (text) {
        reason_set(reason, "%s", text);
    }
    return !text;
}

bool arguments_read(struct arguments *out, int argc, char **argv,
                    struct reason *reason)
{
    const struct arguments defaults = {.ttl_s = 30,
                                       .wait_s = 60,
                                       .grace_ms = -1,
                                       .lower_mark = -1,
                                       .prefix = "/guidon/nodes"};

    *out = defaults;
    opterr = 0;
    for (;;) {
        const int at = optind;
        const int code = getopt_long(argc, argv, "+hV", options, NULL);

        if (code == -1) {
            break;
        }
        if (code == '?') {
            reason_set(reason, "%s: unknown option, or its value is missing",
                       argv[at]);
            return false;
        }
        if (!read_option(out, code, optarg, reason)) {
            return false;
        }
        if (out->help || out->version) {
            return true;
        }
    }
    out->command = optind < argc ? argv + optind : NULL;
    if (out->grace_ms < 0) {
        out->grace_ms = out->ttl_s * 1000 / 6;
    }
    return check(out, reason);
}
