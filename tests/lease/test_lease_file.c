/* SPDX-License-Identifier: MIT */
/* test_lease_file.c - lease files: their holders, and generators that read
 * them. */
#define _GNU_SOURCE
#include "children.h"
#include "generate/generator.h"
#include "generate_test.h"
#include "lease/lease_file.h"
#include "lease/lease_page.h"
#include "random/epoch.h"
#include "shared/shared_page.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* The options keep their size and their offsets, also with pointers of 32
 * bits. */
_Static_assert(offsetof(guidon_options, lease_path) ==
                   offsetof(guidon_options, node_number_bits) +
                       sizeof(uint32_t),
               "lease_path follows node_number_bits");
_Static_assert(offsetof(guidon_options, clock_resolution_ns) ==
                       offsetof(guidon_options, lease_path) + 8 &&
                   offsetof(guidon_options, state_memory) ==
                       offsetof(guidon_options, clock_resolution_ns) + 8 &&
                   offsetof(guidon_options, prefix) ==
                       offsetof(guidon_options, state_memory) + 8 &&
                   offsetof(guidon_options, prefix_random) ==
                       offsetof(guidon_options, prefix) + 8 &&
                   sizeof(guidon_options) ==
                       offsetof(guidon_options, prefix) + 16,
               "the members after lease_path have one offset everywhere");

#if GDN_SHARED_FILES

#  define LIMIT  UINT64_C(1000)
#  define T0_MS  ((uint64_t)T0 * 1000)
#  define NUMBER 677u
#  define BITS   10u
#  define NOBODY 65534u

/* ------------------------------------------------------------------ helpers */

static char folder[64];
static char path[80];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/guidon-lease-XXXXXX");
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/lease", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static guidon_lease *new_lease(uint64_t not_after, uint64_t last_ms)
{
    guidon_lease *lease = NULL;

    assert_int_equal(guidon_lease_create(&lease, path, NUMBER, BITS, 0),
                     GUIDON_OK);
    if (not_after > 0) {
        assert_int_equal(guidon_lease_extend(lease, not_after, last_ms),
                         GUIDON_OK);
    }
    return lease;
}

/* The clock of not_after. From reading `late_from` on, counted from 1, it is
 * past LIMIT. */
struct instants {
    uint64_t now, readings, late_from;
};

static guidon_status instants_now(void *context, uint64_t *ns)
{
    struct instants *instants = context;

    instants->readings++;
    *ns = instants->late_from && instants->readings >= instants->late_from
              ? LIMIT + 1
              : instants->now;
    return GUIDON_OK;
}

struct bench {
    struct script script;
    struct instants instants;
    guidon_options options;
};

static void set_up(struct bench *bench, guidon_kind kind)
{
    bench->script = script_at(T0, 0);
    bench->instants = (struct instants){.now = LIMIT};
    bench->options = script_options(&bench->script, kind);
    bench->options.scope =
        kind == GUIDON_V8_NODE ? GUIDON_SCOPE_PROCESS : GUIDON_SCOPE_THREAD;
    bench->options.lease_path = path;
    bench->options.monotonic_fn = instants_now;
    bench->options.monotonic_context = &bench->instants;
}

static void assert_refused(guidon_generator *g, const char *why)
{
    guidon_id id;

    mark(&id, sizeof id);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_STATE);
    assert_true(is_marked(&id, sizeof id));
    if (!strstr(guidon_state_reason(), why)) {
        fail_msg("'%s' is not in '%s'", why, guidon_state_reason());
    }
}

static void assert_not_opened(const char *why)
{
    guidon_options options = {.kind = GUIDON_V7, .lease_path = path};
    guidon_lease_terms terms;
    guidon_generator *g = NULL;

    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_STATE);
    assert_null(g);
    if (!strstr(guidon_state_reason(), why)) {
        fail_msg("'%s' is not in '%s'", why, guidon_state_reason());
    }
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_E_STATE);
}

static void read_page(struct gdn_lease_page *page)
{
    int file = open(path, O_RDONLY);

    assert_int_equal(read(file, page, sizeof *page), sizeof *page);
    close(file);
}

static void write_at(const void *bytes, size_t len, size_t offset)
{
    int file = open(path, O_WRONLY);

    assert_int_equal(pwrite(file, bytes, len, (off_t)offset), (ssize_t)len);
    close(file);
}

/* A head with a checksum that fits it, as another host may write it. */
static void write_head(struct gdn_lease_head head)
{
    head.checksum =
        gdn_shared_checksum(&head, offsetof(struct gdn_lease_head, checksum));
    write_at(&head, sizeof head, 0);
}

/* ------------------------------------------------------------------- holder */

static void test_terms_are_read_as_they_were_written(void **state)
{
    guidon_lease_terms terms;
    guidon_lease *lease = new_lease(0, 0);
    struct stat about;

    (void)state;
    errno = 4711;
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    assert_int_equal(errno, 4711);
    assert_int_equal(terms.node_number, NUMBER);
    assert_int_equal(terms.node_number_bits, BITS);
    assert_int_equal(terms.not_after, 0);
    assert_int_equal(terms.last_ms, 0);
    assert_true(is_all(terms.reserved, sizeof terms.reserved, 0));
    assert_int_equal(guidon_lease_extend(lease, 5, 7), GUIDON_OK);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    assert_int_equal(terms.not_after, 5);
    assert_int_equal(terms.last_ms, 7);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 256);
    guidon_lease_end(lease);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "does not exist"));
    guidon_lease_end(NULL);
}

static void test_terms_never_go_back(void **state)
{
    guidon_lease *lease = new_lease(10, 20);
    guidon_lease_terms terms;

    (void)state;
    assert_int_equal(guidon_lease_extend(lease, 9, 20), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_extend(lease, 10, 19), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_extend(lease, 0, 20), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_extend(lease, 10, 20), GUIDON_OK);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    assert_int_equal(terms.not_after, 10);
    assert_int_equal(terms.last_ms, 20);
    guidon_lease_end(lease);
}

static void test_a_number_has_to_fit_its_bits(void **state)
{
    static const struct {
        uint32_t number, bits;
        guidon_status want;
    } rows[] = {
        {0, 0, GUIDON_E_RANGE},
        {0, 1, GUIDON_OK},
        {1, 1, GUIDON_OK},
        {2, 1, GUIDON_E_RANGE},
        {0xffffff, 24, GUIDON_OK},
        {0x1000000, 24, GUIDON_E_RANGE},
        {0, 25, GUIDON_E_RANGE},
        {0, 32, GUIDON_E_RANGE},
        {0, UINT32_MAX, GUIDON_E_RANGE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_lease *lease = NULL;

        assert_int_equal(
            guidon_lease_create(&lease, path, rows[i].number, rows[i].bits, 0),
            rows[i].want);
        assert_int_equal(access(path, F_OK), rows[i].want ? -1 : 0);
        guidon_lease_end(lease);
    }
}

/* The mode obeys the umask, and others never write. */
static void test_the_file_has_a_safe_mode(void **state)
{
    static const struct {
        mode_t mask, want;
    } rows[] = {{0, 0644}, {022, 0644}, {027, 0640}, {077, 0600}};
    struct stat about;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const mode_t before = umask(rows[i].mask);
        guidon_lease *lease = new_lease(0, 0);

        umask(before);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode, S_IFREG | rows[i].want);
        guidon_lease_end(lease);
    }
}

static void test_only_a_lease_file_is_replaced(void **state)
{
    static const char text[] = "precious";
    char there[sizeof text] = "";
    struct stat about;
    guidon_lease *lease = NULL;
    int file = open(path, O_RDWR | O_CREAT, 0600);

    (void)state;
    assert_int_equal(write(file, text, sizeof text), sizeof text);
    assert_int_equal(guidon_lease_create(&lease, path, 1, 1, 0),
                     GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "not a lease file"));
    assert_int_equal(pread(file, there, sizeof there, 0), sizeof there);
    assert_string_equal(there, text);
    assert_int_equal(ftruncate(file, 0), 0); /* as mktemp makes it */
    close(file);
    guidon_lease_end(new_lease(0, 0));

    assert_int_equal(mkfifo(path, 0600), 0); /* reads as an empty file */
    assert_int_equal(guidon_lease_create(&lease, path, 1, 1, 0),
                     GUIDON_E_STATE);
    assert_non_null(strstr(guidon_state_reason(), "not a lease file"));
    assert_int_equal(lstat(path, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(unlink(path), 0);

    assert_int_equal(guidon_lease_create(&lease, "/nowhere/lease", 1, 1, 0),
                     GUIDON_E_STATE);
    assert_int_equal(guidon_lease_create(&lease, folder, 1, 1, 0),
                     GUIDON_E_STATE);
    assert_int_equal(guidon_lease_create(&lease, "", 1, 1, 0), GUIDON_E_STATE);
    assert_null(lease);
}

/* Each error of a system call has a reason that says what to do. */
static void test_the_reason_of_each_error(void **state)
{
    static const struct {
        int error;
        const char *why;
    } rows[] = {
        {ENOENT, "start the holder"},
        {EACCES, "owner and mode"},
        {EPERM, "not permitted"},
        {ENOTDIR, "not a directory"},
        {ENAMETOOLONG, "too long"},
        {ELOOP, "symbolic link"},
        {EISDIR, "not a regular file"},
        {ENXIO, "not a regular file"},
        {EROFS, "read-only"},
        {ENOSPC, "is full"},
        {EDQUOT, "your quota"},
        {EFBIG, "size of files"},
        {EIO, "device"},
        {EMFILE, "no file descriptor"},
        {ENFILE, "no file descriptor"},
        {ENOSYS, "lacks a call"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(gdn_lease_file_refused_by(rows[i].error),
                         GUIDON_E_STATE);
        if (!strstr(guidon_state_reason(), rows[i].why)) {
            fail_msg("error %d: '%s' is not in '%s'", rows[i].error,
                     rows[i].why, guidon_state_reason());
        }
    }
    assert_int_equal(gdn_lease_file_refused_by(ENOMEM), GUIDON_E_MEMORY);
}

struct creation {
    guidon_status status;
    bool says_why;
};

static void create_beyond_file_size(void *argument)
{
    struct creation *seen = argument;
    const struct rlimit none = {0, 0};
    guidon_lease *lease;

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    seen->status = guidon_lease_create(&lease, path, NUMBER, BITS, 0);
    seen->says_why = strstr(guidon_state_reason(), "size of files");
}

static void create_without_memory(void *argument)
{
    struct creation *seen = argument;
    const struct rlimit none = {0, 0};
    guidon_lease *lease;

    guidon_lease_end(new_lease(0, 0)); /* stack and heap have grown by now */
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    /* QEMU's user emulation ignores this limit. */
    seen->status = mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                        0) != MAP_FAILED
                       ? GUIDON_E_MEMORY
                       : guidon_lease_create(&lease, path, NUMBER, BITS, 0);
}

/* A lease file that cannot be written leaves no file, and the reason is true. */
static void test_what_the_system_forbids_is_an_error(void **state)
{
    struct creation *seen = shared_memory(sizeof *seen);

    (void)state;
    *seen = (struct creation){GUIDON_OK, false};
    run_child(BY_FORK, create_beyond_file_size, seen);
    assert_int_equal(seen->status, GUIDON_E_STATE);
    assert_true(seen->says_why);
    assert_int_equal(access(path, F_OK), -1);
    if (!getenv("UNDER_VALGRIND")) { /* it needs memory itself */
        run_child(BY_FORK, create_without_memory, seen);
        assert_int_equal(seen->status, GUIDON_E_MEMORY);
        assert_int_equal(access(path, F_OK), -1);
    }
    munmap(seen, sizeof *seen);
}

/* ---------------------------------------------------------------- generator */

static void test_ids_have_the_number_of_the_file(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;
    guidon_id id;
    uint64_t ms;
    uint32_t number;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    id = next_of(g);
    assert_int_equal(guidon_v8_node_of(&ms, &number, &id, BITS), GUIDON_OK);
    assert_int_equal(number, NUMBER);
    assert_int_equal(ms, T0_MS);
    guidon_generator_free(g);

    bench.options.node_number = NUMBER; /* the same number may stand there */
    bench.options.node_number_bits = BITS;
    guidon_generator_free(script_generator(&bench.options));
    guidon_lease_end(lease);
}

static void test_options_have_to_agree_with_the_file(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;

    (void)state;
    for (int i = 0; i < 6; i++) {
        guidon_generator *g = NULL;
        guidon_options *o = &bench.options;

        set_up(&bench, i == 5 ? GUIDON_V7 : GUIDON_V8_NODE);
        o->node_number = i == 0 ? NUMBER + 1 : i < 3 ? NUMBER : 0;
        o->node_number_bits = i == 0 ? BITS : i == 1 ? BITS + 1 : 0;
        o->scope = i == 3 ? GUIDON_SCOPE_THREAD : o->scope;
        o->not_after = i == 4 || i == 5 ? LIMIT : 0;
        assert_int_equal(guidon_generator_new(&g, o), GUIDON_E_ARGUMENT);
        assert_null(g);
    }
    /* None of them has kept the lock. */
    set_up(&bench, GUIDON_V8_NODE);
    guidon_generator_free(script_generator(&bench.options));
    guidon_lease_end(lease);
}

static void test_only_the_holder_renews(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    assert_int_equal(guidon_generator_renew(g, UINT64_MAX), GUIDON_E_ARGUMENT);
    bench.instants.now = LIMIT + 1;
    assert_refused(g, "expired");
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

/* A holder that is killed simply stops to extend. */
static void test_no_id_past_the_lease_until_it_is_extended(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V8_NODE, GUIDON_V7, GUIDON_V4,
                                        GUIDON_V1, GUIDON_ULID_MONOTONIC};

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(kinds); i++) {
        guidon_lease *lease = new_lease(0, 0);
        struct bench bench;
        struct gdn_u128 before;
        guidon_generator *g;

        set_up(&bench, kinds[i / 2]);
        if (i % 2) { /* with a fast path, if the kind has one */
            script_no_random(&bench.options);
            script_no_clock(&bench.options);
        }
        g = script_generator(&bench.options);
        assert_refused(g, "not extended the lease file yet");
        assert_int_equal(guidon_lease_extend(lease, LIMIT, UINT64_MAX),
                         GUIDON_OK);
        for (int n = 0; n < 100; n++) {
            next_of(g);
        }
        bench.instants.now = LIMIT + 1;
        before = gdn_atomic128_load(gdn_generator_state(g));
        assert_refused(g, "the lease has expired");
        assert_memory_equal(&before, gdn_generator_state(g), sizeof before);
        assert_int_equal(guidon_lease_extend(lease, LIMIT + 1, UINT64_MAX),
                         GUIDON_OK);
        next_of(g);
        guidon_generator_free(g);
        guidon_lease_end(lease);
    }
}

#  define STEP  256 /* ids that a step makes at most */
#  define BATCH (3 * STEP)

/* The lease expires before or after the change of each step. */
static void test_each_step_of_a_batch_reads_the_lease(void **state)
{
    static guidon_id ids[BATCH];
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    assert_int_equal(guidon_next_many(ids, BATCH, g), GUIDON_OK);
    assert_int_equal(bench.instants.readings, 3 * 2);
    for (uint64_t late = 1; late <= 3 * 2; late++) {
        bench.instants.readings = 0;
        bench.instants.late_from = late;
        mark(ids, sizeof ids);
        assert_int_equal(guidon_next_many(ids, BATCH, g), GUIDON_E_STATE);
        assert_true(is_marked(ids, sizeof ids) || is_all(ids, sizeof ids, 0));
        assert_int_equal(bench.instants.readings, late);
    }
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

static void test_no_id_past_the_last_millisecond(void **state)
{
    static const struct {
        const char *why;
        guidon_kind kind;
        guidon_v7_layout layout;
        guidon_ulid_step step;
        guidon_node node;
    } rows[] = {
        {.why = "v8", .kind = GUIDON_V8_NODE},
        {.why = "v1", .kind = GUIDON_V1},
        {.why = "v6", .kind = GUIDON_V6},
        {.why = "v6, node", .kind = GUIDON_V6, .node = GUIDON_NODE_FIXED},
        {.why = "v7 precise", .kind = GUIDON_V7},
        {.why = "v7 counter", .kind = GUIDON_V7, .layout = GUIDON_V7_COUNTER},
        {.why = "v7 increment",
         .kind = GUIDON_V7,
         .layout = GUIDON_V7_INCREMENT},
        {.why = "v7 unordered",
         .kind = GUIDON_V7,
         .layout = GUIDON_V7_UNORDERED},
        {.why = "ULID", .kind = GUIDON_ULID},
        {.why = "ULID monotonic", .kind = GUIDON_ULID_MONOTONIC},
        {.why = "ULID random step",
         .kind = GUIDON_ULID_MONOTONIC,
         .step = GUIDON_ULID_STEP_RANDOM},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_lease *lease = new_lease(LIMIT, T0_MS);
        struct gdn_u128 before;
        struct bench bench;
        guidon_generator *g;
        guidon_id id;

        set_up(&bench, rows[i].kind);
        bench.options.v7_layout = rows[i].layout;
        bench.options.ulid_step = rows[i].step;
        bench.options.node = rows[i].node;
        g = script_generator(&bench.options);
        script_move(&bench.script, MS - 1); /* the end of the millisecond */
        assert_row(rows[i].why, guidon_next(&id, g) == GUIDON_OK);
        before = gdn_atomic128_load(gdn_generator_state(g));
        script_move(&bench.script, 1);
        mark(&id, sizeof id);
        assert_row(rows[i].why, guidon_next(&id, g) == GUIDON_E_STATE);
        assert_row(rows[i].why, is_marked(&id, sizeof id));
        assert_row(rows[i].why, strstr(guidon_state_reason(), "last mill"));
        assert_memory_equal(&before, gdn_generator_state(g), sizeof before);
        assert_int_equal(guidon_lease_extend(lease, LIMIT, T0_MS + 1),
                         GUIDON_OK);
        assert_row(rows[i].why, guidon_next(&id, g) == GUIDON_OK);
        guidon_generator_free(g);
        guidon_lease_end(lease);
    }
}

/* An id of version 2 has the time at which its step of 429 s begins. */
static void test_the_time_of_version_2_is_its_step_s(void **state)
{
    const uint64_t step = TICK_T0 >> 32;
    const uint64_t begins =
        ((step << 32) - UINT64_C(122192928000000000)) / 10000;
    guidon_lease *lease = new_lease(LIMIT, begins - 1);
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V2);
    g = script_generator(&bench.options);
    assert_refused(g, "last millisecond");
    assert_int_equal(guidon_lease_extend(lease, LIMIT, begins), GUIDON_OK);
    next_of(g);
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

/* With the system's clock and random bits, kinds may have a fast path, which
 * does not read last_ms. */
static void test_a_fast_path_obeys_the_last_millisecond(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES + 1; i++) {
        const char *why = i < SHAPES ? shapes[i].name : "v8";
        struct script script = script_at(T0, 0);
        struct instants instants = {.now = LIMIT};
        guidon_options options = i < SHAPES
                                     ? shape_options(&script, &shapes[i])
                                     : script_options(&script, GUIDON_V8_NODE);
        guidon_lease *lease = new_lease(LIMIT, UINT64_C(1) << 47);
        guidon_generator *g;
        guidon_id id;

        if (options.kind == GUIDON_V4) {
            guidon_lease_end(lease);
            continue; /* has no time */
        }
        options.scope = GUIDON_SCOPE_PROCESS;
        script_no_random(&options);
        script_no_clock(&options);
        options.lease_path = path;
        options.monotonic_fn = instants_now;
        options.monotonic_context = &instants;
        g = script_generator(&options);
        for (int n = 0; n < 50; n++) {
            assert_row(why, guidon_next(&id, g) == GUIDON_OK);
        }
        guidon_generator_free(g);
        guidon_lease_end(lease);

        lease = new_lease(LIMIT, T0_MS); /* long ago */
        g = script_generator(&options);
        for (int n = 0; n < 50; n++) {
            assert_row(why, guidon_next(&id, g) == GUIDON_E_STATE);
        }
        guidon_generator_free(g);
        guidon_lease_end(lease);
    }
}

static void test_a_lease_that_has_ended_stays_so(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    next_of(g);
    guidon_lease_end(lease);
    assert_refused(g, "the lease has ended");
    lease = new_lease(UINT64_MAX, UINT64_MAX); /* a new file at the path */
    assert_refused(g, "the lease has ended");
    guidon_generator_free(g);

    g = script_generator(&bench.options); /* reads the new file */
    next_of(g);
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

/* A new holder replaces the file of a holder that was killed. */
static void test_a_replaced_file_keeps_its_readers(void **state)
{
    guidon_lease *old = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_lease *lease;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    lease = new_lease(2 * LIMIT, UINT64_MAX);
    next_of(g);
    bench.instants.now = LIMIT + 1;
    assert_refused(g, "the lease has expired");
    guidon_generator_free(g);
    guidon_lease_end(old); /* leaves the file of the other holder alone */
    g = script_generator(&bench.options);
    next_of(g);
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

/* ---------------------------------------------------------------- one reader */

struct second {
    guidon_status status;
    bool says_why;
};

static void open_second(void *argument)
{
    struct second *second = argument;
    guidon_options options = {.kind = GUIDON_V7, .lease_path = path};
    guidon_generator *g;

    second->status = guidon_generator_new(&g, &options);
    second->says_why = strstr(guidon_state_reason(), "another generator");
}

static void test_a_second_generator_is_refused(void **state)
{
    struct second *seen = shared_memory(sizeof *seen);
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    guidon_lease_terms terms;
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    open_second(seen); /* in this process */
    assert_int_equal(seen->status, GUIDON_E_STATE);
    assert_true(seen->says_why);
    *seen = (struct second){GUIDON_OK, false};
    run_child(BY_FORK, open_second, seen);
    assert_int_equal(seen->status, GUIDON_E_STATE);
    assert_true(seen->says_why);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    next_of(g);
    guidon_generator_free(g);
    run_child(BY_FORK, open_second, seen);
    assert_int_equal(seen->status, GUIDON_OK);
    guidon_lease_end(lease);
    munmap(seen, sizeof *seen);
}

/* --------------------------------------------------------- forks and clones */

struct in_child {
    guidon_generator *g;
    guidon_lease *lease;
    guidon_status next, extended;
    bool is_parent, holds, kept;
};

static void use_in_child(void *argument)
{
    struct in_child *seen = argument;
    guidon_lease_terms terms;
    guidon_id id;

    seen->next = guidon_next(&id, seen->g);
    seen->is_parent =
        strstr(guidon_state_reason(), "its parent uses the lease");
    seen->extended = guidon_lease_extend(seen->lease, 2 * LIMIT, UINT64_MAX);
    seen->holds = strstr(guidon_state_reason(), "its parent holds the lease");
    guidon_generator_free(seen->g);
    guidon_lease_end(seen->lease);
    seen->kept = guidon_lease_read(&terms, path) == GUIDON_OK &&
                 terms.not_after == LIMIT;
}

static void test_a_forked_child_has_no_lease(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V8_NODE, GUIDON_V7, GUIDON_V4};
    struct in_child *seen = shared_memory(sizeof *seen);
    struct second second;

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
        struct bench bench;

        set_up(&bench, kinds[i]);
        *seen = (struct in_child){.g = script_generator(&bench.options),
                                  .lease = lease};
        next_of(seen->g);
        run_child(BY_FORK, use_in_child, seen);
        assert_int_equal(seen->next, GUIDON_E_STATE);
        assert_true(seen->is_parent);
        assert_int_equal(seen->extended, GUIDON_E_STATE);
        assert_true(seen->holds);
        assert_true(seen->kept);
        open_second(&second); /* the child gave back no lock of its parent */
        assert_int_equal(second.status, GUIDON_E_STATE);
        next_of(seen->g);
        guidon_generator_free(seen->g);
        guidon_lease_end(lease);
    }
    munmap(seen, sizeof *seen);
}

/* A child that lives on does not keep the lock of a generator that its parent
 * has freed. */
static void test_a_child_keeps_no_lock(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;
    int ends[2];
    pid_t child;

    (void)state;
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        char byte;

        close(ends[1]);
        _exit(read(ends[0], &byte, 1) != 0); /* until the parent is done */
    }
    close(ends[0]);
    guidon_generator_free(g);
    g = script_generator(&bench.options);
    next_of(g);
    close(ends[1]);
    assert_true(child_ended_well(child));
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

static _Atomic(uint64_t) machine;

static void write_not_after(uint64_t not_after)
{
    write_at(&not_after, sizeof not_after,
             offsetof(struct gdn_lease_page, not_after));
}

/* The holder refuses in a clone. Another holder may not notice it, so the test
 * writes the file itself. */
static void test_a_cloned_machine_waits_for_an_extension(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V8_NODE, GUIDON_V7};
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        guidon_lease *lease = new_lease(LIMIT + 5, UINT64_MAX);
        struct bench bench;
        guidon_generator *g;

        set_up(&bench, kinds[i]);
        g = script_generator(&bench.options);
        next_of(g);
        atomic_fetch_add(&machine, 1);
        assert_int_equal(guidon_lease_extend(lease, LIMIT + 5, UINT64_MAX),
                         GUIDON_E_STATE);
        assert_non_null(strstr(guidon_state_reason(), "VMClock"));
        write_not_after(LIMIT + 6); /* before the generator has noticed */
        assert_refused(g, "VMClock");
        assert_refused(g, "VMClock");
        write_not_after(LIMIT + 7);
        next_of(g);
        atomic_fetch_add(&machine, 1);
        assert_refused(g, "VMClock");
        write_not_after(LIMIT + 8);
        next_of(g);
        guidon_generator_free(g);
        guidon_lease_end(lease);
    }
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

/* ------------------------------------------------------------- unsafe files */

static void test_an_unsafe_file_is_refused(void **state)
{
    char other[100];
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);

    (void)state;
    snprintf(other, sizeof other, "%s.other", path);
    for (mode_t bad = S_IWOTH; bad <= S_IWGRP; bad = (mode_t)(bad << 3)) {
        assert_int_equal(chmod(path, 0644 | bad), 0);
        assert_not_opened("chmod go-w");
    }
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(link(path, other), 0);
    assert_not_opened("hard link");
    assert_int_equal(unlink(other), 0);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_not_opened("symbolic link");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_not_opened("not a regular file");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_not_opened("not a regular file");
    assert_int_equal(rmdir(path), 0);
    assert_not_opened("does not exist");
    assert_int_equal(rename(other, path), 0);
    guidon_lease_end(lease);
}

static void open_as_nobody(void *argument)
{
    struct second *second = argument;
    guidon_lease_terms terms;

    second->status = GUIDON_E_MEMORY;
    if (setresuid(NOBODY, NOBODY, NOBODY) == 0) {
        second->status = guidon_lease_read(&terms, path);
        second->says_why = second->status == GUIDON_OK ||
                           strstr(guidon_state_reason(), "another user");
    }
}

/* A process may use a file of its own user, or of root. */
static void test_the_owner_is_this_user_or_root(void **state)
{
    struct second *seen = shared_memory(sizeof *seen);
    guidon_lease *lease;

    (void)state;
    if (geteuid() != 0) {
        skip();
    }
    lease = new_lease(LIMIT, UINT64_MAX);
    assert_int_equal(chmod(folder, 0755), 0);
    run_child(BY_FORK, open_as_nobody, seen);
    assert_int_equal(seen->status, GUIDON_OK);
    assert_int_equal(chown(path, 1, 1), 0);
    run_child(BY_FORK, open_as_nobody, seen);
    assert_int_equal(seen->status, GUIDON_E_STATE);
    assert_true(seen->says_why);
    assert_not_opened("another user"); /* for root too */
    guidon_lease_end(lease);
    munmap(seen, sizeof *seen);
}

static void test_another_boot_or_time_namespace_is_refused(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    guidon_lease_terms terms;
    struct gdn_lease_page page;
    struct gdn_lease_head head;

    (void)state;
    read_page(&page);
    head = page.head;
    head.boot ^= 2;
    write_head(head);
    assert_not_opened("another boot");
    head = page.head;
    head.time = 0; /* not known */
    write_head(head);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    head.time = page.head.time + 1;
    write_head(head);
    if (page.head.time != 0) {
        assert_not_opened("time namespace");
    }
    guidon_lease_end(lease);
}

/* Format 1 had the checksum at the place of the device. */
static void test_another_format_is_refused(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct gdn_lease_page page;
    struct gdn_lease_head head;

    (void)state;
    read_page(&page);
    head = page.head;
    head.format = 3;
    write_head(head);
    assert_not_opened("another version of Guidon");
    head = page.head;
    head.format = 1;
    head.device =
        gdn_shared_checksum(&head, offsetof(struct gdn_lease_head, device));
    head.inode = head.checksum = 0;
    write_at(&head, sizeof head, 0);
    assert_not_opened("older version of Guidon");
    head.byte_order = UINT64_C(0x0807060504030201);
    write_at(&head, sizeof head, 0);
    assert_not_opened("another kind of processor");
    guidon_lease_end(lease);
}

/* A second generator could use a copy beside the file, or after its end. A new
 * name makes no copy. */
static void test_a_copy_is_refused(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    guidon_lease_terms terms;
    struct gdn_lease_page page;
    char other[100];
    int file;

    (void)state;
    snprintf(other, sizeof other, "%s.other", path);
    read_page(&page);
    assert_int_equal(rename(path, other), 0);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    assert_int_equal(write(file, &page, sizeof page), sizeof page);
    close(file);
    assert_not_opened("is a copy");
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    guidon_lease_end(lease);
}

/* The same file on another device, and another file on the same device. */
static void test_device_and_inode_count(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct gdn_lease_page page;
    struct gdn_lease_head head;

    (void)state;
    read_page(&page);
    head = page.head;
    head.device++;
    write_head(head);
    assert_not_opened("is a copy");
    head = page.head;
    head.inode++;
    write_head(head);
    assert_not_opened("is a copy");
    guidon_lease_end(lease);
}

/* A file that is too short or too long is refused at every length. */
static void test_a_file_of_another_length_is_refused(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);

    (void)state;
    for (off_t len = GDN_LEASE_PAGE_SIZE + 1; len >= 0; len--) {
        if (len != GDN_LEASE_PAGE_SIZE) {
            assert_int_equal(truncate(path, len), 0);
            assert_not_opened("wrong size");
        }
    }
    /* The holder has the short file mapped: give it back its page. */
    assert_int_equal(truncate(path, GDN_LEASE_PAGE_SIZE), 0);
    guidon_lease_end(lease);
}

/* Each byte of the file in each of several wrong values. Only the words that
 * change by themselves may change without damage. */
static void test_each_damaged_byte_is_refused_or_is_a_term(void **state)
{
    static const unsigned char flips[] = {0x01, 0x80, 0xff, 0x55};
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct gdn_lease_page page;

    (void)state;
    read_page(&page);
    for (size_t at = 0; at < sizeof page; at++) {
        const bool is_term = at >= offsetof(struct gdn_lease_page, not_after) &&
                             at < offsetof(struct gdn_lease_page, ended);

        for (size_t i = 0; i < COUNT(flips); i++) {
            unsigned char good = ((unsigned char *)&page)[at];
            unsigned char bad = good ^ flips[i];
            const bool has_ended =
                at == offsetof(struct gdn_lease_page, ended) && bad == 1;
            guidon_lease_terms terms;
            struct bench bench;
            guidon_generator *g = NULL;
            guidon_status status;
            guidon_id id;

            write_at(&bad, 1, at);
            set_up(&bench, GUIDON_V8_NODE);
            status = guidon_generator_new(&g, &bench.options);
            if (is_term ? status != GUIDON_OK : status != GUIDON_E_STATE) {
                fail_msg("byte %zu: status %d", at, (int)status);
            }
            if (g) {
                status = guidon_next(&id, g);
                assert_true(status == GUIDON_OK || status == GUIDON_E_STATE);
            }
            guidon_generator_free(g);
            status = guidon_lease_read(&terms, path);
            if ((status == GUIDON_OK) != (is_term || has_ended)) {
                fail_msg("byte %zu: read with status %d", at, (int)status);
            }
            write_at(&good, 1, at);
        }
    }
    guidon_lease_end(lease);
}

/* A program may close all descriptors, and open others with their numbers. */
static void test_a_foreign_descriptor_is_not_closed(void **state)
{
    guidon_lease *lease = new_lease(LIMIT, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;
    int lowest = dup(0), foreign;

    (void)state;
    close(lowest);
    set_up(&bench, GUIDON_V8_NODE);
    g = script_generator(&bench.options);
    close(lowest); /* the descriptor of the lease file */
    foreign = dup(0);
    assert_int_equal(foreign, lowest);
    next_of(g); /* the mapping stays */
    guidon_generator_free(g);
    assert_int_not_equal(fcntl(foreign, F_GETFD), -1);
    close(foreign);
    g = script_generator(&bench.options);
    guidon_generator_free(g);
    assert_int_equal(fcntl(lowest, F_GETFD), -1); /* closed by the generator */
    guidon_lease_end(lease);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_are_read_as_they_were_written),
        cmocka_unit_test(test_terms_never_go_back),
        cmocka_unit_test(test_a_number_has_to_fit_its_bits),
        cmocka_unit_test(test_the_file_has_a_safe_mode),
        cmocka_unit_test(test_only_a_lease_file_is_replaced),
        cmocka_unit_test(test_the_reason_of_each_error),
        cmocka_unit_test(test_what_the_system_forbids_is_an_error),
        cmocka_unit_test(test_ids_have_the_number_of_the_file),
        cmocka_unit_test(test_options_have_to_agree_with_the_file),
        cmocka_unit_test(test_only_the_holder_renews),
        cmocka_unit_test(test_no_id_past_the_lease_until_it_is_extended),
        cmocka_unit_test(test_each_step_of_a_batch_reads_the_lease),
        cmocka_unit_test(test_no_id_past_the_last_millisecond),
        cmocka_unit_test(test_the_time_of_version_2_is_its_step_s),
        cmocka_unit_test(test_a_fast_path_obeys_the_last_millisecond),
        cmocka_unit_test(test_a_lease_that_has_ended_stays_so),
        cmocka_unit_test(test_a_replaced_file_keeps_its_readers),
        cmocka_unit_test(test_a_second_generator_is_refused),
        cmocka_unit_test(test_a_forked_child_has_no_lease),
        cmocka_unit_test(test_a_child_keeps_no_lock),
        cmocka_unit_test(test_a_cloned_machine_waits_for_an_extension),
        cmocka_unit_test(test_an_unsafe_file_is_refused),
        cmocka_unit_test(test_the_owner_is_this_user_or_root),
        cmocka_unit_test(test_another_boot_or_time_namespace_is_refused),
        cmocka_unit_test(test_another_format_is_refused),
        cmocka_unit_test(test_a_copy_is_refused),
        cmocka_unit_test(test_device_and_inode_count),
        cmocka_unit_test(test_a_file_of_another_length_is_refused),
        cmocka_unit_test(test_each_damaged_byte_is_refused_or_is_a_term),
        cmocka_unit_test(test_a_foreign_descriptor_is_not_closed),
    };

    return cmocka_run_group_tests_name("lease_file", tests, make_folder,
                                       remove_folder);
}

#else

static void test_a_system_without_lease_files_says_so(void **state)
{
    guidon_options options = {.kind = GUIDON_V7, .lease_path = "lease"};
    guidon_lease_terms terms;
    guidon_lease *lease;
    guidon_generator *g;

    (void)state;
    assert_int_equal(guidon_lease_create(&lease, "lease", 1, 1, 0),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_read(&terms, "lease"), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_ARGUMENT);
    guidon_lease_end(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_system_without_lease_files_says_so),
    };

    return cmocka_run_group_tests_name("lease_file", tests, NULL, NULL);
}

#endif
