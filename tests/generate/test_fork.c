/* SPDX-License-Identifier: MIT */
/* test_fork.c - no id comes twice from a process, its children and theirs. */
/*
 * Every process makes ids in every possible way, with generators that the first
 * process made, and writes them to memory that all share; the first process
 * judges. With the system's clock, all of them work at the same time. With a
 * clock that stands still, state that a child failed to reset repeats its
 * parent's first id, so the test finds every fault without luck.
 */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate/kinds.h"
#include "idset.h"
#include "vectors.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "sanitized.h"

/* R96: 64 children, 10^5 ids each. */
#define N_CHILDREN 64
#define N_THREADS  4
#define N_SERIES   (N_THREADS + N_CHILDREN)
#if SANITIZED
#  define IDS_OF_A_CHILD 2000
#else
#  define IDS_OF_A_CHILD 100000
#endif
#define PATIENCE 60 /* seconds; then a process counts as dead */

/* ----------------------------------------------------- all ways to make ids */

static const struct row {
    const char *name;
    guidon_options options;
    bool ordered;
    bool few; /* 64 in each step of seven minutes (D2) */
} rows[] = {
    /* In the order of kinds; the default of each kind comes first. */
    {"v1", {.kind = GUIDON_V1}, true, false},
    {"v1 with a set sequence",
     {.kind = GUIDON_V1, .clock_seq_fixed = true},
     true,
     false},
    {"v2", {.kind = GUIDON_V2, .overflow = GUIDON_OVERFLOW_FAIL}, false, true},
    {"v2 with a set sequence",
     {.kind = GUIDON_V2,
      .overflow = GUIDON_OVERFLOW_FAIL,
      .clock_seq_fixed = true},
     false,
     true},
    {"v4", {.kind = GUIDON_V4}, false, false},
    {"v4 of the kernel's bytes",
     {.kind = GUIDON_V4, .random = GUIDON_RANDOM_KERNEL},
     false,
     false},
    {"v6", {.kind = GUIDON_V6}, true, false},
    {"v6 with a set sequence",
     {.kind = GUIDON_V6, .clock_seq_fixed = true},
     true,
     false},
    {"v7 precise", {.kind = GUIDON_V7}, true, false},
    {"v7 counter",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
     true,
     false},
    {"v7 increment",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
     true,
     false},
    {"v7 unordered",
     {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
     false,
     false},
    {"ULID", {.kind = GUIDON_ULID}, false, false},
    {"ULID monotonic", {.kind = GUIDON_ULID_MONOTONIC}, true, false},
    {"ULID monotonic by random steps",
     {.kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM},
     true,
     false},
    {"v8 with a prefix",
     {.kind = GUIDON_V8_PREFIXED, .prefix = 0xfffff, .prefix_bits = 20},
     true,
     false},
};

/* All kinds, in the order of makers[]. */
#define KIND(number, table) number,
static const guidon_kind kinds[] = {GDN_KIND_LIST(KIND)};

#define N_ROWS  (sizeof rows / sizeof rows[0])
#define N_KINDS (sizeof kinds / sizeof kinds[0])
#define N_FEW   (2 * 4)
/* guidon_new of each kind except v2, V8_NODE and V8_PREFIXED; each row with two
 * scopes and two clocks. V8_NODE makes no id in a child, see test_v8_node.c. */
#define N_MAKERS (N_KINDS - 3 + N_ROWS * 4)
/* Ids of one maker in one series. */
#define ROOM     (IDS_OF_A_CHILD / (N_MAKERS - N_FEW) + 1)
#define FEW_ROOM (ROOM < 64 ? ROOM : 64)
_Static_assert(N_THREADS *ROOM < 10000,
               "v1 has 10 000 ids for a clock that stands still (R54)");

struct maker {
    const struct row *row;
    guidon_scope scope;
    bool own;     /* guidon_new, without a generator */
    bool stopped; /* uses a clock that stands still */
};

static struct maker makers[N_MAKERS];
/* Those of kinds[k] are makers[first_of_kind[k]] to that of k + 1. */
static size_t first_of_kind[N_KINDS + 1];

static void list_makers(void)
{
    size_t n = 0;

    for (unsigned kind = 0; kind < N_KINDS; kind++) {
        bool own = kinds[kind] != GUIDON_V2 && kinds[kind] != GUIDON_V8_NODE &&
                   kinds[kind] != GUIDON_V8_PREFIXED;

        first_of_kind[kind] = n;
        for (size_t r = 0; r < N_ROWS; r++) {
            if (rows[r].options.kind != kinds[kind]) {
                continue;
            }
            if (own) {
                makers[n++] = (struct maker){&rows[r], 0, true, false};
                own = false;
            }
            for (unsigned i = 0; i < 4; i++) {
                makers[n++] = (struct maker){&rows[r], i / 2, false, i % 2};
            }
        }
    }
    first_of_kind[N_KINDS] = n;
    assert_int_equal(n, N_MAKERS);
}

/* If set, the next reading of the stopped clock raises a signal. */
static volatile sig_atomic_t signal_in_clock;

static guidon_status stopped_clock(void *unused, guidon_time *now)
{
    (void)unused;
    if (signal_in_clock) {
        signal_in_clock = 0;
        raise(SIGUSR1);
    }
    *now = (guidon_time){1700000000, 0};
    return GUIDON_OK;
}

/* A generator for each maker except those of guidon_new. */
struct set {
    guidon_generator *of[N_MAKERS];
};

/* Scope PROCESS has one generator for all: that of `other`, if given. */
static void make_set(struct set *set, const struct set *other)
{
    for (size_t m = 0; m < N_MAKERS; m++) {
        guidon_options options = makers[m].row->options;

        set->of[m] = NULL;
        options.scope = makers[m].scope;
        if (makers[m].stopped) {
            options.clock_fn = stopped_clock;
            options.overflow = GUIDON_OVERFLOW_FAIL;
        }
        if (other && makers[m].scope == GUIDON_SCOPE_PROCESS) {
            set->of[m] = other->of[m];
        } else if (!makers[m].own) {
            assert_int_equal(guidon_generator_new(&set->of[m], &options),
                             GUIDON_OK);
        }
    }
}

static void free_set(struct set *set, bool has_shared)
{
    for (size_t m = 0; m < N_MAKERS; m++) {
        if (has_shared || makers[m].scope == GUIDON_SCOPE_THREAD) {
            guidon_generator_free(set->of[m]);
        }
    }
}

/* ----------------------------------------------------- the ids of a process */

/* The ids of one thread of one process, maker by maker. */
struct series {
    guidon_status status; /* the first that was not GUIDON_OK */
    bool ended;
    unsigned age; /* forks since the generators were made */
    size_t few;   /* how many ids of the few */
    size_t n[N_MAKERS];
    uint64_t forks[N_MAKERS]; /* as its generators count them */
};

static struct notes {
    struct series series[N_SERIES];
    guidon_id ids[N_MAKERS][N_SERIES][ROOM];
} * notes;

static struct set set; /* of the first thread */

static int begin(void **unused)
{
    (void)unused;
    list_makers();
    notes = shared_memory(sizeof *notes);
    for (size_t i = 0; i < N_SERIES; i++) {
        notes->series[i].age = i > 0;
        notes->series[i].few = FEW_ROOM;
    }
    make_set(&set, NULL);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    free_set(&set, true);
    munmap(notes, sizeof *notes);
    return 0;
}

static guidon_id *ids_of(const struct series *series, size_t m)
{
    return notes->ids[m][series - notes->series];
}

static void make(struct series *series, guidon_id *out, size_t n, size_t m,
                 struct set *by)
{
    guidon_generator *g = by->of[m];
    guidon_kind kind = makers[m].row->options.kind;
    guidon_status status;

    if (n == 1) {
        status = g ? guidon_next(out, g) : guidon_new(out, kind);
    } else {
        status =
            g ? guidon_next_many(out, n, g) : guidon_new_many(out, n, kind);
    }
    if (series->status == GUIDON_OK) {
        series->status = status;
    }
}

static size_t goal_of(const struct series *series, size_t m, size_t part,
                      size_t parts)
{
    return (makers[m].row->few ? series->few : ROOM) * part / parts;
}

/* Go on until this part of all ids is made, one and eight at a time. */
static void make_up_to(struct series *series, size_t part, size_t parts,
                       struct set *by)
{
    for (size_t m = 0; m < N_MAKERS; m++) {
        size_t goal = goal_of(series, m, part, parts);

        while (series->n[m] < goal && series->status == GUIDON_OK) {
            size_t left = goal - series->n[m];
            size_t n = series->n[m] % 9 == 0 || left < 8 ? 1 : 8;

            make(series, ids_of(series, m) + series->n[m], n, m, by);
            series->n[m] += n;
        }
    }
}

static void end_series(struct series *series, struct set *by)
{
    make_up_to(series, 1, 1, by);
    for (size_t m = 0; m < N_MAKERS; m++) {
        guidon_stats stats = {.forks = 0};

        if (by->of[m]) {
            guidon_generator_stats(&stats, by->of[m]);
            series->forks[m] = stats.forks;
        }
    }
    series->ended = true;
}

static bool is_above(const guidon_id *a, const guidon_id *b, guidon_kind kind)
{
    uint64_t above = 0, below = 0;

    if (kind != GUIDON_V1) {
        return guidon_compare(a, b) > 0;
    }
    return guidon_ticks_of(&above, a) == GUIDON_OK &&
           guidon_ticks_of(&below, b) == GUIDON_OK && above > below;
}

static void judge_series(size_t s, size_t m)
{
    const struct series *series = &notes->series[s];
    const guidon_id *ids = ids_of(series, m);
    unsigned age = makers[m].own ? 0 : series->age;

    if (series->forks[m] != age) {
        fail_msg("%s: series %zu: %u forks, counted as %u", makers[m].row->name,
                 s, age, (unsigned)series->forks[m]);
    }
    for (size_t i = 1; makers[m].row->ordered && i < series->n[m]; i++) {
        if (!is_above(&ids[i], &ids[i - 1], makers[m].row->options.kind)) {
            fail_msg("%s: series %zu: id %zu is not above the last",
                     makers[m].row->name, s, i);
        }
    }
}

/* No id of a kind comes twice. */
static void judge_kind(unsigned kind)
{
    size_t first = first_of_kind[kind];
    size_t n = (first_of_kind[kind + 1] - first) * N_SERIES * ROOM;
    const guidon_id *ids = n > 0 ? &notes->ids[first][0][0] : NULL;
    size_t twice = n > 0 ? idset_first_repeat(ids, n) : 0;
    size_t once = 0;

    if (twice < n) {
        while (!guidon_equal(&ids[once], &ids[twice])) {
            once++;
        }
        fail_msg("%s, series %zu, id %zu = %s, series %zu, id %zu",
                 makers[first + once / ROOM / N_SERIES].row->name,
                 once / ROOM % N_SERIES, once % ROOM,
                 makers[first + twice / ROOM / N_SERIES].row->name,
                 twice / ROOM % N_SERIES, twice % ROOM);
    }
}

/* Judge the series that have begun. */
static void judge(void)
{
    for (size_t s = 0; s < N_SERIES; s++) {
        const struct series *series = &notes->series[s];

        if (series->n[0] == 0) {
            continue;
        }
        assert_int_equal(series->status, GUIDON_OK);
        assert_true(series->ended);
        for (size_t m = 0; m < N_MAKERS; m++) {
            judge_series(s, m);
        }
    }
    for (unsigned kind = 0; kind < N_KINDS; kind++) {
        judge_kind(kind);
    }
}

/* ------------------------------------------------------------- one by one */

/* A pipe whose end is seen when no process can write to it. So children wait
 * until all are there. */
static int gate[2];

static void wait_at_gate(void)
{
    char unused;

    close(gate[1]);
    while (read(gate[0], &unused, 1) < 0 && errno == EINTR) {
    }
}

static void open_gate(void)
{
    close(gate[0]);
    close(gate[1]);
}

/* What a child starts with. */
struct child {
    struct series *series;
    struct set *by;
    enum birth birth; /* of its own child */
    pid_t process;
};
static struct child children[N_SERIES];

static void live(void *argument)
{
    struct child *child = argument;

    alarm(PATIENCE);
    wait_at_gate();
    end_series(child->series, child->by);
}

static struct child *give_birth(enum birth birth, child_fn *run, size_t series,
                                struct set *by)
{
    struct child *child = &children[series];

    child->series = &notes->series[series];
    child->by = by;
    child->process = start_child(birth, run, child);
    return child;
}

static bool ended_well(size_t first, size_t n)
{
    bool well = true;

    for (size_t i = first; i < first + n; i++) {
        well = child_ended_well(children[i].process) && well;
    }
    return well;
}

static void raise_children(enum birth birth)
{
    struct series *parent = &notes->series[0];

    alarm(2 * PATIENCE);
    assert_int_equal(pipe(gate), 0);
    for (size_t i = 1; i <= N_CHILDREN; i++) {
        make_up_to(parent, i, 2 * N_CHILDREN, &set);
        give_birth(birth, live, i, &set);
    }
    open_gate();
    end_series(parent, &set);
    assert_true(ended_well(1, N_CHILDREN));
    judge();
}

static void test_64_children_of_fork(void **unused)
{
    (void)unused;
    raise_children(BY_FORK);
}

#if defined(__linux__)
/* Made without libc's fork handlers. */
static void test_64_children_of_clone(void **unused)
{
    (void)unused;
    raise_children(BY_CLONE);
}
#endif

/* Its own child makes half of all further ids. */
static void live_and_give_birth(void *argument)
{
    struct child *child = argument;
    size_t grandchild =
        (size_t)(child->series - notes->series) + N_CHILDREN / 2;

    alarm(PATIENCE);
    wait_at_gate();
    make_up_to(child->series, 1, 2, child->by);
    give_birth(child->birth, live, grandchild, child->by);
    end_series(child->series, child->by);
    if (!ended_well(grandchild, 1)) {
        _exit(1);
    }
}

static void test_grandchildren(void **unused)
{
    struct series *parent = &notes->series[0];
    const size_t n = N_CHILDREN / 2;

    (void)unused;
    alarm(2 * PATIENCE);
    assert_int_equal(pipe(gate), 0);
    for (size_t i = 1; i <= n; i++) {
        children[i].birth = (enum birth)(i / N_BIRTHS % N_BIRTHS);
        notes->series[i + n].age = 2;
        make_up_to(parent, i, 2 * n, &set);
        give_birth((enum birth)(i % N_BIRTHS), live_and_give_birth, i, &set);
    }
    open_gate();
    end_series(parent, &set);
    assert_true(ended_well(1, n));
    judge();
}

/* ------------------------------------------------------- by several threads */

/* How a process with several threads forks: ThreadSanitizer's own locks are
 * valid after fork, but not after clone. */
static enum birth birth_amid_threads(size_t n)
{
    return SANITIZED_THREADS ? BY_FORK : (enum birth)(n % N_BIRTHS);
}

static void tell_of_births(void)
{
    if (SANITIZED_THREADS) {
        print_message("skipped: clone, as ThreadSanitizer is not made for it "
                      "among threads\n");
    }
}

static pthread_barrier_t together;

struct thread {
    pthread_t id;
    size_t number;
    struct set set;
    bool well;
};

static void *fork_and_go_on(void *argument)
{
    struct thread *thread = argument;
    struct series *series = &notes->series[thread->number];
    const size_t n = N_CHILDREN / N_THREADS;
    size_t first = N_THREADS + thread->number * n;

    pthread_barrier_wait(&together);
    for (size_t i = 0; i < n; i++) {
        make_up_to(series, i + 1, 2 * n, &thread->set);
        give_birth(birth_amid_threads(i), live, first + i, &thread->set);
    }
    pthread_barrier_wait(&together);
    end_series(series, &thread->set);
    thread->well = ended_well(first, n);
    return NULL;
}

/* Each thread has its own generators of scope THREAD. Those of scope PROCESS
 * are copied during another thread's call. */
static void test_children_of_several_threads(void **unused)
{
    static struct thread threads[N_THREADS];

    (void)unused;
    tell_of_births();
    alarm(2 * PATIENCE);
    assert_int_equal(pipe(gate), 0);
    pthread_barrier_init(&together, NULL, N_THREADS + 1);
    for (size_t t = 0; t < N_THREADS; t++) {
        threads[t].number = t;
        notes->series[t].age = 0;
        notes->series[t].few = FEW_ROOM / N_THREADS; /* of one generator */
        make_set(&threads[t].set, &set);
        assert_int_equal(
            pthread_create(&threads[t].id, NULL, fork_and_go_on, &threads[t]),
            0);
    }
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    open_gate();
    for (size_t t = 0; t < N_THREADS; t++) {
        pthread_join(threads[t].id, NULL);
        free_set(&threads[t].set, false);
        assert_true(threads[t].well);
    }
    pthread_barrier_destroy(&together);
    judge();
}

/* ------------------------------------------------------- in signal handlers */

static atomic_size_t n_answered; /* signals that a child has answered */

static void live_at_once(void *argument)
{
    struct child *child = argument;

    alarm(PATIENCE);
    end_series(child->series, child->by);
}

static void answer_by_a_child(int unused)
{
    int saved = errno;
    size_t n = atomic_load(&n_answered) + 1;

    (void)unused;
    give_birth(birth_amid_threads(n), live_at_once, n, &set);
    atomic_store(&n_answered, n);
    errno = saved;
}

static void catch_signals(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = answer_by_a_child;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    atomic_store(&n_answered, 0);
}

/* During a call: the handler's child uses the generator that the interrupted
 * call is still using. */
static void test_children_of_a_handler_within_a_call(void **unused)
{
    struct series *parent = &notes->series[0];
    size_t n = 0;

    (void)unused;
    alarm(2 * PATIENCE);
    catch_signals();
    make_up_to(parent, 1, 4, &set);
    for (size_t m = 0; m < N_MAKERS; m++) {
        /* v4 reads no clock */
        if (makers[m].stopped && makers[m].row->options.kind != GUIDON_V4) {
            signal_in_clock = 1;
            make(parent, ids_of(parent, m) + parent->n[m], 1, m, &set);
            parent->n[m]++;
            n++;
        }
    }
    end_series(parent, &set);
    assert_int_equal(atomic_load(&n_answered), n);
    assert_true(ended_well(1, n));
    judge();
}

static atomic_size_t part; /* of the loop's ids that is being made */

/* One more id of each maker, up to the goal. Makers whose ids do not run out
 * repeat their last slot. */
static void make_round(struct series *series, size_t of_64)
{
    for (size_t m = 0; m < N_MAKERS; m++) {
        size_t goal = goal_of(series, m, of_64 + 1, N_CHILDREN + 1);
        guidon_id *out = ids_of(series, m) + series->n[m];

        if (series->n[m] < goal) {
            make(series, out, 1, m, &set);
            series->n[m]++;
        } else if (goal > 0 && !makers[m].stopped && !makers[m].row->few) {
            make(series, out - 1, 1, m, &set);
        }
    }
}

/* In each part one signal comes, at any instruction. */
static void *make_while_signalled(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < N_CHILDREN; i++) {
        atomic_store(&part, i);
        do {
            make_round(&notes->series[0], i);
        } while (atomic_load(&n_answered) <= i);
    }
    end_series(&notes->series[0], &set);
    return NULL;
}

static void test_children_of_a_handler_anywhere(void **unused)
{
    pthread_t thread;

    (void)unused;
    tell_of_births();
    alarm(2 * PATIENCE);
    catch_signals();
    atomic_store(&part, N_CHILDREN);
    assert_int_equal(pthread_create(&thread, NULL, make_while_signalled, NULL),
                     0);
    for (size_t i = 0; i < N_CHILDREN; i++) {
        while (atomic_load(&part) != i) {
            sched_yield();
        }
        assert_int_equal(pthread_kill(thread, SIGUSR1), 0);
        while (atomic_load(&n_answered) <= i) {
            sched_yield();
        }
    }
    pthread_join(thread, NULL);
    assert_true(ended_well(1, N_CHILDREN));
    judge();
}

/* -------------------------------------------------------------------- vfork */

/* A child of vfork makes ids with its parent's own state, and the parent goes
 * on from there. Some tools turn vfork into a fork. */
static void test_children_of_vfork(void **unused)
{
    static volatile bool shares_memory;
    static volatile size_t i;
    const size_t n = 8;

    (void)unused;
    alarm(2 * PATIENCE);
    notes->series[1].age = 0;
    for (i = 0; i < n; i++) {
        pid_t child;

        make_up_to(&notes->series[0], i + 1, 4 * n, &set);
        child = vfork();
        if (child == 0) {
            shares_memory = true;
            make_up_to(&notes->series[1], i + 1, 4 * n, &set);
            if (i % 2) {
                execlp("true", "true", (char *)NULL);
            }
            _exit(i % 2);
        }
        assert_true(child_ended_well(child));
    }
    /* The other ids that a step can give. */
    notes->series[0].few = notes->series[0].few * 3 / 4;
    end_series(&notes->series[0], &set);
    notes->series[1].ended = true;
    if (!shares_memory) {
        print_message("vfork is a fork here\n");
        memset(&notes->series[1], 0, sizeof notes->series[1]);
    }
    judge();
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_64_children_of_fork),
#if defined(__linux__)
        EACH(test_64_children_of_clone),
#endif
        EACH(test_grandchildren),
        EACH(test_children_of_several_threads),
        EACH(test_children_of_a_handler_within_a_call),
        EACH(test_children_of_a_handler_anywhere),
        EACH(test_children_of_vfork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
