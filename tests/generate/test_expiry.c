/* SPDX-License-Identifier: MIT */
/* test_expiry.c - generators that expire: when, what then, and renewal. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate/generator.h"
#include "generate_test.h"
#include "random/epoch.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define LIMIT    UINT64_C(1000)
#define PATIENCE 60 /* seconds; then a process counts as dead */

/* A clock of not_after that a test moves. Each reading advances it by `step`,
 * and the readings from number `late_from` on, counted from 1, are past
 * LIMIT. */
struct instants {
    uint64_t now, step, readings, late_from;
    uint64_t clone_at; /* the machine is cloned before this reading */
    guidon_status status;
};

static _Atomic(uint64_t) machine;

static guidon_status instants_now(void *context, uint64_t *ns)
{
    struct instants *instants = context;

    instants->readings++;
    if (instants->readings == instants->clone_at) {
        atomic_fetch_add(&machine, 1);
    }
    if (instants->status != GUIDON_OK) {
        return instants->status;
    }
    *ns = instants->now;
    if (instants->late_from && instants->readings >= instants->late_from) {
        *ns = LIMIT + 1;
    }
    instants->now += instants->step;
    return GUIDON_OK;
}

static guidon_options expiring(guidon_options options,
                               struct instants *instants)
{
    options.not_after = LIMIT;
    options.monotonic_fn = instants_now;
    options.monotonic_context = instants;
    return options;
}

/* ------------------------------------------------------------- every shape */

/* A script gives the clock and the random bytes, or the system does: only then
 * a fast path exists. Scope HOST keeps its file in memory if possible. */
enum source { BY_SCRIPT, BY_SYSTEM, N_SOURCES };

struct trial {
    char why[128];
    const struct shape *shape;
    guidon_options options;
    struct script script;
    struct instants instants;
    guidon_generator *g;
};

static char state_path[64];

static void open_trial(struct trial *trial)
{
    trial->instants = (struct instants){.now = LIMIT};
    assert_int_equal(guidon_generator_new(&trial->g, &trial->options),
                     GUIDON_OK);
}

static void close_trial(struct trial *trial)
{
    guidon_generator_free(trial->g);
    unlink(state_path);
}

static void try_shape(const struct shape *shape, guidon_scope scope,
                      enum source source, void (*run)(struct trial *trial))
{
    struct trial trial = {.shape = shape, .script = script_at(T0, 0)};

    trial.options = shape_options(&trial.script, shape);
    trial.options.scope = scope;
    trial.options.state_path = scope == GUIDON_SCOPE_HOST ? state_path : NULL;
    if (source == BY_SYSTEM) {
        script_no_random(&trial.options);
        script_no_clock(&trial.options);
    }
    trial.options = expiring(trial.options, &trial.instants);
    snprintf(trial.why, sizeof trial.why, "%s, scope %d, %s", shape->name,
             (int)scope, source == BY_SYSTEM ? "system" : "script");
    open_trial(&trial);
    run(&trial);
    close_trial(&trial);
}

static void try_all(void (*run)(struct trial *trial))
{
    for (size_t i = 0; i < SHAPES; i++) {
        for (enum source source = 0; source < N_SOURCES; source++) {
            try_shape(&shapes[i], GUIDON_SCOPE_THREAD, source, run);
            try_shape(&shapes[i], GUIDON_SCOPE_PROCESS, source, run);
#if GDN_ATOMIC128_LOCK_FREE
            try_shape(&shapes[i], GUIDON_SCOPE_HOST, source, run);
#endif
        }
    }
}

static struct gdn_u128 state_of(guidon_generator *g)
{
    return gdn_atomic128_load(gdn_generator_state(g));
}

static bool same_state(struct gdn_u128 a, struct gdn_u128 b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* ----------------------------------------------------------------- one call */

static void make_at_the_limit_and_past_it(struct trial *t)
{
    struct gdn_u128 before;
    guidon_id id, marked;

    mark(&marked, sizeof marked);
    for (int i = 0; i < 3; i++) { /* the last instant still counts */
        uint64_t readings = t->instants.readings;

        assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
        assert_row(t->why, t->instants.readings >= readings + 2);
    }
    t->instants.now = LIMIT + 1;
    before = state_of(t->g);
    id = marked;
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
    assert_row(t->why, is_marked(&id, sizeof id));
    assert_row(t->why, guidon_next_many(&id, 1, t->g) == GUIDON_E_STATE);
    assert_row(t->why, is_marked(&id, sizeof id));
    assert_row(t->why, guidon_next_many(&id, 0, t->g) == GUIDON_OK);
    /* No tick, count or clock sequence is lost. */
    assert_row(t->why, same_state(state_of(t->g), before));
    assert_row(t->why, guidon_generator_renew(t->g, LIMIT + 1) == GUIDON_OK);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
    assert_row(t->why, guidon_generator_renew(t->g, LIMIT) == GUIDON_OK);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
}

static void test_no_id_past_the_limit(void **unused)
{
    (void)unused;
    try_all(make_at_the_limit_and_past_it);
}

/* The generator expires between the check before the plan and the end of the
 * call, so the state is in place when the clock is past the limit. */
static void expire_within_a_call(struct trial *t)
{
    struct gdn_u128 before;
    guidon_id id;

    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
    before = state_of(t->g);
    t->instants.late_from = t->instants.readings + 2;
    mark(&id, sizeof id);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
    assert_row(t->why, is_marked(&id, sizeof id));
    assert_row(t->why, t->instants.readings >= t->instants.late_from);
    if (t->options.scope == GUIDON_SCOPE_THREAD) {
        assert_row(t->why, same_state(state_of(t->g), before));
    }
}

static void test_an_id_of_a_call_that_ends_too_late_is_dropped(void **unused)
{
    (void)unused;
    try_all(expire_within_a_call);
}

/* ------------------------------------------------------------------ batches */

#define STEP  256 /* ids that a step makes at most */
#define BATCH (3 * STEP)

static void expire_within_a_batch(struct trial *t)
{
    static guidon_id ids[BATCH];
    uint64_t readings = t->instants.readings;
    guidon_status status;

    if (t->shape->kind == GUIDON_V2) {
        return; /* has 64 ids for 429 seconds */
    }
    status = guidon_next_many(ids, BATCH, t->g);
    assert_row(t->why, status == GUIDON_OK);
    assert_row(t->why, t->instants.readings - readings >= 3 * 2);

    for (uint64_t late = 1; late <= 3 * 2; late++) {
        t->instants.readings = 0;
        t->instants.late_from = late;
        mark(ids, sizeof ids);
        status = guidon_next_many(ids, BATCH, t->g);
        assert_row(t->why, status == GUIDON_E_STATE);
        assert_row(t->why,
                   is_marked(ids, sizeof ids) || is_all(ids, sizeof ids, 0));
        assert_row(t->why, t->instants.readings == late);
    }
}

static void test_each_step_of_a_batch_and_its_end_are_checked(void **unused)
{
    (void)unused;
    try_all(expire_within_a_batch);
}

/* The clock of the ids stands still, and the call waits for it. */
static void test_a_call_that_waits_ends_past_the_limit(void **unused)
{
    static const struct {
        const char *why;
        guidon_kind kind;
        size_t n;
    } rows[] = {
        {"v1: 10,000 ids per millisecond", GUIDON_V1, 20000},
        {"v2: 64 ids per step", GUIDON_V2, 100},
        {"v6: 10,000 ids per millisecond", GUIDON_V6, 20000},
    };

    (void)unused;
    alarm(PATIENCE);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        struct instants instants = {.step = 1};
        guidon_options options = script_options(&script, rows[i].kind);
        guidon_id *ids = new_ids(rows[i].n);
        guidon_generator *g;

        options = expiring(options, &instants);
        g = script_generator(&options);
        assert_row(rows[i].why,
                   guidon_next_many(ids, rows[i].n, g) == GUIDON_E_STATE);
        assert_row(rows[i].why, guidon_is_nil(&ids[0]));
        guidon_generator_free(g);
        free(ids);
    }
    alarm(0);
}

/* ----------------------------------------------------------------- failures */

static void fail_the_clock(struct trial *t)
{
    struct gdn_u128 before;
    guidon_id id;

    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
    before = state_of(t->g);
    t->instants.status = GUIDON_E_CLOCK;
    mark(&id, sizeof id);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_CLOCK);
    assert_row(t->why, is_marked(&id, sizeof id));
    assert_row(t->why, same_state(state_of(t->g), before));
}

static void test_a_clock_that_fails_gives_no_id(void **unused)
{
    (void)unused;
    try_all(fail_the_clock);
}

static void test_only_a_generator_with_a_limit_is_renewed(void **unused)
{
    struct script script = script_at(T0, 0);
    struct instants instants = {.now = LIMIT};
    guidon_options options = script_options(&script, GUIDON_V7);
    guidon_generator *g = script_generator(&options);

    (void)unused;
    assert_int_equal(guidon_generator_renew(g, LIMIT), GUIDON_E_ARGUMENT);
    next_of(g);
    guidon_generator_free(g);

    options = expiring(options, &instants);
    g = script_generator(&options);
    assert_int_equal(guidon_generator_renew(g, 0), GUIDON_E_ARGUMENT);
    next_of(g); /* the limit is as before */
    instants.now = LIMIT + 1;
    assert_int_equal(guidon_next(&(guidon_id){{0}}, g), GUIDON_E_STATE);
    assert_int_equal(guidon_generator_renew(g, UINT64_MAX), GUIDON_OK);
    next_of(g);
    instants.now = UINT64_MAX;
    next_of(g);
    guidon_generator_free(g);
}

/* ------------------------------------------- processes, machines, threads */

struct in_child {
    guidon_generator *g;
    struct instants *instants;
    guidon_status answers[3];
};

static void call_in_child(void *argument)
{
    struct in_child *seen = argument;
    guidon_id id;

    seen->answers[0] = guidon_next(&id, seen->g);
    seen->instants->now = LIMIT + 1;
    seen->answers[1] = guidon_next(&id, seen->g);
    if (guidon_generator_renew(seen->g, 2 * LIMIT) == GUIDON_OK) {
        seen->answers[2] = guidon_next(&id, seen->g);
    }
}

static void test_a_child_inherits_the_limit(void **unused)
{
    struct in_child *seen = shared_memory(sizeof *seen);

    (void)unused;
    for (size_t i = 0; i < COUNT(scopes); i++) {
        struct instants instants = {.now = LIMIT};
        guidon_options options = {.kind = GUIDON_V7, .scope = scopes[i]};
        guidon_id id;

        options = expiring(options, &instants);
        *seen = (struct in_child){.instants = &instants};
        seen->answers[2] = GUIDON_E_MEMORY;
        assert_int_equal(guidon_generator_new(&seen->g, &options), GUIDON_OK);
        next_of(seen->g);
        run_child(BY_FORK, call_in_child, seen);
        assert_int_equal(seen->answers[0], GUIDON_OK);
        assert_int_equal(seen->answers[1], GUIDON_E_STATE);
        assert_int_equal(seen->answers[2], GUIDON_OK);
        /* The child renewed for itself alone. */
        instants.now = LIMIT + 1;
        assert_int_equal(guidon_next(&id, seen->g), GUIDON_E_STATE);
        guidon_generator_free(seen->g);
    }
    munmap(seen, sizeof *seen);
}

static void clone_the_machine(struct trial *t)
{
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    guidon_id id;

    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    atomic_fetch_add(&machine, 1);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
    assert_row(t->why, guidon_generator_renew(t->g, LIMIT) == GUIDON_OK);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
    atomic_fetch_add(&machine, 1);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_E_STATE);
    assert_row(t->why, guidon_generator_renew(t->g, LIMIT) == GUIDON_OK);
    assert_row(t->why, guidon_next(&id, t->g) == GUIDON_OK);
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

static void test_a_cloned_machine_must_renew(void **unused)
{
    (void)unused;
    try_all(clone_the_machine);
}

/* The machine is cloned at each reading of the clock in a call of `n` ids. */
static void clone_within_a_call(struct trial *t, size_t n)
{
    static guidon_id ids[BATCH];
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    uint64_t at = 0;

    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    for (;;) {
        guidon_status status;

        t->instants.readings = 0;
        t->instants.clone_at = ++at;
        script_move(&t->script, SEC); /* room for the ids of each call */
        mark(ids, sizeof ids);
        status = guidon_next_many(ids, n, t->g);
        if (t->instants.readings < at) {
            assert_row(t->why, status == GUIDON_OK);
            break; /* the call read the clock less often */
        }
        assert_row(t->why, status == GUIDON_E_STATE);
        assert_row(t->why, is_marked(ids, n * sizeof *ids) ||
                               is_all(ids, n * sizeof *ids, 0));
        t->instants.clone_at = 0;
        assert_row(t->why, guidon_next(ids, t->g) == GUIDON_E_STATE);
        assert_row(t->why, guidon_generator_renew(t->g, LIMIT) == GUIDON_OK);
        assert_row(t->why, guidon_next(ids, t->g) == GUIDON_OK);
    }
    assert_row(t->why, at > 2 * ((n + STEP - 1) / STEP));
    t->instants.clone_at = 0;
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

static void clone_within_one_and_many(struct trial *t)
{
    clone_within_a_call(t, 1);
    if (t->shape->kind != GUIDON_V2) { /* has 64 ids for 429 seconds */
        clone_within_a_call(t, BATCH);
    }
}

static void test_a_machine_cloned_in_a_call_gives_no_id(void **unused)
{
    (void)unused;
    try_all(clone_within_one_and_many);
}

static void test_the_reason_says_what_to_do(void **unused)
{
    struct script script = script_at(T0, 0);
    struct instants instants = {.now = LIMIT + 1};
    guidon_options options = script_options(&script, GUIDON_V7);
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    guidon_generator *g;

    (void)unused;
    options = expiring(options, &instants);
    g = script_generator(&options);
    assert_int_equal(guidon_next(&(guidon_id){{0}}, g), GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "expired"));
    instants.now = LIMIT;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    atomic_fetch_add(&machine, 1);
    assert_int_equal(guidon_next(&(guidon_id){{0}}, g), GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "VMClock"));
    instants.status = GUIDON_E_STATE;
    assert_int_equal(guidon_next(&(guidon_id){{0}}, g), GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "monotonic_fn"));
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    guidon_generator_free(g);
}

/* Two instants that the clock has not reached. If a reader saw half of one and
 * half of the other, it could see an instant in the past. */
#define EARLY       UINT64_C(0x00000000ffffffff)
#define LATE        UINT64_C(0x0000000100000000)
#define RENEWALS    1000000
#define N_RENEWERS  2
#define RENEWED_NOW UINT64_C(0x80000000)

static _Atomic(unsigned) renewers_left;

static void *renew_again_and_again(void *g)
{
    for (int i = 0; i < RENEWALS; i++) {
        if (guidon_generator_renew(g, i % 2 ? EARLY : LATE) != GUIDON_OK) {
            abort();
        }
    }
    atomic_fetch_sub(&renewers_left, 1);
    return NULL;
}

static guidon_status renewed_now(void *unused, uint64_t *ns)
{
    (void)unused;
    *ns = RENEWED_NOW;
    return GUIDON_OK;
}

static void test_threads_renew_while_others_make_ids(void **unused)
{
    pthread_t renewers[N_RENEWERS];

    (void)unused;
    for (size_t i = 0; i < COUNT(scopes); i++) {
        guidon_options options = {.kind = GUIDON_V7,
                                  .scope = scopes[i],
                                  .not_after = LATE,
                                  .monotonic_fn = renewed_now};
        guidon_generator *g;

        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
        atomic_store(&renewers_left, N_RENEWERS);
        for (size_t r = 0; r < N_RENEWERS; r++) {
            assert_int_equal(
                pthread_create(&renewers[r], NULL, renew_again_and_again, g),
                0);
        }
        while (atomic_load(&renewers_left) > 0) {
            next_of(g);
        }
        for (size_t r = 0; r < N_RENEWERS; r++) {
            pthread_join(renewers[r], NULL);
        }
        assert_int_equal(guidon_generator_renew(g, RENEWED_NOW - 1), GUIDON_OK);
        assert_int_equal(guidon_next(&(guidon_id){{0}}, g), GUIDON_E_STATE);
        guidon_generator_free(g);
    }
}

/* ------------------------------------------------------- the system's clock */

#if defined(CLOCK_BOOTTIME)
#  define SLEEPLESS CLOCK_BOOTTIME
#else
#  define SLEEPLESS CLOCK_MONOTONIC
#endif

#if defined(__linux__)
static uint64_t system_ns(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(SLEEPLESS, &now), 0);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif

static void test_the_clock_is_the_systems(void **unused)
{
    uint64_t last = 0;

    (void)unused;
    for (int i = 0; i < 1000; i++) {
        uint64_t now;

        assert_int_equal(guidon_monotonic_now(&now), GUIDON_OK);
        assert_true(now >= last);
        last = now;
    }
#if defined(__linux__)
    {
        uint64_t before = system_ns();
        uint64_t now;

        assert_int_equal(guidon_monotonic_now(&now), GUIDON_OK);
        assert_true(before <= now && now <= system_ns());
    }
#endif
}

static void test_without_a_function_the_systems_clock_counts(void **unused)
{
    uint64_t now;

    (void)unused;
    assert_int_equal(guidon_monotonic_now(&now), GUIDON_OK);
    for (size_t i = 0; i < COUNT(scopes); i++) {
        guidon_options options = {
            .kind = GUIDON_V7, .scope = scopes[i], .not_after = now - 1};
        guidon_generator *g;
        guidon_id id;

        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_STATE);
        assert_int_equal(guidon_generator_renew(g, UINT64_MAX), GUIDON_OK);
        assert_int_equal(guidon_next(&id, g), GUIDON_OK);
        guidon_generator_free(g);
    }
}

#define EACH(test) cmocka_unit_test(test)

static int name_state(void **unused)
{
    (void)unused;
    snprintf(state_path, sizeof state_path, "%s/guidon-expiry-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (long)getpid());
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_no_id_past_the_limit),
        EACH(test_an_id_of_a_call_that_ends_too_late_is_dropped),
        EACH(test_each_step_of_a_batch_and_its_end_are_checked),
        EACH(test_a_call_that_waits_ends_past_the_limit),
        EACH(test_a_clock_that_fails_gives_no_id),
        EACH(test_only_a_generator_with_a_limit_is_renewed),
        EACH(test_a_child_inherits_the_limit),
        EACH(test_a_cloned_machine_must_renew),
        EACH(test_a_machine_cloned_in_a_call_gives_no_id),
        EACH(test_the_reason_says_what_to_do),
        EACH(test_threads_renew_while_others_make_ids),
        EACH(test_the_clock_is_the_systems),
        EACH(test_without_a_function_the_systems_clock_counts),
    };
    return cmocka_run_group_tests(tests, name_state, NULL);
}
