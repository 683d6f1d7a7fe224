/* SPDX-License-Identifier: MIT */
/* test_faults.c - make each system call of each public function fail once */
#define _GNU_SOURCE
#include "calls.h"
#include "held.h"
#include "tracer.h"
#include "vectors.h"

#if defined(__linux__) && defined(__x86_64__)
#  include <dirent.h>
#  include <errno.h>
#  include <fcntl.h>
#  include <sched.h>
#  include <signal.h>
#  include <stdio.h>
#  include <stdlib.h>
#  include <string.h>
#  include <sys/mman.h>
#  include <sys/mount.h>
#  include <sys/resource.h>
#  include <sys/stat.h>
#  include <sys/syscall.h>
#  include <sys/wait.h>
#  include <unistd.h>

/* --------------------------------------------------------------- one
 * attempt */

static char folder[64];
static char state_path[80];
static char default_path[80]; /* the default path, or a path of this test */
static bool has_default_path;
static bool without_vdso;

#  define OUTPUT    0xa5 /* the content of outputs before a call */
#  define THE_ERRNO 4242

/* The results that the traced process writes. */
struct verdict {
    bool prepared, done;
    guidon_status status, again;
    bool errno_kept;
    bool untouched; /* outputs unchanged, or Nil if documented */
    bool made;      /* outputs written */
    bool file_kept; /* the state file is unchanged */
    bool next_differs, next_is_above;
    struct held grown;
};

struct attempt {
    const struct call *call;
    struct site *site;
    struct verdict *verdict;
};

static bool all_are(const void *bytes, size_t len, unsigned char value)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++) {
        if (at[i] != value) {
            return false;
        }
    }
    return true;
}

/* The file's first bytes; length 0 if there is no file. */
static size_t read_state(unsigned char out[4096])
{
    int file = open(state_path, O_RDONLY | O_CLOEXEC);
    ssize_t len = file < 0 ? 0 : read(file, out, 4096);

    if (file >= 0) {
        close(file);
    }
    return len > 0 ? (size_t)len : 0;
}

static void judge_outputs(struct verdict *verdict, const struct site *site)
{
    bool marked = all_are(site->ids, sizeof site->ids, OUTPUT);

    verdict->made = !marked || site->made;
    verdict->untouched =
        !site->made && (marked || all_are(site->ids, sizeof site->ids, 0) ||
                        all_are(site->ids, sizeof site->ids[0], OUTPUT));
}

static void judge_next(struct verdict *verdict, const guidon_id *first,
                       const struct site *site)
{
    guidon_kind kind = site->options.kind;
    bool rises =
        kind == GUIDON_V6 || kind == GUIDON_V7 || kind == GUIDON_ULID_MONOTONIC;
    int order = guidon_compare(first, site->ids);

    verdict->next_differs = order != 0;
    verdict->next_is_above = !rises || order < 0;
}

static void attempt(void *argument)
{
    static unsigned char file[2][4096];
    struct attempt *a = argument;
    struct site *site = a->site;
    struct verdict *v = a->verdict;
    guidon_generator *made;
    guidon_id first;
    struct held before, after;
    size_t len;

    alarm(30);
    if (a->call->may_abort && !freopen("/dev/null", "w", stderr)) {
        return;
    }
    v->prepared = a->call->when == WHEN_FORKED || call_prepare(site, a->call);
    memset(site->ids, OUTPUT, sizeof site->ids);
    before = held_now();
    len = read_state(file[0]);
    errno = THE_ERRNO;
    tracer_mark();
    v->status = a->call->run(site);
    tracer_mark();
    v->errno_kept = errno == THE_ERRNO;
    judge_outputs(v, site);
    v->file_kept = len == read_state(file[1]) && !memcmp(file[0], file[1], len);

    first = site->ids[0];
    made = site->made;
    site->made = NULL;
    v->again = a->call->run(site);
    judge_next(v, &first, site);
    guidon_generator_free(made);
    call_release(site);
    after = held_now();
    v->grown =
        (struct held){after.descriptors - before.descriptors,
                      after.mapped - before.mapped, after.live - before.live};
    v->done = true;
}

/* ------------------------------------------------------------------- judge */

/* One call, and its results without a fault, with which all others are
 * compared. */
struct trial {
    const struct call *call;
    struct site *site;
    struct verdict *verdict; /* in shared memory */
    struct held grown;       /* without a fault */
    guidon_status
        status; /* without a fault; a host may lack a hardware address */
};

/* The totals of all rows, in shared memory. */
static struct totals {
    unsigned rows, silent, calls, faults, refused, wrong;
} * totals;

static void report(const struct trial *trial, const struct fault *fault,
                   long number, const char *what)
{
    totals->wrong++;
    print_error("%s %s: call %u (number %ld%s), error %d: %s\n",
                trial->call->function, trial->call->how, fault->nth, number,
                fault->from_then ? " and all after it" : "", fault->error,
                what);
}

static bool is_in(const struct call *call, guidon_status status)
{
    return status == GUIDON_OK || call->may & CALL_MAY(status);
}

/* Did only this one system call fail? */
static bool is_once(const struct fault *fault, const struct traced *seen,
                    long number)
{
    return !fault->from_then && seen->failed == number;
}

/* A call that ends as usual without a failed resource may hold less. */
static bool holds_expected_resources(const struct trial *trial,
                                     const struct fault *fault)
{
    const struct verdict *v = trial->verdict;
    long more = v->grown.mapped - trial->grown.mapped;

    return v->grown.descriptors == trial->grown.descriptors &&
           v->grown.live == trial->grown.live &&
           (v->status == trial->status || fault->from_then ? more <= 0
                                                           : more == 0);
}

static void judge_status(const struct trial *trial, const struct fault *fault,
                         const struct traced *seen)
{
    const struct verdict *v = trial->verdict;
    /* The vDSO calls getrandom twice. libc uses a flag for the name of a
     * file. */
    bool no_bytes = without_vdso && is_once(fault, seen, SYS_getrandom) &&
                    seen->third == 0 && fault->error != EINTR &&
                    fault->error != FAULT_SHORT;

    if (!is_in(trial->call, v->status)) {
        report(trial, fault, seen->failed, guidon_status_text(v->status));
    }
    if (no_bytes && trial->call->may & CALL_MAY(GUIDON_E_ENTROPY) &&
        v->status != GUIDON_E_ENTROPY) {
        report(trial, fault, seen->failed, "an id without random bytes");
    }
    if (v->again != trial->status) {
        report(trial, fault, seen->failed,
               "the next call returns another status");
    }
}

static void judge(const struct trial *trial, const struct fault *fault,
                  const struct traced *seen)
{
    const struct verdict *v = trial->verdict;
    bool is_new = !strcmp(trial->call->function, "guidon_generator_new");

    /* If all later calls fail, those of abort fail too. */
    if (!v->done && trial->call->may_abort && WIFSIGNALED(seen->end) &&
        (fault->from_then || WTERMSIG(seen->end) == SIGABRT)) {
        return;
    }
    if (!v->prepared || !v->done) {
        report(trial, fault, seen->failed,
               v->prepared ? "the process died" : "could not be prepared");
        return;
    }
    judge_status(trial, fault, seen);
    if (!v->errno_kept) {
        report(trial, fault, seen->failed, "errno was set");
    }
    if (v->status != GUIDON_OK && !v->untouched) {
        report(trial, fault, seen->failed,
               "the call failed and changed its outputs");
    }
    if (v->status == GUIDON_OK && v->made &&
        (!v->next_differs || !v->next_is_above) && !is_new) {
        report(trial, fault, seen->failed, "the next id is not above this one");
    }
    if (is_new && v->status != GUIDON_OK && trial->call->file == FILE_THERE &&
        !v->file_kept) {
        report(trial, fault, seen->failed, "the state file was changed");
    }
    if (!holds_expected_resources(trial, fault)) {
        print_error("%ld descriptors, %ld bytes mapped, %ld allocations more\n",
                    v->grown.descriptors - trial->grown.descriptors,
                    v->grown.mapped - trial->grown.mapped,
                    v->grown.live - trial->grown.live);
        report(trial, fault, seen->failed, "the call leaked resources");
    }
}

/* ------------------------------------------------------------------- files */

/* Empty a folder. Returns the number of files that are not complete state
 * files. */
static int clean(const char *path)
{
    DIR *open_folder = opendir(path);
    struct dirent *entry;
    struct stat about;
    int odd = 0;

    while (open_folder && (entry = readdir(open_folder))) {
        int at = dirfd(open_folder);
        const char *name = entry->d_name;

        if (name[0] != '.' && fstatat(at, name, &about, 0) == 0 &&
            S_ISREG(about.st_mode)) {
            odd += strcmp(name, "state") || about.st_size != 4096;
            unlinkat(at, name, 0);
        }
    }
    if (open_folder) {
        closedir(open_folder);
    }
    return odd;
}

static void make_file_of_another(void)
{
    guidon_generator *g;
    int status;
    pid_t other = fork();

    if (other == 0) {
        const guidon_options options = {.kind = GUIDON_V1,
                                        .scope = GUIDON_SCOPE_HOST,
                                        .state_path = state_path};

        _exit(guidon_generator_new(&g, &options) != GUIDON_OK);
    }
    waitpid(other, &status, 0);
}

/* The same bytes in another file. */
static void copy_file(void)
{
    unsigned char bytes[4096];
    char old[sizeof state_path + 4];
    size_t len = read_state(bytes);
    int file;

    snprintf(old, sizeof old, "%s.old", state_path);
    rename(state_path, old); /* so that the copy cannot take its inode */
    file = open(state_path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0 || write(file, bytes, len) != (ssize_t)len) {
        totals->wrong++;
    }
    close(file);
    unlink(old);
}

/* -------------------------------------------------------------- every fault */

static bool try_one(struct trial *trial, const struct fault *fault,
                    struct traced *seen)
{
    struct attempt a = {trial->call, trial->site, trial->verdict};
    int odd;

    if (trial->call->file == FILE_THERE || trial->call->file == FILE_COPIED) {
        make_file_of_another();
    }
    if (trial->call->file == FILE_COPIED) {
        copy_file();
    }
    memset(trial->verdict, 0, sizeof *trial->verdict);
    if (!tracer_run(seen, fault, attempt, &a)) {
        return false;
    }
    if (trial->call->when != WHEN_FORKED) {
        odd = clean(folder) + clean(default_path);
        if (odd && !fault->from_then && seen->failed != SYS_unlink) {
            report(trial, fault, seen->failed,
                   "a temporary or incomplete file remains");
        }
    }
    return true;
}

static void fail_once(struct trial *trial, unsigned nth, int error, bool on)
{
    const struct fault fault = {nth, on, error};
    struct traced seen;

    if (!try_one(trial, &fault, &seen)) {
        report(trial, &fault, -1, "could not be traced");
        return;
    }
    totals->faults++;
    totals->refused +=
        !trial->verdict->done || trial->verdict->status != GUIDON_OK;
    judge(trial, &fault, &seen);
}

/* Try all faults of one row, in a process that forks the traced processes. */
static void try_all(const struct call *call, struct verdict *verdict)
{
    static const int errors[] = {FAULT_SHORT, EINTR,  EIO,   ENOENT,
                                 EEXIST,      ENOMEM, ENOSYS};
    static struct site site;
    struct trial trial = {.call = call, .site = &site, .verdict = verdict};
    struct traced seen = {.calls = 0};

    site.path = state_path;
    if (call->when == WHEN_FORKED && !call_prepare(&site, call)) {
        print_error("%s %s: could not be prepared\n", call->function,
                    call->how);
        totals->wrong++;
        return;
    }
    if (!try_one(&trial, &(struct fault){0, false, 0}, &seen) ||
        !verdict->done ||
        (verdict->status != GUIDON_OK &&
         verdict->status != GUIDON_E_ARGUMENT)) {
        report(&trial, &(struct fault){0, false, 0}, -1,
               "fails without a fault");
        return;
    }
    trial.grown = verdict->grown;
    trial.status = verdict->status;
    totals->rows++;
    totals->silent += seen.calls == 0;
    totals->calls += seen.calls;
    if (call->may == 0 && seen.calls > 0) {
        report(&trial, &(struct fault){0, false, 0}, -1, "makes system calls");
    }
    for (unsigned nth = 1; nth <= seen.calls; nth++) {
        for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
            fail_once(&trial, nth, errors[i], false);
        }
        if (call->options.node != GUIDON_NODE_MAC) {
            fail_once(&trial, nth, ENOSYS, true);
        } /* getifaddrs aborts if all its calls fail */
    }
}

static void try_rows(const struct call *calls, size_t n)
{
    struct verdict *verdict =
        mmap(NULL, sizeof *verdict, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    totals = mmap(NULL, sizeof *totals, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(verdict != MAP_FAILED && totals != MAP_FAILED);
    for (size_t i = 0; i < n; i++) {
        int status = -1;
        pid_t runner;

        if (calls[i].file == FILE_PLACE && !has_default_path) {
            print_message("skipped: no private /run: %s\n", calls[i].how);
            continue;
        }
        runner = fork();
        if (runner == 0) {
            try_all(&calls[i], verdict);
            _exit(0);
        }
        assert_true(runner > 0 && waitpid(runner, &status, 0) == runner);
        assert_int_equal(status, 0);
    }
    print_message("%u rows, %u of them without a system call; %u system calls, "
                  "%u faults, %u of them reported as a status\n",
                  totals->rows, totals->silent, totals->calls, totals->faults,
                  totals->refused);
    assert_int_equal(totals->wrong, 0);
}

/* -------------------------------------------------------------------- tests */

static void test_calls_on_memory_alone_make_no_system_call(void **state)
{
    (void)state;
    try_rows(calls_of_values, n_calls_of_values);
    assert_int_equal(totals->silent, n_calls_of_values);
}

static void test_every_system_call_fails_once(void **state)
{
    (void)state;
    try_rows(calls_of_generators, n_calls_of_generators);
}

/* tests/repo/symbols.txt lists the exports of the library, which another test
 * checks. */
static void test_every_public_function_has_a_row(void **state)
{
    FILE *symbols = fopen(SYMBOLS, "r");
    char name[128];
    unsigned n = 0;

    (void)state;
    assert_non_null(symbols);
    while (fscanf(symbols, "%127s", name) == 1) {
        bool found = false;

        for (size_t i = 0; i < n_calls(); i++) {
            found = found || !strcmp(nth_call(i)->function, name);
        }
        if (!found) {
            fail_msg("%s has no row in tests/support/calls_of_*.c", name);
        }
        n++;
    }
    fclose(symbols);
    assert_true(n > 0);
}

#  if defined(LIBUUID_OURS)
static void test_every_system_call_of_libuuid_fails_once(void **state)
{
    (void)state;
    calls_of_libuuid_load();
    try_rows(calls_of_libuuid, n_calls_of_libuuid);
}

/* The map lists the exports, which another test checks. */
static void test_every_function_of_libuuid_has_a_row(void **state)
{
    FILE *map = fopen(LIBUUID_MAP, "r");
    char line[128];
    unsigned n = 0;

    (void)state;
    assert_non_null(map);
    while (fgets(line, sizeof line, map)) {
        char name[128];
        bool found = false;

        if (sscanf(line, " uuid_%100[a-z0-9_];", name) != 1) {
            continue;
        }
        for (size_t i = 0; i < n_calls_of_libuuid; i++) {
            found = found || !strcmp(calls_of_libuuid[i].function + 5, name);
        }
        if (!found) {
            fail_msg("uuid_%s has no row in calls_of_libuuid.c", name);
        }
        n++;
    }
    fclose(map);
    assert_int_equal(n, n_calls_of_libuuid);
}
#  endif

static void test_an_allocation_fails(void **state)
{
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < n_calls_of_generators; i++) {
        const struct call *call = &calls_of_generators[i];
        struct site site = {.path = state_path};
        struct held before, after;
        guidon_status status;

        if (strcmp(call->function, "guidon_generator_new")) {
            continue;
        }
        assert_true(call_prepare(&site, call));
        before = held_now();
        held_no_memory = true;
        errno = THE_ERRNO;
        status = call->run(&site);
        held_no_memory = false;
        assert_int_equal(errno, THE_ERRNO);
        assert_int_equal(status, GUIDON_E_MEMORY);
        assert_null(site.made);
        after = held_now();
        assert_memory_equal(&before, &after, sizeof before);
        assert_int_equal(access(state_path, F_OK), -1);
        n++;
    }
    assert_true(n > 0);
}

/* ------------------------------------------------------------------- set-up */

/* For root the default path is in /run, so the test mounts a private /run. */
static void find_default_path(void)
{
    if (geteuid() != 0) {
        setenv("XDG_RUNTIME_DIR", folder, 1);
        snprintf(default_path, sizeof default_path, "%s/guidon", folder);
        has_default_path = true;
        return;
    }
    snprintf(default_path, sizeof default_path, "/run/guidon");
    has_default_path = unshare(CLONE_NEWNS) == 0 &&
                       mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                       mount("none", "/run", "tmpfs", 0, "size=1m") == 0;
    if (!has_default_path) {
        snprintf(default_path, sizeof default_path, "%s/guidon", folder);
    }
}

static int begin(void **state)
{
    (void)state;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    /* In memory if possible, because the test syncs many files. */
    snprintf(folder, sizeof folder, "/dev/shm/guidon-test-XXXXXX");
    if (!mkdtemp(folder)) {
        snprintf(folder, sizeof folder, "/tmp/guidon-test-XXXXXX");
        if (!mkdtemp(folder)) {
            return -1;
        }
    }
    snprintf(state_path, sizeof state_path, "%s/state", folder);
    find_default_path();
    return 0;
}

static int end(void **state)
{
    (void)state;
    clean(folder);
    clean(default_path);
    rmdir(default_path);
    return rmdir(folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_public_function_has_a_row),
        cmocka_unit_test(test_an_allocation_fails),
        cmocka_unit_test(test_calls_on_memory_alone_make_no_system_call),
        cmocka_unit_test(test_every_system_call_fails_once),
#  if defined(LIBUUID_OURS)
        cmocka_unit_test(test_every_function_of_libuuid_has_a_row),
        cmocka_unit_test(test_every_system_call_of_libuuid_fails_once),
#  endif
    };

    without_vdso = argc > 1 && !strcmp(argv[1], "without_vdso");
    if (without_vdso && !getenv("AGAIN")) {
        setenv("AGAIN", "1", 1);
        tracer_again_without_vdso(argv);
        print_message("skipped: this system does not allow tracing\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, begin, end);
}
#else
int main(void)
{
    print_message("skipped: this test needs x86-64 Linux\n");
    return 0;
}
#endif
