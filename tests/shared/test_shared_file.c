/* SPDX-License-Identifier: MIT */
/* test_shared_file.c - the state file is made once, and opened only if it is
 * safe. */
#define _GNU_SOURCE
#include "sanitized.h"
#include "shared_test.h"

#include <pthread.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

/* AddressSanitizer ends a process without memory. */
#if defined(__SANITIZE_ADDRESS__) || SANITIZED_BY(address_sanitizer)
#  define ENDS_WITHOUT_MEMORY 1
#else
#  define ENDS_WITHOUT_MEMORY 0
#endif

/* ------------------------------------------------------------------ making */

static void test_a_file_is_made_whole_and_keeps_its_node(void **state)
{
    static const unsigned char other[6] = {1, 1, 1, 1, 1, 1};
    struct gdn_shared page;
    struct gdn_shared *shared = NULL;
    struct stat about;
    int lowest = dup(0);

    (void)state;
    close(lowest);
    errno = 4711;
    umask(0);
    assert_int_equal(gdn_shared_open(&shared, in_folder("s"), NODE), GUIDON_OK);
    assert_int_equal(errno, 4711);
    gdn_shared_close(shared);
    assert_int_equal(read_file(&page, sizeof page, in_folder("s")), 4096);
    assert_memory_equal(page.head.magic, "guidon\r\n", 8);
    assert_int_equal(stat(in_folder("s"), &about), 0);
    assert_int_equal(about.st_mode, S_IFREG | 0600);
    assert_int_equal(each_in_folder(NULL), 1);

    umask(0777);
    remove(in_folder("s"));
    assert_int_equal(gdn_shared_open(&shared, in_folder("s"), NODE), GUIDON_OK);
    gdn_shared_close(shared);
    assert_int_equal(stat(in_folder("s"), &about), 0);
    assert_int_equal(about.st_mode, S_IFREG | 0600);
    umask(022);

    assert_int_equal(gdn_shared_open(&shared, in_folder("s"), other),
                     GUIDON_OK);
    assert_memory_equal(gdn_shared_node(shared), NODE, 6);
    gdn_shared_close(shared);
    gdn_shared_close(NULL);

    assert_int_equal(dup(0), lowest); /* no descriptor is left open */
    close(lowest);
}

/* Does this process map a file of this name? */
static bool is_mapped(const char *name)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1024];
    bool found = false;

    while (maps && fgets(line, sizeof line, maps)) {
        found = found || strstr(line, name);
    }
    if (maps) {
        fclose(maps);
    }
    return found;
}

static void test_a_closed_file_is_not_mapped(void **state)
{
    struct gdn_shared *shared = open_state("mapped-state", BOOT);
    bool was_mapped = is_mapped("mapped-state");

    (void)state;
    gdn_shared_close(shared);
    if (!was_mapped) { /* an emulator may hide its mappings */
        skip();
    }
    assert_false(is_mapped("mapped-state"));
}

/* Different versions of the library must compute the same boot number: the
 * checksum covers the UUID only, without the end of its line. */
static void test_a_boot_s_number_is_of_its_uuid(void **state)
{
    struct gdn_shared *shared = NULL;
    char text[36];

    (void)state;
    read_file(text, sizeof text, "/proc/sys/kernel/random/boot_id");
    assert_int_equal(gdn_shared_open(&shared, in_folder("s"), NODE), GUIDON_OK);
    assert_int_equal(shared->head.binding.boot,
                     gdn_shared_checksum(text, sizeof text) | 1);
    gdn_shared_close(shared);
}

/* If standard input is closed, the next file that is opened has number 0. */
static void test_descriptor_0_is_one_like_others(void **state)
{
    struct gdn_shared *made = NULL;
    struct gdn_shared *opened = NULL;
    guidon_status statuses[2];
    int input = dup(0);
    int lowest;

    (void)state;
    close(0);
    statuses[0] = gdn_shared_open(&made, in_folder("s"), NODE);
    statuses[1] = gdn_shared_open(&opened, in_folder("s"), NODE);
    lowest = dup(input);
    close(input);
    assert_int_equal(lowest, 0);
    assert_int_equal(statuses[0], GUIDON_OK);
    assert_int_equal(statuses[1], GUIDON_OK);
    gdn_shared_close(made);
    gdn_shared_close(opened);
}

static void test_a_name_may_end_in_a_dot(void **state)
{
    (void)state;
    gdn_shared_close(open_state("s.", BOOT));
    assert_int_equal(access(in_folder("s."), F_OK), 0);
}

#define MAKERS 16

struct makers {
    atomic_int there;
    ino_t files[MAKERS];
    unsigned char nodes[MAKERS][6];
    atomic_int next;
};

static int make_with_others(void *argument)
{
    struct makers *makers = argument;
    int me = makers->next++;
    unsigned char node[6] = {1, 0, 0, 0, 0, (unsigned char)me};
    struct gdn_shared *shared;
    struct stat about;

    meet(&makers->there, MAKERS);
    if (gdn_shared_open(&shared, in_folder("s"), node) ||
        stat(in_folder("s"), &about)) {
        return 1;
    }
    makers->files[me] = about.st_ino;
    memcpy(makers->nodes[me], gdn_shared_node(shared), 6);
    return 0;
}

static void test_makers_at_the_same_time_share_one_file(void **state)
{
    struct makers *makers = common_memory(sizeof *makers);

    (void)state;
    for (int round = 0; round < 20; round++) {
        pid_t children[MAKERS];

        memset(makers, 0, sizeof *makers);
        for (int i = 0; i < MAKERS; i++) {
            children[i] = start(make_with_others, makers);
        }
        for (int i = 0; i < MAKERS; i++) {
            assert_int_equal(end_of(children[i]), 0);
        }
        for (int i = 1; i < MAKERS; i++) {
            assert_int_equal(makers->files[i], makers->files[0]);
            assert_memory_equal(makers->nodes[i], makers->nodes[0], 6);
        }
        assert_int_equal(each_in_folder(NULL), 1);
        remove(in_folder("s"));
    }
    munmap(makers, sizeof *makers);
}

static int open_traced(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL)) {
        return SKIPPED;
    }
    raise(SIGSTOP);
    return gdn_shared_open(&shared, in_folder("s"), NODE) != GUIDON_OK;
}

/* Let a process run until it has entered or left `n` system calls, and kill it
 * there. Returns its status if it ended before. */
static int run_for(int n)
{
    pid_t child = start(open_traced, NULL);
    int status;

    for (int i = 0; i <= n; i++) {
        waitpid(child, &status, 0);
        if (!WIFSTOPPED(status)) {
            return WEXITSTATUS(status);
        }
        if (i < n) {
            ptrace(PTRACE_SYSCALL, child, NULL, NULL);
        }
    }
    kill(child, SIGKILL);
    return end_of(child);
}

static void test_a_maker_may_die_at_any_system_call(void **state)
{
    int ended = 128 + SIGKILL;
    int n = 1;

    (void)state;
    if (run_for(0) == SKIPPED) {
        print_message("skipped: this system allows no ptrace\n");
        skip();
    }
    for (; ended == 128 + SIGKILL; n++) {
        struct gdn_shared page;

        each_in_folder(remove_one);
        ended = run_for(n);
        assert_true(each_in_folder(NULL) <=
                    1); /* the temporary file, or the state file */
        gdn_shared_close(open_state("s", BOOT));
        assert_int_equal(read_file(&page, sizeof page, in_folder("s")), 4096);
        assert_true(is_sound(&page));
    }
    assert_int_equal(ended, 0);
    assert_true(n > 20); /* otherwise nothing was checked */
}

/* ----------------------------------------------------------------- refusals */

static const char *target; /* a sound file, for files that refer to one */

static void symbolic_link(const char *path)
{
    assert_int_equal(symlink(target, path), 0);
}

static void dangling_link(const char *path)
{
    assert_int_equal(symlink("not-there", path), 0);
}

static void two_names(const char *path)
{
    assert_int_equal(link(target, path), 0);
}

static void group_writes(const char *path)
{
    write_sound_file(path);
    assert_int_equal(chmod(path, 0620), 0);
}

static void others_write(const char *path)
{
    write_sound_file(path);
    assert_int_equal(chmod(path, 0602), 0);
}

static void a_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

static void a_pipe(const char *path)
{
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void a_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM, 0);

    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    assert_int_equal(bind(s, (struct sockaddr *)&address, sizeof address), 0);
    close(s);
}

static void an_empty_file(const char *path)
{
    write_file(path, "", 0);
}

static void write_with_format(const char *path, uint32_t format)
{
    struct gdn_shared page;

    init_page(&page);
    page.head.format = format;
    page.head.checksum = gdn_shared_checksum(&page, 80);
    write_file(path, &page, sizeof page);
}

static void later_format(const char *path)
{
    write_with_format(path, 4);
}

static void earlier_format(const char *path)
{
    write_with_format(path, 2);
}

static void another_byte_order(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    page.head.byte_order = UINT64_C(0x0807060504030201);
    page.head.checksum = gdn_shared_checksum(&page, 80);
    write_file(path, &page, sizeof page);
}

static void durable_past_limit(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    atomic_store(&page.slots[GDN_SHARED_V1].limit, 99);
    atomic_store(&page.slots[GDN_SHARED_V1].durable_limit, 100);
    write_bound_page(path, &page);
}

static void made_past_limit(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    atomic_store(&page.slots[GDN_SHARED_V6].limit, 100);
    atomic_store(&page.slots[GDN_SHARED_V6].state.lo, 100);
    write_bound_page(path, &page);
}

static void limit_of_version_7(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    atomic_store(&page.slots[GDN_SHARED_V7_COUNTER].limit, 100);
    write_bound_page(path, &page);
}

static const struct {
    const char *why;
    void (*make)(const char *path);
    const char *reason; /* a word of it */
} refused[] = {
    {"a symbolic link could lead anywhere", symbolic_link, "symbolic link"},
    {"nothing is made where a symbolic link points", dangling_link,
     "symbolic link"},
    {"who has another name for it could write it", two_names,
     "more than one name"},
    {"the group may write it", group_writes, "others may write"},
    {"all may write it", others_write, "others may write"},
    {"a folder", a_folder, "not a regular file"},
    {"a pipe, which opening might wait for", a_pipe, "not a regular file"},
    {"a socket", a_socket, "not a regular file"},
    {"a maker of another kind was interrupted", an_empty_file, "damaged"},
    {"a later format", later_format, "format"},
    {"an earlier format", earlier_format, "format"},
    {"written on a host of another byte order", another_byte_order, "format"},
    {"a limit that was never so low", durable_past_limit, "damaged"},
    {"an id that was never reserved", made_past_limit, "damaged"},
    {"a limit in a slot without one, soon below its ids", limit_of_version_7,
     "damaged"},
};

/* Everything about a file that a rejection could have changed. */
struct look {
    struct stat about;
    unsigned char bytes[3 * 4096];
};

static struct look look_at(const char *path)
{
    struct look look;

    memset(&look, 0, sizeof look);
    lstat(path, &look.about);
    if (S_ISREG(look.about.st_mode)) {
        read_file(look.bytes, sizeof look.bytes, path);
    }
    look.about.st_atim = (struct timespec){0, 0};
    return look;
}

static void assert_refused(const char *why, const char *path,
                           const char *reason)
{
    struct gdn_shared *shared = (void *)&target;
    struct look before = look_at(path);
    struct look after;
    guidon_status status = gdn_shared_open(&shared, path, NODE);

    after = look_at(path);
    assert_row(why, is_refused_for(reason, status));
    assert_row(why, shared == (void *)&target);
    assert_row(why, memcmp(&before, &after, sizeof before) == 0);
}

static void test_what_is_not_safe_is_refused_and_left_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        target = in_folder("target");
        write_sound_file(target);
        refused[i].make(in_folder("s"));
        assert_refused(refused[i].why, in_folder("s"), refused[i].reason);
        assert_row(refused[i].why, each_in_folder(NULL) == 2);
        each_in_folder(remove_one);
    }
}

/* Run in a process of its own, because it changes the directory. */
static int open_by_a_bare_name(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    return chdir(folder) || gdn_shared_open(&shared, "bare", NODE) ||
           gdn_shared_open(&shared, "bare", NODE);
}

static void test_a_name_without_a_folder_is_in_the_current_one(void **state)
{
    struct gdn_shared page;

    (void)state;
    assert_int_equal(result_of(open_by_a_bare_name, NULL), 0);
    assert_int_equal(each_in_folder(NULL), 1);
    assert_int_equal(read_file(&page, sizeof page, in_folder("bare")), 4096);
}

/* The same: a file that exists in the directory for a moment changes it. */
static int open_by_no_name(void *argument)
{
    static const struct timespec once[2] = {{1, 0}, {1, 0}};
    struct gdn_shared *shared;
    struct stat about;

    (void)argument;
    if (chdir(folder) || utimensat(AT_FDCWD, ".", once, 0)) {
        return 1;
    }
    if (gdn_shared_open(&shared, "", NODE) != GUIDON_E_STATE) {
        return 2;
    }
    return stat(".", &about) == 0 && about.st_mtim.tv_sec == 1 ? 0 : 3;
}

static void test_no_name_makes_nothing(void **state)
{
    (void)state;
    assert_int_equal(result_of(open_by_no_name, NULL), 0);
}

static void test_a_path_that_leads_nowhere_is_refused(void **state)
{
    char path[5000];
    size_t len = strlen(folder);

    (void)state;
    assert_refused("no path", "", "empty");
    assert_refused("its folder is not there", in_folder("no/s"),
                   "directory does not exist");
    assert_refused("a folder that is not there", in_folder("no/"),
                   "directory does not exist");
    assert_refused("a device", "/dev/null", "not a regular file");
    strcpy(path, folder);
    while (len < 4092) {
        len += (size_t)sprintf(path + len, "/.");
    }
    strcpy(path + len, "/s");
    assert_refused("no room for a name beside it", path, "too long");
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_refused("longer than any path", path, "too long");
    assert_int_equal(each_in_folder(NULL), 0);
}

static void test_another_owner_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("skipped: only root gives files away\n");
        skip();
    }
    write_sound_file(in_folder("s"));
    assert_int_equal(chown(in_folder("s"), NOBODY, (gid_t)-1), 0);
    assert_refused("its owner could write it", in_folder("s"), "another user");
    assert_int_equal(chown(in_folder("s"), 0, NOBODY), 0);
    gdn_shared_close(open_state("s", BOOT));
}

static bool is_in(size_t at, size_t from, size_t len)
{
    return at >= from && at < from + len;
}

#define OFFSET(slot, member) offsetof(struct gdn_shared, slots[slot].member)

/* Does the soundness of the page depend on this byte? The lowest byte of a
 * layout, which is a small number, has a test of its own. */
static bool is_fixed(size_t at)
{
    size_t in_record = at % GDN_SHARED_SLOT_SIZE;

    if (is_in(at, OFFSET(GDN_SHARED_V7_PRECISE, reservation), 16) ||
        is_in(at, OFFSET(GDN_SHARED_V8_PREFIXED, reservation), 16) ||
        is_in(at, OFFSET(GDN_SHARED_V8_PREFIXED, layout), 1)) {
        return false;
    }
    return at < GDN_SHARED_HEAD_SIZE ||
           at >=
               GDN_SHARED_HEAD_SIZE + GDN_SHARED_SLOTS * GDN_SHARED_SLOT_SIZE ||
           (in_record >= 16 && in_record < 24) || in_record >= 48;
}

static void test_a_layout_is_a_length_of_prefixes(void **state)
{
    struct gdn_shared page;

    (void)state;
    for (unsigned layout = 0; layout < 256; layout++) {
        init_page(&page);
        page.slots[GDN_SHARED_V8_PREFIXED].layout = layout;
        assert_int_equal(is_sound(&page),
                         layout <= GUIDON_V8_PREFIX_BITS_MAX + 1);
        init_page(&page);
        page.slots[GDN_SHARED_V7_PRECISE].layout = layout;
        assert_int_equal(is_sound(&page), layout == 0);
    }
}

static void test_each_fixed_byte_is_checked(void **state)
{
    struct gdn_shared page;
    unsigned char *bytes = (unsigned char *)&page;
    uint64_t seed = 1;

    (void)state;
    init_page(&page);
    for (size_t at = 0; at < sizeof page; at++) {
        unsigned char kept = bytes[at];

        bytes[at] ^= (unsigned char)(1u << draw(&seed) % 8);
        if (is_sound(&page) && is_fixed(at)) {
            fail_msg("byte %zu", at);
        }
        if (at % 64 == 0 && is_fixed(at)) {
            write_file(in_folder("s"), &page, sizeof page);
            assert_refused("a changed byte", in_folder("s"),
                           at >= 8 && at < 24 ? "it" : "damaged");
        }
        bytes[at] = kept;
    }
    assert_true(is_sound(&page));
}

static void test_garbage_and_other_lengths_are_refused(void **state)
{
    static const size_t lengths[] = {1,    7,    8,    40,   127,  128, 1024,
                                     2048, 4000, 4095, 4097, 5000, 8192};
    struct gdn_shared pages[3];
    unsigned char *bytes = (unsigned char *)pages;
    uint64_t seed = 2;

    (void)state;
    memset(pages, 0, sizeof pages);
    init_page(&pages[0]);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_file(in_folder("s"), pages, lengths[i]);
        assert_refused("cut or grown", in_folder("s"), "damaged");
    }
    memset(pages, 0, sizeof pages);
    write_file(in_folder("s"), pages, 4096);
    assert_refused("a hole as large as the page", in_folder("s"), "damaged");
    for (int round = 0; round < 100; round++) {
        for (size_t i = 0; i < 4096; i++) {
            bytes[i] = (unsigned char)draw(&seed);
        }
        write_file(in_folder("s"), pages, 4096);
        assert_refused("garbage", in_folder("s"), "damaged");
    }
}

/* A generator may have left any state. Whatever it is, the file opens or is
 * rejected, and both do no harm. */
static void test_garbage_in_states_does_no_harm(void **state)
{
    struct gdn_shared page;
    struct gdn_shared *shared;
    uint64_t seed = 3;

    (void)state;
    for (int round = 0; round < 100; round++) {
        init_page(&page);
        for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
            uint64_t words[6];

            for (int i = 0; i < 6; i++) {
                words[i] = draw(&seed) >> draw(&seed) % 64;
            }
            memcpy(&page.slots[slot], words, sizeof words);
        }
        write_bound_page(in_folder("s"), &page);
        if (is_sound(&page)) {
            assert_int_equal(gdn_shared_open(&shared, in_folder("s"), NODE),
                             GUIDON_OK);
            assert_int_equal(gdn_shared_reserve(shared, GDN_SHARED_V1, 1000),
                             GUIDON_OK);
            assert_true(is_sound(shared));
            gdn_shared_close(shared);
        } else {
            assert_refused("garbage", in_folder("s"), "damaged");
        }
        /* The same in a copy that was torn. */
        write_file(in_folder("s"), &page, sizeof page);
        if (open_in_boot(&shared, in_folder("s"), BOOT) == GUIDON_OK) {
            assert_true(is_sound(shared));
            gdn_shared_close(shared);
        }
    }
}

/* ------------------------------------------- what the system does not allow */

/* A file system of its own, mounted on the directory. */
static bool mount_small(const char *options)
{
    return unshare(CLONE_NEWNS) == 0 &&
           mount("none", "/", "none", MS_REC | MS_PRIVATE, "") == 0 &&
           mount("none", folder, "tmpfs", 0, options) == 0;
}

static int open_on_full_device(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    if (!mount_small("size=8192")) {
        return SKIPPED;
    }
    write_file(in_folder("first"), "1", 1);
    write_file(in_folder("second"), "2", 1);
    if (!is_refused_for("is full",
                        gdn_shared_open(&shared, in_folder("s"), NODE)) ||
        each_in_folder(NULL) != 2) {
        return 1;
    }
    remove(in_folder("second"));
    return gdn_shared_open(&shared, in_folder("s"), NODE) != GUIDON_OK;
}

static int open_file_of_full_device(void *argument)
{
    struct gdn_shared *shared;
    struct gdn_shared page;

    (void)argument;
    if (!mount_small("size=4096,nr_inodes=4")) {
        return SKIPPED;
    }
    init_page(&page);
    write_file(in_folder("s"), &page, sizeof page);
    return gdn_shared_open(&shared, in_folder("s"), NODE) != GUIDON_OK ||
           gdn_shared_reserve(shared, GDN_SHARED_V1, 5) != GUIDON_OK;
}

/* A file of nothing but holes. A mapping of it would be a SIGBUS at the first
 * access. */
static int open_holes_on_full_device(void *argument)
{
    static const char bytes[4096];
    struct gdn_shared *shared;

    (void)argument;
    if (!mount_small("size=4096")) {
        return SKIPPED;
    }
    write_file(in_folder("s"), "", 0);
    if (truncate(in_folder("s"), GDN_SHARED_SIZE)) {
        return 1;
    }
    write_file(in_folder("first"), bytes, sizeof bytes);
    return !is_refused_for("is full",
                           gdn_shared_open(&shared, in_folder("s"), NODE));
}

/* The system ends a process that writes beyond this limit. */
static int open_with_no_room_for_files(void *argument)
{
    struct gdn_shared *shared;
    struct rlimit none = {0, 0};

    (void)argument;
    if (setrlimit(RLIMIT_FSIZE, &none)) {
        return SKIPPED;
    }
    return !is_refused_for("size of files",
                           gdn_shared_open(&shared, in_folder("s"), NODE)) ||
           each_in_folder(NULL) != 0;
}

static int open_without_descriptors(void *argument)
{
    struct gdn_shared *shared;
    struct rlimit none = {0, 0};

    (void)argument;
    if (getenv("UNDER_VALGRIND")) {
        return SKIPPED; /* the sanitizer sets limits itself, and needs memory */
    }
    return setrlimit(RLIMIT_NOFILE, &none) ||
           !is_refused_for("descriptor",
                           gdn_shared_open(&shared, in_folder("s"), NODE));
}

static int open_on_read_only_device(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    if (!mount_small("size=65536")) {
        return SKIPPED;
    }
    gdn_shared_close(open_state("there", BOOT));
    if (mount("none", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL)) {
        return SKIPPED;
    }
    return !is_refused_for("read-only",
                           gdn_shared_open(&shared, in_folder("s"), NODE)) ||
           !is_refused_for("read-only",
                           gdn_shared_open(&shared, in_folder("there"), NODE));
}

static int open_without_memory(void *argument)
{
    const struct rlimit none = {0, 0};
    struct gdn_shared *shared;

    (void)argument;
    if (getenv("UNDER_VALGRIND") || ENDS_WITHOUT_MEMORY) {
        return SKIPPED;
    }
    gdn_shared_close(open_state("s", BOOT)); /* the stack has grown by now */
    if (setrlimit(RLIMIT_AS, &none)) {
        return 1;
    }
    /* QEMU's user emulation ignores this limit. */
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
        MAP_FAILED) {
        return SKIPPED;
    }
    return open_in_boot(&shared, in_folder("s"), BOOT) != GUIDON_E_MEMORY;
}

static int open_what_may_not_be_written(void *argument)
{
    struct gdn_shared *shared;

    (void)argument;
    if (!become_nobody()) {
        return SKIPPED;
    }
    write_sound_file(in_folder("s"));
    chmod(in_folder("s"), 0400);
    chmod(folder, 0500);
    return !is_refused_for("permission",
                           gdn_shared_open(&shared, in_folder("s"), NODE)) ||
           !is_refused_for("permission",
                           gdn_shared_open(&shared, in_folder("t"), NODE)) ||
           chmod(folder, 0700);
}

static const struct {
    const char *why;
    int (*run)(void *);
} limits[] = {
    {"a full device", open_on_full_device},
    {"a full device, but the file has its page", open_file_of_full_device},
    {"a full device, and the file has holes", open_holes_on_full_device},
    {"no file may have a byte", open_with_no_room_for_files},
    {"no descriptor is left", open_without_descriptors},
    {"no memory is left", open_without_memory},
    {"a device that is only read", open_on_read_only_device},
    {"a folder and a file that are only read", open_what_may_not_be_written},
};

static void test_what_the_system_forbids_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int result = result_of(limits[i].run, NULL);

        if (result == SKIPPED) {
            print_message("skipped: %s: it cannot be had here\n",
                          limits[i].why);
        } else {
            assert_row(limits[i].why, result == 0);
        }
        chmod(folder, 0700);
        each_in_folder(remove_one);
    }
}

/* The errors of fallocate, in turn. The library is linked as an archive, so it
 * calls this function in place of the system's. */
static const int *fallocate_fails;

int fallocate(int file, int mode, off_t offset, off_t len)
{
    if (fallocate_fails && *fallocate_fails) {
        errno = *fallocate_fails++;
        return -1;
    }
    /* All of the file must be filled, and no file may grow. */
    if (mode != 0 || offset != 0 || len != GDN_SHARED_SIZE ||
        !(fcntl(file, F_GETFD) & FD_CLOEXEC)) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_fallocate, file, mode, offset, len);
}

static void test_a_hole_that_cannot_be_filled_is_refused(void **state)
{
    static const struct {
        const char *why;
        guidon_status want;
        int fails[3];
    } rows[] = {
        {"the device is full", GUIDON_E_STATE, {ENOSPC}},
        {"the user has no more of it", GUIDON_E_STATE, {EDQUOT}},
        {"a file system without such a call", GUIDON_OK, {EOPNOTSUPP}},
        {"a kernel without it", GUIDON_OK, {ENOSYS}},
        {"a signal came, twice", GUIDON_OK, {EINTR, EINTR}},
        {"a signal came, then the device was full",
         GUIDON_E_STATE,
         {EINTR, ENOSPC}},
    };
    struct gdn_shared *shared;

    (void)state;
    write_sound_file(in_folder("s"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct look before = look_at(in_folder("s"));
        struct look after;
        guidon_status status;

        fallocate_fails = rows[i].fails;
        status = gdn_shared_open(&shared, in_folder("s"), NODE);
        fallocate_fails = NULL;
        assert_row(rows[i].why, rows[i].want == GUIDON_OK
                                    ? status == GUIDON_OK
                                    : is_refused_for("is full", status));
        if (status == GUIDON_OK) {
            gdn_shared_close(shared);
            write_sound_file(in_folder("s"));
        } else {
            after = look_at(in_folder("s"));
            assert_row(rows[i].why, !memcmp(&before, &after, sizeof before));
        }
    }
}

/* --------------------------------------------------------- the default path */

static bool opens_by_default(guidon_status want)
{
    struct gdn_shared *shared = NULL;
    guidon_status status = gdn_shared_open(&shared, NULL, NODE);

    gdn_shared_close(shared);
    return status == want;
}

static int use_runtime_folder(void *argument)
{
    struct stat about;

    (void)argument;
    if (!become_nobody()) {
        return SKIPPED;
    }
    unsetenv("XDG_RUNTIME_DIR");
    if (!opens_by_default(GUIDON_E_STATE)) {
        return 1;
    }
    gdn_shared_close(
        open_state("s", BOOT)); /* an explicit path needs no default */
    remove(in_folder("s"));
    setenv("XDG_RUNTIME_DIR", folder + 1, 1); /* relative paths are ignored */
    if (chdir("/") || !opens_by_default(GUIDON_E_STATE)) {
        return 2;
    }
    setenv("XDG_RUNTIME_DIR", folder, 1);
    umask(0777);
    if (!opens_by_default(GUIDON_OK) || !opens_by_default(GUIDON_OK)) {
        return 3;
    }
    umask(022);
    close(0); /* so that the directory gets number 0 */
    if (!opens_by_default(GUIDON_OK)) {
        return 7;
    }
    if (stat(in_folder("guidon"), &about) ||
        about.st_mode != (S_IFDIR | 0700)) {
        return 4;
    }
    chmod(in_folder("guidon"), 0770);
    if (!opens_by_default(GUIDON_E_STATE)) {
        return 5;
    }
    chmod(in_folder("guidon"), 0700);
    rename(in_folder("guidon"), in_folder("real"));
    if (symlink("real", in_folder("guidon")) ||
        !opens_by_default(GUIDON_E_STATE)) {
        return 6;
    }
    remove(
        in_folder("guidon")); /* a pipe is no directory, and must not block */
    if (mkfifo(in_folder("guidon"), 0700) ||
        !opens_by_default(GUIDON_E_STATE)) {
        return 8;
    }
    remove(in_folder("guidon"));
    remove(in_folder("real/state"));
    return 0;
}

static void test_a_user_has_the_runtime_folder(void **state)
{
    int result = result_of(use_runtime_folder, NULL);

    (void)state;
    if (result == SKIPPED) {
        print_message("skipped: no other user can be had\n");
        skip();
    }
    assert_int_equal(result, 0);
}

/* In a /run of its own, apart from the host's. */
static int use_run(void *argument)
{
    (void)argument;
    if (geteuid() != 0 || !mount_small("size=65536") ||
        mount("none", "/run", "tmpfs", 0, "size=65536")) {
        return SKIPPED;
    }
    setenv("XDG_RUNTIME_DIR", folder, 1);
    if (!opens_by_default(GUIDON_OK) || access("/run/guidon/state", F_OK)) {
        return 1;
    }
    if (chown("/run/guidon", NOBODY, NOBODY) ||
        !opens_by_default(GUIDON_E_STATE)) {
        return 2;
    }
    return 0;
}

/* A program that runs as another user or group because of its file mode. */
static int use_callers_environment(void *group)
{
    setenv("XDG_RUNTIME_DIR", folder, 1);
    if (geteuid() != 0 || chmod(folder, 0777) ||
        (group ? setegid(NOBODY) || setuid(NOBODY) : seteuid(NOBODY))) {
        return SKIPPED;
    }
    return !opens_by_default(GUIDON_E_STATE) || each_in_folder(NULL) != 0;
}

static void test_root_has_run_and_a_borrowed_user_nothing(void **state)
{
    int result = result_of(use_run, NULL);

    (void)state;
    if (result == SKIPPED) {
        print_message("skipped: no /run of its own can be had\n");
    } else {
        assert_int_equal(result, 0);
    }
    for (int group = 0; group < 2; group++) {
        result = result_of(use_callers_environment, group ? &group : NULL);
        if (result == SKIPPED) {
            print_message("skipped: only root can become another user\n");
            skip();
        }
        assert_int_equal(result, 0);
    }
}

/* ------------------------------------------------------------------ reasons */

static void *reason_of_a_new_thread(void *unused)
{
    (void)unused;
    return (void *)(uintptr_t)guidon_state_reason();
}

static void test_each_thread_has_a_reason_of_its_own(void **state)
{
    struct gdn_shared *shared = NULL;
    const char *reason;
    void *other = &shared;
    pthread_t thread;

    (void)state;
    assert_int_equal(gdn_shared_open(&shared, "", NODE), GUIDON_E_STATE);
    reason = guidon_state_reason();
    assert_int_equal(
        pthread_create(&thread, NULL, reason_of_a_new_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, &other), 0);
    assert_null(other);
    assert_ptr_equal(guidon_state_reason(), reason);
    gdn_shared_close(open_state("s", BOOT)); /* a success keeps it */
    assert_ptr_equal(guidon_state_reason(), reason);
}

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_a_closed_file_is_not_mapped),
        in_new_folder(test_a_file_is_made_whole_and_keeps_its_node),
        in_new_folder(test_a_boot_s_number_is_of_its_uuid),
        in_new_folder(test_descriptor_0_is_one_like_others),
        in_new_folder(test_a_name_may_end_in_a_dot),
        in_new_folder(test_makers_at_the_same_time_share_one_file),
        in_new_folder(test_a_maker_may_die_at_any_system_call),
        in_new_folder(test_what_is_not_safe_is_refused_and_left_alone),
        in_new_folder(test_a_name_without_a_folder_is_in_the_current_one),
        in_new_folder(test_no_name_makes_nothing),
        in_new_folder(test_a_path_that_leads_nowhere_is_refused),
        in_new_folder(test_another_owner_is_refused),
        in_new_folder(test_a_layout_is_a_length_of_prefixes),
        in_new_folder(test_each_fixed_byte_is_checked),
        in_new_folder(test_garbage_and_other_lengths_are_refused),
        in_new_folder(test_garbage_in_states_does_no_harm),
        in_new_folder(test_what_the_system_forbids_is_an_error),
        in_new_folder(test_a_hole_that_cannot_be_filled_is_refused),
        in_new_folder(test_a_user_has_the_runtime_folder),
        in_new_folder(test_root_has_run_and_a_borrowed_user_nothing),
        in_new_folder(test_each_thread_has_a_reason_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
