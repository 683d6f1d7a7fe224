/* SPDX-License-Identifier: MIT */
/* test_shared_kill.c - processes that are killed while they share a state. */
#define _GNU_SOURCE
#include "shared_test.h"

#include <sys/ptrace.h>

#if defined(__SANITIZE_THREAD__)
#  define UNDER_TSAN true
#elif defined(__has_feature)
#  if __has_feature(thread_sanitizer)
#    define UNDER_TSAN true
#  endif
#endif
#ifndef UNDER_TSAN
#  define UNDER_TSAN false
#endif

/* The low half of a count determines the whole state, so the test detects a
 * state of two different halves. */
static struct gdn_u128 nth(uint64_t n)
{
    return (struct gdn_u128){n, n * UINT64_C(0x9e3779b97f4a7c15)};
}

static bool is_whole(struct gdn_u128 pair)
{
    return pair.hi == nth(pair.lo).hi;
}

/* ------------------------------------------------------- killed at any time */

#define WORKERS 8
#define KILLS   100
#define BETWEEN 8000 /* numbers taken between two kills */
#define NUMBERS (KILLS * BETWEEN)

/* What the workers were given; it outlives them. */
struct work {
    char path[600];
    _Atomic uint64_t allowed; /* the highest number to take so far */
    atomic_bool done;
    atomic_int faults;
    atomic_uchar given[NUMBERS + 1];
};

/* Take number after number, and note each before the next. */
static int take_numbers(void *argument)
{
    struct work *work = argument;
    struct gdn_shared *shared;
    struct gdn_atomic128 *own_state;
    struct gdn_u128 last;

    if (open_in_boot(&shared, work->path, BOOT)) {
        return 1;
    }
    own_state = gdn_shared_state(shared, GDN_SHARED_V7_COUNTER);
    last = gdn_atomic128_load(own_state);
    while (!work->done) {
        if (last.lo >= work->allowed) {
            sched_yield();
            last = gdn_atomic128_load(own_state);
        } else if (gdn_atomic128_cas(own_state, &last, nth(last.lo + 1))) {
            last = nth(last.lo + 1);
            work->faults += atomic_exchange(&work->given[last.lo], 1) != 0;
        } else {
            work->faults += !is_whole(last);
        }
    }
    return 0;
}

/* Let the workers take numbers, and kill one meanwhile. */
static void kill_one(pid_t worker, struct work *work,
                     struct gdn_atomic128 *own_state, uint64_t after)
{
    uint64_t from = work->allowed;

    work->allowed = from + BETWEEN;
    while (gdn_atomic128_load(own_state).lo < from + after) {
        sched_yield();
    }
    kill(worker, SIGKILL);
    assert_int_equal(end_of(worker), 128 + SIGKILL);
}

/* A killed worker may have taken a number without noting it. */
static void assert_each_once(struct work *work)
{
    int missing = 0;

    for (size_t i = 1; i <= NUMBERS; i++) {
        missing += work->given[i] == 0;
    }
    assert_in_range(missing, 0, KILLS);
    assert_int_equal(work->faults, 0);
}

static void test_the_killed_leave_a_valid_state(void **state)
{
    struct work *work = common_memory(sizeof *work);
    struct gdn_shared *shared = open_state("s", BOOT);
    struct gdn_atomic128 *own_state =
        gdn_shared_state(shared, GDN_SHARED_V7_COUNTER);
    pid_t workers[WORKERS];
    uint64_t seed = 11;

    (void)state;
    strcpy(work->path, in_folder("s"));
    for (int w = 0; w < WORKERS; w++) {
        workers[w] = start(take_numbers, work);
    }
    for (int i = 0; i < KILLS; i++) {
        uint64_t w = draw(&seed) % WORKERS;

        kill_one(workers[w], work, own_state, draw(&seed) % BETWEEN);
        workers[w] = start(take_numbers, work);
    }
    while (gdn_atomic128_load(own_state).lo < NUMBERS) {
        sched_yield();
    }
    work->done = true;
    for (int w = 0; w < WORKERS; w++) {
        assert_int_equal(end_of(workers[w]), 0);
    }
    assert_each_once(work);
    assert_int_equal(gdn_atomic128_load(own_state).lo, NUMBERS);
    assert_true(is_whole(gdn_atomic128_load(own_state)));
    assert_true(is_sound(shared));
    gdn_shared_close(shared);
    munmap(work, sizeof *work);
}

/* ---------------------------------------------- stopped at each instruction */

/* All changes of a file: binding it, a limit, a swap, a commit. */
static int make_one_traced(void *argument)
{
    struct gdn_u128 last = nth(5);
    struct gdn_shared *shared;
    struct gdn_atomic128 *own_state;

    (void)argument;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL)) {
        return SKIPPED;
    }
    raise(SIGSTOP);
    if (open_in_boot(&shared, in_folder("s"), BOOT + 1) ||
        gdn_shared_reserve(shared, GDN_SHARED_V1, 8)) {
        return 1;
    }
    own_state = gdn_shared_state(shared, GDN_SHARED_V1);
    if (!gdn_atomic128_cas(own_state, &last, nth(8))) {
        return 2;
    }
    return gdn_shared_commit(shared, GDN_SHARED_V1) != GUIDON_OK;
}

static bool is_withdrawn(const struct gdn_shared *shared)
{
    uint64_t any = 0;

    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        struct gdn_u128 reservation =
            gdn_atomic128_load(&shared->slots[slot].reservation);

        any |= reservation.lo | reservation.hi;
    }
    return any == 0;
}

/* The page that a process would leave if it died here. */
static bool is_good(const struct gdn_shared *shared)
{
    const struct gdn_shared_record *record = &shared->slots[GDN_SHARED_V1];
    struct gdn_shared_binding later = shared->head.binding;
    struct gdn_u128 made = gdn_atomic128_load(&record->state);
    uint64_t lost = atomic_load(&record->lost);
    enum gdn_shared_check check;

    later.boot = BOOT + 1;
    check = gdn_shared_page_check(shared, &shared->head, &later);
    return is_sound(shared) && is_whole(made) &&
           (made.lo == 5 || made.lo == 8) &&
           (check == GDN_SHARED_BOUND || check == GDN_SHARED_UNBOUND) &&
           /* bound only after the time was marked as lost, and that committed
            * only after the lost state was replaced */
           (check == GDN_SHARED_UNBOUND || lost == UINT64_MAX ||
            made.lo == 8) &&
           /* and after the reservation was withdrawn */
           (check == GDN_SHARED_UNBOUND || is_withdrawn(shared));
}

static void test_each_instruction_leaves_a_valid_state(void **state)
{
    struct gdn_shared *shared;
    struct gdn_u128 last = {0, 0};
    long steps = 0;
    pid_t child;
    int status;

    (void)state;
    if (UNDER_TSAN) {
        print_message("skipped: too many instructions under TSan\n");
        skip();
    }
    shared = open_state("s", BOOT);
    assert_int_equal(gdn_shared_reserve(shared, GDN_SHARED_V1, 5), GUIDON_OK);
    assert_true(gdn_atomic128_cas(gdn_shared_state(shared, GDN_SHARED_V1),
                                  &last, nth(5)));
    gdn_atomic128_store(&shared->slots[GDN_SHARED_V7_PRECISE].reservation,
                        (struct gdn_u128){11, GDN_RESERVATION_RATE_MIN});
    child = start(make_one_traced, NULL);
    for (; waitpid(child, &status, 0) == child && WIFSTOPPED(status); steps++) {
        assert_true(is_good(shared));
        ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: this system allows no ptrace\n");
        skip();
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(steps > 500); /* otherwise nothing was checked */
    assert_int_equal(
        gdn_atomic128_load(gdn_shared_state(shared, GDN_SHARED_V1)).lo, 8);
    gdn_shared_close(shared);
}

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_the_killed_leave_a_valid_state),
        in_new_folder(test_each_instruction_leaves_a_valid_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
