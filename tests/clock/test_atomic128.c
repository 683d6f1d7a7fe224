/* SPDX-License-Identifier: MIT */
/* test_atomic128.c - the 16-byte atomic state. */
#define _POSIX_C_SOURCE 200809L
#include "clock/atomic128.h"
#include "vectors.h"

#include <pthread.h>
#include <sched.h>

#define ALL UINT64_MAX

static void assert_pair(struct gdn_u128 pair, uint64_t lo, uint64_t hi)
{
    assert_int_equal(pair.lo, lo);
    assert_int_equal(pair.hi, hi);
}

static const struct {
    const char *why;
    struct gdn_u128 held, last;
    bool done;
} rows[] = {
    {"both halves are what was last seen", {1, 2}, {1, 2}, true},
    {"a state that nobody wrote", {0, 0}, {0, 0}, true},
    {"every bit set", {ALL, ALL}, {ALL, ALL}, true},
    {"the low half differs", {1, 2}, {3, 2}, false},
    {"the high half differs", {1, 2}, {1, 3}, false},
    {"the highest bit alone differs", {1, ALL}, {1, ALL >> 1}, false},
    {"the lowest bit alone differs", {ALL, 2}, {ALL - 1, 2}, false},
    {"the halves are exchanged", {1, 2}, {2, 1}, false},
};

static void test_a_swap_changes_all_or_tells_what_is_there(void **state)
{
    const struct gdn_u128 next = {UINT64_C(0x0123456789abcdef),
                                  UINT64_C(0xfedcba9876543210)};
    struct gdn_atomic128 states[3];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct gdn_u128 last = rows[i].last;
        struct gdn_u128 then = rows[i].done ? next : rows[i].held;

        for (int c = 0; c < 3; c++) {
            gdn_atomic128_store(&states[c], rows[i].held);
        }
        if (gdn_atomic128_cas(&states[1], &last, next) != rows[i].done) {
            fail_msg("%s", rows[i].why);
        }
        assert_pair(last, rows[i].held.lo, rows[i].held.hi);
        assert_pair(gdn_atomic128_load(&states[1]), then.lo, then.hi);
        assert_pair(gdn_atomic128_load(&states[0]), rows[i].held.lo,
                    rows[i].held.hi);
        assert_pair(gdn_atomic128_load(&states[2]), rows[i].held.lo,
                    rows[i].held.hi);
    }
}

/* The state file and the processor's instruction require this layout. */
static void test_a_lockless_state_is_sixteen_aligned_bytes(void **state)
{
    (void)state;
    if (!GDN_ATOMIC128_LOCK_FREE) {
        print_message("skipped: this state has a flag\n");
        skip();
    }
    assert_int_equal(sizeof(struct gdn_atomic128), 16);
    assert_int_equal(_Alignof(struct gdn_atomic128), 16);
}

/* A thread that was in a swap when the process forked does not exist in the
 * child to finish it. A store of the whole state finishes it. */
static void test_storing_a_state_frees_it(void **state)
{
    struct gdn_atomic128 own_state;
    struct gdn_u128 last = {5, 6};

    (void)state;
    gdn_atomic128_store(&own_state, last);
#if !GDN_ATOMIC128_LOCK_FREE
    assert_false(atomic_flag_test_and_set(&own_state.busy));
    gdn_atomic128_store(&own_state, last);
#endif
    assert_true(gdn_atomic128_cas(&own_state, &last, (struct gdn_u128){7, 8}));
}

/* ----------------------------------------------------------------- threads */

#define THREADS 4
#define STEPS   60000

/* Run all threads at once, as far as the machine can. */
static void run_threads(void *(*run)(void *), void *argument)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run, argument), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void meet(atomic_int *there)
{
    atomic_fetch_add(there, 1);
    while (atomic_load(there) < THREADS) {
        sched_yield();
    }
}

/* The low half of a count determines the whole state, so the test detects two
 * halves of different states. */
static struct gdn_u128 nth(uint64_t n)
{
    return (struct gdn_u128){n, n * UINT64_C(0x9e3779b97f4a7c15)};
}

struct counter {
    struct gdn_atomic128 state;
    _Atomic uint32_t *taken; /* how often each number was */
    atomic_int there, faults;
};

static void *count_up(void *argument)
{
    struct counter *counter = argument;
    struct gdn_u128 last = gdn_atomic128_load(&counter->state);

    meet(&counter->there);
    for (int i = 0; i < STEPS; i++) {
        while (!gdn_atomic128_cas(&counter->state, &last, nth(last.lo + 1))) {
            counter->faults += last.hi != nth(last.lo).hi;
        }
        counter->faults += counter->taken[last.lo]++ != 0;
        last = nth(last.lo + 1);
    }
    return NULL;
}

static void test_threads_take_each_number_once(void **state)
{
    static _Atomic uint32_t taken[THREADS * STEPS];
    struct counter counter = {.taken = taken};

    (void)state;
    gdn_atomic128_store(&counter.state, nth(0));
    run_threads(count_up, &counter);
    assert_int_equal(counter.faults, 0);
    assert_pair(gdn_atomic128_load(&counter.state), nth(THREADS * STEPS).lo,
                nth(THREADS * STEPS).hi);
}

/* Each thread writes a word before it swaps, and afterwards reads the words of
 * all threads whose swaps it has seen. */
struct board {
    struct gdn_atomic128 state; /* lo: how many have written; hi: unused */
    _Atomic uint64_t words[THREADS * STEPS + THREADS];
    atomic_int there, faults;
};

static void *publish(void *argument)
{
    struct board *board = argument;
    struct gdn_u128 last = {0, 0};

    meet(&board->there);
    for (int i = 0; i < STEPS / 4; i++) {
        do {
            /* Several threads may write a word; they write the same value. */
            atomic_store_explicit(&board->words[last.lo], last.lo + 1,
                                  memory_order_relaxed);
        } while (!gdn_atomic128_cas(&board->state, &last,
                                    (struct gdn_u128){last.lo + 1, 0}));
        for (uint64_t at = last.lo > 8 ? last.lo - 8 : 0; at < last.lo; at++) {
            board->faults +=
                atomic_load_explicit(&board->words[at], memory_order_relaxed) !=
                at + 1;
        }
        last.lo++;
    }
    return NULL;
}

static void test_what_came_before_a_swap_is_seen_after_it(void **state)
{
    static struct board board;

    (void)state;
    gdn_atomic128_store(&board.state, (struct gdn_u128){0, 0});
    run_threads(publish, &board);
    assert_int_equal(board.faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_swap_changes_all_or_tells_what_is_there),
        cmocka_unit_test(test_a_lockless_state_is_sixteen_aligned_bytes),
        cmocka_unit_test(test_storing_a_state_frees_it),
        cmocka_unit_test(test_threads_take_each_number_once),
        cmocka_unit_test(test_what_came_before_a_swap_is_seen_after_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
