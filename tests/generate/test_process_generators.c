/* SPDX-License-Identifier: MIT */
/* test_process_generators.c - new ids with a prefix, of generators that all threads
 * share. test_v8_prefixed.c tests their kind. */
#define _DEFAULT_SOURCE
#include "generate_test.h"

#include <pthread.h>
#include <time.h>

/* The system's clock stands still, so the timestamps of a generator rise by 1 from
 * id to id, and two generators would have the same ones. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = (struct timespec){.tv_sec = T0};
    return 0;
}

static void check_prefix(const guidon_id *id, uint32_t want, unsigned bits)
{
    uint32_t prefix = UINT32_MAX;
    guidon_time t;

    assert_int_equal(guidon_v8_prefix_of(&t, &prefix, id, bits), GUIDON_OK);
    assert_int_equal(prefix, want);
}

/* Ids of one call and of many calls rise, whatever the length of the prefix. */
static void test_append_has_ones_and_rises(void **state)
{
    enum { N = 1500 };
    guidon_id *ids = new_ids(N + 2);

    (void)state;
    for (unsigned bits = 0; bits <= GUIDON_V8_PREFIX_BITS_MAX; bits++) {
        assert_int_equal(guidon_v8_append(&ids[0], bits), GUIDON_OK);
        assert_int_equal(guidon_v8_append_many(ids + 1, N, bits), GUIDON_OK);
        assert_int_equal(guidon_v8_append(&ids[N + 1], bits), GUIDON_OK);
        for (size_t i = 0; i < N + 2; i++) {
            check_prefix(&ids[i], (UINT32_C(1) << bits) - 1, bits);
        }
        assert_rising("append", GUIDON_V8_PREFIXED, ids, N + 2);
    }
    free(ids);
}

static void test_sharded_has_the_shard_and_rises(void **state)
{
    enum { N = 1100 };
    guidon_id *ids = new_ids(N + 2);

    (void)state;
    for (unsigned bits = 0; bits <= GUIDON_V8_SHARD_BITS_MAX; bits++) {
        const uint32_t last = (UINT32_C(1) << bits) - 1, shard = last / 3;

        assert_int_equal(guidon_v8_sharded(&ids[0], shard, bits), GUIDON_OK);
        assert_int_equal(guidon_v8_sharded_many(ids + 1, N, shard, bits),
                         GUIDON_OK);
        assert_int_equal(guidon_v8_sharded(&ids[N + 1], shard, bits),
                         GUIDON_OK);
        for (size_t i = 0; i < N + 2; i++) {
            check_prefix(&ids[i], shard, bits);
        }
        assert_rising("sharded", GUIDON_V8_PREFIXED, ids, N + 2);
        assert_int_equal(guidon_v8_sharded(&ids[0], last, bits), GUIDON_OK);
        check_prefix(&ids[0], last, bits);
    }
    free(ids);
}

static void test_what_is_out_of_range(void **state)
{
    guidon_id ids[2], kept[2];

    (void)state;
    mark(ids, sizeof ids);
    memcpy(kept, ids, sizeof ids);
    assert_int_equal(guidon_v8_append(ids, 29), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_append(ids, UINT32_MAX), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_append_many(ids, 2, 29), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded(ids, 0, 11), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded(ids, 1, 0), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded(ids, 16, 4), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded(ids, 0, UINT32_MAX), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_sharded_many(ids, 2, 16, 4), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_append_many(ids, 0, 20), GUIDON_OK);
    assert_int_equal(guidon_v8_sharded_many(ids, 0, 1, 1), GUIDON_OK);
    assert_memory_equal(ids, kept, sizeof ids);
}

/* ------------------------------------------------------------------ threads */

#define THREADS    4
#define PER_THREAD 20000

struct worker {
    guidon_id *ids;
    pthread_mutex_t *begin; /* locked until all threads are there */
    guidon_status status;
};

/* Every id of no prefix, so that it begins with its timestamp. */
static void *work(void *context)
{
    struct worker *worker = context;

    pthread_mutex_lock(worker->begin);
    pthread_mutex_unlock(worker->begin);
    for (size_t i = 0; i < PER_THREAD && !worker->status; i++) {
        worker->status = guidon_v8_append(&worker->ids[i], 0);
    }
    return NULL;
}

/* The 64 bits of time in an id of no prefix. */
static uint64_t timestamp_of(const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    return (hi >> 16 << 12 | (hi & 0xfff)) << 4 | (lo >> 57 & 15);
}

static void *make_one(void *out)
{
    static guidon_status status;

    status = guidon_v8_append(out, 0);
    return &status;
}

/* An id of another thread has the next timestamp. */
static void test_threads_share_one_order(void **state)
{
    guidon_id ids[20];
    pthread_t thread;
    void *status;

    (void)state;
    for (size_t i = 0; i < COUNT(ids); i++) {
        assert_int_equal(pthread_create(&thread, NULL, make_one, &ids[i]), 0);
        assert_int_equal(pthread_join(thread, &status), 0);
        assert_int_equal(*(guidon_status *)status, GUIDON_OK);
    }
    for (size_t i = 1; i < COUNT(ids); i++) {
        assert_int_equal(timestamp_of(&ids[i]), timestamp_of(&ids[i - 1]) + 1);
    }
}

/* Threads that ask at once get each timestamp once. */
static void test_threads_at_once(void **state)
{
    guidon_id *ids = new_ids((size_t)THREADS * PER_THREAD);
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    pthread_mutex_t begin = PTHREAD_MUTEX_INITIALIZER;

    (void)state;
    pthread_mutex_lock(&begin);
    for (size_t t = 0; t < THREADS; t++) {
        workers[t] = (struct worker){ids + t * PER_THREAD, &begin, GUIDON_OK};
        assert_int_equal(pthread_create(&threads[t], NULL, work, &workers[t]),
                         0);
    }
    pthread_mutex_unlock(&begin);
    for (size_t t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_int_equal(workers[t].status, GUIDON_OK);
        assert_rising("a thread", GUIDON_V8_PREFIXED, workers[t].ids,
                      PER_THREAD);
    }
    qsort(ids, (size_t)THREADS * PER_THREAD, sizeof *ids, compare_ids);
    for (size_t i = 1; i < (size_t)THREADS * PER_THREAD; i++) {
        assert_true(timestamp_of(&ids[i - 1]) < timestamp_of(&ids[i]));
    }
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append_has_ones_and_rises),
        cmocka_unit_test(test_sharded_has_the_shard_and_rises),
        cmocka_unit_test(test_what_is_out_of_range),
        cmocka_unit_test(test_threads_share_one_order),
        cmocka_unit_test(test_threads_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
