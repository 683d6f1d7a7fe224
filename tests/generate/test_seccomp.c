/* SPDX-License-Identifier: MIT */
/* test_seccomp.c - generators without random bytes from the kernel */
/*
 * A process makes the kernel reject getrandom, as a sandbox may do. Ids that
 * need random bytes must then fail, and no weaker source replaces the kernel
 * (R87).
 */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate/kinds.h"
#include "host/host.h"
#include "script.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#if defined(__linux__)
#  define PATIENCE 60 /* seconds until a process counts as dead */

/* --------------------------------------------------------------------- rows */

static struct script script; /* random bytes without the kernel */

#  define SCRIPTED                                                             \
    .random = GUIDON_RANDOM_CALLBACK, .random_fn = script_random,              \
    .random_context = &script
#  define ALL_SET .node = GUIDON_NODE_FIXED, .clock_seq_fixed = true

/* The expected status of each generator in a forked process, and in a new
 * thread of a process that has the generator already. */
static const struct {
    const char *why;
    guidon_options options;
    guidon_status forked, new_thread;
} rows[] = {
    {"v1 draws a node", {.kind = GUIDON_V1}, GUIDON_E_ENTROPY, GUIDON_OK},
    {"v1 draws a clock sequence",
     {.kind = GUIDON_V1, .node = GUIDON_NODE_FIXED},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v1 draws a node, though its sequence is set",
     {.kind = GUIDON_V1, .clock_seq_fixed = true},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v1 draws a clock sequence in a child alone",
     {.kind = GUIDON_V1, ALL_SET},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v1 by the caller's bytes",
     {.kind = GUIDON_V1, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"v2 draws a node", {.kind = GUIDON_V2}, GUIDON_E_ENTROPY, GUIDON_OK},
    {"v2 draws where to begin",
     {.kind = GUIDON_V2, .node = GUIDON_NODE_FIXED},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v2 draws a clock sequence in a child alone",
     {.kind = GUIDON_V2, ALL_SET},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v2 by the caller's bytes",
     {.kind = GUIDON_V2, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"v4", {.kind = GUIDON_V4}, GUIDON_E_ENTROPY, GUIDON_E_ENTROPY},
    {"v4 of the kernel's bytes",
     {.kind = GUIDON_V4, .random = GUIDON_RANDOM_KERNEL},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v4 by the caller's bytes",
     {.kind = GUIDON_V4, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"v6 draws a node for each",
     {.kind = GUIDON_V6},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v6 draws a node once",
     {.kind = GUIDON_V6, .clock_seq_fixed = true},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v6 draws a clock sequence in a child alone",
     {.kind = GUIDON_V6, ALL_SET},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"v6 by the caller's bytes",
     {.kind = GUIDON_V6, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"v7", {.kind = GUIDON_V7}, GUIDON_E_ENTROPY, GUIDON_E_ENTROPY},
    {"v7 of the kernel's bytes",
     {.kind = GUIDON_V7, .random = GUIDON_RANDOM_KERNEL},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v7 by a counter",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v7 by increments",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v7 unordered",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"v7 by the caller's bytes",
     {.kind = GUIDON_V7, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"V8_NODE, whose node number the parent holds",
     {.kind = GUIDON_V8_NODE,
      .scope = GUIDON_SCOPE_PROCESS,
      .node_number_bits = 1},
     GUIDON_E_STATE,
     GUIDON_E_STATE},
    {"ULID", {.kind = GUIDON_ULID}, GUIDON_E_ENTROPY, GUIDON_E_ENTROPY},
    {"ULID by the caller's bytes",
     {.kind = GUIDON_ULID, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
    {"ULID monotonic begins at random",
     {.kind = GUIDON_ULID_MONOTONIC},
     GUIDON_E_ENTROPY,
     GUIDON_OK},
    {"ULID monotonic by random steps",
     {.kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM},
     GUIDON_E_ENTROPY,
     GUIDON_E_ENTROPY},
    {"ULID monotonic by the caller's bytes",
     {.kind = GUIDON_ULID_MONOTONIC, SCRIPTED},
     GUIDON_OK,
     GUIDON_OK},
};

#  define N_ROWS (sizeof rows / sizeof rows[0])
#  define N_MANY 5
static guidon_generator *generators[N_ROWS];

#  define KIND(number, table) number,
static const guidon_kind kinds[] = {GDN_KIND_LIST(KIND)};
#  define N_KINDS (sizeof kinds / sizeof kinds[0])

/* No call has returned a status yet. */
#  define UNASKED ((guidon_status)99)
struct answer {
    guidon_status one, many;
    bool sound; /* outputs agree with the status, and errno is unchanged */
};
static struct notes {
    bool filtered;
    struct answer rows[N_ROWS];
    struct answer own[N_KINDS]; /* guidon_new */
    struct answer made[N_ROWS]; /* guidon_generator_new */
} * notes;

static guidon_status stopped_clock(void *unused, guidon_time *now)
{
    (void)unused;
    *now = (guidon_time){1700000000, 0};
    return GUIDON_OK;
}

/* The clock stands still, so that a ULID continues in its millisecond. */
static guidon_options options_of(size_t row)
{
    guidon_options options = rows[row].options;

    options.scope = GUIDON_SCOPE_PROCESS;
    options.clock_fn = stopped_clock;
    return options;
}

static int begin(void **unused)
{
    (void)unused;
    script = script_at(1700000000, 0);
    notes = shared_memory(sizeof *notes);
    for (size_t i = 0; i < N_ROWS; i++) {
        guidon_options options = options_of(i);
        guidon_id id;

        generators[i] = script_generator(&options);
        assert_int_equal(guidon_next(&id, generators[i]), GUIDON_OK);
        notes->made[i].one = notes->rows[i].one = UNASKED;
    }
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_ROWS; i++) {
        guidon_generator_free(generators[i]);
    }
    munmap(notes, sizeof *notes);
    return 0;
}

/* -------------------------------------------------------------------- calls */

static bool written_as_told(const guidon_id *ids, size_t n,
                            guidon_status status)
{
    for (size_t i = 0; i < n; i++) {
        if (guidon_is_max(&ids[i]) == (status == GUIDON_OK)) {
            return false;
        }
    }
    return true;
}

/* Make one id and a batch with a generator; NULL means guidon_new. */
static struct answer ask(guidon_generator *g, guidon_kind kind)
{
    struct answer answer;
    guidon_id ids[1 + N_MANY];

    for (size_t i = 0; i < 1 + N_MANY; i++) {
        ids[i] = guidon_max();
    }
    errno = 99;
    answer.one = g ? guidon_next(ids, g) : guidon_new(ids, kind);
    answer.many = g ? guidon_next_many(ids + 1, N_MANY, g)
                    : guidon_new_many(ids + 1, N_MANY, kind);
    answer.sound = errno == 99 && written_as_told(ids, 1, answer.one) &&
                   written_as_told(ids + 1, N_MANY, answer.many);
    return answer;
}

static struct answer ask_for_generator(size_t row)
{
    guidon_generator *const untouched = (void *)notes;
    guidon_generator *g = untouched;
    guidon_options options = options_of(row);
    struct answer answer;

    errno = 99;
    answer.one = answer.many = guidon_generator_new(&g, &options);
    answer.sound = errno == 99 && (g == NULL) == (answer.one != GUIDON_OK);
    if (g != NULL) {
        guidon_generator_free(g);
    }
    return answer;
}

static void *ask_all(void *unused)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        notes->rows[i] = ask(generators[i], rows[i].options.kind);
        notes->made[i] = ask_for_generator(i);
    }
    for (size_t i = 0; i < N_KINDS; i++) {
        notes->own[i] = ask(NULL, kinds[i]);
    }
    return unused;
}

static unsigned refusal;

static void refuse_getrandom(void)
{
    if (!refuse_call(SYS_getrandom, -1, refusal)) {
        _exit(0);
    }
    notes->filtered = true;
}

static void ask_in_forked(void *unused)
{
    alarm(PATIENCE);
    refuse_getrandom();
    ask_all(unused);
}

/* The process makes its generators before the kernel rejects getrandom. */
static void ask_in_new_thread(void *unused)
{
    pthread_t thread;

    (void)unused;
    alarm(PATIENCE);
    for (size_t i = 0; i < N_ROWS; i++) {
        const bool is_refused = rows[i].new_thread == GUIDON_E_STATE;
        guidon_id id;

        if (guidon_next(&id, generators[i]) !=
            (is_refused ? GUIDON_E_STATE : GUIDON_OK)) {
            _exit(1);
        }
    }
    refuse_getrandom();
    if (pthread_create(&thread, NULL, ask_all, NULL) != 0) {
        _exit(2);
    }
    pthread_join(thread, NULL);
}

/* ------------------------------------------------------------------- checks */

static void judge(const struct answer *answer, guidon_status want,
                  const char *call, const char *why)
{
    if (answer->one != want || answer->many != want || !answer->sound) {
        fail_msg("%s, %s: %d and %d, %s", call, why, answer->one, answer->many,
                 answer->sound ? "with right outputs" : "with wrong outputs");
    }
}

/* guidon_generator_new fails if it needs a random node. */
static guidon_status made_as(const guidon_options *o)
{
    bool has_node = o->kind == GUIDON_V1 || o->kind == GUIDON_V2 ||
                    (o->kind == GUIDON_V6 && o->clock_seq_fixed);

    return has_node && o->node == GUIDON_NODE_RANDOM &&
                   o->random != GUIDON_RANDOM_CALLBACK
               ? GUIDON_E_ENTROPY
               : GUIDON_OK;
}

static void judge_all(bool in_new_thread)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        judge(&notes->rows[i],
              in_new_thread ? rows[i].new_thread : rows[i].forked,
              "guidon_next", rows[i].why);
        judge(&notes->made[i], made_as(&rows[i].options),
              "guidon_generator_new", rows[i].why);
    }
    for (size_t i = 0; i < N_KINDS; i++) {
        judge(&notes->own[i],
              kinds[i] == GUIDON_V2 || kinds[i] == GUIDON_V8_NODE ||
                      kinds[i] == GUIDON_V8_PREFIXED
                  ? GUIDON_E_ARGUMENT
                  : GUIDON_E_ENTROPY,
              "guidon_new", "of each kind");
    }
}

static void refuse_and_judge(unsigned error, child_fn *run, bool in_new_thread)
{
    alarm(2 * PATIENCE);
    refusal = error;
    run_child(BY_FORK, run, NULL);
    if (!notes->filtered) {
        print_message("skipped: this system does not allow seccomp filters\n");
        skip();
    }
    judge_all(in_new_thread);
}

static void test_a_forked_process_where_the_call_is_unknown(void **unused)
{
    (void)unused;
    refuse_and_judge(ENOSYS, ask_in_forked, false);
}

static void test_a_forked_process_where_the_call_is_forbidden(void **unused)
{
    (void)unused;
    refuse_and_judge(EPERM, ask_in_forked, false);
}

static void test_a_new_thread_where_the_call_is_unknown(void **unused)
{
    (void)unused;
    refuse_and_judge(ENOSYS, ask_in_new_thread, true);
}

static void test_a_new_thread_where_the_call_is_forbidden(void **unused)
{
    (void)unused;
    refuse_and_judge(EPERM, ask_in_new_thread, true);
}

/* The thread's stream continues until its buffer is exhausted, and never gives
 * bytes that it does not have. */
static void draw_until_dry(void *unused)
{
    guidon_options options = {.kind = GUIDON_V1};
    const guidon_options host = {.kind = GUIDON_V1,
                                 .scope = GUIDON_SCOPE_HOST,
                                 .state_path = "/no/such/folder/state"};
    guidon_status status = GUIDON_OK;
    guidon_generator *g;
    guidon_id id;

    (void)unused;
    alarm(PATIENCE);
    if (guidon_generator_new(&g, &options) != GUIDON_OK) {
        _exit(1);
    }
    gdn_entropy_thread_end(); /* otherwise the vDSO makes bytes without the kernel */
    refuse_getrandom();
    for (unsigned i = 0; i < 100000 && status == GUIDON_OK; i++) {
        status = guidon_generator_set_clock_seq(g, -1);
    }
    if (status != GUIDON_E_ENTROPY || guidon_next(&id, g) != GUIDON_OK) {
        _exit(2);
    }
    /* The thread's own generator cannot get a random node. */
    if (guidon_new(&id, GUIDON_V1) != GUIDON_E_ENTROPY) {
        _exit(4);
    }
    /* Without a random node no state file is opened. */
    if (guidon_generator_new(&g, &host) != GUIDON_E_ENTROPY) {
        _exit(3);
    }
}

static void test_a_stream_that_runs_dry(void **unused)
{
    (void)unused;
    refusal = EPERM;
    run_child(BY_FORK, draw_until_dry, NULL);
    if (!notes->filtered) {
        print_message("skipped: this system does not allow seccomp filters\n");
        skip();
    }
}

#  define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_forked_process_where_the_call_is_unknown),
        EACH(test_a_forked_process_where_the_call_is_forbidden),
        EACH(test_a_new_thread_where_the_call_is_unknown),
        EACH(test_a_new_thread_where_the_call_is_forbidden),
        EACH(test_a_stream_that_runs_dry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    print_message("skipped: this system has no seccomp\n");
    return 0;
}
#endif
