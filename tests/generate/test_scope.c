/* SPDX-License-Identifier: MIT */
/* test_scope.c - generators that threads share, and each thread's own. */
#include "generate_test.h"
#include "random/epoch.h"
#include "random/thread.h"

#include <pthread.h>
#include <stdatomic.h>

#define THREADS 4
#define EACH    50000

/* Which call ended before another began: the highest id that any thread has
 * received. A thread reads this id, makes an id, which must be higher, and then
 * publishes its own. */
struct board {
    pthread_mutex_t lock;
    guidon_id highest; /* in the form of order_of */
};

static guidon_id look_at(struct board *board)
{
    guidon_id seen;

    pthread_mutex_lock(&board->lock);
    seen = board->highest;
    pthread_mutex_unlock(&board->lock);
    return seen;
}

static void show(struct board *board, const guidon_id *id)
{
    pthread_mutex_lock(&board->lock);
    if (guidon_compare(id, &board->highest) > 0) {
        board->highest = *id;
    }
    pthread_mutex_unlock(&board->lock);
}

/* cmocka's asserts work only in the main thread, so a worker counts its
 * faults. */
struct worker {
    guidon_generator *g; /* NULL: guidon_new's generator of `kind` */
    guidon_kind kind;
    guidon_id *ids;
    size_t n;
    size_t batch; /* ids in each call */
    struct board *board;
    bool asks_again; /* if a millisecond may be full */
    unsigned failed, not_above;
};

static void *work(void *argument)
{
    struct worker *worker = argument;

    for (size_t i = 0; i < worker->n; i += worker->batch) {
        guidon_id *made = worker->ids + i;
        guidon_id seen, first, last;
        guidon_status status;

        if (worker->board) {
            seen = look_at(worker->board);
        }
        do {
            status = worker->g
                         ? guidon_next_many(made, worker->batch, worker->g)
                         : guidon_new_many(made, worker->batch, worker->kind);
        } while (status == GUIDON_E_OVERFLOW && worker->asks_again);
        worker->failed += status != GUIDON_OK;
        if (worker->board) {
            first = order_of(worker->kind, &made[0]);
            last = order_of(worker->kind, &made[worker->batch - 1]);
            worker->not_above += guidon_compare(&first, &seen) <= 0;
            show(worker->board, &last);
        }
    }
    return NULL;
}

/* Four workers like `like`, each with a part of `ids`. */
static void run_workers(struct worker workers[THREADS],
                        const struct worker *like, guidon_id *ids)
{
    pthread_t threads[THREADS];

    for (size_t t = 0; t < THREADS; t++) {
        workers[t] = *like;
        workers[t].ids = ids + t * like->n;
        assert_int_equal(pthread_create(&threads[t], NULL, work, &workers[t]),
                         0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
    }
}

static void assert_no_faults(const char *why,
                             const struct worker workers[THREADS])
{
    for (size_t t = 0; t < THREADS; t++) {
        assert_row(why, workers[t].failed == 0);
        assert_row(why, workers[t].not_above == 0);
    }
}

/* A clock for several threads. Each reading is a microsecond later, and the
 * clock jumps back and forth by up to a millisecond. */
static guidon_status jittering(void *context, guidon_time *now)
{
    _Atomic uint64_t *readings = context;
    uint64_t count = atomic_fetch_add(readings, 1);
    uint64_t ns =
        count * 1000 + count * UINT64_C(0x9e3779b97f4a7c15) % (uint64_t)MS;

    now->seconds = T0 + (int64_t)(ns / (uint64_t)SEC);
    now->nanoseconds = (uint32_t)(ns % (uint64_t)SEC);
    return GUIDON_OK;
}

/* `cloned`: the machine is cloned so often that random skips may fill a ULID's
 * millisecond. */
static void share_one(const struct shape *shape, bool jitter, size_t batch,
                      bool cloned)
{
    _Atomic uint64_t readings = 0;
    struct script script = script_at(T0, 0); /* unused: no callbacks */
    guidon_options options = shape_options(&script, shape);
    struct board board = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker workers[THREADS];
    struct worker like = {
        .kind = shape->kind, .n = EACH, .batch = batch, .asks_again = cloned};
    guidon_id *ids = new_ids(THREADS * EACH);

    options.scope = GUIDON_SCOPE_PROCESS;
    script_no_random(&options);
    options.clock_fn = jitter ? jittering : NULL;
    options.clock_context = jitter ? &readings : NULL;
    like.g = script_generator(&options);
    like.board = shape->ordered ? &board : NULL;
    run_workers(workers, &like, ids);
    assert_no_faults(shape->name, workers);
    for (size_t t = 0; t < THREADS && shape->ordered; t++) {
        assert_rising(shape->name, shape->kind, workers[t].ids, EACH);
    }
    assert_unique(shape->name, ids, THREADS * EACH);
    guidon_generator_free(like.g);
    free(ids);
}

static void test_process_scope_over_the_systems_clock(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].kind != GUIDON_V2) { /* 64 a step: its own test */
            share_one(&shapes[i], false, 1, false);
        }
    }
}

static void test_process_scope_over_a_clock_that_jumps(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].ordered) {
            share_one(&shapes[i], true, 1, false);
        }
    }
}

static void test_process_scope_in_batches(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].ordered) {
            share_one(&shapes[i], true, 1000,
                      false); /* more than one step each */
        }
    }
}

/* D2: whichever threads ask, a step gives 64 ids in all. */
static void test_process_scope_of_v2_gives_64(void **state)
{
    enum { ASKED = 40 };
    struct script script = script_at(T0, 0);
    guidon_options options = script_options(&script, GUIDON_V2);
    _Atomic uint64_t readings = 0;
    struct worker workers[THREADS];
    struct worker like = {.n = ASKED, .batch = 1};
    guidon_id ids[THREADS * ASKED];
    guidon_id nil = guidon_nil();
    size_t made = 0, failed = 0;

    (void)state;
    memset(ids, 0, sizeof ids);
    options.scope = GUIDON_SCOPE_PROCESS;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    script_no_random(&options);
    options.clock_fn = jittering;
    options.clock_context = &readings;
    like.g = script_generator(&options);
    run_workers(workers, &like, ids);
    for (size_t t = 0; t < THREADS; t++) {
        failed += workers[t].failed;
    }
    for (size_t i = 0; i < THREADS * ASKED; i++) {
        if (guidon_compare(&ids[i], &nil) != 0) {
            ids[made++] = ids[i];
        }
    }
    assert_int_equal(made, 64);
    assert_int_equal(failed, THREADS * ASKED - 64);
    assert_unique("v2", ids, made);
    guidon_generator_free(like.g);
}

/* Each thread has its own generators: no order among them, but no id twice. */
static void test_each_threads_own_make_no_id_twice(void **state)
{
    static const size_t batches[] = {1, 500};
    guidon_id *ids = new_ids(THREADS * EACH);

    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (size_t b = 0; b < COUNT(batches); b++) {
            struct worker workers[THREADS];
            struct worker like = {
                .kind = shapes[i].kind, .n = EACH, .batch = batches[b]};

            if (!has_new(&shapes[i]) ||
                (i > 0 && shapes[i - 1].kind == shapes[i].kind)) {
                continue; /* a kind has one shape here */
            }
            run_workers(workers, &like, ids);
            assert_no_faults(shapes[i].name, workers);
            for (size_t t = 0; t < THREADS && shapes[i].ordered; t++) {
                assert_rising(shapes[i].name, shapes[i].kind, workers[t].ids,
                              EACH);
            }
            assert_unique(shapes[i].name, ids, THREADS * EACH);
        }
    }
    free(ids);
}

/* Between a call's reading of the state and its swap, another call makes an id.
 * The callbacks make that call, so it happens each time. */
struct nested {
    struct script script;
    guidon_generator *g;
    bool in_clock, in_random; /* at which reading it happens, once */
    int64_t move;             /* how far ahead the clock is for that call */
    guidon_id id;             /* the id of that call */
    guidon_status status;
};

static void call_within(struct nested *nested)
{
    nested->in_clock = nested->in_random = false;
    script_move(&nested->script, nested->move);
    nested->status = guidon_next(&nested->id, nested->g);
    script_move(&nested->script, -nested->move);
}

static guidon_status nested_clock(void *context, guidon_time *now)
{
    struct nested *nested = context;

    if (nested->in_clock) {
        call_within(nested);
    }
    return script_clock(&nested->script, now);
}

static guidon_status nested_random(void *context, void *out, size_t len)
{
    struct nested *nested = context;

    if (nested->in_random) {
        call_within(nested);
    }
    return script_random(&nested->script, out, len);
}

static guidon_generator *nested_generator(struct nested *nested,
                                          guidon_options options)
{
    options.scope = GUIDON_SCOPE_PROCESS;
    options.clock_fn = nested_clock;
    options.random_fn = nested_random;
    options.clock_context = options.random_context = nested;
    return nested->g = script_generator(&options);
}

static void test_process_scope_when_another_call_comes_between(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        for (size_t warm = 0; warm < 3; warm++) {
            for (int in_random = 0; in_random <= 1; in_random++) {
                struct nested nested = {.script = script_at(T0, 0)};
                guidon_generator *g = nested_generator(
                    &nested, shape_options(&nested.script, &shapes[i]));
                guidon_id ids[5] = {{{0}}};
                size_t n = 0;

                while (n < warm) {
                    ids[n++] = next_of(g);
                }
                nested.in_random = in_random;
                nested.in_clock = !in_random;
                ids[n + 1] = next_of(g);
                if (!nested.in_random && !nested.in_clock) {
                    assert_int_equal(nested.status, GUIDON_OK);
                    ids[n] = nested.id;
                    n += 2;
                } else { /* it asked for no random bytes */
                    ids[n] = ids[n + 1];
                    n += 1;
                }
                if (shapes[i].ordered) {
                    assert_rising(shapes[i].name, shapes[i].kind, ids, n);
                }
                assert_unique(shapes[i].name, ids, n);
                guidon_generator_free(g);
            }
        }
    }
}

/* Another call has replaced the exhausted state. The new step, which the first
 * plan did not know, has ids left. */
static void test_process_scope_no_refusal_by_an_old_look(void **state)
{
    struct nested nested = {.script = script_at(T0, 0)};
    guidon_options options = script_options(&nested.script, GUIDON_V2);
    guidon_generator *g;
    guidon_id ids[66];

    (void)state;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    options.rollback_tolerance_ms =
        1000000; /* the generator stays in the later step */
    g = nested_generator(&nested, options);
    assert_int_equal(guidon_next_many(ids, 64, g), GUIDON_OK);
    nested.in_clock = true;
    nested.move = 430 * SEC;
    ids[65] = next_of(g);
    assert_int_equal(nested.status, GUIDON_OK);
    ids[64] = nested.id;
    assert_unique("two steps", ids, 66);
    guidon_generator_free(g);
}

/* The random bytes that were read for three ids serve no more than three,
 * though another call has moved the state to where ten would fit. */
static void test_process_scope_draws_for_each_id(void **state)
{
    struct nested nested = {.script = script_at(T0, 0)};
    guidon_options options = script_options(&nested.script, GUIDON_V6);
    guidon_generator *g = nested_generator(&nested, options);
    guidon_id *ids = new_ids(9997);
    uint64_t draws;

    (void)state;
    nested.script.fill = 0x5a;
    assert_int_equal(guidon_next_many(ids, 9997, g), GUIDON_OK);
    nested.script.fill = 0x33;
    draws = nested.script.draws;
    nested.in_random = true;
    nested.move =
        MS; /* the generator follows the clock: ids run ahead of it again */
    assert_int_equal(guidon_next_many(ids, 10, g), GUIDON_OK);
    assert_int_equal(nested.status, GUIDON_OK);
    assert_int_equal(nested.script.draws - draws,
                     3); /* the other call's ids too */
    for (unsigned i = 0; i < 10; i++) {
        assert_memory_equal(ids[i].bytes + 9, "\x33\x33\x33\x33\x33\x33\x33",
                            7);
    }
    free(ids);
    guidon_generator_free(g);
}

/* It needs no memory of a thread, and so cannot fail. */
static void *ask_for_none(void *result)
{
    *(bool *)result =
        guidon_new_many(NULL, 0, GUIDON_V7) == GUIDON_OK && !gdn_thread_mine;
    return NULL;
}

static void test_a_thread_that_asks_for_no_ids_begins_nothing(void **state)
{
    bool nothing = false;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, ask_for_none, &nothing), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(nothing);
}

struct cloning {
    _Atomic(uint64_t) machine;
    _Atomic(bool) done;
};

static void *keep_cloning(void *argument)
{
    struct cloning *cloning = argument;

    while (!atomic_load(&cloning->done)) {
        atomic_fetch_add(&cloning->machine, 1);
    }
    return NULL;
}

/* R96: the VM generation changes at any point of a call, where the thread's
 * memory with its generators is wiped. */
static void test_a_machine_cloned_in_a_call(void **state)
{
    enum { N = 10000 };
    static const size_t batches[] = {1, 1000};
    static struct cloning cloning;
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    guidon_id *ids = new_ids(2 * N);
    pthread_t thread;

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &cloning.machine);
    assert_int_equal(pthread_create(&thread, NULL, keep_cloning, &cloning), 0);
    for (size_t i = 0; i < SHAPES; i++) {
        if (!has_new(&shapes[i]) || shapes[i].node) {
            continue;
        }
        for (size_t b = 0; b < COUNT(batches); b++) {
            struct worker worker = {.kind = shapes[i].kind,
                                    .ids = ids + b * N,
                                    .n = N,
                                    .batch = batches[b]};

            (void)work(&worker);
            assert_row(shapes[i].name, worker.failed == 0);
        }
        assert_unique(shapes[i].name, ids, 2 * N);
    }
    atomic_store(&cloning.done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    free(ids);
}

/* The same while threads share a generator. They may be in a call, so the state
 * changes under them; order and uniqueness hold. */
static void test_a_machine_cloned_among_threads(void **state)
{
    static struct cloning cloning;
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    pthread_t thread;

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &cloning.machine);
    assert_int_equal(pthread_create(&thread, NULL, keep_cloning, &cloning), 0);
    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].kind != GUIDON_V2) {
            share_one(&shapes[i], false, 1, true);
        }
    }
    atomic_store(&cloning.done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

/* One id after another on the fast path, which also reads the VM generation. */
static void test_a_machine_cloned_between_calls(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1,   GUIDON_V4,
                                        GUIDON_V6,   GUIDON_V7,
                                        GUIDON_ULID, GUIDON_ULID_MONOTONIC};
    static _Atomic(uint64_t) machine;
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        guidon_options options = {.kind = kinds[i]};
        guidon_generator *g = script_generator(&options);
        guidon_id id;

        for (unsigned clones = 0; clones < 3; clones++) {
            assert_int_equal(guidon_next(&id, g), GUIDON_OK);
            assert_int_equal(stats_of(g).forks, clones);
            atomic_fetch_add(&machine, 1);
        }
        guidon_generator_free(g);
    }
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

/* If the random bytes for the clone cannot be read, the next ones do not stand
 * in for them. */
static void test_a_node_is_set_on_a_clone_or_not(void **state)
{
    static const unsigned char node[6] = {2, 3, 4, 5, 6, 7};
    static _Atomic(uint64_t) machine;
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    struct script script = script_at(1645557742, 0);
    guidon_options options = script_options(&script, GUIDON_V1);
    guidon_generator *g = script_generator(&options);
    guidon_id id;

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    atomic_fetch_add(&machine, 1);
    script.fails_at = script.draws + 1;
    assert_int_equal(guidon_generator_set_node(g, node), GUIDON_E_ENTROPY);
    assert_int_equal(script.draws, script.fails_at);
    script.fails_at = 0;
    assert_int_equal(guidon_generator_set_node(g, node), GUIDON_OK);
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    assert_memory_equal(id.bytes + 10, node, sizeof node);
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    guidon_generator_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_process_scope_over_the_systems_clock),
        cmocka_unit_test(test_process_scope_over_a_clock_that_jumps),
        cmocka_unit_test(test_process_scope_in_batches),
        cmocka_unit_test(test_process_scope_of_v2_gives_64),
        cmocka_unit_test(test_each_threads_own_make_no_id_twice),
        cmocka_unit_test(test_process_scope_when_another_call_comes_between),
        cmocka_unit_test(test_process_scope_no_refusal_by_an_old_look),
        cmocka_unit_test(test_process_scope_draws_for_each_id),
        cmocka_unit_test(test_a_thread_that_asks_for_no_ids_begins_nothing),
        cmocka_unit_test(test_a_machine_cloned_in_a_call),
        cmocka_unit_test(test_a_machine_cloned_among_threads),
        cmocka_unit_test(test_a_machine_cloned_between_calls),
        cmocka_unit_test(test_a_node_is_set_on_a_clone_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
