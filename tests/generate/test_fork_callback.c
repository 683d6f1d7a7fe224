/* SPDX-License-Identifier: MIT */
/* test_fork_callback.c - a function of the options forks, and its child returns
 * into the call: the ids of parent and child differ. */
/*
 * Every test forks once in a call of Guidon, at the first, the second, the third
 * time that the function is called, and so on until a call ends before. Parent
 * and child finish the call and make another id; the parent compares.
 */
#define _DEFAULT_SOURCE
#include "children.h"
#include "idset.h"
#include "vectors.h"

#include <string.h>

/* More ids than a step makes, so that a fork may come between two steps. */
enum { MANY = 300, LATER = 2, PATIENCE = 60 };

static const struct row {
    const char *name;
    guidon_options options;
    size_t many;
} rows[] = {
    {"v1", {.kind = GUIDON_V1}, MANY},
    {"v2", {.kind = GUIDON_V2}, 4},
    {"v4", {.kind = GUIDON_V4}, MANY},
    {"v6", {.kind = GUIDON_V6}, MANY},
    {"v7 precise", {.kind = GUIDON_V7}, MANY},
    {"v7 precise, a coarse clock",
     {.kind = GUIDON_V7, .clock_resolution_ns = 1000000},
     MANY},
    {"v7 counter", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER}, MANY},
    {"v7 increment",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
     MANY},
    {"v7 unordered",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
     MANY},
    {"ULID", {.kind = GUIDON_ULID}, MANY},
    {"ULID monotonic", {.kind = GUIDON_ULID_MONOTONIC}, MANY},
    {"ULID monotonic by random steps",
     {.kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM},
     MANY},
};

#define N_ROWS (sizeof rows / sizeof rows[0])

static const struct {
    const char *name;
    guidon_scope scope;
} scopes[] = {{"thread", GUIDON_SCOPE_THREAD},
              {"process", GUIDON_SCOPE_PROCESS}};

#define N_SCOPES (sizeof scopes / sizeof scopes[0])

/* The functions of the options. */
enum place { IN_CLOCK, IN_RANDOM, IN_MONOTONIC, N_PLACES };
static const char *const place_names[N_PLACES] = {"clock_fn", "random_fn",
                                                  "monotonic_fn"};

/* What the functions do, and what they did. */
static struct {
    enum place place;
    int calls_before_fork;    /* of that function; below 0: no fork any more */
    pid_t child;              /* -1: none yet; 0 in the child */
    int64_t ms;               /* of the clock */
    guidon_generator *nested; /* the clock makes an id with it, once */
} plan;

/* The ids of the call and of the calls after it. */
struct made {
    guidon_status status;
    guidon_id ids[MANY + LATER];
};
static struct pair {
    struct made parent, child;
} * made; /* memory of both processes */

static void pass(enum place place)
{
    if (place == plan.place && plan.calls_before_fork-- == 0) {
        plan.child = fork();
        if (plan.child == 0) {
            alarm(PATIENCE);
        }
    }
}

/* Stands still, so that equal states give equal ids. */
static guidon_status clock_fn(void *unused, guidon_time *now)
{
    guidon_generator *nested = plan.nested;
    guidon_id id;

    (void)unused;
    if (nested) {
        plan.nested = NULL;
        if (guidon_next(&id, nested) != GUIDON_OK) {
            return GUIDON_E_CLOCK;
        }
        plan.ms++;
    }
    *now = (guidon_time){1645557742 + plan.ms / 1000,
                         (uint32_t)(plan.ms % 1000 * 1000000)};
    pass(IN_CLOCK);
    return GUIDON_OK;
}

/* Both processes return the bytes that were there before the fork. */
static guidon_status random_fn(void *unused, void *out, size_t len)
{
    (void)unused;
    for (size_t done = 0; done < len; done += 256) {
        const size_t left = len - done;

        if (getentropy((char *)out + done, left < 256 ? left : 256) != 0) {
            return GUIDON_E_ENTROPY;
        }
    }
    pass(IN_RANDOM);
    return GUIDON_OK;
}

static guidon_status monotonic_fn(void *unused, uint64_t *ns)
{
    (void)unused;
    *ns = 1;
    pass(IN_MONOTONIC);
    return GUIDON_OK;
}

/* From now on, no function forks. */
static guidon_generator *generator(const struct row *row, guidon_scope scope,
                                   enum place place)
{
    guidon_options options = row->options;
    guidon_generator *g;

    plan.place = place;
    plan.calls_before_fork = -1;
    plan.ms = 0;
    options.scope = scope;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    if (place == IN_MONOTONIC) {
        options.not_after = UINT64_MAX;
        options.monotonic_fn = monotonic_fn;
    } else {
        options.clock_fn = clock_fn;
    }
    if (place == IN_RANDOM) {
        options.random = GUIDON_RANDOM_CALLBACK;
        options.random_fn = random_fn;
    }
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
    return g;
}

/* What this process makes goes to its place in the memory of both. The child
 * ends here. True if there was a child. */
static bool end_call(guidon_generator *g, struct made *mine, size_t n)
{
    plan.calls_before_fork = -1;
    for (size_t i = 0; i < LATER && mine->status == GUIDON_OK; i++) {
        mine->status = guidon_next(&mine->ids[n + i], g);
    }
    if (plan.child == 0) {
        made->child = *mine;
        _exit(0);
    }
    made->parent = *mine;
    return plan.child > 0;
}

/* Make the ids of a call in which the function forks at the given time that it
 * is called, and two ids after them. False if the call ended before. */
static bool call_that_forks(guidon_generator *g, size_t n, int call)
{
    struct made mine;

    memset(&mine, 0, sizeof mine);
    memset(made, 0, sizeof *made);
    plan.child = -1;
    plan.calls_before_fork = call;
    mine.status =
        n == 1 ? guidon_next(mine.ids, g) : guidon_next_many(mine.ids, n, g);
    return end_call(g, &mine, n);
}

/* The ids of the process are in order, if its kind keeps one. */
static void judge_order(const struct row *row, const guidon_id *ids, size_t n)
{
    const guidon_kind kind = row->options.kind;

    for (size_t i = 1; i < n; i++) {
        uint64_t above = 1, below = 0;

        if (kind == GUIDON_V1) {
            assert_int_equal(guidon_ticks_of(&above, &ids[i]), GUIDON_OK);
            assert_int_equal(guidon_ticks_of(&below, &ids[i - 1]), GUIDON_OK);
        } else if (kind == GUIDON_V6 || kind == GUIDON_ULID_MONOTONIC ||
                   (kind == GUIDON_V7 &&
                    row->options.v7_layout != GUIDON_V7_UNORDERED)) {
            above = guidon_compare(&ids[i], &ids[i - 1]) > 0;
        }
        assert_true(above > below);
    }
}

static void judge(const struct row *row, size_t n, const char *where)
{
    guidon_id all[2 * (MANY + LATER)];
    const size_t one = n + LATER;
    size_t twice;

    if (!child_ended_well(plan.child)) {
        fail_msg("%s, %s: the child of %zu ids failed", row->name, where, n);
    }
    assert_int_equal(made->parent.status, GUIDON_OK);
    assert_int_equal(made->child.status, GUIDON_OK);
    memcpy(all, made->parent.ids, one * sizeof all[0]);
    memcpy(all + one, made->child.ids, one * sizeof all[0]);
    twice = idset_first_repeat(all, 2 * one);
    if (twice < 2 * one) {
        fail_msg("%s, %s: id %zu of %zu comes twice", row->name, where,
                 twice % one, n);
    }
    judge_order(row, all, one);
    judge_order(row, all + one, one);
}

static int begin(void **unused)
{
    (void)unused;
    made = shared_memory(sizeof *made);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    munmap(made, sizeof *made);
    return 0;
}

/* ------------------------------------------------------------------- tests */

/* Every kind, one id and many, fresh generators and used ones. Returns the
 * number of forks. */
static unsigned fork_in(enum place place, const struct row *row,
                        guidon_scope scope, size_t n, bool used)
{
    unsigned forks = 0;

    for (int call = 0;; call++) {
        guidon_generator *g = generator(row, scope, place);
        guidon_id id;
        bool has_forked;

        if (used) {
            assert_int_equal(guidon_next(&id, g), GUIDON_OK);
        }
        has_forked = call_that_forks(g, n, call);
        if (has_forked) {
            judge(row, n, place_names[place]);
            forks++;
        }
        guidon_generator_free(g);
        if (!has_forked) {
            return forks;
        }
    }
}

static void test_everywhere(enum place place)
{
    for (size_t r = 0; r < N_ROWS; r++) {
        unsigned forks = 0;

        for (size_t s = 0; s < N_SCOPES; s++) {
            forks += fork_in(place, &rows[r], scopes[s].scope, 1, false);
            forks += fork_in(place, &rows[r], scopes[s].scope, 1, true);
            forks +=
                fork_in(place, &rows[r], scopes[s].scope, rows[r].many, true);
        }
        if (forks == 0 &&
            !(place == IN_CLOCK && rows[r].options.kind == GUIDON_V4)) {
            fail_msg("%s: no fork in %s", rows[r].name, place_names[place]);
        }
    }
}

static void test_a_clock_that_forks(void **state)
{
    (void)state;
    test_everywhere(IN_CLOCK);
}

static void test_random_bytes_that_fork(void **state)
{
    (void)state;
    test_everywhere(IN_RANDOM);
}

static void test_a_monotonic_clock_that_forks(void **state)
{
    (void)state;
    test_everywhere(IN_MONOTONIC);
}

/* The call plans again, because its clock made an id, and then forks: it has
 * random bytes of the parent's stream and needs more of them. */
static void test_a_clock_that_makes_an_id_and_forks(void **state)
{
    (void)state;
    for (size_t r = 0; r < N_ROWS; r++) {
        guidon_generator *g =
            generator(&rows[r], GUIDON_SCOPE_PROCESS, IN_CLOCK);
        guidon_id id;

        assert_int_equal(guidon_next(&id, g), GUIDON_OK);
        plan.nested = g;
        /* The nested call reads the clock before the call that nests it. */
        if (call_that_forks(g, 1, 2)) {
            judge(&rows[r], 1, "a clock that makes an id");
        }
        plan.nested = NULL;
        guidon_generator_free(g);
    }
}

/* The child gets the node that the parent draws, but makes ids with another. */
static void test_a_new_generator_that_forks(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const guidon_options options = {.kind = kinds[k],
                                        .overflow = GUIDON_OVERFLOW_FAIL,
                                        .clock_seq_fixed = true,
                                        .clock_fn = clock_fn,
                                        .random = GUIDON_RANDOM_CALLBACK,
                                        .random_fn = random_fn};
        const struct row row = {"a new generator", options, 1};
        guidon_generator *g = NULL;
        struct made mine;

        memset(&mine, 0, sizeof mine);
        plan.place = IN_RANDOM;
        plan.ms = 0;
        plan.child = -1;
        plan.calls_before_fork = 0;
        mine.status = guidon_generator_new(&g, &options);
        if (mine.status == GUIDON_OK) {
            mine.status = guidon_next(mine.ids, g);
        }
        assert_true(end_call(g, &mine, 1));
        judge(&row, 1, "random_fn");
        guidon_generator_free(g);
    }
}

/* The new state of a child draws a node. Its own child does not keep it. */
static void test_a_new_state_that_forks(void **state)
{
    (void)state;
    for (size_t s = 0; s < N_SCOPES; s++) {
        guidon_generator *g = generator(&rows[0], scopes[s].scope, IN_RANDOM);
        guidon_id id;
        pid_t child;

        assert_int_equal(guidon_next(&id, g), GUIDON_OK);
        child = fork();
        if (child == 0) {
            alarm(PATIENCE);
            /* An assertion would go on with the other tests. */
            if (!call_that_forks(g, 1, 0)) {
                _exit(1);
            }
            _exit(child_ended_well(plan.child) ? 0 : 1);
        }
        assert_true(child_ended_well(child));
        plan.child = fork(); /* for judge, which waits for a child */
        if (plan.child == 0) {
            _exit(0);
        }
        judge(&rows[0], 1, "random_fn of a child");
        guidon_generator_free(g);
    }
}

/* A number that only one process may hold: the child gets an error. */
static void test_a_node_number_stays_with_the_parent(void **state)
{
    static const struct row node = {
        "v8 node",
        {.kind = GUIDON_V8_NODE, .node_number = 5, .node_number_bits = 8},
        MANY};

    (void)state;
    for (int call = 0; call < 2; call++) { /* the second step reads it again */
        guidon_generator *g = generator(&node, GUIDON_SCOPE_PROCESS, IN_CLOCK);
        const struct made none = {.status = GUIDON_E_STATE};

        assert_true(call_that_forks(g, MANY, call));
        assert_true(child_ended_well(plan.child));
        assert_int_equal(made->parent.status, GUIDON_OK);
        assert_memory_equal(made->child.ids, none.ids, sizeof none.ids);
        assert_int_equal(made->child.status, none.status);
        guidon_generator_free(g);
    }
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_clock_that_forks),
        EACH(test_random_bytes_that_fork),
        EACH(test_a_monotonic_clock_that_forks),
        EACH(test_a_clock_that_makes_an_id_and_forks),
        EACH(test_a_new_generator_that_forks),
        EACH(test_a_new_state_that_forks),
        EACH(test_a_node_number_stays_with_the_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
