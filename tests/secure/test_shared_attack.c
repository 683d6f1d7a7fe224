/* SPDX-License-Identifier: MIT */
/*
 * test_shared_attack.c - the state file against users who want ids to repeat.
 */
/*
 * The victim is the user who runs the test. If the test can become another
 * user, that user tries all that such a user may try. Nothing prevents the
 * victim's own processes from changing the file; then the victim gets a signal
 * or an error, and no id twice.
 */
#define _GNU_SOURCE
#include "shared_test.h"

#include <guidon.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ------------------------------------------------------------------- victim */

static guidon_status open_generator(guidon_generator **out, guidon_kind kind)
{
    guidon_options options = {.kind = kind, .scope = GUIDON_SCOPE_HOST};

    options.state_path = in_folder("s");
    return guidon_generator_new(out, &options);
}

static guidon_generator *victim(guidon_kind kind)
{
    guidon_generator *g = NULL;

    assert_int_equal(open_generator(&g, kind), GUIDON_OK);
    return g;
}

static guidon_id next_of(guidon_generator *g)
{
    guidon_id id;

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    return id;
}

static void assert_refused(const char *why)
{
    guidon_generator *g = NULL;

    assert_row(why, open_generator(&g, GUIDON_V7) == GUIDON_E_STATE);
    assert_row(why, g == NULL);
}

/* ------------------------------------------------------------- another user */

/*
 * A directory for all users, such as /tmp, where only owners may remove names.
 */
static void open_folder_to_all(void)
{
    assert_int_equal(chmod(folder, 01777), 0);
}

static bool become_another(void)
{
    return geteuid() == 0 && setgid(NOBODY) == 0 && setuid(NOBODY) == 0;
}

static int write_to_it(const char *path)
{
    return open(path, O_RDWR);
}

static int cut_it(const char *path)
{
    return truncate(path, 0);
}

static int open_it_to_all(const char *path)
{
    return chmod(path, 0666);
}

static int take_it_away(const char *path)
{
    return unlink(path);
}

static int put_another_there(const char *path)
{
    write_file(in_folder("other"), "x", 1);
    return rename(in_folder("other"), path);
}

static int move_it(const char *path)
{
    return rename(path, in_folder("moved"));
}

static int read_it(const char *path)
{
    return open(path, O_RDONLY);
}

static int put_it_under_a_lease(const char *path)
{
    int file = open(path, O_RDONLY);

    return file < 0 ? -1 : fcntl(file, F_SETLEASE, F_WRLCK);
}

static const struct {
    const char *why;
    int (*attack)(const char *path);
} attacks[] = {
    {"written to", write_to_it},
    {"cut", cut_it},
    {"opened to all", open_it_to_all},
    {"taken away", take_it_away},
    {"replaced", put_another_there},
    {"moved", move_it},
    {"read", read_it},
    {"held by a lease", put_it_under_a_lease},
};

/* The number of the first attack that succeeds, counted from 1; 0: none. */
static int attack_all(void *argument)
{
    (void)argument;
    if (!become_another()) {
        return SKIPPED;
    }
    for (size_t i = 0; i < COUNT(attacks); i++) {
        if (attacks[i].attack(in_folder("s")) >= 0) {
            return (int)i + 1;
        }
    }
    return 0;
}

static void test_another_user_cannot_touch_it_in_use(void **state)
{
    guidon_generator *g = victim(GUIDON_V7);
    guidon_id before = next_of(g);
    guidon_id after;
    int result;

    (void)state;
    open_folder_to_all();
    result = result_of(attack_all, NULL);
    after = next_of(g);
    guidon_generator_free(g);
    if (result == SKIPPED) {
        print_message("skipped: only root can become another user\n");
        skip();
    }
    if (result != 0) {
        fail_msg("another user's: %s", attacks[result - 1].why);
    }
    assert_true(guidon_compare(&before, &after) < 0);
    g = victim(GUIDON_V7);
    before = next_of(g);
    assert_true(guidon_compare(&after, &before) < 0);
    guidon_generator_free(g);
}

/* --------------------------------------------- put there before the
 * victim's */

static void own_pipe(const char *path)
{
    assert_int_equal(mkfifo(path, 0666), 0);
}

static void own_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0777), 0);
}

/* A link to a sound file of the victim's. */
static void link_to_victims(const char *path)
{
    assert_int_equal(symlink(in_folder("victims"), path), 0);
}

/* A link to a name that does not exist yet, for the victim to create. */
static void link_to_nothing(const char *path)
{
    assert_int_equal(symlink(in_folder("made"), path), 0);
}

/* Linux forbids this to other users unless it is configured to allow it. */
static void name_for_victims(const char *path)
{
    if (link(in_folder("victims"), path)) {
        own_pipe(path);
    }
}

/* A sparse file of 1 TiB. */
static void huge_file(const char *path)
{
    write_file(path, "", 0);
    if (truncate(path, (off_t)1 << 40)) {
        assert_int_equal(truncate(path, (off_t)1 << 30), 0);
    }
}

/* The terminal device: opening it must not make it the controlling terminal. */
static void link_to_terminal(const char *path)
{
    assert_int_equal(symlink("/dev/ptmx", path), 0);
}

static const struct planted {
    const char *why;
    void (*put)(const char *path);
} planted[] = {
    {"a sound file of the other's", write_sound_file},
    {"a pipe, which opening would wait for", own_pipe},
    {"a folder", own_folder},
    {"a symbolic link to the victim's own file", link_to_victims},
    {"a symbolic link to where the victim would make one", link_to_nothing},
    {"a second name for the victim's own file", name_for_victims},
    {"a file of a TiB", huge_file},
    {"a symbolic link to a device", link_to_terminal},
};

static int plant(void *row)
{
    if (geteuid() == 0 && !become_another()) {
        return SKIPPED;
    }
    ((const struct planted *)row)->put(in_folder("s"));
    return 0;
}

static void test_what_another_user_put_there_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("as one user: only root can become another\n");
    }
    open_folder_to_all();
    for (size_t i = 0; i < COUNT(planted); i++) {
        struct planted row = planted[i];
        struct gdn_shared before, after;

        if (geteuid() != 0 && row.put == write_sound_file) {
            continue; /* then it belongs to the victim */
        }
        write_sound_file(in_folder("victims"));
        read_file(&before, sizeof before, in_folder("victims"));
        assert_row(row.why, result_of(plant, &row) == 0);
        assert_refused(row.why);
        read_file(&after, sizeof after, in_folder("victims"));
        assert_row(row.why, memcmp(&before, &after, sizeof before) == 0);
        assert_row(row.why, access(in_folder("made"), F_OK) != 0);
        assert_row(row.why, each_in_folder(NULL) == 2);
        each_in_folder(remove_one);
    }
}

/* A character device. Some of them read as zeros for ever. */
static void test_a_device_in_its_place_is_refused(void **state)
{
    static const unsigned minors[] = {3, 5, 7}; /* null, zero, full */

    (void)state;
    for (size_t i = 0; i < COUNT(minors); i++) {
        if (mknod(in_folder("s"), S_IFCHR | 0600, makedev(1, minors[i]))) {
            print_message("skipped: no device can be made\n");
            skip();
        }
        assert_refused("a device");
        remove(in_folder("s"));
    }
}

/* The directory of the default path, which another user made in a directory for
 * all. */
static int plant_default_path(void *as_link)
{
    if (!become_another()) {
        return SKIPPED;
    }
    if (as_link) {
        return symlink("victims", in_folder("guidon")) != 0;
    }
    return mkdir(in_folder("guidon"), 0700) != 0;
}

static int open_default(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    setenv("XDG_RUNTIME_DIR", folder, 1);
    if (setgid(NOBODY - 1) || setuid(NOBODY - 1)) {
        return SKIPPED;
    }
    return (int)gdn_shared_open(&shared, NULL, NODE);
}

static void test_a_default_path_that_another_made_is_refused(void **state)
{
    int as_link = 1;

    (void)state;
    open_folder_to_all();
    for (void *how = NULL;; how = &as_link) {
        if (result_of(plant_default_path, how) == SKIPPED) {
            print_message("skipped: only root can become another user\n");
            skip();
        }
        assert_int_equal(mkdir(in_folder("victims"), 0700), 0);
        assert_int_equal(chown(in_folder("victims"), NOBODY - 1, NOBODY - 1),
                         0);
        assert_int_equal(result_of(open_default, NULL), GUIDON_E_STATE);
        assert_int_equal(rmdir(in_folder("victims")), 0);
        each_in_folder(remove_one);
        if (how) {
            break;
        }
    }
}

/* ------------------------------------------------- the victim's own changes */

#define MADE 1000

struct race {
    atomic_int there;
    atomic_int cut;
};

/* Make ids while the file is cut: this must end with the signal, not with an
 * id. */
static int make_until_cut(void *argument)
{
    struct race *race = argument;
    guidon_generator *g;
    guidon_id id;

    if (open_generator(&g, GUIDON_V1) || guidon_next(&id, g)) {
        return 1;
    }
    signal(SIGBUS, SIG_DFL); /* a sanitizer's handler would report the signal */
    meet(&race->there, 2);
    while (!race->cut) {
        if (guidon_next(&id, g)) {
            return 2;
        }
    }
    return guidon_next(&id, g) ? 3 : 4;
}

static void test_a_file_cut_in_use_ends_its_users_and_is_refused(void **state)
{
    struct race *race = common_memory(sizeof *race);
    pid_t child;

    (void)state;
    memset(race, 0, sizeof *race);
    child = start(make_until_cut, race);
    meet(&race->there, 2);
    assert_int_equal(truncate(in_folder("s"), 0), 0);
    race->cut = 1;
    assert_int_equal(end_of(child), 128 + SIGBUS);
    munmap(race, sizeof *race);
    assert_refused("cut to nothing");
    assert_int_equal(truncate(in_folder("s"), GDN_SHARED_SIZE), 0);
    assert_refused("and grown again, all zeros");
}

static bool are_different(guidon_id *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            if (guidon_equal(&ids[i], &ids[j])) {
                return false;
            }
        }
    }
    return true;
}

static void replace(void)
{
    struct gdn_shared page;
    static const unsigned char node[6] = {0x03, 9, 9, 9, 9, 9};

    gdn_shared_page_init(&page, node, &(struct gdn_shared_binding){.boot = 0});
    write_bound_page(in_folder("new"), &page);
    assert_int_equal(rename(in_folder("new"), in_folder("s")), 0);
}

static void take_away(void)
{
    assert_int_equal(remove(in_folder("s")), 0);
}

/* The directory's name now leads to another directory; open files stay open. */
static void swap_folder(void)
{
    char old[80];

    snprintf(old, sizeof old, "%s.old", folder);
    assert_int_equal(rename(folder, old), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void put_folder_back(void)
{
    char old[80];

    snprintf(old, sizeof old, "%s.old", folder);
    if (access(old, F_OK) == 0) {
        each_in_folder(remove_one);
        assert_int_equal(rmdir(folder), 0);
        assert_int_equal(rename(old, folder), 0);
    }
}

static void test_a_file_replaced_in_use_is_another_state(void **state)
{
    static void (*const ways[])(void) = {replace, take_away, swap_folder};
    guidon_id ids[4 * 100];

    (void)state;
    for (size_t way = 0; way < COUNT(ways); way++) {
        guidon_generator *old = victim(GUIDON_V1);
        guidon_generator *more = victim(GUIDON_V1);
        guidon_generator *new;

        ids[0] = next_of(old);
        ways[way]();
        new = victim(GUIDON_V1);
        for (size_t i = 1; i < COUNT(ids); i++) {
            ids[i] = next_of(i % 3 == 0 ? old : i % 3 == 1 ? more : new);
        }
        assert_true(are_different(ids, COUNT(ids)));
        guidon_generator_free(old);
        guidon_generator_free(more);
        guidon_generator_free(new);
        put_folder_back();
        each_in_folder(remove_one);
    }
}

/* ------------------------------------------------------- other file systems */

static int lock_and_wait(void *argument)
{
    struct race *race = argument;
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(in_folder("s"), O_RDWR);

    if (file < 0 || flock(file, LOCK_EX) || fcntl(file, F_SETLK, &all)) {
        race->there = 2;
        return 1;
    }
    meet(&race->there, 2);
    while (!race->cut) {
        sched_yield();
    }
    return 0;
}

/* The library takes no locks, so it works on a file system that has none. */
static void test_locks_of_others_hold_nothing_up(void **state)
{
    struct race *race = common_memory(sizeof *race);
    guidon_generator *g = victim(GUIDON_V6);
    guidon_generator *other;
    guidon_id a = next_of(g), b;
    pid_t child;

    (void)state;
    memset(race, 0, sizeof *race);
    child = start(lock_and_wait, race);
    meet(&race->there, 2);
    other = victim(GUIDON_V6);
    b = next_of(other);
    assert_true(guidon_compare(&a, &b) < 0);
    a = next_of(g);
    assert_true(guidon_compare(&b, &a) < 0);
    race->cut = 1;
    assert_int_equal(end_of(child), 0);
    munmap(race, sizeof *race);
    guidon_generator_free(g);
    guidon_generator_free(other);
}

/* Counts the new files that the library creates; it is linked as an archive, so
 * it calls this function. */
static unsigned new_files;
static bool no_new_files;

int mkostemp(char *path, int flags)
{
    new_files++;
    if (no_new_files) {
        errno = EROFS;
        return -1;
    }
    memcpy(path + strlen(path) - 6, "beside", 6);
    return open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
}

/* One system call fails, as on a file system that lacks it. */
static bool without_call(unsigned call, unsigned error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = COUNT(filter), .filter = filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static const struct lack {
    const char *why;
    unsigned call, error;
    guidon_status want;
    const char *reason; /* a word of it */
} lacks[] = {
    {"no rename without replacing", SYS_renameat2, EINVAL, GUIDON_E_STATE,
     "lacks a call"},
    {"nothing is made durable", SYS_fsync, EIO, GUIDON_E_STATE,
     "device failed"},
    {"no mode of a file's own", SYS_fchmod, EPERM, GUIDON_E_STATE,
     "not permitted"},
    {"no shared mapping", SYS_mmap, ENODEV, GUIDON_E_STATE, "shared mappings"},
    {"the boot cannot be read", SYS_read, EIO, GUIDON_E_STATE, "boot id"},
    {"it cannot be read", SYS_pread64, EIO, GUIDON_E_STATE, "device failed"},
    {"no filling of holes", SYS_fallocate, EOPNOTSUPP, GUIDON_OK, NULL},
};

static int open_with_lack(void *row)
{
    const struct lack *lack = row;
    struct gdn_shared *shared = NULL;
    guidon_status status;

    if (!without_call(lack->call, lack->error)) {
        return SKIPPED;
    }
    new_files = 0;
    status = gdn_shared_open(&shared, in_folder("s"), NODE);
    if (lack->reason ? !is_refused_for(lack->reason, status)
                     : status != lack->want) {
        return 1;
    }
    return new_files <= 1 ? 0 : 2; /* a failed call is not repeated */
}

static void test_a_file_system_that_lacks_something(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lacks); i++) {
        struct lack row = lacks[i];
        int result = result_of(open_with_lack, &row);
        bool stays = row.want == GUIDON_OK || row.call == SYS_mmap ||
                     row.call == SYS_pread64;

        if (result == SKIPPED) {
            print_message("skipped: no filter on system calls here\n");
            skip();
        }
        assert_row(row.why, result == 0);
        assert_row(row.why, each_in_folder(NULL) == (stays ? 1 : 0));
        each_in_folder(remove_one);
    }
}

static int open_without_new_files(void *nothing)
{
    struct gdn_shared *shared = NULL;

    (void)nothing;
    no_new_files = true;
    new_files = 0;
    return gdn_shared_open(&shared, in_folder("s"), NODE) == GUIDON_E_STATE &&
                   new_files == 1
               ? 0
               : 1;
}

static void test_a_file_system_without_new_files(void **state)
{
    (void)state;
    assert_int_equal(result_of(open_without_new_files, NULL), 0);
}

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_another_user_cannot_touch_it_in_use),
        in_new_folder(test_what_another_user_put_there_is_refused),
        in_new_folder(test_a_device_in_its_place_is_refused),
        in_new_folder(test_a_default_path_that_another_made_is_refused),
        in_new_folder(test_a_file_cut_in_use_ends_its_users_and_is_refused),
        in_new_folder(test_a_file_replaced_in_use_is_another_state),
        in_new_folder(test_locks_of_others_hold_nothing_up),
        in_new_folder(test_a_file_system_that_lacks_something),
        in_new_folder(test_a_file_system_without_new_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
