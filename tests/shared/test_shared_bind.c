/* SPDX-License-Identifier: MIT */
/* test_shared_bind.c - a copied, restored or older state file is bound anew. */
#define _GNU_SOURCE
#include "shared_test.h"

#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>

#define V1       GDN_SHARED_V1
#define T        UINT64_C(1000000)
#define TSC      UINT64_C(987654321987)
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* The library is linked as an archive, so it calls these functions in place of
 * the system's. */
static struct device {
    void (*at_msync)(void);
    void (*at_pwrite)(void);
    void (*at_lock)(void);
    int fails;        /* the errno of the call that fails */
    int failing_call; /* SYS_msync, SYS_pwrite64 or SYS_fsync */
    bool cuts_write;  /* the first pwrite writes a part */
    bool interrupts;  /* a signal ends the first pwrite */
    bool no_pauses;
    unsigned heads, locks, pauses;
    struct gdn_shared held; /* the page that was last written through */
} device;

static void run_hook(void (**hook)(void))
{
    void (*run)(void) = *hook;

    *hook = NULL;
    if (run) {
        run();
    }
}

static bool fails(int call)
{
    errno = device.fails;
    return device.failing_call == call;
}

int msync(void *memory, size_t len, int flags)
{
    run_hook(&device.at_msync);
    if (fails(SYS_msync)) {
        return -1;
    }
    memcpy(&device.held, memory, sizeof device.held);
    return (int)syscall(SYS_msync, memory, len, flags);
}

ssize_t pwrite(int file, const void *bytes, size_t len, off_t at)
{
    device.heads++;
    run_hook(&device.at_pwrite);
    if (fails(SYS_pwrite64)) {
        return -1;
    }
    if (device.heads == 1 && device.interrupts) {
        errno = EINTR;
        return -1;
    }
    if (device.heads == 1 && device.cuts_write) {
        len = 5;
    }
    return syscall(SYS_pwrite64, file, bytes, len, at);
}

int fsync(int file)
{
    return fails(SYS_fsync) ? -1 : (int)syscall(SYS_fsync, file);
}

int fcntl(int file, int what, ...)
{
    va_list rest;
    void *argument;

    va_start(rest, what);
    argument = va_arg(rest, void *);
    va_end(rest);
    if (what == F_OFD_SETLK && ((struct flock *)argument)->l_type == F_WRLCK) {
        device.locks++;
        run_hook(&device.at_lock);
    }
    return (int)syscall(SYS_fcntl, file, what, argument);
}

int nanosleep(const struct timespec *length, struct timespec *left)
{
    device.pauses++;
    return device.no_pauses ? 0 : (int)syscall(SYS_nanosleep, length, left);
}

static int begin(void **state)
{
    memset(&device, 0, sizeof device);
    return make_folder(state);
}

/* ------------------------------------------------------------------ helpers */

static const unsigned char other_node[6] = {1, 9, 9, 9, 9, 9};

static guidon_status open_on(struct gdn_shared **out, struct gdn_shared_host on)
{
    return gdn_shared_file_open(out, in_folder("s"), other_node, &on);
}

/* The host that the files of these tests come from. */
#define HOME ((struct gdn_shared_host){.boot = BOOT, .machine = 3, .vm = 5})

/* A state file of HOME, in which all slots have made an id at T. */
static void leave_state(void)
{
    const struct gdn_shared_host home = HOME;
    struct gdn_shared *shared;

    assert_int_equal(gdn_shared_file_open(&shared, in_folder("s"), NODE, &home),
                     GUIDON_OK);
    for (int i = 0; i < GDN_SHARED_SLOTS; i++) {
        enum gdn_shared_slot slot = (enum gdn_shared_slot)i;
        struct gdn_u128 last = {0, 0};

        if (gdn_shared_has_limit(slot)) {
            assert_int_equal(gdn_shared_reserve(shared, slot, T), GUIDON_OK);
        }
        assert_true(gdn_atomic128_cas(
            gdn_shared_state(shared, slot), &last,
            (struct gdn_u128){slot == GDN_SHARED_V2 ? 0 : T, 5}));
    }
    assert_int_equal(gdn_shared_save(shared), GUIDON_OK);
    gdn_shared_close(shared);
    memset(&device, 0, sizeof device);
}

static struct gdn_shared page_of(const char *name)
{
    struct gdn_shared page;

    assert_int_equal(read_file(&page, sizeof page, in_folder(name)), 4096);
    return page;
}

static bool has_node(const struct gdn_shared *page, const unsigned char *node)
{
    return memcmp(page->head.node, node, 6) == 0;
}

/* Has the page lost time, and its states not? */
static bool all_time_is_lost(const struct gdn_shared *page)
{
    bool lost = true;

    for (int i = 0; i < GDN_SHARED_SLOTS; i++) {
        const struct gdn_shared_record *record = &page->slots[i];
        uint64_t want =
            i == GDN_SHARED_V2 ? atomic_load(&record->limit) : UINT64_MAX;

        lost = lost && atomic_load(&record->lost) == want &&
               gdn_atomic128_load(&record->state).hi == 5;
    }
    return lost;
}

/* The file has the new node, and its time is lost. */
static void assert_bound_anew(const char *why)
{
    struct gdn_shared page = page_of("s");

    assert_row(why, has_node(&page, other_node));
    assert_row(why, all_time_is_lost(&page));
    assert_row(why, is_sound(&page));
}

/* Another binding in the head of the file. */
static void rebind(void (*change)(struct gdn_shared_binding *binding))
{
    struct gdn_shared page = page_of("s");

    change(&page.head.binding);
    page.head = gdn_shared_head_of(NODE, &page.head.binding);
    write_file(in_folder("s"), &page, sizeof page);
}

/* ------------------------------------------------- what a file is bound to */

static const struct {
    const char *why;
    struct gdn_shared_host on;
    bool anew;
} hosts[] = {
    {"the same host and boot", {BOOT, 3, 5}, false},
    {"another boot", {BOOT + 1, 3, 5}, true},
    {"another machine, such as a container's", {BOOT, 4, 5}, true},
    {"a clone of the virtual machine", {BOOT, 3, 6}, true},
    {"a sandbox without the machine id", {BOOT, 0, 5}, false},
    {"a process that may not read the VM generation", {BOOT, 3, 0}, false},
};

static void test_a_file_is_bound_to_boot_and_machine(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(hosts); i++) {
        struct gdn_shared *shared;
        struct gdn_shared before;

        leave_state();
        before = page_of("s");
        assert_row(hosts[i].why, open_on(&shared, hosts[i].on) == GUIDON_OK);
        gdn_shared_close(shared);
        if (hosts[i].anew) {
            assert_bound_anew(hosts[i].why);
        } else {
            struct gdn_shared after = page_of("s");

            assert_row(hosts[i].why, !memcmp(&before, &after, sizeof after));
            assert_row(hosts[i].why, device.locks == 0);
        }
        remove(in_folder("s"));
    }
}

static void other_device(struct gdn_shared_binding *binding)
{
    binding->device++;
}

static void other_inode(struct gdn_shared_binding *binding)
{
    binding->inode++;
}

static void born_earlier(struct gdn_shared_binding *binding)
{
    binding->born--;
}

static void machine_unknown(struct gdn_shared_binding *binding)
{
    binding->machine = 0;
}

static const struct {
    const char *why;
    void (*change)(struct gdn_shared_binding *binding);
} files[] = {
    {"a copy on another device", other_device},
    {"another file", other_inode},
    {"another file that has taken the inode's number", born_earlier},
    {"bound by a process that did not know the machine", machine_unknown},
};

static void test_a_file_is_bound_to_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct gdn_shared *shared;

        leave_state();
        if (files[i].change == born_earlier &&
            page_of("s").head.binding.born == 0) {
            print_message("skipped: no time of birth on this file system\n");
            continue;
        }
        rebind(files[i].change);
        assert_row(files[i].why, open_on(&shared, HOME) == GUIDON_OK);
        gdn_shared_close(shared);
        assert_bound_anew(files[i].why);
        remove(in_folder("s"));
    }
}

/* The binding holds what stat tells of the file. */
static void test_the_binding_is_of_this_file(void **state)
{
    struct gdn_shared page;
    struct stat about;

    (void)state;
    leave_state();
    page = page_of("s");
    assert_int_equal(stat(in_folder("s"), &about), 0);
    assert_int_equal(page.head.binding.device, about.st_dev);
    assert_int_equal(page.head.binding.inode, about.st_ino);
    assert_int_equal(page.head.binding.boot, BOOT);
    assert_int_equal(page.head.binding.machine, 3);
    assert_int_equal(page.head.binding.vm, 5);
}

/* A machine id, as far as this system has one, is part of the host. */
static void test_the_host_is_this_host(void **state)
{
    struct gdn_shared_host host = {.boot = 0};
    char text[32];
    int file = open("/etc/machine-id", O_RDONLY);
    bool has_id = file >= 0 && read(file, text, sizeof text) == 32;

    (void)state;
    close(file);
    errno = 4711;
    assert_int_equal(gdn_shared_host_now(&host), GUIDON_OK);
    assert_int_equal(errno, 4711);
    assert_true(host.boot != 0);
    assert_int_equal(host.machine,
                     has_id ? gdn_shared_checksum(text, 32) | 1 : 0);
}

static void test_a_file_is_bound_in_place(void **state)
{
    struct stat before, after;
    struct gdn_shared *shared;

    (void)state;
    leave_state();
    assert_int_equal(chmod(in_folder("s"), 0400 | 0200 | 0040), 0);
    assert_int_equal(stat(in_folder("s"), &before), 0);
    rebind(other_inode);
    errno = 4711;
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    assert_int_equal(errno, 4711);
    gdn_shared_close(shared);
    assert_int_equal(stat(in_folder("s"), &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(after.st_mode, before.st_mode);
    assert_int_equal(each_in_folder(NULL), 1);
}

/* ---------------------------------------------------------------- torn pages */

/* What is published of a reservation does not outlive the binding. */
static void check_reservation(enum gdn_shared_slot slot)
{
    const struct gdn_u128 reservation = {TSC, (GDN_RESERVATION_LEN << 32)};
    struct gdn_u128 withdrawn;
    struct gdn_shared *shared;
    struct gdn_shared page;

    leave_state();
    page = page_of("s");
    gdn_atomic128_store(&page.slots[slot].reservation, reservation);
    write_file(in_folder("s"), &page, sizeof page);
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    assert_int_equal(gdn_atomic128_load(&shared->slots[slot].reservation).lo,
                     TSC);
    gdn_shared_close(shared);
    assert_int_equal(open_on(&shared, (struct gdn_shared_host){BOOT + 1, 3, 5}),
                     GUIDON_OK);
    withdrawn = gdn_atomic128_load(&shared->slots[slot].reservation);
    assert_int_equal(withdrawn.lo | withdrawn.hi, 0);
    gdn_shared_close(shared);

    /* No reservation has such rates. */
    page.slots[slot].reservation.hi++;
    write_file(in_folder("s"), &page, sizeof page);
    assert_true(is_refused_for("damaged", open_on(&shared, HOME)));
    page.slots[slot].reservation.hi = GDN_RESERVATION_RATE_MIN - 1;
    write_file(in_folder("s"), &page, sizeof page);
    assert_true(is_refused_for("damaged", open_on(&shared, HOME)));
}

static void test_binding_withdraws_a_reservation(void **state)
{
    (void)state;
    check_reservation(GDN_SHARED_V7_PRECISE);
    remove(in_folder("s"));
    check_reservation(GDN_SHARED_V8_PREFIXED);
}

static const struct {
    const char *why;
    enum gdn_shared_slot slot;
    uint64_t made, limit, durable;
    uint64_t want; /* the limit afterwards */
} torn[] = {
    {"whole", V1, T, T + 9, T + 9, T + 9},
    {"the state is newer than the limit", V1, T, T, T, T + 1},
    {"the durable limit is newer", GDN_SHARED_V6, T, T + 1, T + 9, T + 9},
    {"the limit is older than all", V1, T, 1, 1, T + 1},
    {"no limit yet", GDN_SHARED_V6, T, 0, 0, T + 1},
    {"a step of version 2 has a last tick", GDN_SHARED_V2, 2, 3, 3,
     UINT64_C(3) << 32},
};

/* A copy that was made while processes changed the page. */
static void test_a_torn_record_is_repaired(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(torn); i++) {
        struct gdn_shared page;
        struct gdn_shared_record *record = &page.slots[torn[i].slot];
        struct gdn_shared *shared;

        init_page(&page);
        atomic_store(&record->state.lo, torn[i].made);
        atomic_store(&record->state.hi, 5);
        atomic_store(&record->limit, torn[i].limit);
        atomic_store(&record->durable_limit, torn[i].durable);
        write_file(in_folder("s"), &page, sizeof page);
        assert_row(torn[i].why, open_on(&shared, HOME) == GUIDON_OK);
        record = &shared->slots[torn[i].slot];
        assert_row(torn[i].why, is_sound(shared));
        assert_row(torn[i].why, atomic_load(&record->limit) == torn[i].want);
        assert_row(torn[i].why, gdn_shared_lost_time(shared, torn[i].slot, T));
        gdn_shared_close(shared);
    }
}

/* ------------------------------------------------ order of the two writes */

static bool was_lost;

/* The time is on the device as lost when the head is written. */
static void look_at_device(void)
{
    struct gdn_shared page = page_of("s");

    was_lost = all_time_is_lost(&device.held) && all_time_is_lost(&page) &&
               has_node(&device.held, NODE) && has_node(&page, NODE);
}

static void test_time_is_lost_before_the_head_is_written(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    leave_state();
    rebind(other_inode);
    was_lost = false;
    device.at_pwrite = look_at_device;
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    gdn_shared_close(shared);
    assert_true(was_lost);
    assert_int_equal(device.heads, 1);
}

/* ------------------------------------------------------------------ the lock */

static bool lock_is_held(void)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(in_folder("s"), O_RDWR);
    bool held = syscall(SYS_fcntl, file, F_OFD_SETLK, &all) == -1 &&
                (errno == EAGAIN || errno == EACCES);

    close(file);
    return held;
}

static bool was_held;

static void see_lock(void)
{
    was_held = lock_is_held();
}

static void test_binding_holds_the_lock(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    for (int at_head = 0; at_head < 2; at_head++) {
        leave_state();
        rebind(other_inode);
        was_held = false;
        *(at_head ? &device.at_pwrite : &device.at_msync) = see_lock;
        assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
        gdn_shared_close(shared);
        assert_true(was_held);
        assert_false(lock_is_held());
        remove(in_folder("s"));
    }
}

/* Another process has bound the file before this one gets the lock. */
static void bind_meanwhile(void)
{
    struct gdn_shared *shared;
    const struct gdn_shared_host home = HOME;

    assert_int_equal(gdn_shared_file_open(&shared, in_folder("s"), NODE, &home),
                     GUIDON_OK);
    gdn_shared_close(shared);
}

static void test_a_file_is_bound_once(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    leave_state();
    rebind(other_inode);
    device.at_lock = bind_meanwhile;
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    assert_memory_equal(gdn_shared_node(shared), NODE, 6);
    gdn_shared_close(shared);
    assert_int_equal(device.heads, 1);
    assert_int_equal(device.locks, 2);
}

/* A process that was stopped while it bound the file. */
static void test_a_stopped_process_does_not_stop_others_for_ever(void **state)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct gdn_shared *shared = NULL;
    struct gdn_shared before, after;
    int file;

    (void)state;
    leave_state();
    file = open(in_folder("s"), O_RDWR);
    assert_int_equal(syscall(SYS_fcntl, file, F_OFD_SETLK, &all), 0);
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK); /* needs no lock */
    gdn_shared_close(shared);
    rebind(other_inode);
    before = page_of("s");
    shared = NULL;
    device.no_pauses = true;
    assert_true(is_refused_for("its lock", open_on(&shared, HOME)));
    assert_null(shared);
    after = page_of("s");
    assert_memory_equal(&before, &after, sizeof after);
    assert_in_range(device.pauses, 1, 100000);
    close(file);
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    gdn_shared_close(shared);
    assert_bound_anew("the lock is free again");
}

#define BINDERS 16

struct binders {
    atomic_int there, next;
    unsigned char nodes[BINDERS][6];
};

static int bind_with_others(void *argument)
{
    struct binders *binders = argument;
    const struct gdn_shared_host home = HOME;
    int me = binders->next++;
    unsigned char node[6] = {1, 0, 0, 0, 0, (unsigned char)me};
    struct gdn_shared *shared;

    meet(&binders->there, BINDERS);
    if (gdn_shared_file_open(&shared, in_folder("s"), node, &home)) {
        return 1;
    }
    memcpy(binders->nodes[me], gdn_shared_node(shared), 6);
    return 0;
}

static void test_processes_that_bind_at_once_share_one_node(void **state)
{
    struct binders *binders = common_memory(sizeof *binders);

    (void)state;
    for (int round = 0; round < 20; round++) {
        pid_t children[BINDERS];

        leave_state();
        rebind(other_inode);
        memset(binders, 0, sizeof *binders);
        for (int i = 0; i < BINDERS; i++) {
            children[i] = start(bind_with_others, binders);
        }
        for (int i = 0; i < BINDERS; i++) {
            assert_int_equal(end_of(children[i]), 0);
        }
        for (int i = 1; i < BINDERS; i++) {
            assert_memory_equal(binders->nodes[i], binders->nodes[0], 6);
        }
        assert_true(memcmp(binders->nodes[0], NODE, 6) != 0);
        remove(in_folder("s"));
    }
    munmap(binders, sizeof *binders);
}

/* ----------------------------------------------------- failures and deaths */

static const struct {
    const char *why, *reason;
    int call, error;
} failures[] = {
    {"the lost time is not written", "device failed", SYS_msync, EIO},
    {"the head is not written", "is full", SYS_pwrite64, ENOSPC},
    {"the head does not reach the device", "device failed", SYS_fsync, EIO},
};

/* Such a file stays sound, and the next process binds it. */
static void test_a_failure_leaves_a_file_to_bind(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(failures); i++) {
        struct gdn_shared *shared = NULL;

        leave_state();
        rebind(other_inode);
        device.failing_call = failures[i].call;
        device.fails = failures[i].error;
        errno = 4711;
        assert_row(failures[i].why,
                   is_refused_for(failures[i].reason, open_on(&shared, HOME)));
        assert_row(failures[i].why, shared == NULL && errno == 4711);
        memset(&device, 0, sizeof device);
        assert_row(failures[i].why, !lock_is_held());
        assert_row(failures[i].why, open_on(&shared, HOME) == GUIDON_OK);
        gdn_shared_close(shared);
        assert_bound_anew(failures[i].why);
        remove(in_folder("s"));
    }
}

static void test_a_head_is_written_whole(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    for (int cuts = 0; cuts < 2; cuts++) {
        leave_state();
        rebind(other_inode);
        device.cuts_write = cuts;
        device.interrupts = !cuts;
        assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
        gdn_shared_close(shared);
        assert_int_equal(device.heads, 2);
        assert_bound_anew("after two writes");
        remove(in_folder("s"));
    }
}

static pid_t forked;

/* Another thread forks while this one binds. The child lives on, with the
 * descriptor. */
static void fork_child(void)
{
    forked = fork();
    if (forked == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            pause();
        }
    }
}

static void test_a_forked_child_does_not_keep_the_lock(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    leave_state();
    rebind(other_inode);
    device.at_pwrite = fork_child;
    assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
    gdn_shared_close(shared);
    assert_false(lock_is_held());
    kill(forked, SIGKILL);
    assert_int_equal(end_of(forked), 128 + SIGKILL);
}

static void die(void)
{
    raise(SIGKILL);
}

static int bind_and_die(void *at_head)
{
    struct gdn_shared *shared;

    *(at_head ? &device.at_pwrite : &device.at_msync) = die;
    return open_on(&shared, HOME) != GUIDON_OK;
}

static void test_a_process_that_dies_is_followed_by_another(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    for (int at_head = 0; at_head < 2; at_head++) {
        leave_state();
        rebind(other_inode);
        assert_int_equal(result_of(bind_and_die, at_head ? &at_head : NULL),
                         128 + SIGKILL);
        assert_int_equal(open_on(&shared, HOME), GUIDON_OK);
        gdn_shared_close(shared);
        assert_bound_anew("after a death");
        remove(in_folder("s"));
    }
}

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, begin, remove_folder)

/* Every version of the library must read the checksums of the others. The values are
 * those that the authors of FNV publish for FNV-1a with 64 bits. */
static void test_the_checksum_is_fnv_1a(void **state)
{
    (void)state;
    assert_int_equal(gdn_shared_checksum("", 0), UINT64_C(0xcbf29ce484222325));
    assert_int_equal(gdn_shared_checksum("a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    assert_int_equal(gdn_shared_checksum("foobar", 6),
                     UINT64_C(0x85944171f73967e8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_checksum_is_fnv_1a),
        in_new_folder(test_a_file_is_bound_to_boot_and_machine),
        in_new_folder(test_a_file_is_bound_to_itself),
        in_new_folder(test_the_binding_is_of_this_file),
        in_new_folder(test_the_host_is_this_host),
        in_new_folder(test_a_file_is_bound_in_place),
        in_new_folder(test_binding_withdraws_a_reservation),
        in_new_folder(test_a_torn_record_is_repaired),
        in_new_folder(test_time_is_lost_before_the_head_is_written),
        in_new_folder(test_binding_holds_the_lock),
        in_new_folder(test_a_file_is_bound_once),
        in_new_folder(test_a_stopped_process_does_not_stop_others_for_ever),
        in_new_folder(test_processes_that_bind_at_once_share_one_node),
        in_new_folder(test_a_failure_leaves_a_file_to_bind),
        in_new_folder(test_a_head_is_written_whole),
        in_new_folder(test_a_forked_child_does_not_keep_the_lock),
        in_new_folder(test_a_process_that_dies_is_followed_by_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
