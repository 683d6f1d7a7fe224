/* SPDX-License-Identifier: MIT */
/* test_sandbox.c - the system calls of each moment, as docs/sandbox.md lists
 * them: these suffice, and all of them are made. */
#define _GNU_SOURCE
#include "children.h"
#include "random/stream.h"

#include <guidon.h>

#if defined(__linux__) && defined(__x86_64__)
#  include <errno.h>
#  include <pthread.h>
#  include <signal.h>
#  include <stdio.h>
#  include <stdlib.h>
#  include <string.h>
#  include <time.h>

#  define PATIENCE 60 /* seconds; then a process counts as dead */

/* --------------------------------------------------------------- the moments */

static char state_path[64];
static guidon_generator *shared;

/* A moment ends the process if something fails. */
static void need(guidon_status status)
{
    if (status != GUIDON_OK) {
        _exit(100 + (int)status);
    }
}

static void one_of_each_kind(void)
{
    static const guidon_kind kinds[] = {GUIDON_V1,   GUIDON_V4,
                                        GUIDON_V6,   GUIDON_V7,
                                        GUIDON_ULID, GUIDON_ULID_MONOTONIC};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        guidon_id id;

        need(guidon_new(&id, kinds[i]));
    }
}

static void nothing(void)
{
}

static void prepare(void)
{
    need(guidon_prepare());
}

/* As in a thread that follows another: the process has what it needs. */
static void *prepare_in_thread(void *unused)
{
    prepare();
    return unused;
}

static void prepare_another_thread(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, prepare_in_thread, NULL) != 0) {
        _exit(3);
    }
    pthread_join(thread, NULL);
}

/* After an id of each kind, many more. */
static void exhaust_the_stream(void)
{
    static guidon_id ids[2 * GDN_STREAM_CAPACITY / sizeof(guidon_id)];

    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        need(guidon_new(&ids[i], GUIDON_V4));
    }
}

static void fork_a_prepared_process(void)
{
    pid_t child;
    int status;

    prepare();
    one_of_each_kind();
    child = fork();
    if (child != 0) { /* the rest of the moment is in the child */
        if (child < 0 || waitpid(child, &status, 0) != child) {
            _exit(4);
        }
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 5);
    }
}

static void make_generator(guidon_scope scope, guidon_node node)
{
    const guidon_options options = {
        .kind = GUIDON_V1,
        .scope = scope,
        .state_path = scope == GUIDON_SCOPE_HOST ? state_path : NULL,
        .node = node};
    guidon_status status = guidon_generator_new(&shared, &options);

    if (node != GUIDON_NODE_MAC || status != GUIDON_E_ARGUMENT) {
        need(status); /* a host may lack a hardware address */
    }
}

static void new_generator(void)
{
    make_generator(GUIDON_SCOPE_PROCESS, GUIDON_NODE_RANDOM);
}

static void new_with_mac(void)
{
    make_generator(GUIDON_SCOPE_THREAD, GUIDON_NODE_MAC);
}

static void open_state(void)
{
    make_generator(GUIDON_SCOPE_HOST, GUIDON_NODE_RANDOM);
}

static void prepare_without_a_file(void)
{
    prepare();
    unlink(state_path);
}

static void prepare_with_a_file(void)
{
    prepare();
    open_state();
}

/* Generators of each scope that a process has to itself. */
static guidon_generator *expiring[2];

static void prepare_expiring(void)
{
    for (int i = 0; i < 2; i++) {
        const guidon_options options = {.kind = GUIDON_V7,
                                        .scope = i ? GUIDON_SCOPE_PROCESS
                                                   : GUIDON_SCOPE_THREAD,
                                        .not_after = UINT64_MAX - 1};

        need(guidon_generator_new(&expiring[i], &options));
    }
    prepare();
}

static void next_of_expiring(void)
{
    guidon_id ids[300];

    for (int i = 0; i < 2; i++) {
        need(guidon_next(ids, expiring[i]));
        need(guidon_generator_renew(expiring[i], UINT64_MAX));
        need(guidon_next(ids, expiring[i]));
        need(guidon_next_many(ids, sizeof ids / sizeof ids[0], expiring[i]));
    }
}

/* A lease file, and a generator on it. */
static const char *lease_path(void)
{
    static char path[sizeof state_path + 8];

    snprintf(path, sizeof path, "%s-lease", state_path);
    return path;
}

static void prepare_a_lease(void)
{
    guidon_lease *lease;

    prepare();
    need(guidon_lease_create(&lease, lease_path(), 1, 1, 1));
    need(guidon_lease_extend(lease, UINT64_MAX, UINT64_MAX));
}

static void new_on_lease(void)
{
    const guidon_options options = {.kind = GUIDON_V8_NODE,
                                    .scope = GUIDON_SCOPE_PROCESS,
                                    .lease_path = lease_path()};

    need(guidon_generator_new(&shared, &options));
}

static void prepare_on_lease(void)
{
    prepare_a_lease();
    new_on_lease();
}

static void next_on_lease(void)
{
    guidon_id ids[300];

    need(guidon_next(ids, shared));
    need(guidon_next_many(ids, sizeof ids / sizeof ids[0], shared));
}

/* The first id of a generator reserves time in the file. */
static void next_of_the_host(void)
{
    guidon_id id;

    need(guidon_next(&id, shared));
}

static void close_state(void)
{
    guidon_generator_free(shared);
}

struct moment {
    const char *name; /* in the first column of the table */
    void (*before)(void);
    void (*run)(void);
    bool ends_thread; /* runs between two destructors of a thread's keys */
};

static const struct moment moments[] = {
    {"`guidon_prepare`, or the first id of a process", nothing, prepare, false},
    {"`guidon_prepare`, or the first id of a process", nothing,
     one_of_each_kind, false},
    {"the first id of another thread", prepare_another_thread, one_of_each_kind,
     false},
    {"later ids", prepare, one_of_each_kind, false},
    {"ids of a generator with `not_after`", prepare_expiring, next_of_expiring,
     false},
    {"a reseed", prepare, exhaust_the_stream, false},
    {"the end of a thread", prepare, NULL, true},
    {"the first id of a forked child", fork_a_prepared_process,
     one_of_each_kind, false},
    {"`guidon_generator_new`", prepare, new_generator, false},
    {"`guidon_generator_new`, `GUIDON_NODE_MAC`", prepare, new_with_mac, false},
    {"`guidon_generator_new`, scope HOST, a new file", prepare_without_a_file,
     open_state, false},
    {"`guidon_generator_new`, scope HOST, an existing file",
     prepare_with_a_file, open_state, false},
    {"`guidon_generator_new`, `lease_path`", prepare_a_lease, new_on_lease,
     false},
    {"ids of a generator with `lease_path`", prepare_on_lease, next_on_lease,
     false},
    {"ids of scope HOST", prepare_with_a_file, next_of_the_host, false},
    {"`guidon_generator_free`, scope HOST", prepare_with_a_file, close_state,
     false},
};
#  define N_MOMENTS (sizeof moments / sizeof moments[0])

/* ---------------------------------------------------------------- the table */

/* Every system call that the table may name. */
#  define NAME(call)                                                           \
    {                                                                          \
#      call, SYS_##call                                                        \
    }
static const struct {
    const char *name;
    unsigned number;
} names[] = {
    NAME(bind),           NAME(brk),
    NAME(clock_gettime),  NAME(clock_nanosleep),
    NAME(close),          NAME(fallocate),
    NAME(fchmod),         NAME(fcntl),
    NAME(flock),          NAME(futex),
    NAME(fdatasync),      NAME(fstat),
    NAME(fsync),          NAME(ftruncate),
    NAME(geteuid),        NAME(getpid),
    NAME(getrandom),      NAME(getsockname),
    NAME(lseek),          NAME(madvise),
    NAME(mkdir),          NAME(mlock),
    NAME(mmap),           NAME(msync),
    NAME(munlock),        NAME(munmap),
    NAME(newfstatat),     NAME(openat),
    NAME(pread64),        NAME(prlimit64),
    NAME(pwrite64),       NAME(read),
    NAME(recvmsg),        NAME(renameat2),
    NAME(rt_sigprocmask), NAME(sendto),
    NAME(socket),         NAME(statx),
    NAME(unlink),         NAME(write),
};
#  define N_CALLS 512 /* numbers of system calls are lower */
#  define NO_CALL N_CALLS
#  define N_NAMES (sizeof names / sizeof names[0])

/* A row: the calls that the moment always makes, and those that depend on the
 * machine. */
struct row {
    bool found;
    bool always[N_CALLS], sometimes[N_CALLS];
    bool ends[N_CALLS]; /* the second table: refused, the process ends, */
    guidon_status fails[N_CALLS]; /* or the call fails with a status */
};
static struct row rows[N_MOMENTS];

static const char *name_of(unsigned number)
{
    static char digits[16];

    for (size_t i = 0; i < N_NAMES; i++) {
        if (names[i].number == number) {
            return names[i].name;
        }
    }
    snprintf(digits, sizeof digits, "%u", number);
    return digits;
}

/* Set the calls that a cell names, each in backquotes. */
static void read_cell(bool calls[N_CALLS], const char *cell, size_t len)
{
    const char *end = cell + len;

    while ((cell = memchr(cell, '`', (size_t)(end - cell)))) {
        const char *name = cell + 1;
        const char *close = memchr(name, '`', (size_t)(end - name));
        bool found = false;

        assert_non_null(close);
        for (size_t i = 0; i < N_NAMES; i++) {
            if (strlen(names[i].name) == (size_t)(close - name) &&
                !strncmp(names[i].name, name, (size_t)(close - name))) {
                found = calls[names[i].number] = true;
            }
        }
        if (!found) {
            fail_msg("the table names the unknown call %.*s",
                     (int)(close - name), name);
        }
        cell = close + 1;
    }
}

/* The status that a cell names in backquotes; GUIDON_OK if it names none. */
static guidon_status status_in(const char *cell, const char *end)
{
    static const struct {
        const char *name;
        guidon_status status;
    } of_table[] = {
        {"`GUIDON_E_ENTROPY`", GUIDON_E_ENTROPY},
        {"`GUIDON_E_MEMORY`", GUIDON_E_MEMORY},
        {"`GUIDON_E_STATE`", GUIDON_E_STATE},
    };

    for (size_t i = 0; i < sizeof of_table / sizeof of_table[0]; i++) {
        const char *name = strstr(cell, of_table[i].name);

        if (name && name < end) {
            return of_table[i].status;
        }
    }
    return GUIDON_OK;
}

/* A row of the second table: the calls of `cells[2]` end in `cells[1]`. */
static void read_refused(struct row *row, const char *const cells[4])
{
    static bool calls[N_CALLS];
    guidon_status status = status_in(cells[1], cells[2] - 1);

    memset(calls, 0, sizeof calls);
    read_cell(calls, cells[2], (size_t)(cells[3] - cells[2]) - 1);
    for (size_t call = 0; call < N_CALLS; call++) {
        if (calls[call]) {
            row->fails[call] = status;
            row->ends[call] = status == GUIDON_OK;
        }
    }
}

/* `line` is "| moment | always | sometimes |", or "| moment | status | calls |" in
 * the second table. */
static void read_line(const char *line, bool is_second)
{
    const char *cells[4];
    const char *at = line;

    for (size_t i = 0; i < 4; i++) {
        at = strchr(at, '|');
        if (!at) {
            return;
        }
        cells[i] = ++at;
    }
    for (size_t i = 0; i < N_MOMENTS; i++) {
        size_t len = strlen(moments[i].name);

        if (!strncmp(cells[0] + 1, moments[i].name, len) &&
            !strncmp(cells[0] + 1 + len, " |", 2)) {
            if (is_second) {
                read_refused(&rows[i], cells);
                continue;
            }
            rows[i].found = true;
            read_cell(rows[i].always, cells[1],
                      (size_t)(cells[2] - cells[1]) - 1);
            read_cell(rows[i].sometimes, cells[2],
                      (size_t)(cells[3] - cells[2]) - 1);
        }
    }
}

/* Written by the process in the sandbox. */
static struct {
    bool filtered;
    int refused; /* the number of the call that the filter refused; -1: none */
} * notes;

static int read_table(void **unused)
{
    FILE *document = fopen(SANDBOX, "r");
    char line[1024];
    bool is_second = false;

    (void)unused;
    snprintf(state_path, sizeof state_path, "%s/guidon-sandbox-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (long)getpid());
    if (!document) {
        return -1;
    }
    while (fgets(line, sizeof line, document)) {
        if (!strncmp(line, "## ", 3)) {
            is_second = strstr(line, "refuse") != NULL;
        }
        if (!strncmp(line, "| ", 2)) {
            read_line(line, is_second);
        }
    }
    fclose(document);
    notes = shared_memory(sizeof *notes);
    return 0;
}

static void test_every_moment_has_a_row(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_MOMENTS; i++) {
        if (!rows[i].found) {
            fail_msg("docs/sandbox.md has no row: %s", moments[i].name);
        }
    }
}

/* ---------------------------------------------------------------- the sandbox */

static const struct row *the_row;
static unsigned left_out; /* a call of the row that the filter refuses */
static bool is_mild; /* the filter refuses it with EPERM, and nothing else */

/* The call that does the same in another version of glibc, or the call itself. */
static unsigned other_name(unsigned call)
{
    return call == SYS_fstat        ? SYS_newfstatat
           : call == SYS_newfstatat ? SYS_fstat
                                    : call;
}

static void note_refused(int signal, siginfo_t *about, void *unused)
{
    (void)signal;
    (void)unused;
    notes->refused = about->si_syscall;
    _exit(8);
}

static bool is_allowed(unsigned call)
{
    if (is_mild) {
        return call != left_out && call != other_name(left_out);
    }
    return call == SYS_exit_group || /* for the end of the test */
           ((the_row->always[call] || the_row->sometimes[call]) &&
            call != left_out && call != other_name(left_out));
}

static void enter_sandbox(void)
{
    static struct sock_filter filter[2 * N_CALLS + 2];
    struct sigaction action = {.sa_sigaction = note_refused,
                               .sa_flags = SA_SIGINFO};
    struct sock_fprog program = {.filter = filter};
    unsigned short n = 0;

    filter[n++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned call = 0; call < N_CALLS; call++) {
        if (is_allowed(call)) {
            filter[n++] = (struct sock_filter)BPF_JUMP(
                BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
            filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
                                                       SECCOMP_RET_ALLOW);
        }
    }
    filter[n++] = (struct sock_filter)BPF_STMT(
        BPF_RET | BPF_K,
        is_mild ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_TRAP);
    program.len = n;
    if (sigaction(SIGSYS, &action, NULL) != 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        _exit(0);
    }
    notes->filtered = true;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        notes->filtered = false;
        _exit(0);
    }
}

/* ------------------------------------------- the moment, within the sandbox */

static const struct moment *the_moment;

static void begin_end_of_thread(void *unused)
{
    (void)unused;
    enter_sandbox();
}

static void end_end_of_thread(void *unused)
{
    (void)unused;
    _exit(0);
}

/* glibc calls the destructors in the order of their keys. The library makes its
 * key between these two. */
static void run_end_of_thread(void)
{
    pthread_key_t first, last;

    if (pthread_key_create(&first, begin_end_of_thread) != 0) {
        _exit(6);
    }
    the_moment->before();
    if (pthread_key_create(&last, end_end_of_thread) != 0 ||
        pthread_setspecific(first, &moments) != 0 ||
        pthread_setspecific(last, &moments) != 0) {
        _exit(7);
    }
    pthread_exit(NULL);
}

static void run_moment(void *unused)
{
    (void)unused;
    alarm(PATIENCE);
    if (the_moment->ends_thread) {
        run_end_of_thread();
    }
    the_moment->before();
    enter_sandbox();
    the_moment->run();
    _exit(0);
}

/* Did a refused call end the child? SIGSYS ends a process that has blocked the
 * signal, as glibc 2.41 does while it prepares random bytes. Then the number of the
 * call is unknown. */
static bool ended_by_refusal(int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

static bool refused_unnamed;

/* Run a moment with the calls of its row, but without the call `without`. How the
 * process ended, for waitpid. */
static int result_without(const struct moment *moment, const struct row *row,
                          unsigned without)
{
    pid_t child;
    int status = -1;

    the_moment = moment;
    the_row = row;
    left_out = without;
    notes->filtered = false;
    notes->refused = -1;
    child = start_child(BY_FORK, run_moment, NULL);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fail_msg("%s: no process", moment->name);
    }
    refused_unnamed = ended_by_refusal(status);
    unlink(state_path);
    unlink(lease_path());
    if (status == 0 && !notes->filtered) {
        print_message("skipped: no process may filter its calls here\n");
        skip();
    }
    return status;
}

static bool runs_without(const struct moment *moment, const struct row *row,
                         unsigned without)
{
    return result_without(moment, row, without) == 0;
}

static void test_the_calls_of_the_table_suffice(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_MOMENTS; i++) {
        if (runs_without(&moments[i], &rows[i], NO_CALL)) {
            continue;
        }
        if (notes->refused >= 0) {
            fail_msg("%s: the table lacks %s", moments[i].name,
                     name_of((unsigned)notes->refused));
        }
        fail_msg("%s: fails in the sandbox%s", moments[i].name,
                 refused_unnamed ? ", at a call with signals blocked" : "");
    }
}

/* The vDSO serves the clock of not_after, if it serves any clock here. */
static void read_the_clock(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        _exit(9);
    }
}

static void test_expiring_ids_make_no_system_call(void **unused)
{
    static const struct moment clock = {"the clock", nothing, read_the_clock,
                                        false};
    static const struct moment ids = {"ids", prepare_expiring, next_of_expiring,
                                      false};
    static const struct row none;

    (void)unused;
    if (!runs_without(&clock, &none, NO_CALL)) {
        print_message("skipped: the vDSO has no CLOCK_BOOTTIME here\n");
        skip();
    }
    if (!runs_without(&ids, &none, NO_CALL)) {
        fail_msg("makes the system call %s", name_of((unsigned)notes->refused));
    }
}

/* Was it this call that the filter refused? */
static bool is_refused(unsigned call)
{
    return refused_unnamed || notes->refused == (int)call ||
           notes->refused == (int)other_name(call);
}

static void test_the_table_names_no_other_call(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_MOMENTS; i++) {
        for (unsigned call = 0; call < N_CALLS; call++) {
            if (rows[i].always[call] &&
                (runs_without(&moments[i], &rows[i], call) ||
                 !is_refused(call))) {
                fail_msg("%s: works without %s", moments[i].name,
                         name_of(call));
            }
            if (rows[i].always[call] && rows[i].sometimes[call]) {
                fail_msg("%s: names %s twice", moments[i].name, name_of(call));
            }
        }
    }
}

/* Did the process end as the second table says of a refused call? */
static bool ends_as_told(const struct row *row, unsigned call, int result)
{
    const guidon_status fails = row->fails[call];

    return row->ends[call]
               ? WIFSIGNALED(result)
               : WIFEXITED(result) &&
                     WEXITSTATUS(result) ==
                         (fails == GUIDON_OK ? 0 : 100 + (int)fails);
}

static void test_a_refused_call_fails_as_the_table_says(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_MOMENTS; i++) {
        for (unsigned call = 0; call < N_CALLS; call++) {
            int result;

            if (!rows[i].always[call] ||
                (call == SYS_geteuid && geteuid() == 0)) {
                continue; /* root's files are trusted whoever asks */
            }
            is_mild = true;
            result = result_without(&moments[i], &rows[i], call);
            is_mild = false;
            if (!ends_as_told(&rows[i], call, result)) {
                fail_msg("%s: without %s, the process ends with %#x",
                         moments[i].name, name_of(call), (unsigned)result);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_moment_has_a_row),
        cmocka_unit_test(test_the_calls_of_the_table_suffice),
        cmocka_unit_test(test_the_table_names_no_other_call),
        cmocka_unit_test(test_a_refused_call_fails_as_the_table_says),
        cmocka_unit_test(test_expiring_ids_make_no_system_call),
    };
    return cmocka_run_group_tests(tests, read_table, NULL);
}
#else
int main(void)
{
    print_message("skipped: this test needs x86-64 Linux\n");
    return 0;
}
#endif
