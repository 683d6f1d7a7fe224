/* SPDX-License-Identifier: MIT */
/* test_host.c - ids that many processes make at once, some of them killed. */
/*
 * Before a thread makes ids, it reads the greatest id that any thread of any
 * process has published. Its own ids must be above that, and are then
 * published. The id that it read was returned before the call began, so this is
 * the order that scope HOST promises, and no more. Processes note what they
 * see, and the first process judges.
 */
#define _GNU_SOURCE
#include "host_test.h"
#include "idset.h"
#include "sanitized.h"
#include "shared_test.h"

#include <pthread.h>

/*
 * How many ids of a kind all processes make. The long test sets its own number.
 */
#if defined(IDS)
#elif SANITIZED
#  define IDS 8000
#else
#  define IDS 500000
#endif
#define LOT_MAX 9 /* ids of one call */
#define LISTS   16
#define ROOM                                                                   \
  (IDS + LISTS * LOT_MAX) /* of a list: one process may make them all */

/* Stands for memory that all of them write; a row without it has a file. */
static char in_memory[1];

static const struct row {
    const char *name;
    guidon_options options;
} rows[] = {
    {"v1", {.kind = GUIDON_V1}},
    {"v6", {.kind = GUIDON_V6}},
    {"v7 precise", {.kind = GUIDON_V7}},
    {"v7 precise, a coarse clock",
     {.kind = GUIDON_V7, .clock_resolution_ns = 1000000}},
    {"v7 counter", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER}},
    {"v7 increment", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT}},
    {"v7 trace", {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_TRACE}},
    {"ULID monotonic", {.kind = GUIDON_ULID_MONOTONIC}},
    {"ULID monotonic, random step",
     {.kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM}},
    {"v8 with a prefix",
     {.kind = GUIDON_V8_PREFIXED, .prefix = 0xfffff, .prefix_bits = 20}},
    {"v8 with a prefix, a coarse clock",
     {.kind = GUIDON_V8_PREFIXED,
      .prefix = 9,
      .prefix_bits = 20,
      .clock_resolution_ns = 1000000}},
    {"v7 precise in memory", {.kind = GUIDON_V7, .state_memory = in_memory}},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* -------------------------------------------- memory that all of them write */

struct list {
    _Atomic size_t n;
    guidon_id ids[ROOM];
};

struct work {
    guidon_options options;
    char path[600];
    _Alignas(GUIDON_STATE_MEMORY) unsigned char memory[GUIDON_STATE_MEMORY];
    _Atomic size_t allowed; /* how many ids may be made so far, in all */
    atomic_int there;       /* threads that are ready */
    atomic_int unopened, refused, disordered;
    pthread_mutex_t lock; /* the test's own */
    guidon_id greatest[2];
    atomic_uint latest; /* the index of the current one */
    struct list lists[LISTS];
};

/* If a process is killed while it holds the lock, the next process gets it. */
static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t how;

    pthread_mutexattr_init(&how);
    pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    assert_int_equal(pthread_mutex_init(lock, &how), 0);
    pthread_mutexattr_destroy(&how);
}

static void lock(struct work *work)
{
    if (pthread_mutex_lock(&work->lock) == EOWNERDEAD) {
        pthread_mutex_consistent(&work->lock);
    }
}

static struct work *new_work(const struct row *row)
{
    struct work *work = common_memory(sizeof *work);

    snprintf(work->path, sizeof work->path, "%s", in_folder("s"));
    work->options = row->options;
    work->options.scope = GUIDON_SCOPE_HOST;
    if (row->options.state_memory) {
        work->options.state_memory = work->memory;
    } else {
        work->options.state_path = work->path;
    }
    work->allowed = IDS;
    make_lock(&work->lock);
    return work;
}

static guidon_id greatest(struct work *work)
{
    guidon_id id;

    lock(work);
    id = work->greatest[work->latest];
    pthread_mutex_unlock(&work->lock);
    return id;
}

/* If a process dies in here, the id before stays published. */
static void make_known(struct work *work, const guidon_id *id)
{
    lock(work);
    if (is_below(work->options.kind, &work->greatest[work->latest], id)) {
        work->greatest[!work->latest] = *id;
        work->latest = !work->latest;
    }
    pthread_mutex_unlock(&work->lock);
}

static size_t made_in_all(const struct work *work)
{
    size_t n = 0;

    for (int i = 0; i < LISTS; i++) {
        n += work->lists[i].n;
    }
    return n;
}

static bool has_faults(const struct work *work)
{
    return work->unopened || work->refused || work->disordered;
}

/* -------------------------------------------------------------- making ids */

/* One call for `n` ids. */
static void make_lot(struct work *work, struct list *list, guidon_generator *g,
                     size_t n)
{
    guidon_id ids[LOT_MAX];
    guidon_id before = greatest(work);

    if (guidon_next_many(ids, n, g) != GUIDON_OK) {
        work->refused++;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        work->disordered += !is_below(work->options.kind, &before, &ids[i]);
        before = ids[i];
        list->ids[list->n + i] = ids[i];
    }
    list->n += n;
    make_known(work, &before);
}

/* Most calls are for one id. */
static size_t draw_lot(uint64_t *seed)
{
    uint64_t bits = draw(seed);

    return bits % 4 ? 1 : 1 + (bits >> 32) % LOT_MAX;
}

static void make_until_done(struct work *work, size_t of, guidon_generator *g)
{
    uint64_t seed = of;
    size_t made;

    while ((made = made_in_all(work)) < IDS && !has_faults(work)) {
        if (made < work->allowed) {
            make_lot(work, &work->lists[of], g, draw_lot(&seed));
        } else {
            sched_yield();
        }
    }
}

/* All ids are unique, and no call has failed. All ids of v1 and v6 have one
 * node and one clock sequence (R76). */
static void judge(const struct row *row, struct work *work)
{
    size_t n = 0;
    guidon_id *ids = calloc(made_in_all(work) + 1, sizeof *ids);
    bool gregorian =
        row->options.kind == GUIDON_V1 || row->options.kind == GUIDON_V6;

    assert_non_null(ids);
    for (int i = 0; i < LISTS; i++) {
        memcpy(ids + n, work->lists[i].ids, work->lists[i].n * sizeof *ids);
        n += work->lists[i].n;
    }
    assert_row(row->name, work->unopened == 0);
    assert_row(row->name, work->refused == 0);
    assert_row(row->name, work->disordered == 0);
    assert_row(row->name, idset_first_repeat(ids, n) == n);
    for (size_t i = 1; gregorian && i < n; i++) {
        assert_row(row->name, same_seq(&ids[0], &ids[i]));
        assert_row(row->name, same_node(&ids[0], &ids[i]));
    }
    free(ids);
}

/* ----------------------------------------------------- processes of threads */

/* A process: this many threads, which share one generator. */
struct crew {
    struct work *work;
    size_t first; /* the list of its first thread */
    size_t threads;
    int ready; /* the number of threads in all processes */
    guidon_generator *g;
    atomic_size_t next;
};

static void *work_in_thread(void *argument)
{
    struct crew *crew = argument;

    meet(&crew->work->there, crew->ready);
    make_until_done(crew->work, crew->first + crew->next++, crew->g);
    return NULL;
}

/*
 * A process that cannot begin still counts as ready, so that the others go on.
 */
static int work_in_process(void *argument)
{
    struct crew *crew = argument;
    pthread_t threads[LISTS];

    if (guidon_generator_new(&crew->g, &crew->work->options)) {
        crew->work->unopened++;
        crew->work->there += (int)crew->threads;
        return 1;
    }
    for (size_t i = 1; i < crew->threads; i++) {
        if (pthread_create(&threads[i], NULL, work_in_thread, crew)) {
            return 2;
        }
    }
    work_in_thread(crew);
    for (size_t i = 1; i < crew->threads; i++) {
        pthread_join(threads[i], NULL);
    }
    guidon_generator_free(crew->g);
    return 0;
}

static void work_together(const struct row *row, size_t n, size_t threads)
{
    struct work *work = new_work(row);
    pid_t workers[LISTS];

    for (size_t i = 0; i < n; i++) {
        struct crew crew = {.work = work,
                            .first = i * threads,
                            .threads = threads,
                            .ready = (int)(n * threads)};

        workers[i] = start(work_in_process, &crew);
    }
    for (size_t i = 0; i < n; i++) {
        assert_row(row->name, end_of(workers[i]) == 0);
    }
    judge(row, work);
    assert_row(row->name, made_in_all(work) >= IDS);
    munmap(work, sizeof *work);
}

/* Every row has a file of its own. */
static void test_two_processes_of_eight_threads(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        work_together(&rows[i], 2, 8);
        remove_one("s");
    }
}

/* One file for all kinds. */
static void test_eight_processes(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        work_together(&rows[i], 8, 1);
    }
}

/* ------------------------------------------------------- killed at any time */

#define WORKERS 6
#define KILLS   100

static pid_t start_worker(struct work *work, size_t of)
{
    struct crew crew = {.work = work, .first = of, .threads = 1, .ready = 1};

    return start(work_in_process, &crew);
}

/* Let the workers make ids, and kill one when some of the ids are made. */
static void kill_one(pid_t worker, struct work *work, uint64_t *seed)
{
    size_t between = IDS / (KILLS + 1);
    size_t from = work->allowed;

    work->allowed = from + between;
    while (made_in_all(work) < from + draw(seed) % between &&
           !has_faults(work)) {
        sched_yield();
    }
    kill(worker, SIGKILL);
    end_of(worker);
}

static void kill_and_restart(const struct row *row)
{
    struct work *work = new_work(row);
    pid_t workers[WORKERS];
    uint64_t seed = 5;

    work->allowed = 0;
    for (size_t w = 0; w < WORKERS; w++) {
        workers[w] = start_worker(work, w);
    }
    for (int i = 0; i < KILLS && !has_faults(work); i++) {
        size_t w = (size_t)(draw(&seed) % WORKERS);

        kill_one(workers[w], work, &seed);
        workers[w] = start_worker(work, w);
    }
    work->allowed = IDS;
    for (size_t w = 0; w < WORKERS; w++) {
        assert_row(row->name, end_of(workers[w]) == 0);
    }
    judge(row, work);
    assert_row(row->name, made_in_all(work) >= IDS);
    munmap(work, sizeof *work);
}

static void test_the_killed_take_nothing_with_them(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        kill_and_restart(&rows[i]);
        remove_one("s");
    }
}

/* ------------------------------------------------------------------- forked */

#define LOTS     40 /* with the clock stopped, v1 has 10 000 ids in all (R54) */
#define CHILDREN 3  /* each with a child of its own */
#define FAMILY   (1 + 2 * CHILDREN)

struct member {
    struct work *work;
    guidon_generator *g;
    size_t list;
    bool has_child;
};

static void make_lots(const struct member *member)
{
    uint64_t seed = member->list;

    for (int i = 0; i < LOTS; i++) {
        make_lot(member->work, &member->work->lists[member->list], member->g,
                 draw_lot(&seed));
    }
}

/* Continue with the generator that the first process made. */
static int live_on(void *argument)
{
    struct member member = *(struct member *)argument;
    pid_t child = 0;
    guidon_stats stats;

    if (member.has_child) {
        struct member next = member;

        next.list += CHILDREN;
        next.has_child = false;
        child = start(live_on, &next);
    }
    meet(&member.work->there, FAMILY);
    make_lots(&member);
    guidon_generator_stats(&stats, member.g);
    guidon_generator_free(member.g);
    return stats.forks == 0 || (child && end_of(child));
}

static void fork_with(const struct row *row, struct work *work)
{
    struct member parent = {.work = work};
    pid_t children[CHILDREN];

    assert_row(row->name,
               guidon_generator_new(&parent.g, &work->options) == GUIDON_OK);
    make_lots(&parent);
    for (size_t i = 0; i < CHILDREN; i++) {
        struct member child = parent;

        child.list = 1 + i;
        child.has_child = true;
        children[i] = start(live_on, &child);
    }
    meet(&work->there, FAMILY);
    make_lots(&parent);
    for (size_t i = 0; i < CHILDREN; i++) {
        assert_row(row->name, end_of(children[i]) == 0);
    }
    guidon_generator_free(parent.g);
    judge(row, work);
    munmap(work, sizeof *work);
}

static void test_a_fork_goes_on_with_the_same_state(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        fork_with(&rows[i], new_work(&rows[i]));
    }
}

/* All processes read one time and the same random bytes, so only the state in
 * the file keeps their ids apart. */
static void test_a_fork_goes_on_while_the_clock_stands_still(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        struct script script = script_at(1700000000, 0);
        struct work *work = new_work(&rows[i]);

        work->options.overflow = GUIDON_OVERFLOW_FAIL;
        work->options.clock_fn = script_clock;
        work->options.clock_context = &script;
        work->options.random = GUIDON_RANDOM_CALLBACK;
        work->options.random_fn = script_random;
        work->options.random_context = &script;
        fork_with(&rows[i], work);
        remove_one("s");
    }
}

/* ----------------------------------------------------------------- in memory */

/* Processes may have the memory at different addresses. So may generators. */
static void test_memory_has_one_state_at_each_address(void **unused)
{
    static const guidon_kind kinds[] = {GUIDON_V7, GUIDON_ULID_MONOTONIC};
    int file = open(in_folder("m"), O_RDWR | O_CREAT, 0600);
    guidon_generator *g[2];
    void *at[2];

    (void)unused;
    assert_int_equal(ftruncate(file, GUIDON_STATE_MEMORY), 0);
    for (int i = 0; i < 2; i++) {
        at[i] = mmap(NULL, GUIDON_STATE_MEMORY, PROT_READ | PROT_WRITE,
                     MAP_SHARED, file, 0);
        assert_true(at[i] != MAP_FAILED);
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct script script = script_at(1700000000, 0);
        guidon_id id, before = {{0}};

        for (int i = 0; i < 2; i++) {
            guidon_options options = {.kind = kinds[k],
                                      .scope = GUIDON_SCOPE_HOST,
                                      .state_memory = at[i],
                                      .clock_fn = script_clock,
                                      .clock_context = &script};

            assert_int_equal(guidon_generator_new(&g[i], &options), GUIDON_OK);
        }
        for (int i = 0; i < 100; i++) {
            assert_int_equal(guidon_next(&id, g[i % 2]), GUIDON_OK);
            assert_true(guidon_compare(&before, &id) < 0);
            before = id;
        }
        guidon_generator_free(g[0]);
        assert_int_equal(guidon_next(&id, g[1]), GUIDON_OK); /* still there */
        guidon_generator_free(g[1]);
    }
    munmap(at[0], GUIDON_STATE_MEMORY);
    munmap(at[1], GUIDON_STATE_MEMORY);
    close(file);
}

static void test_memory_that_is_refused(void **unused)
{
    unsigned char *page = common_memory(2 * GUIDON_STATE_MEMORY);
    const struct {
        const char *name;
        guidon_options options;
        guidon_status status;
    } cases[] = {
        {"v1", {.kind = GUIDON_V1}, GUIDON_E_ARGUMENT},
        {"v2", {.kind = GUIDON_V2}, GUIDON_E_ARGUMENT},
        {"v6", {.kind = GUIDON_V6}, GUIDON_E_ARGUMENT},
        {"process",
         {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS},
         GUIDON_E_ARGUMENT},
        {"a path too",
         {.kind = GUIDON_V7, .state_path = "s"},
         GUIDON_E_ARGUMENT},
        {"an odd address",
         {.kind = GUIDON_V7, .state_memory = page + 8},
         GUIDON_E_ARGUMENT},
        {"no state", {.kind = GUIDON_V4}, GUIDON_OK},
        {"a state", {.kind = GUIDON_V7}, GUIDON_OK},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        guidon_options options = cases[i].options;
        guidon_generator *g = NULL;

        if (options.scope != GUIDON_SCOPE_PROCESS) {
            options.scope = GUIDON_SCOPE_HOST;
        }
        if (!options.state_memory) {
            options.state_memory = page;
        }
        assert_row(cases[i].name,
                   guidon_generator_new(&g, &options) == cases[i].status);
        guidon_generator_free(g);
    }
    for (size_t i = 0; i < 8; i++) {
        guidon_options options = {.kind = GUIDON_V7,
                                  .scope = GUIDON_SCOPE_HOST,
                                  .state_memory = page};
        guidon_generator *g = NULL;

        page[i] ^= 1;
        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_STATE);
        assert_non_null(strstr(guidon_state_reason(), "the state memory"));
        page[i] ^= 1;
    }
    munmap(page, 2 * GUIDON_STATE_MEMORY);
}

/* -------------------------------------------------------------------- main */

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_two_processes_of_eight_threads),
        in_new_folder(test_eight_processes),
        in_new_folder(test_the_killed_take_nothing_with_them),
        in_new_folder(test_a_fork_goes_on_with_the_same_state),
        in_new_folder(test_a_fork_goes_on_while_the_clock_stands_still),
        in_new_folder(test_memory_has_one_state_at_each_address),
        cmocka_unit_test(test_memory_that_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
