/* SPDX-License-Identifier: MIT */
/* test_workers.c - parts of a task run once each, on the threads asked for. */
/*
 * The linker gives cli/workers.c a pthread_cond_wait that tells when the calling
 * thread waits for the others (tests/cli/cli.cmake).
 */
#include "core_test.h"
#include "workers.h"

#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

int __real_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock);
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock);

enum { PARTS_MAX = 1000 };

static atomic_int times[PARTS_MAX];

static void count_part(void *context, size_t part)
{
    (void)context;
    times[part]++;
}

static void test_each_part_runs_once(void **state)
{
    static const size_t threads[] = {1, 2, 3, 16};
    static const size_t parts[] = {0, 1, 2, 3, PARTS_MAX};

    (void)state;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        struct workers workers;

        workers_begin(&workers, threads[t]);
        for (size_t task = 0; task < 20; task++) {
            const size_t n = parts[task % (sizeof parts / sizeof *parts)];

            for (size_t i = 0; i < PARTS_MAX; i++) {
                times[i] = 0;
            }
            workers_run(&workers, count_part, NULL, n);
            for (size_t i = 0; i < PARTS_MAX; i++) {
                assert_int_equal(times[i], i < n);
            }
        }
        assert_int_equal(workers.started, threads[t] - 1);
        workers_end(&workers);
    }
}

/* Each part waits for the others, so that the test ends only if every part has
 * its own thread. */
static void meet(void *context, size_t part)
{
    (void)part;
    (void)pthread_barrier_wait(context);
}

static void test_parts_run_at_the_same_time(void **state)
{
    struct workers workers;
    pthread_barrier_t barrier;

    (void)state;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 4), 0);
    workers_begin(&workers, 4);
    workers_run(&workers, meet, &barrier, 4);
    workers_run(&workers, meet, &barrier, 4);
    workers_end(&workers);
    pthread_barrier_destroy(&barrier);
}

/* Two parts, one on each thread. That of the other thread ends only when the
 * calling thread waits for it. */
static struct {
    struct workers workers;
    pthread_barrier_t both;
    pthread_t caller;
    sem_t release;
    atomic_uint waits;
    atomic_bool done;
} slow;

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    if (condition == &slow.workers.ended) {
        slow.waits++;
        (void)sem_post(&slow.release);
    }
    return __real_pthread_cond_wait(condition, lock);
}

static void be_slow(void *context, size_t part)
{
    (void)context;
    (void)part;
    (void)pthread_barrier_wait(&slow.both);
    if (!pthread_equal(pthread_self(), slow.caller)) {
        while (sem_wait(&slow.release) != 0) {
        }
        slow.done = true;
    }
}

static void test_a_slow_part_is_waited_for(void **state)
{
    (void)state;
    slow.caller = pthread_self();
    assert_int_equal(pthread_barrier_init(&slow.both, NULL, 2), 0);
    assert_int_equal(sem_init(&slow.release, 0, 0), 0);
    workers_begin(&slow.workers, 2);
    workers_run(&slow.workers, be_slow, NULL, 2);
    assert_true(slow.done);
    assert_int_not_equal(slow.waits, 0);
    workers_end(&slow.workers);
    sem_destroy(&slow.release);
    pthread_barrier_destroy(&slow.both);
}

static void test_one_part_starts_no_thread(void **state)
{
    struct workers workers;

    (void)state;
    workers_begin(&workers, 8);
    workers_run(&workers, count_part, NULL, 1);
    assert_int_equal(workers.started, 0);
    workers_end(&workers);
}

struct masks {
    pthread_barrier_t barrier;
    pthread_t caller;
    atomic_int blocked, open;
};

static void look_at_mask(void *context, size_t part)
{
    struct masks *masks = context;
    sigset_t set;

    (void)pthread_barrier_wait(&masks->barrier);
    (void)part;
    (void)pthread_sigmask(SIG_BLOCK, NULL, &set);
    if (pthread_equal(pthread_self(), masks->caller)) {
        masks->open += !sigismember(&set, SIGINT);
    } else {
        masks->blocked += sigismember(&set, SIGINT) &&
                          sigismember(&set, SIGTERM) &&
                          sigismember(&set, SIGHUP);
    }
}

/* A handler that ends the process runs in the calling thread. */
static void test_threads_block_signals(void **state)
{
    struct masks masks = {.caller = pthread_self()};
    struct workers workers;

    (void)state;
    assert_int_equal(pthread_barrier_init(&masks.barrier, NULL, 3), 0);
    workers_begin(&workers, 3);
    workers_run(&workers, look_at_mask, &masks, 3);
    workers_end(&workers);
    assert_int_equal(masks.open, 1);
    assert_int_equal(masks.blocked, 2);
    pthread_barrier_destroy(&masks.barrier);
}

static void test_end_without_begin(void **state)
{
    struct workers workers = {0};

    (void)state;
    workers_end(&workers);
    assert_in_range(workers_available(), 1, WORKERS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_slow_part_is_waited_for),
        cmocka_unit_test(test_each_part_runs_once),
        cmocka_unit_test(test_parts_run_at_the_same_time),
        cmocka_unit_test(test_one_part_starts_no_thread),
        cmocka_unit_test(test_threads_block_signals),
        cmocka_unit_test(test_end_without_begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
