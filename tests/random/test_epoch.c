/* SPDX-License-Identifier: MIT */
/* test_epoch.c - the epoch of a process, its children and its machine. */
#define _GNU_SOURCE
#include "children.h"
#include "host/host.h"
#include "host/vmclock.h"
#include "random/epoch.h"
#include "vectors.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

/* What processes saw; the first process judges it. */
struct seen {
    bool can; /* the test could be set up */
    uint64_t epochs[8];
};

static struct seen *seen;

static int share(void **unused)
{
    (void)unused;
    seen = shared_memory(sizeof *seen);
    return 0;
}

/* ---------------------------------------------------------- new processes */

static void note_epoch(void *slot)
{
    *(uint64_t *)slot = gdn_epoch();
}

/* R96: a child differs, a grandchild differs from both, and the parent's epoch
 * stays. */
static void note_family(void *birth)
{
    seen->epochs[1] = gdn_epoch();
    seen->can = child_ended_well(
        start_child(*(enum birth *)birth, note_epoch, &seen->epochs[2]));
    seen->epochs[3] = gdn_epoch();
}

static void assert_family(uint64_t parent)
{
    assert_true(seen->can);
    assert_int_not_equal(parent, 0);
    assert_int_equal(gdn_epoch(), parent);
    for (int i = 1; i <= 2; i++) {
        assert_int_not_equal(seen->epochs[i], 0);
        assert_int_not_equal(seen->epochs[i], parent);
    }
    assert_int_not_equal(seen->epochs[1], seen->epochs[2]);
    assert_int_equal(seen->epochs[1], seen->epochs[3]);
}

static void test_children_and_grandchildren_differ(void **unused)
{
    (void)unused;
    for (int times = 0; times < 3; times++) {
        for (enum birth birth = 0; birth < N_BIRTHS; birth++) {
            uint64_t parent = gdn_epoch();

            memset(seen, 0, sizeof *seen);
            run_child(birth, note_family, &birth);
            assert_family(parent);
        }
    }
}

static void *raise_family(void *birth)
{
    pid_t child = start_child(*(enum birth *)birth, note_family, birth);

    return child_ended_well(child) ? birth : NULL;
}

/* Only the forking thread lives on in the child. */
static void test_fork_from_another_thread(void **unused)
{
    (void)unused;
    for (enum birth birth = 0; birth < N_BIRTHS; birth++) {
        uint64_t parent = gdn_epoch();
        pthread_t thread;
        void *well = NULL;

        memset(seen, 0, sizeof *seen);
        assert_int_equal(pthread_create(&thread, NULL, raise_family, &birth),
                         0);
        pthread_join(thread, &well);
        assert_ptr_equal(well, &birth);
        assert_family(parent);
    }
}

/* A child of vfork works on its parent's memory, so it has its parent's epoch,
 * and random bytes that it reads come from its parent's stream. Valgrind and
 * ThreadSanitizer turn vfork into a fork. */
static void test_vfork_shares_all(void **unused)
{
    static volatile bool shares_memory;
    uint64_t parent = gdn_epoch();
    pid_t child;

    (void)unused;
    memset(seen, 0, sizeof *seen);
    child = vfork();
    if (child == 0) {
        shares_memory = true;
        seen->epochs[0] = gdn_epoch();
        _exit(0);
    }
    assert_true(child_ended_well(child));
    assert_int_equal(gdn_epoch(), parent);
    assert_int_equal(seen->epochs[0] == parent, shares_memory);
}

#define N_THREADS 4
static pthread_barrier_t all_here;

static void *note_together(void *slot)
{
    pthread_barrier_wait(&all_here);
    note_epoch(slot);
    return NULL;
}

static void note_in_threads(void *unused)
{
    pthread_t threads[N_THREADS];

    (void)unused;
    pthread_barrier_init(&all_here, NULL, N_THREADS);
    for (int i = 0; i < N_THREADS; i++) {
        if (pthread_create(&threads[i], NULL, note_together,
                           &seen->epochs[i]) != 0) {
            _exit(1);
        }
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&all_here);
    seen->epochs[N_THREADS] = gdn_epoch();
}

/* All threads of a child ask first, and get the same epoch. */
static void test_threads_of_a_child_agree(void **unused)
{
    (void)unused;
    for (int times = 0; times < 20; times++) {
        memset(seen, 0, sizeof *seen);
        run_child(BY_FORK, note_in_threads, NULL);
        assert_int_not_equal(seen->epochs[0], gdn_epoch());
        for (int i = 1; i <= N_THREADS; i++) {
            assert_int_equal(seen->epochs[i], seen->epochs[0]);
        }
    }
}

static void note_whose(void *parent)
{
    seen->can = !gdn_epoch_same_process(*(uint64_t *)parent) &&
                gdn_epoch_same_process(gdn_epoch());
}

static void test_whose_an_epoch_is(void **unused)
{
    uint64_t parent = gdn_epoch();

    (void)unused;
    assert_true(gdn_epoch_same_process(parent));
    for (enum birth birth = 0; birth < N_BIRTHS; birth++) {
        memset(seen, 0, sizeof *seen);
        run_child(birth, note_whose, &parent);
        assert_true(seen->can);
    }
}

/* ------------------------------------- without pages that are wiped on fork */

#if defined(__linux__)
static void note_without_pages(void *unused)
{
    const unsigned wipe_on_fork = 18; /* MADV_WIPEONFORK */

    (void)unused;
    if (!refuse_call(SYS_madvise, (int)wipe_on_fork, EINVAL)) {
        return;
    }
    seen->epochs[6] = 1;
    errno = 99;
    seen->epochs[0] = gdn_epoch();
    seen->epochs[4] = (uint64_t)errno;
    enum birth birth = BY_CLONE;
    if (child_ended_well(start_child(BY_FORK, note_family, &birth))) {
        seen->epochs[5] = gdn_epoch();
    }
}

/* As process 1 of a container, whose child is process 1 of another. */
static void note_as_process_1(void *unused)
{
    const unsigned wipe_on_fork = 18; /* MADV_WIPEONFORK */

    (void)unused;
    if (getpid() != 1 || !refuse_call(SYS_madvise, (int)wipe_on_fork, EINVAL)) {
        return;
    }
    seen->epochs[0] = gdn_epoch();
    if (unshare(CLONE_NEWPID) == 0 &&
        child_ended_well(start_child(BY_FORK, note_epoch, &seen->epochs[1]))) {
        seen->can = gdn_epoch() == seen->epochs[0];
    }
}

static void note_in_new_pid_namespace(void *unused)
{
    if (unshare(CLONE_NEWPID) == 0) {
        run_child(BY_FORK, note_as_process_1, unused);
    }
}

static void test_a_child_has_its_parents_process_id(void **unused)
{
    (void)unused;
    memset(seen, 0, sizeof *seen);
    run_child(BY_FORK, note_in_new_pid_namespace, NULL);
    if (!seen->can) {
        print_message("no process may make PID namespaces here\n");
        skip();
    }
    assert_int_not_equal(seen->epochs[0], 0);
    assert_int_not_equal(seen->epochs[1], 0);
    assert_int_not_equal(seen->epochs[1], seen->epochs[0]);
}

static void note_threads_without_pages(void *unused)
{
    const unsigned wipe_on_fork = 18; /* MADV_WIPEONFORK */

    (void)unused;
    if (refuse_call(SYS_madvise, (int)wipe_on_fork, EINVAL)) {
        seen->epochs[6] = 1;
        note_in_threads(NULL);
    }
}

static void test_threads_agree_where_pages_are_not_wiped(void **unused)
{
    (void)unused;
    for (int times = 0; times < 50; times++) {
        memset(seen, 0, sizeof *seen);
        run_child(BY_FORK, note_threads_without_pages, NULL);
        if (seen->epochs[6] == 0) {
            skip();
        }
        assert_int_not_equal(seen->epochs[0], 0);
        for (int i = 1; i <= N_THREADS; i++) {
            assert_int_equal(seen->epochs[i], seen->epochs[0]);
        }
    }
}

/* Linux before 4.14. This test must be the first to ask for an epoch, so main
 * begins with it. */
static void test_process_ids_where_pages_are_not_wiped(void **unused)
{
    (void)unused;
    memset(seen, 0, sizeof *seen);
    run_child(BY_FORK, note_without_pages, NULL);
    if (seen->epochs[6] == 0) {
        print_message("no process may filter its system calls here\n");
        skip();
    }
    assert_int_equal(seen->epochs[4], 99);
    assert_int_not_equal(seen->epochs[0], 0);
    assert_true(seen->can);
    assert_int_equal(seen->epochs[5], seen->epochs[0]);
    assert_int_not_equal(seen->epochs[1], seen->epochs[0]);
    assert_int_not_equal(seen->epochs[2], seen->epochs[0]);
    assert_int_not_equal(seen->epochs[2], seen->epochs[1]);
    assert_int_equal(seen->epochs[3], seen->epochs[1]);
}
#endif

/* ------------------------------------------------------------ VM generation */

/* A VM generation word, in shared memory as a device's page is. */
static void test_another_machine_is_another_epoch(void **unused)
{
    uint64_t before = gdn_epoch();
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    _Atomic(uint64_t) *machine = shared_memory(sizeof *machine);
    static const uint64_t words[] = {
        0, 5, 6, 5, UINT64_MAX, 0, UINT64_C(1) << 32};

    (void)unused;
    atomic_store(&gdn_epoch_watch.vm_generation, machine);
    for (size_t i = 1; i < sizeof words / sizeof words[0]; i++) {
        enum birth birth = BY_FORK;
        uint64_t epoch;

        atomic_store(machine, words[i]);
        epoch = gdn_epoch();
        assert_true(epoch > before); /* so no earlier epoch comes again */
        assert_int_equal(gdn_epoch(), epoch);
        memset(seen, 0, sizeof *seen);
        run_child(birth, note_family, &birth);
        assert_family(epoch);
        before = epoch;
    }
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    assert_true(gdn_epoch() >= before);
}

/* Several threads see the VM generation change; one takes a number for all, so
 * none of them resets twice. */
static void test_threads_agree_on_another_machine(void **unused)
{
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    static _Atomic(uint64_t) machine;
    uint64_t number;

    (void)unused;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    number = gdn_epoch_number(gdn_epoch());
    for (int times = 0; times < 200; times++) {
        uint64_t before = gdn_epoch();

        atomic_fetch_add(&machine, 1);
        note_in_threads(NULL);
        assert_true(gdn_epoch_same_process(before));
        assert_int_not_equal(seen->epochs[0], before);
        for (int i = 1; i <= N_THREADS; i++) {
            assert_int_equal(seen->epochs[i], seen->epochs[0]);
        }
    }
    assert_true(gdn_epoch_number(gdn_epoch()) >= number + 200);
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

static void store(unsigned char *at, uint64_t value, int len)
{
    for (int i = 0; i < len; i++) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
}

/* Which word of a VMClock page is used, and which pages are rejected. */
static void test_vmclock_word(void **unused)
{
    static const struct {
        const char *why;
        uint32_t magic, size;
        uint16_t version;
        uint64_t flags;
        int want; /* its offset; -1: none */
    } rows[] = {
        {"a generation counter", 0x4b4c4356, 4096, 1, 0x100, 104},
        {"all flags but its own", 0x4b4c4356, 4096, 1, ~UINT64_C(0x100), 16},
        {"all flags", 0x4b4c4356, 4096, 1, UINT64_MAX, 104},
        {"it ends just within the region", 0x4b4c4356, 112, 1, 0x100, 104},
        {"it would end past the region", 0x4b4c4356, 111, 1, 0x100, 16},
        {"the structure before there was one", 0x4b4c4356, 104, 1, 0, 16},
        {"shorter than that", 0x4b4c4356, 103, 1, 0, -1},
        {"another magic number", 0x4b4c4357, 4096, 1, 0x100, -1},
        {"its bytes turned round", 0x56434c4b, 4096, 1, 0x100, -1},
        {"version 0", 0x4b4c4356, 4096, 0, 0x100, -1},
        {"a version to come", 0x4b4c4356, 4096, 2, 0x100, -1},
        {"a version past one byte", 0x4b4c4356, 4096, 0x101, 0x100, -1},
    };
    _Alignas(8) unsigned char page[GDN_VMCLOCK_LEN];

    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        memset(page, 0xff, sizeof page);
        store(page, rows[r].magic, 4);
        store(page + 4, rows[r].size, 4);
        store(page + 8, rows[r].version, 2);
        store(page + 24, rows[r].flags, 8);
        const void *want = rows[r].want < 0 ? NULL : page + rows[r].want;
        if ((const void *)gdn_vmclock_word(page) != want) {
            fail_msg("%s", rows[r].why);
        }
    }
}

static void test_vmclock_device(void **unused)
{
    (void)unused;
    errno = 99;
    bool has_word = gdn_vmclock_map() != NULL;
    assert_int_equal(errno, 99);
    print_message("/dev/vmclock0: %s\n", has_word ? "watched" : "none");
    if (access("/dev/vmclock0", F_OK) != 0) {
        assert_false(has_word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if defined(__linux__)
        cmocka_unit_test(test_process_ids_where_pages_are_not_wiped),
        cmocka_unit_test(test_threads_agree_where_pages_are_not_wiped),
        cmocka_unit_test(test_a_child_has_its_parents_process_id),
#endif
        cmocka_unit_test(test_children_and_grandchildren_differ),
        cmocka_unit_test(test_fork_from_another_thread),
        cmocka_unit_test(test_vfork_shares_all),
        cmocka_unit_test(test_threads_of_a_child_agree),
        cmocka_unit_test(test_whose_an_epoch_is),
        cmocka_unit_test(test_another_machine_is_another_epoch),
        cmocka_unit_test(test_threads_agree_on_another_machine),
        cmocka_unit_test(test_vmclock_word),
        cmocka_unit_test(test_vmclock_device),
    };
    return cmocka_run_group_tests(tests, share, NULL);
}
