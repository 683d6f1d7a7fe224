/* SPDX-License-Identifier: MIT */
/* test_thread.c - per-thread memory and stream, over forks, clones of the
 * machine, errors and the end of the thread. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "host/host.h"
#include "random/thread.h"
#include "sanitized.h"
#include "vectors.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static bool all_zero(const void *memory, size_t len)
{
    const unsigned char *bytes = memory;

    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static struct gdn_thread *self(void)
{
    struct gdn_thread *thread = NULL;

    assert_int_equal(gdn_thread_self(&thread), GUIDON_OK);
    return thread;
}

/* Read random bytes in the same way as a generator. */
static guidon_status take(void *out, size_t len)
{
    struct gdn_thread *thread;
    guidon_status status = gdn_thread_self(&thread);

    if (status == GUIDON_OK) {
        status = gdn_stream_reserve(thread->stream, len);
    }
    if (status == GUIDON_OK) {
        gdn_stream_consume(thread->stream, out, len);
    }
    return status;
}

static unsigned char storage_byte(struct gdn_thread *thread, size_t at)
{
    return ((unsigned char *)gdn_thread_storage(thread))[at];
}

static void test_self(void **unused)
{
    struct gdn_thread *thread;

    (void)unused;
    errno = 99;
    thread = self();
    assert_int_equal(errno, 99);
    assert_int_equal(thread->epoch, gdn_epoch());
    assert_true(all_zero(gdn_thread_storage(thread), gdn_thread_storage_size));
    assert_int_equal((uintptr_t)gdn_thread_storage(thread) % 16, 0);
    memset(gdn_thread_storage(thread), 0x5a, gdn_thread_storage_size);
    assert_ptr_equal(self(), thread);
    assert_int_equal(storage_byte(thread, 0), 0x5a);
    assert_int_equal(storage_byte(thread, gdn_thread_storage_size - 1), 0x5a);
}

/* ----------------------------------------------------------------- children */

#define N_CHILDREN 64
#define TAKEN      4096
#define BLOCK      16

/* The bytes that each child read, and then those of the parent, before and
 * after. */
struct notes {
    unsigned char taken[N_CHILDREN + 2][TAKEN];
    bool wiped[N_CHILDREN]; /* by the kernel, before the first call */
    bool storage_zero[N_CHILDREN];
    guidon_status status;
    int other_errno;
};

static struct notes *notes;
static int child_number;
static struct gdn_thread *parents;
static struct gdn_stream *parents_stream;
static unsigned char *parents_key;

static int share(void **unused)
{
    (void)unused;
    notes = shared_memory(sizeof *notes);
    return 0;
}

static void take_in_child(void *unused)
{
    int i = child_number;
    struct gdn_thread *thread;

    (void)unused;
    notes->wiped[i] = all_zero(parents, sizeof *parents) &&
                      all_zero(parents_stream, sizeof *parents_stream) &&
                      all_zero(parents_key, GDN_CIPHER_HEAD);
    if (gdn_thread_self(&thread) != GUIDON_OK ||
        take(notes->taken[i], TAKEN) != GUIDON_OK) {
        _exit(1);
    }
    notes->storage_zero[i] =
        all_zero(gdn_thread_storage(thread), gdn_thread_storage_size);
}

static int compare_blocks(const void *a, const void *b)
{
    return memcmp(a, b, BLOCK);
}

/* No block of any process equals another block. */
static void assert_no_block_twice(void)
{
    size_t n = sizeof notes->taken / BLOCK;
    unsigned char *blocks = malloc(sizeof notes->taken);

    assert_non_null(blocks);
    memcpy(blocks, notes->taken, sizeof notes->taken);
    qsort(blocks, n, BLOCK, compare_blocks);
    for (size_t i = 1; i < n; i++) {
        assert_memory_not_equal(blocks + (i - 1) * BLOCK, blocks + i * BLOCK,
                                BLOCK);
    }
    free(blocks);
}

/* Does this system wipe the pages of a forked process? */
static bool system_wipes(void)
{
    void *page = gdn_pages_map(1);
    bool wipes = gdn_pages_wipe_on_fork(page, 1);

    gdn_pages_unmap(page, 1);
    return wipes;
}

/* R96. The parent's stream is in the middle of its buffer each time, and every
 * other child comes from raw clone, which runs no fork handlers of libc. */
static void test_children_take_other_bytes(void **unused)
{
    static struct gdn_stream before;
    bool wipes = system_wipes();

    (void)unused;
    memset(notes, 0, sizeof *notes);
    assert_int_equal(take(notes->taken[N_CHILDREN], TAKEN), GUIDON_OK);
    parents = self();
    parents_stream = parents->stream;
    parents_key = parents->stream->head;
    memset(gdn_thread_storage(parents), 0x5a, gdn_thread_storage_size);
    memcpy(&before, parents->stream, sizeof before);
    for (child_number = 0; child_number < N_CHILDREN; child_number++) {
        run_child((enum birth)(child_number % N_BIRTHS), take_in_child, NULL);
        assert_true(notes->storage_zero[child_number]);
        assert_int_equal(notes->wiped[child_number], wipes);
    }
    assert_ptr_equal(self(), parents);
    assert_memory_equal(&before, parents->stream, sizeof before);
    assert_int_equal(storage_byte(parents, 0), 0x5a);
    assert_int_equal(take(notes->taken[N_CHILDREN + 1], TAKEN), GUIDON_OK);
    assert_no_block_twice();
}

static void take_with_grandchild(void *birth)
{
    child_number = 0;
    take_in_child(NULL);
    child_number = 1;
    if (!child_ended_well(
            start_child(*(enum birth *)birth, take_in_child, NULL)) ||
        take(notes->taken[2], TAKEN) != GUIDON_OK) {
        _exit(1);
    }
}

static void *take_as_family(void *birth)
{
    if (take(notes->taken[3], TAKEN) != GUIDON_OK ||
        !child_ended_well(
            start_child(*(enum birth *)birth, take_with_grandchild, birth)) ||
        take(notes->taken[4], TAKEN) != GUIDON_OK) {
        return NULL;
    }
    return birth;
}

/* Fill the rest of the notes, so that no two zeros are equal. */
static void fill_up_notes(size_t from)
{
    for (size_t i = from; i < N_CHILDREN + 2; i++) {
        assert_int_equal(take(notes->taken[i], TAKEN), GUIDON_OK);
    }
}

/* A thread forks, and its child forks again; both go on afterwards. */
static void test_families_of_another_thread(void **unused)
{
    (void)unused;
    for (enum birth birth = 0; birth < N_BIRTHS; birth++) {
        pthread_t thread;
        void *well = NULL;

        memset(notes, 0, sizeof *notes);
        assert_int_equal(pthread_create(&thread, NULL, take_as_family, &birth),
                         0);
        pthread_join(thread, &well);
        assert_ptr_equal(well, &birth);
        assert_true(notes->storage_zero[0] && notes->storage_zero[1]);
        fill_up_notes(5);
        assert_no_block_twice();
    }
}

/* A child of vfork consumes bytes of its parent's stream. */
static void test_vfork_takes_no_bytes_twice(void **unused)
{
    pid_t child;

    (void)unused;
    memset(notes, 0, sizeof *notes);
    assert_int_equal(take(notes->taken[0], TAKEN), GUIDON_OK);
    child = vfork();
    if (child == 0) {
        _exit(take(notes->taken[1], TAKEN) == GUIDON_OK ? 0 : 1);
    }
    assert_true(child_ended_well(child));
    fill_up_notes(2);
    assert_no_block_twice();
}

/* The machine was cloned: the same memory, reset. */
static void test_another_machine_resets(void **unused)
{
    static _Atomic(uint64_t) machine;
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);
    struct gdn_thread *thread = self();
    unsigned char key[GDN_CIPHER_KEY];

    (void)unused;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    for (uint64_t word = 1; word < 4; word++) {
        memset(gdn_thread_storage(thread), 0x5a, gdn_thread_storage_size);
        memcpy(key, thread->stream->head, sizeof key);
        atomic_store(&machine, word);
        assert_ptr_equal(self(), thread);
        assert_true(
            all_zero(gdn_thread_storage(thread), gdn_thread_storage_size));
        assert_memory_not_equal(thread->stream->head, key, sizeof key);
        assert_int_equal(thread->stream->left, 0);
    }
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

/* ------------------------------------------------------------------- errors */

#if defined(__linux__)
/* A child that keeps its parent's memory, although its slots are wiped. Its key
 * must lie in a slot that no other thread of the child takes. */
static void *take_beside(void *bytes)
{
    return take(bytes, BLOCK) == GUIDON_OK ? self()->stream->head : NULL;
}

static void take_with_kept_memory(void *unused)
{
    pthread_t thread;
    void *others = NULL;

    (void)unused;
    if (take(notes->taken[0], BLOCK) != GUIDON_OK ||
        pthread_create(&thread, NULL, take_beside, notes->taken[1]) != 0) {
        _exit(1);
    }
    pthread_join(thread, &others);
    if (!others || others == gdn_thread_mine->stream->head ||
        take(notes->taken[2], BLOCK) != GUIDON_OK) {
        _exit(2);
    }
}

#  if !defined(MADV_KEEPONFORK)
#    define MADV_KEEPONFORK 19
#  endif

static void test_a_kept_memory_has_another_key_in_a_child(void **unused)
{
    struct gdn_thread *thread = self();

    (void)unused;
    memset(notes, 0, sizeof *notes);
    if (madvise(thread, sizeof *thread, MADV_KEEPONFORK) != 0) {
        print_message("skipped: this system does not wipe memory\n");
        skip();
    }
    run_child(BY_FORK, take_with_kept_memory, NULL);
    madvise(thread, sizeof *thread, MADV_WIPEONFORK);
    assert_int_equal(take(notes->taken[3], BLOCK), GUIDON_OK);
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_memory_not_equal(notes->taken[i], notes->taken[j], BLOCK);
        }
    }
}

/* Memory for the results of a process that gets no random bytes. */
static const unsigned refusals[] = {ENOSYS, EPERM};
static unsigned refusal;

static void *first_call(void *unused)
{
    struct gdn_thread *untouched = (void *)notes;
    struct gdn_thread *thread = untouched;

    (void)unused;
    errno = 99;
    notes->status = gdn_thread_self(&thread);
    notes->other_errno = errno;
    return thread == untouched ? NULL : thread;
}

static void call_without_entropy(void *in_thread)
{
    void *written = NULL;
    unsigned char bytes[16] = {0};
    pthread_t thread;

    if (!refuse_call(SYS_getrandom, -1, refusal)) {
        _exit(0);
    }
    if (in_thread) {
        if (pthread_create(&thread, NULL, first_call, NULL) != 0) {
            _exit(2);
        }
        pthread_join(thread, &written);
    } else {
        written = first_call(NULL);
        /* The next call tries again, and has no old stream. */
        if (take(bytes, sizeof bytes) != GUIDON_E_ENTROPY) {
            _exit(3);
        }
    }
    if (gdn_entropy(bytes, sizeof bytes) != GUIDON_E_ENTROPY ||
        !all_zero(bytes, sizeof bytes) || written) {
        _exit(4);
    }
}

/* R87: without the kernel's bytes, a forked process and its new threads get
 * none. The vDSO gives the child none either, because its state was wiped. */
static void test_forbidden_getrandom(void **unused)
{
    (void)unused;
    self();
    for (size_t i = 0; i < 2 * sizeof refusals / sizeof refusals[0]; i++) {
        bool in_thread = i % 2;

        refusal = refusals[i / 2];
        memset(notes, 0, sizeof *notes);
        run_child(BY_FORK, call_without_entropy, in_thread ? &refusal : NULL);
        if (notes->other_errno == 0) {
            print_message("no process may filter its system calls here\n");
            skip();
        }
        assert_int_equal(notes->status, GUIDON_E_ENTROPY);
        assert_int_equal(notes->other_errno, 99);
    }
}

#  if defined(SYS_mmap2) /* the same call on 32 bits */
#    define MAPPING SYS_mmap2
#  else
#    define MAPPING SYS_mmap
#  endif

static void call_without_memory(void *unused)
{
    (void)unused;
    if (!refuse_call(MAPPING, -1, ENOMEM)) {
        return;
    }
    errno = 99;
    gdn_entropy_thread_start(); /* works without */
    if (errno != 99 || first_call(NULL)) {
        _exit(1);
    }
}

/* This test must be the first to ask for this thread's memory, so main begins
 * with it. */
static void test_no_memory(void **unused)
{
    (void)unused;
    if (SANITIZED_THREADS || getenv("UNDER_VALGRIND")) {
        print_message("ThreadSanitizer and Valgrind end such a process\n");
        skip();
    }
    memset(notes, 0, sizeof *notes);
    run_child(BY_FORK, call_without_memory, NULL);
    if (notes->other_errno == 0) {
        print_message("no process may filter its system calls here\n");
        skip();
    }
    assert_int_equal(notes->status, GUIDON_E_MEMORY);
    assert_int_equal(notes->other_errno, 99);
}

/* ------------------------------------------------------- the end of threads */

/* Kilobytes of address space that is wiped on fork, which only random/ asks
 * for; -1 if the kernel does not report it. */
static long wiped_kb(void)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    long total = -1;
    long kb = 0;
    char line[1024];

    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "Size: %ld kB", &kb);
        if (strncmp(line, "VmFlags:", 8) == 0) {
            total = total < 0 ? 0 : total;
            total += strstr(line, " wf") ? kb : 0;
        }
    }
    if (file) {
        fclose(file);
    }
    return total;
}

/* ------------------------------------------------------------------ secrets */

/* The kernel's flags of the mapping that an address is in, such as " dd wf lo";
 * "" if the kernel does not report them. */
static void flags_of(char flags[1024], const void *address)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    bool inside = false;
    char line[1024];

    flags[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        unsigned long from, to;

        if (sscanf(line, "%lx-%lx ", &from, &to) == 2) {
            inside = (uintptr_t)address - from < to - from;
        } else if (inside && strncmp(line, "VmFlags:", 8) == 0) {
            strcpy(flags, line + 8);
        }
    }
    if (file) {
        fclose(file);
    }
}

/* Does the kernel set and report this flag for a page of the test's own? An
 * emulator's /proc reports nothing, and a user may lock little memory. */
static bool tells(const char *flag, int (*ask)(void *page))
{
    void *page = gdn_pages_map(1);
    char flags[1024];

    ask(page);
    flags_of(flags, page);
    gdn_pages_unmap(page, 1);
    return strstr(flags, flag) != NULL;
}

static int leave_out_of_dumps(void *page)
{
    return madvise(page, 1, MADV_DONTDUMP);
}

static int lock(void *page)
{
    return mlock(page, 1);
}

static void assert_kept(void)
{
    bool lockable = tells(" lo", lock);
    const void *const secrets[] = {self(), self()->stream->buffer,
                                   self()->stream->head};
    char flags[1024];

    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        flags_of(flags, secrets[i]);
        assert_non_null(strstr(flags, " dd")); /* not in a core dump */
        assert_non_null(strstr(flags, " wf")); /* not in a forked process */
    }
    if (lockable) { /* the flags are those of the key, the last secret */
        assert_non_null(strstr(flags, " lo")); /* not in the swap */
    }
}

static void assert_kept_in_child(void *unused)
{
    (void)unused;
    assert_kept();
}

static void test_secrets_are_kept_from_dumps_and_swap(void **unused)
{
    (void)unused;
    if (!tells(" dd", leave_out_of_dumps)) {
        print_message("skipped: nothing tells how memory is kept here\n");
        skip();
    }
    assert_kept();
    run_child(BY_FORK, assert_kept_in_child, NULL);
}

/* ----------------------------------------------------------- locked memory */

/* Kilobytes that this process has locked; -1 if the kernel does not report
 * them. */
static long locked_kb(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    long kb = -1;
    char line[256];

    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "VmLck: %ld kB", &kb);
    }
    if (file) {
        fclose(file);
    }
    return kb;
}

#  define N_ALIVE     1000
#  define N_ALIVE_KB  64 /* 4 KiB for each 63 of them */
#  define SMALL_STACK (256 * 1024)

static struct alive {
    pthread_t threads[N_ALIVE];
    pthread_barrier_t made, checked;
    guidon_status status[N_ALIVE];
} alive;

static void *live_until_checked(void *status)
{
    unsigned char bytes[16];

    *(guidon_status *)status = take(bytes, sizeof bytes);
    pthread_barrier_wait(&alive.made);
    pthread_barrier_wait(&alive.checked);
    return NULL;
}

/* Start the threads one after another: a thread that starts while another locks a
 * page would take a slot of the next page. */
static void start_alive(void)
{
    pthread_attr_t small;

    pthread_barrier_init(&alive.made, NULL, 2);
    pthread_barrier_init(&alive.checked, NULL, N_ALIVE + 1);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, SMALL_STACK);
    for (size_t i = 0; i < N_ALIVE; i++) {
        assert_int_equal(pthread_create(&alive.threads[i], &small,
                                        live_until_checked, &alive.status[i]),
                         0);
        pthread_barrier_wait(&alive.made);
    }
    pthread_attr_destroy(&small);
}

static void end_alive(void)
{
    pthread_barrier_wait(&alive.checked);
    for (size_t i = 0; i < N_ALIVE; i++) {
        pthread_join(alive.threads[i], NULL);
        assert_int_equal(alive.status[i], GUIDON_OK);
    }
    pthread_barrier_destroy(&alive.made);
    pthread_barrier_destroy(&alive.checked);
}

static void test_1000_threads_lock_64_kib(void **unused)
{
    long before, during;

    (void)unused;
    self();
    before = locked_kb();
    if (sysconf(_SC_PAGESIZE) != 4096 || SANITIZED || before < 4) {
        print_message("skipped: this system locks no memory, or other pages\n");
        skip();
    }
    start_alive();
    during = locked_kb();
    end_alive();
    assert_in_range(during, before + N_ALIVE_KB - 4, before + N_ALIVE_KB);
    assert_int_equal(locked_kb(), before);
}

static pthread_key_t late_key;

/* Runs after this thread's memory was released, and asks for it again. */
static void take_late(void *status)
{
    unsigned char bytes[16];

    *(guidon_status *)status = take(bytes, sizeof bytes);
}

static void *take_and_end(void *late_status)
{
    static _Thread_local unsigned char bytes[16];
    guidon_status status = take(bytes, sizeof bytes);

    if (late_status) {
        pthread_setspecific(late_key, late_status);
    }
    return status == GUIDON_OK ? NULL : bytes;
}

static void run_threads(int n)
{
    for (int i = 0; i < n; i++) {
        guidon_status late = GUIDON_E_ENTROPY;
        pthread_t thread;
        void *failed = NULL;

        assert_int_equal(
            pthread_create(&thread, NULL, take_and_end, i % 2 ? &late : NULL),
            0);
        pthread_join(thread, &failed);
        assert_null(failed);
        assert_int_equal(late, i % 2 ? GUIDON_OK : GUIDON_E_ENTROPY);
    }
}

/* Every thread's memory is released, even if the ending thread asked for it
 * once more. */
static void test_threads_give_their_memory_back(void **unused)
{
    long before;

    (void)unused;
    self(); /* so that its key comes before the late one */
    before = wiped_kb();
    if (before <= 0) {
        print_message("this kernel does not tell what it wipes\n");
        skip();
    }
    assert_int_equal(pthread_key_create(&late_key, take_late), 0);
    run_threads(1000);
    assert_int_equal(wiped_kb(), before);
    pthread_key_delete(late_key);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if defined(__linux__)
        cmocka_unit_test(test_no_memory),
#endif
        cmocka_unit_test(test_self),
        cmocka_unit_test(test_children_take_other_bytes),
        cmocka_unit_test(test_families_of_another_thread),
        cmocka_unit_test(test_vfork_takes_no_bytes_twice),
        cmocka_unit_test(test_another_machine_resets),
#if defined(__linux__)
        cmocka_unit_test(test_forbidden_getrandom),
        cmocka_unit_test(test_a_kept_memory_has_another_key_in_a_child),
        cmocka_unit_test(test_secrets_are_kept_from_dumps_and_swap),
        cmocka_unit_test(test_1000_threads_lock_64_kib),
        cmocka_unit_test(test_threads_give_their_memory_back),
#endif
    };
    return cmocka_run_group_tests(tests, share, NULL);
}
