/* SPDX-License-Identifier: MIT */
/* test_fork_state.c - what a generator does in its first call in a child. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate/generator.h"
#include "idset.h"
#include "random/thread.h"
#include "sanitized.h"
#include "script.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#define PATIENCE 60 /* seconds; then a process counts as dead */

/* What a child saw; its parent judges it. */
#define N_IDS 1000
static struct seen {
    guidon_status status, second_status;
    guidon_stats stats;
    guidon_id ids[N_IDS];
} * seen;

static int share(void **unused)
{
    (void)unused;
    seen = shared_memory(sizeof *seen);
    return 0;
}

static int forget(void **unused)
{
    (void)unused;
    memset(seen, 0, sizeof *seen);
    alarm(2 * PATIENCE);
    return 0;
}

static guidon_id next_of(guidon_generator *g)
{
    guidon_id id = guidon_nil();

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    return id;
}

static uint16_t seq_of(const guidon_id *id)
{
    uint16_t seq = 0;

    assert_int_equal(guidon_clock_seq_of(&seq, id), GUIDON_OK);
    return seq;
}

static bool same_node(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes + 10, b->bytes + 10, 6) == 0;
}

static void note_next(void *g)
{
    alarm(PATIENCE);
    seen->status = guidon_next(&seen->ids[0], g);
    guidon_generator_stats(&seen->stats, g);
}

/* ----------------------------------------------------------------- counting */

/* A rollback, a restart and a wait in the parent, and none in the child. */
static void test_a_child_counts_from_zero(void **unused)
{
    struct script script = script_at(1700000000, 0);
    guidon_options options = script_options(&script, GUIDON_V7);
    guidon_generator *g;
    guidon_stats stats;

    (void)unused;
    options.v7_layout = GUIDON_V7_COUNTER;
    g = script_generator(&options);
    next_of(g);
    script_move(&script, -1000000000);
    next_of(g);
    script_move(&script, -20000000000);
    next_of(g);
    atomic_store(&g->waits, 7);
    run_child(BY_FORK, note_next, g);
    assert_int_equal(seen->status, GUIDON_OK);
    assert_int_equal(seen->stats.forks, 1);
    assert_int_equal(seen->stats.rollbacks, 0);
    assert_int_equal(seen->stats.restarts, 0);
    assert_int_equal(seen->stats.waits, 0);
    guidon_generator_stats(&stats, g);
    assert_int_equal(stats.forks, 0);
    assert_int_equal(stats.rollbacks, 1);
    assert_int_equal(stats.restarts, 1);
    assert_int_equal(stats.waits, 7);
    guidon_generator_free(g);
}

/* ------------------------------------------------------------- reservations */

static void note_next_and_sequence(void *argument)
{
    guidon_generator *g = argument;

    note_next(g);
    seen->second_status = atomic_load(&g->reserving.reservation.sequence) % 2 ||
                                  g->reserving.clock.valid_ticks > 0
                              ? GUIDON_E_STATE
                              : GUIDON_OK;
}

/* The parent's reservation, the clock that one of its threads was calibrating,
 * and the sequence lock of that thread do not affect the child. */
static void test_a_child_begins_without_a_reservation(void **unused)
{
    guidon_options options = {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS};
    struct gdn_u128 far = {UINT64_C(1) << 63,
                           (UINT64_C(1) << 63) + GDN_RESERVATION_LEN};
    struct gdn_reservation_clock reserved = {far.lo, 0, UINT64_MAX, 1, far.hi};
    guidon_generator *g = script_generator(&options);

    (void)unused;
    next_of(g);
    gdn_reservation_write(&g->reserving.reservation, &reserved);
    gdn_atomic128_store(&g->own_state, far);
    g->reserving.clock =
        (struct gdn_tsc_clock){.valid_ticks = UINT64_MAX, .rate = 1};
    atomic_store(&g->reserving.reservation.sequence, 1);
    run_child(BY_FORK, note_next_and_sequence, g);
    assert_int_equal(seen->status, GUIDON_OK);
    assert_int_equal(seen->second_status, GUIDON_OK);
    assert_int_equal(seen->stats.forks, 1);
    assert_true(seen->ids[0].bytes[0] < 0x08); /* 2^63 is 2^43 ms */
    guidon_generator_free(g);
}

/* -------------------------------------------------------------------- nodes */

/* Random nodes are drawn again; a node of the caller or of the host stays (R96,
 * R99). */
static void test_which_nodes_a_child_keeps(void **unused)
{
    static const struct {
        const char *why;
        guidon_options options;
        bool keeps;
    } nodes[] = {
        {"v1, drawn", {.kind = GUIDON_V1}, false},
        {"v2, drawn", {.kind = GUIDON_V2}, false},
        {"v6, drawn once", {.kind = GUIDON_V6, .clock_seq_fixed = true}, false},
        {"v1, given", {.kind = GUIDON_V1, .node = GUIDON_NODE_FIXED}, true},
        {"v2, given", {.kind = GUIDON_V2, .node = GUIDON_NODE_FIXED}, true},
        {"v6, given", {.kind = GUIDON_V6, .node = GUIDON_NODE_FIXED}, true},
        {"v1, the host's", {.kind = GUIDON_V1, .node = GUIDON_NODE_MAC}, true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        guidon_generator *g = NULL;
        guidon_id id;

        if (guidon_generator_new(&g, &nodes[i].options) == GUIDON_E_ARGUMENT) {
            print_message("skipped: %s has no address\n", nodes[i].why);
            continue;
        }
        id = next_of(g);
        run_child(BY_FORK, note_next, g);
        assert_int_equal(seen->status, GUIDON_OK);
        if (same_node(&seen->ids[0], &id) != nodes[i].keeps ||
            (!nodes[i].keeps && !(seen->ids[0].bytes[10] & 1))) {
            fail_msg("%s", nodes[i].why);
        }
        guidon_generator_free(g);
    }
}

/* With node and clock sequence set by the caller, a child would repeat its
 * parent's ids, so it draws a clock sequence. */
static void test_a_set_clock_sequence_is_the_first_process_s(void **unused)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V2, GUIDON_V6};

    (void)unused;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct script script = script_at(1700000000, 0);
        guidon_options options = script_options(&script, kinds[i]);
        guidon_generator *g;
        guidon_id id;

        options.node = GUIDON_NODE_FIXED;
        options.clock_seq_fixed = true;
        options.clock_seq = 5;
        script.fill = 0x3f;
        g = script_generator(&options);
        id = next_of(g);
        run_child(BY_FORK, note_next, g);
        assert_int_equal(seen->status, GUIDON_OK);
        assert_true(same_node(&seen->ids[0], &id));
        assert_int_equal(id.bytes[8], kinds[i] == GUIDON_V2 ? 0x85 : 0x80);
        assert_int_equal(seen->ids[0].bytes[8], 0xbf);
        guidon_generator_free(g);
    }
}

static void set_seq_first(void *g)
{
    alarm(PATIENCE);
    seen->second_status = guidon_generator_set_clock_seq(g, 5);
    note_next(g);
}

static void set_node_first(void *g)
{
    alarm(PATIENCE);
    seen->second_status =
        guidon_generator_set_node(g, (const unsigned char *)"\1\2\3\4\5\6");
    note_next(g);
}

/* One of these may be a child's first call. The next call keeps what it sets,
 * and everything else is reset. */
static void test_setting_in_a_child(void **unused)
{
    guidon_generator *g =
        script_generator(&(guidon_options){.kind = GUIDON_V1});
    guidon_id id = next_of(g);

    (void)unused;
    run_child(BY_FORK, set_seq_first, g);
    assert_int_equal(seen->status | seen->second_status, GUIDON_OK);
    assert_int_equal(seq_of(&seen->ids[0]), 5);
    assert_false(same_node(&seen->ids[0], &id));
    assert_int_equal(seen->stats.forks, 1);
    run_child(BY_FORK, set_node_first, g);
    assert_int_equal(seen->status | seen->second_status, GUIDON_OK);
    assert_memory_equal(seen->ids[0].bytes + 10, "\1\2\3\4\5\6", 6);
    assert_int_equal(seen->stats.forks, 1);
    seen->ids[0] = next_of(g);
    assert_true(same_node(&seen->ids[0], &id));
    assert_int_equal(seq_of(&seen->ids[0]), seq_of(&id));
    guidon_generator_free(g);
}

/* ----------------------------------------------------------------- failures */

static void fail_and_try_again(void *g)
{
    struct script *script = ((guidon_generator *)g)->random_context;

    alarm(PATIENCE);
    script->fails_at = script->draws + 1;
    seen->second_status = guidon_next(&seen->ids[1], g);
    if (guidon_next(&seen->ids[1], g) != seen->second_status ||
        guidon_generator_set_clock_seq(g, 5) != seen->second_status) {
        _exit(1);
    }
    guidon_generator_stats(&seen->stats, g);
    if (seen->stats.forks != 0) {
        _exit(2);
    }
    script->fails_at = 0;
    script->seed = 2;
    note_next(g);
}

/* R87: without a node of its own a child makes nothing, however often it is
 * called. It makes ids as soon as a node can be drawn. */
static void test_a_child_that_cannot_draw_makes_nothing(void **unused)
{
    struct script script = script_at(1700000000, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g;
    guidon_id id;

    (void)unused;
    options.clock_seq_fixed = true;
    g = script_generator(&options);
    id = next_of(g);
    run_child(BY_FORK, fail_and_try_again, g);
    assert_int_equal(seen->second_status, GUIDON_E_ENTROPY);
    assert_true(guidon_is_nil(&seen->ids[1]));
    assert_int_equal(seen->status, GUIDON_OK);
    assert_int_equal(seen->stats.forks, 1);
    assert_false(same_node(&seen->ids[0], &id));
    guidon_generator_free(g);
}

/* Fails as often as `left` says, and then works. */
static guidon_status fail_some(void *left, void *out, size_t len)
{
    if (*(int *)left > 0) {
        --*(int *)left;
        return GUIDON_E_ENTROPY;
    }
    memset(out, 0x15, len);
    return GUIDON_OK;
}

static void draw_seq_first(void *g)
{
    int *left = ((guidon_generator *)g)->random_context;

    alarm(PATIENCE);
    *left = 1;
    seen->second_status = guidon_generator_set_clock_seq(g, -1);
    note_next(g);
}

/* A clock sequence that was drawn does not make up for a node that was not: the
 * call fails. */
static void test_a_draw_in_a_child_fails_with_its_node(void **unused)
{
    int left = 0;
    guidon_options options = {.kind = GUIDON_V1,
                              .random = GUIDON_RANDOM_CALLBACK,
                              .random_fn = fail_some,
                              .random_context = &left};
    guidon_generator *g = script_generator(&options);

    (void)unused;
    next_of(g);
    run_child(BY_FORK, draw_seq_first, g);
    assert_int_equal(seen->second_status, GUIDON_E_ENTROPY);
    assert_int_equal(seen->status, GUIDON_OK);
    guidon_generator_free(g);
}

/* ----------------------------------- forks during the work of other threads */

/* A thread that does not exist in the child was resetting the generator, or was
 * in a swap. Its marks do not block the child. */
static void test_marks_of_lost_threads_are_taken_over(void **unused)
{
    guidon_options options = {.kind = GUIDON_V1, .scope = GUIDON_SCOPE_PROCESS};
    guidon_generator *g = script_generator(&options);
    uint64_t epoch;

    (void)unused;
    next_of(g);
    epoch = atomic_load(&g->epoch);
    assert_int_equal(epoch, gdn_epoch());
    atomic_store(&g->epoch, epoch | 1);
#if !GDN_ATOMIC128_LOCK_FREE
    assert_false(atomic_flag_test_and_set(&g->own_state.busy));
#endif
    for (enum birth birth = 0; birth < N_BIRTHS; birth++) {
        forget(NULL);
        run_child(birth, note_next, g);
        assert_int_equal(seen->status, GUIDON_OK);
        assert_int_equal(seen->stats.forks, 1);
    }
    guidon_generator_free(g);
}

static const guidon_options amid_options[] = {
    {.kind = GUIDON_V1},
    {.kind = GUIDON_V4},
    {.kind = GUIDON_V6},
    {.kind = GUIDON_V6, .clock_seq_fixed = true},
    {.kind = GUIDON_V7},
    {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
    {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
    {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
    {.kind = GUIDON_ULID},
    {.kind = GUIDON_ULID_MONOTONIC},
};
#define N_AMID (sizeof amid_options / sizeof amid_options[0])
static guidon_generator *amid[N_AMID];
static atomic_bool enough;

static void *make_until_enough(void *failed)
{
    while (!atomic_load(&enough)) {
        for (size_t i = 0; i < N_AMID; i++) {
            guidon_id id;

            if (guidon_next(&id, amid[i]) != GUIDON_OK) {
                return failed;
            }
        }
    }
    return NULL;
}

static void ask_each(void *unused)
{
    (void)unused;
    alarm(PATIENCE);
    for (size_t i = 0; i < N_AMID; i++) {
        guidon_stats stats;

        if (guidon_next(&seen->ids[i], amid[i]) != GUIDON_OK) {
            _exit(1);
        }
        guidon_generator_stats(&stats, amid[i]);
        if (stats.forks != 1 || stats.waits != 0) {
            _exit(2);
        }
    }
}

/* Whatever state the other thread leaves a generator in, a child can use it. */
static void test_forks_amid_calls(void **unused)
{
    pthread_t thread;
    void *failed = NULL;

    (void)unused;
    atomic_store(&enough, false);
    for (size_t i = 0; i < N_AMID; i++) {
        guidon_options options = amid_options[i];

        options.scope = GUIDON_SCOPE_PROCESS;
        amid[i] = script_generator(&options);
    }
    assert_int_equal(pthread_create(&thread, NULL, make_until_enough, &failed),
                     0);
    for (unsigned times = 0; times < 200; times++) {
        run_child(SANITIZED_THREADS ? BY_FORK : (enum birth)(times % N_BIRTHS),
                  ask_each, NULL);
    }
    atomic_store(&enough, true);
    pthread_join(thread, &failed);
    assert_null(failed);
    for (size_t i = 0; i < N_AMID; i++) {
        guidon_generator_free(amid[i]);
    }
}

/* ------------------------------------------------- threads of a new process */

#define N_THREADS 4
static pthread_barrier_t together;
static atomic_int n_asking;

/* Gives the other threads time to reach a generator that one thread is
 * resetting. */
static guidon_status slow_random(void *unused, void *out, size_t len)
{
    (void)unused;
    while (atomic_load(&n_asking) < N_THREADS) {
        sched_yield();
    }
    for (int i = 0; i < 4; i++) {
        sched_yield();
    }
    memset(out, 0x5a, len);
    return GUIDON_OK;
}

struct asker {
    pthread_t id;
    guidon_generator *g;
    guidon_id *out;
    bool well;
};

static void *ask_together(void *argument)
{
    struct asker *asker = argument;

    pthread_barrier_wait(&together);
    asker->well = true;
    atomic_fetch_add(&n_asking, 1);
    for (size_t i = 0; i < N_IDS / N_THREADS; i++) {
        asker->well &= guidon_next(&asker->out[i], asker->g) == GUIDON_OK;
    }
    return NULL;
}

static void ask_in_threads(void *g)
{
    static struct asker askers[N_THREADS];
    bool well = true;

    alarm(PATIENCE);
    atomic_store(&n_asking, 0);
    pthread_barrier_init(&together, NULL, N_THREADS);
    for (size_t i = 0; i < N_THREADS; i++) {
        askers[i].g = g;
        askers[i].out = &seen->ids[i * N_IDS / N_THREADS];
        if (pthread_create(&askers[i].id, NULL, ask_together, &askers[i])) {
            _exit(1);
        }
    }
    for (size_t i = 0; i < N_THREADS; i++) {
        pthread_join(askers[i].id, NULL);
        well = well && askers[i].well;
    }
    guidon_generator_stats(&seen->stats, g);
    if (!well) {
        _exit(2);
    }
}

static guidon_status stopped_clock(void *unused, guidon_time *now)
{
    (void)unused;
    *now = (guidon_time){1700000000, 0};
    return GUIDON_OK;
}

/* All threads reach it first, and one of them resets it before any goes on.
 * Because the clock stands still and all random bytes are equal, a second reset
 * would repeat the ids of the first. */
static void test_threads_of_a_child_begin_once(void **unused)
{
    guidon_options options = {
        .kind = GUIDON_V1,
        .scope = GUIDON_SCOPE_PROCESS,
        .random = GUIDON_RANDOM_CALLBACK,
        .random_fn = slow_random,
        .clock_fn = stopped_clock,
    };
    guidon_generator *g;

    (void)unused;
    atomic_store(&n_asking, N_THREADS);
    g = script_generator(&options);
    next_of(g);
    for (int times = 0; times < 8; times++) {
        forget(NULL);
        run_child(BY_FORK, ask_in_threads, g);
        assert_int_equal(seen->stats.forks, 1);
        assert_int_equal(idset_first_repeat(seen->ids, N_IDS), N_IDS);
        for (size_t i = 0; i < N_IDS; i++) {
            assert_false(guidon_is_nil(&seen->ids[i]));
        }
    }
    guidon_generator_free(g);
}

/* ---------------------------------------------------- clones of the machine */

/* The test's own VM generation word. */
static _Atomic(uint64_t) machine;
static const _Atomic(uint64_t) *watched;

static int watch_machine(void **state)
{
    watched = atomic_load(&gdn_epoch_watch.vm_generation);
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    return forget(state);
}

static int watch_no_more(void **state)
{
    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    return 0;
}

static guidon_generator *stopped(guidon_kind kind, guidon_scope scope)
{
    guidon_options options = {.kind = kind,
                              .scope = scope,
                              .clock_seq_fixed = kind != GUIDON_ULID_MONOTONIC,
                              .clock_fn = stopped_clock};

    return script_generator(&options);
}

/* With a clock that stands still, a clone would make the same ids. So one clone
 * skips ahead at random, and stays above its earlier ids. */
static void test_on_a_cloned_machine_ulids_skip(void **unused)
{
    guidon_generator *g = stopped(GUIDON_ULID_MONOTONIC, GUIDON_SCOPE_PROCESS);
    guidon_id before = next_of(g), after;
    guidon_stats stats;

    (void)unused;
    atomic_fetch_add(&machine, 1);
    after = next_of(g);
    guidon_generator_stats(&stats, g);
    assert_int_equal(stats.forks, 1);
    assert_true(guidon_compare(&before, &after) < 0);
    /* With a chance of 2^-64 it skips by one. */
    assert_int_equal(guidon_ulid_increment(&before), GUIDON_OK);
    assert_memory_not_equal(before.bytes, after.bytes, sizeof before.bytes);
    guidon_generator_free(g);
}

static bool same_seq(const guidon_id *a, const guidon_id *b)
{
    uint16_t x = 0, y = 0;

    assert_int_equal(guidon_clock_seq_of(&x, a), GUIDON_OK);
    assert_int_equal(guidon_clock_seq_of(&y, b), GUIDON_OK);
    return x == y;
}

/* Time goes on; node and clock sequence are drawn again. The same sequence may
 * be drawn again, once in 2^14, but not three times. */
/* The generator goes on from its state, as its clone does, only if it could
 * draw what tells them apart. */
static void test_on_a_cloned_machine_no_bytes_no_id(void **unused)
{
    static const guidon_kind kinds[] = {GUIDON_ULID_MONOTONIC, GUIDON_V1};

    (void)unused;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct script script = script_at(1645557742, 0);
        guidon_options options = script_options(&script, kinds[i]);
        guidon_generator *g;
        guidon_id before, after = guidon_nil();
        guidon_stats stats;

        options.scope = GUIDON_SCOPE_PROCESS;
        g = script_generator(&options);
        before = next_of(g);
        atomic_fetch_add(&machine, 1);
        script.fails_at = script.draws + 1;
        assert_int_equal(guidon_next(&after, g), GUIDON_E_ENTROPY);
        assert_true(guidon_is_nil(&after));
        guidon_generator_stats(&stats, g);
        assert_int_equal(stats.forks, 0);
        script.fails_at = 0;
        after = next_of(g);
        guidon_generator_stats(&stats, g);
        assert_int_equal(stats.forks, 1);
        if (kinds[i] == GUIDON_V1) {
            assert_false(same_node(&before, &after));
        } else {
            assert_int_equal(guidon_ulid_increment(&before), GUIDON_OK);
            assert_true(guidon_compare(&before, &after) < 0);
        }
        guidon_generator_free(g);
    }
}

static void test_on_a_cloned_machine_v1_and_v6_take_another_name(void **unused)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6};

    (void)unused;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        guidon_generator *g = stopped(kinds[i], GUIDON_SCOPE_PROCESS);
        guidon_id before = next_of(g), after;
        uint64_t ticks = 0, later = 0;
        int same = 0;

        for (int clones = 0; clones < 3; clones++) {
            atomic_fetch_add(&machine, 1);
            after = next_of(g);
            assert_false(same_node(&before, &after));
            same += same_seq(&before, &after);
            assert_int_equal(guidon_ticks_of(&ticks, &before), GUIDON_OK);
            assert_int_equal(guidon_ticks_of(&later, &after), GUIDON_OK);
            assert_int_equal(later, ticks + 1);
            before = after;
        }
        assert_true(same < 3);
        guidon_generator_free(g);
    }
}

#define EACH(test) cmocka_unit_test_setup(test, forget)
#define ON_MACHINE(test)                                                       \
  cmocka_unit_test_setup_teardown(test, watch_machine, watch_no_more)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_a_child_counts_from_zero),
        EACH(test_a_child_begins_without_a_reservation),
        EACH(test_which_nodes_a_child_keeps),
        EACH(test_a_set_clock_sequence_is_the_first_process_s),
        EACH(test_setting_in_a_child),
        EACH(test_a_child_that_cannot_draw_makes_nothing),
        EACH(test_a_draw_in_a_child_fails_with_its_node),
        EACH(test_marks_of_lost_threads_are_taken_over),
        EACH(test_forks_amid_calls),
        EACH(test_threads_of_a_child_begin_once),
        ON_MACHINE(test_on_a_cloned_machine_ulids_skip),
        ON_MACHINE(test_on_a_cloned_machine_no_bytes_no_id),
        ON_MACHINE(test_on_a_cloned_machine_v1_and_v6_take_another_name),
    };
    return cmocka_run_group_tests(tests, share, NULL);
}
