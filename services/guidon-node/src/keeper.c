/* SPDX-License-Identifier: MIT */
/* keeper.c - the life of one number: claim, wait, keep, give back */
#include "keeper.h"

#include "child.h"
#include "claim.h"
#include "clocks.h"
#include "etcd.h"
#include "hold.h"
#include "http.h"
#include "launch.h"
#include "leasefile.h"
#include "marks.h"
#include "metrics.h"
#include "signals.h"
#include "statefile.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct keeper {
    const struct arguments *arguments;
    struct etcd etcd;
    struct hold hold;
    struct leasefile file;
    struct child child;
    bool published;   /* others know the number */
    bool interrupt;   /* stop the request that runs */
    int stop_signal;  /* 0, or the signal that ends the program */
    int64_t limit_ns; /* requests are stopped then */
    int64_t due_ns;   /* the next renewal is sent then */
    size_t failed;    /* renewals since the last that succeeded */
    uint64_t renewals, races;
    struct reason last_said;
    int64_t last_said_ns;
};

/* ---------------------------------------------------------------------- messages */

void keeper_say(const struct reason *reason)
{
    fprintf(stderr, "guidon-node: %s\n", reason->text);
}

/* Says what goes wrong again and again only once a minute. */
static void say_failure(struct keeper *k, const struct reason *reason)
{
    const int64_t now_ns = clocks_monotonic_ns();

    if (reason->text[0] && (strcmp(reason->text, k->last_said.text) != 0 ||
                            now_ns - k->last_said_ns >= 60 * NS_PER_S)) {
        keeper_say(reason);
        k->last_said = *reason;
        k->last_said_ns = now_ns;
    }
}

static void write_metrics(struct keeper *k)
{
    const int64_t left_ns = k->hold.fence_ns - clocks_monotonic_ns();
    const struct metrics metrics = {.node_number = k->hold.node_number,
                                    .slots = k->arguments->slots,
                                    .left_ns = left_ns > 0 ? left_ns : 0,
                                    .renewals = k->renewals,
                                    .races = k->races,
                                    .endpoints = k->arguments->endpoints,
                                    .failures = k->etcd.failures,
                                    .n_endpoints = k->arguments->n_endpoints};
    struct reason reason;

    if (k->arguments->metrics &&
        !metrics_write(k->arguments->metrics, &metrics, &reason)) {
        say_failure(k, &reason);
    }
}

/* --------------------------------------------------- work beside requests */

/* Sends COMMAND a signal; false if that is not allowed, which it says. */
static bool signal_command(struct keeper *k, int number)
{
    const int error = child_signal(&k->child, number);
    struct reason reason;

    if (error) {
        reason_set(&reason, "COMMAND cannot be signalled: %s", strerror(error));
        say_failure(k, &reason);
    }
    return !error;
}

static void take_signal(struct keeper *k, const struct signal_note *note)
{
    const bool ends = note->number == SIGTERM || note->number == SIGINT ||
                      note->number == SIGHUP || note->number == SIGQUIT;

    if (note->number == SIGCHLD) {
        /* The process of a command that could not be executed has ended before
         * this signal is looked at. It interrupts nothing. */
        const bool ran = k->child.pid != 0;

        child_look(&k->child);
        k->interrupt = k->interrupt || (ran && !k->child.pid);
    } else if (k->child.pid) {
        if (!note->from_terminal) {
            signal_command(k, note->number);
        }
    } else if (ends && !k->stop_signal) {
        k->stop_signal = note->number;
        k->interrupt = true;
    }
}

/* For http.h: handles signals, and stops a request once if it has become
 * useless. */
static int attend(void *context)
{
    struct keeper *k = context;
    struct signal_note note;
    int64_t left_ms;

    while (signals_next(&note)) {
        take_signal(k, &note);
    }
    left_ms = (k->limit_ns - clocks_monotonic_ns()) / NS_PER_MS;
    if (k->interrupt || left_ms < 0) {
        k->interrupt = false;
        return -1;
    }
    return left_ms < 1000 ? (int)left_ms + 1 : 1000;
}

static void pause_until(struct keeper *k, int64_t until_ns)
{
    http_pause(k->etcd.http, until_ns);
}

/* ------------------------------------------------------------------------- the claim */

static int64_t patience_ms(const struct keeper *k, int64_t give_up_ns)
{
    const int64_t left_ms = (give_up_ns - clocks_monotonic_ns()) / NS_PER_MS;
    const int64_t most_ms = 2000 * k->arguments->ttl_s;

    return left_ms < 0 ? 0 : left_ms < most_ms ? left_ms : most_ms;
}

/* Waits before the next look for a free number: less often if there are many
 * that wait, because each looks at another time. */
static void pause_claim(struct keeper *k, int64_t give_up_ns)
{
    const int64_t now_ns = clocks_monotonic_ns();
    int64_t until_ns =
        now_ns + (INT64_C(200) + clocks_random_below(600)) * NS_PER_MS;

    until_ns = until_ns < give_up_ns ? until_ns : give_up_ns;
    pause_until(k, until_ns);
}

/* Claims a number until the time to wait is over. */
static enum outcome claim(struct keeper *k, struct reason *reason)
{
    const struct claim_options options = {
        .prefix = k->arguments->prefix,
        .slots = k->arguments->slots,
        .node_number_bits = k->arguments->node_number_bits,
        .ttl_s = k->arguments->ttl_s,
    };
    const int64_t give_up_ns =
        clocks_monotonic_ns() + k->arguments->wait_s * NS_PER_S;
    size_t tries = 0;

    for (;;) {
        const bool last = clocks_monotonic_ns() >= give_up_ns;
        const enum outcome outcome =
            claim_number(&k->hold, &k->etcd, &options,
                         patience_ms(k, give_up_ns), &k->races, reason);

        if (k->stop_signal) {
            return outcome == OUTCOME_DONE ? outcome : OUTCOME_STOPPED;
        }
        if (outcome == OUTCOME_DONE || outcome == OUTCOME_REFUSED ||
            outcome == OUTCOME_BACK || (last && outcome == OUTCOME_FULL)) {
            return outcome;
        }
        if (outcome == OUTCOME_AGAIN && ++tries % k->arguments->n_endpoints) {
            continue; /* with another endpoint */
        }
        if (last) {
            return outcome;
        }
        if (outcome == OUTCOME_AGAIN) {
            say_failure(k, reason);
        }
        pause_claim(k, give_up_ns);
        if (k->stop_signal) {
            return OUTCOME_STOPPED;
        }
    }
}

/* ---------------------------------------------------------------- the number is used */

static bool set_environment(const struct keeper *k)
{
    char number[16], bits[16];

    snprintf(number, sizeof number, "%u", k->hold.node_number);
    snprintf(bits, sizeof bits, "%u", k->arguments->node_number_bits);
    return setenv("GUIDON_NODE", number, 1) == 0 &&
           setenv("GUIDON_NODE_BITS", bits, 1) == 0 &&
           setenv("GUIDON_LEASE", k->file.path, 1) == 0;
}

static bool print_number(struct keeper *k, struct reason *reason)
{
    if (printf("%u\n", k->hold.node_number) < 0 || fflush(stdout) != 0) {
        reason_set(reason, "standard output: %s", strerror(errno));
        k->child.status = EXIT_USAGE;
        return false;
    }
    return true;
}

/* Notes in the file of --state what etcd has told. */
static bool note_state(const struct keeper *k, struct reason *reason)
{
    const struct statefile state = {k->etcd.cluster, k->etcd.revision};

    return !k->arguments->state ||
           statefile_raise(k->arguments->state, &state, reason);
}

/* Publishes the number for the first time. Returns false if that fails. */
static bool publish(struct keeper *k, struct reason *reason)
{
    const struct arguments *arguments = k->arguments;

    if (!note_state(k, reason)) {
        k->child.status = EXIT_USAGE;
        return false;
    }
    if ((arguments->command || arguments->lease_file) &&
        (!leasefile_create(&k->file, arguments->lease_file, k->hold.node_number,
                           arguments->node_number_bits, k->hold.floor_ms,
                           reason) ||
         !leasefile_extend(&k->file, k->hold.fence_ns, k->hold.last_ms,
                           reason))) {
        k->child.status = EXIT_USAGE;
        return false;
    }
    k->published = true;
    if (!arguments->command) {
        return print_number(k, reason);
    }
    if (!set_environment(k)) {
        reason_set(reason, "%s: out of memory", arguments->command[0]);
        k->child.status = LAUNCH_CANNOT_RUN;
        return false;
    }
    return child_start(&k->child, arguments->command, arguments->isolation,
                       reason);
}

/* Hands the result of a renewal on. */
static bool extend(struct keeper *k, struct reason *reason)
{
    struct reason unnoted;

    if (!note_state(k, &unnoted)) {
        say_failure(k, &unnoted);
    }
    return !k->file.lease || leasefile_extend(&k->file, k->hold.fence_ns,
                                              k->hold.last_ms, reason);
}

/* ----------------------------------------------------------------------- the renewals */

/* The instant at which COMMAND gets SIGTERM, so that it has ended before the
 * lease does. */
static int64_t end_of_use(const struct keeper *k)
{
    return k->hold.fence_ns -
           (k->child.pid ? k->arguments->grace_ms * NS_PER_MS : 0);
}

/* The instant of the next renewal. A number that is not published yet waits for
 * the clock to pass the ids of earlier owners, or for the pause after a renewal
 * that failed. */
static int64_t next_instant(const struct keeper *k, int64_t now_ns)
{
    int64_t next_ns = k->due_ns;

    if (!k->published && k->failed == 0) {
        const int64_t ahead_ms = k->hold.floor_ms + 1 - clocks_wall_ms();
        const int64_t ready_ns =
            now_ns + (ahead_ms > 0 ? ahead_ms : 0) * NS_PER_MS;

        next_ns = ready_ns < next_ns ? ready_ns : next_ns;
    }
    return next_ns;
}

/* One renewal. `*reason` says why it failed. */
static enum outcome renew(struct keeper *k, struct reason *reason)
{
    const bool marks = k->published || clocks_wall_ms() > k->hold.floor_ms;
    const int64_t sent_ns = clocks_monotonic_ns();
    const int64_t ttl_ns = k->hold.ttl_s * NS_PER_S;
    enum outcome outcome = hold_renew(&k->hold, &k->etcd, marks, reason);

    if (outcome == OUTCOME_DONE) {
        k->failed = 0;
        k->renewals++;
        k->due_ns = sent_ns + ttl_ns / 3;
        if (marks && k->published && !extend(k, reason)) {
            outcome = OUTCOME_LOST;
        } else if (marks && !k->published && !publish(k, reason)) {
            outcome = OUTCOME_REFUSED;
        }
    } else if (outcome == OUTCOME_AGAIN || outcome == OUTCOME_REFUSED) {
        outcome = OUTCOME_AGAIN;
        say_failure(k, reason);
        k->due_ns = clocks_monotonic_ns();
        if (++k->failed % k->arguments->n_endpoints == 0) {
            k->due_ns += ttl_ns / 40 + clocks_random_below(100) * NS_PER_MS;
        }
    } else if (outcome == OUTCOME_BACK) {
        /* Somebody else may get the number from such an etcd at once. */
        outcome = OUTCOME_LOST;
    }
    write_metrics(k);
    return outcome;
}

/* Keeps the number until it is lost, COMMAND ends or a signal comes. REFUSED
 * means that the number could not be published. */
static enum outcome keep(struct keeper *k, struct reason *reason)
{
    struct reason last = {""};

    for (;;) {
        const int64_t now_ns = clocks_monotonic_ns();
        enum outcome outcome;

        k->limit_ns = end_of_use(k);
        if (k->stop_signal ||
            (k->published && k->arguments->command && !k->child.pid)) {
            return OUTCOME_STOPPED;
        }
        if (now_ns >= k->limit_ns) {
            reason_set(reason, "no renewal of number %u came in time%s%.500s",
                       k->hold.node_number, last.text[0] ? ": " : "",
                       last.text);
            return OUTCOME_LOST;
        }
        if (now_ns < next_instant(k, now_ns)) {
            pause_until(k, next_instant(k, now_ns));
            continue;
        }
        outcome = renew(k, reason);
        if (outcome == OUTCOME_LOST || outcome == OUTCOME_REFUSED) {
            return outcome;
        }
        last = *reason;
        if (outcome == OUTCOME_DONE) {
            last.text[0] = '\0';
        }
    }
}

/* ---------------------------------------------------------------------------- the end */

/* Says once a minute what the program waits for. */
static void await_command(struct keeper *k)
{
    struct reason reason;

    pause_until(k, clocks_monotonic_ns() + NS_PER_S);
    if (k->child.pid) {
        reason_set(&reason, "COMMAND has not ended after SIGKILL; waiting");
        say_failure(k, &reason);
    }
}

static void end_command(struct keeper *k)
{
    const int64_t kill_ns =
        clocks_monotonic_ns() + k->arguments->grace_ms * NS_PER_MS;
    struct reason reason;

    k->limit_ns = INT64_MAX;
    signal_command(k, SIGTERM);
    signal_command(k, SIGCONT);
    while (k->child.pid && clocks_monotonic_ns() < kill_ns) {
        pause_until(k, kill_ns);
    }
    if (!signal_command(k, SIGKILL)) {
        /* Waiting would not help, and a supervisor may have the right to do
         * what this process may not. */
        reason_set(&reason,
                   "COMMAND (process %ld) goes on without a lease, and another "
                   "process may get number %u",
                   (long)k->child.pid, k->hold.node_number);
        keeper_say(&reason);
        return;
    }
    while (k->child.pid) {
        await_command(k);
    }
}

/* Gives the number back. etcd ends the lease by itself if this fails. */
static void release(struct keeper *k)
{
    struct reason reason;
    size_t i;

    k->interrupt = false;
    k->limit_ns = INT64_MAX;
    for (i = 0; i < k->arguments->n_endpoints; i++) {
        if (hold_revoke(&k->etcd, k->hold.lease, &reason) != OUTCOME_AGAIN) {
            return;
        }
    }
    keeper_say(&reason);
}

static int use_number(struct keeper *k, struct reason *reason)
{
    const enum outcome outcome = keep(k, reason);

    if (outcome != OUTCOME_STOPPED) {
        keeper_say(reason);
    }
    leasefile_end(&k->file);
    if (k->child.pid) {
        end_command(k);
    }
    if (k->arguments->metrics) {
        metrics_remove(k->arguments->metrics);
    }
    if (outcome == OUTCOME_LOST) {
        /* The lease may belong to a clone by now, so it is not revoked. */
        return EXIT_LEASE_LOST;
    }
    release(k);
    if (!k->published && k->stop_signal) {
        return 128 + k->stop_signal;
    }
    /* A signal that comes after COMMAND has ended changes nothing. */
    return k->child.status;
}

/* Says why there is no number or mark, and what to do if etcd was restored. */
static void say_outcome(const struct keeper *k, enum outcome outcome,
                        struct reason *reason)
{
    keeper_say(reason);
    if (outcome == OUTCOME_BACK && k->arguments->state) {
        reason_set(reason,
                   "when no process has held a number for a TTL, remove "
                   "%.300s",
                   k->arguments->state);
        keeper_say(reason);
    }
}

static int run(struct keeper *k)
{
    struct reason reason = {""};
    const enum outcome outcome = claim(k, &reason);

    if (outcome == OUTCOME_STOPPED) {
        return 128 + k->stop_signal;
    }
    if (outcome != OUTCOME_DONE) {
        say_outcome(k, outcome, &reason);
        return EXIT_NO_NUMBER;
    }
    k->due_ns = k->hold.fence_ns - k->hold.ttl_s * NS_PER_S * 2 / 3;
    return use_number(k, &reason);
}

/* Lists or lowers marks, and leases no number. */
static int run_marks(struct keeper *k)
{
    struct reason reason = {""};
    enum outcome outcome = k->arguments->marks
                               ? marks_list(&k->etcd, k->arguments, &reason)
                               : marks_lower(&k->etcd, k->arguments, &reason);

    if (k->stop_signal) {
        return 128 + k->stop_signal;
    }
    if (outcome == OUTCOME_DONE && (fflush(stdout) != 0 || ferror(stdout))) {
        reason_set(&reason, "standard output: %s", strerror(errno));
        outcome = OUTCOME_REFUSED;
    }
    if (outcome != OUTCOME_DONE) {
        say_outcome(k, outcome, &reason);
    }
    return outcome == OUTCOME_DONE ? EXIT_RELEASED : EXIT_NO_NUMBER;
}

/* Checks what can be checked before a number is taken, because a number that was
 * taken serves nobody for a TTL. Returns an exit status, or -1 if all is well. */
static int check_first(const struct arguments *arguments)
{
    char path[PATH_MAX];
    struct reason reason;
    int error = 0;

    if (arguments->command &&
        (error = launch_find(path, arguments->command[0])) != 0) {
        reason_set(&reason, "%s: %s", arguments->command[0], strerror(error));
        keeper_say(&reason);
        return error == ENOENT ? LAUNCH_NOT_FOUND : LAUNCH_CANNOT_RUN;
    }
    if ((arguments->command || arguments->lease_file) &&
        !leasefile_check(arguments->lease_file, &reason)) {
        keeper_say(&reason);
        return EXIT_USAGE;
    }
    return -1;
}

/* A request takes at most a sixth of the TTL, so that two endpoints that do not
 * answer leave time for a third, before COMMAND is ended. */
static int64_t timeout_ms(int64_t ttl_s)
{
    const int64_t sixth_ms = ttl_s * 1000 / 6;

    return sixth_ms < 5000 ? sixth_ms : 5000;
}

int keeper_run(const struct arguments *arguments, const char *password)
{
    static struct keeper k;
    struct http_options http = {.cacert = arguments->cacert,
                                .cert = arguments->cert,
                                .key = arguments->key,
                                .attend = attend,
                                .context = &k};
    const bool marks = arguments->marks || arguments->lower_mark >= 0;
    struct statefile state = {0, 0};
    struct reason reason;
    int status = check_first(arguments);

    if (status >= 0) {
        return status;
    }
    if (arguments->state &&
        !statefile_read(&state, arguments->state, !marks, &reason)) {
        keeper_say(&reason);
        return EXIT_USAGE;
    }
    k.etcd.cluster = state.cluster;
    k.etcd.revision = state.revision;
    k.arguments = arguments;
    k.limit_ns = INT64_MAX;
    memcpy(k.etcd.options.endpoints, arguments->endpoints,
           sizeof arguments->endpoints);
    k.etcd.options.n_endpoints = arguments->n_endpoints;
    k.etcd.options.user = arguments->user;
    k.etcd.options.password = password;
    k.etcd.options.timeout_ms = timeout_ms(arguments->ttl_s);
    k.etcd.current = clocks_random_below((uint32_t)arguments->n_endpoints);
    http.wake_fd = signals_catch();
    if (http.wake_fd < 0) {
        reason_set(&reason, "signals cannot be caught: %s", strerror(errno));
    }
    k.etcd.http = http.wake_fd < 0 ? NULL : http_new(&http, &reason);
    if (!k.etcd.http) {
        keeper_say(&reason);
        return EXIT_USAGE;
    }
    status = marks ? run_marks(&k) : run(&k);
    http_free(k.etcd.http);
    return status;
}
