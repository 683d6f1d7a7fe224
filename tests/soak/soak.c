/* SPDX-License-Identifier: MIT */
/*
 * soak.c - check that the ids of threads, processes and scopes all differ while
 * clocks go wrong
 *
 * The program makes ids in rounds, into memory that all processes share. After
 * a round it compares all ids of the round with each other (repeats.c).
 *
 * Each round has a day of its own: its clocks start at noon and differ from
 * noon by at most ten hours. The program checks that the time in each id is of
 * that day. Ids of two rounds therefore differ without a comparison. A later
 * run continues with the next day.
 *
 * Version 4 has no time. The program keeps all ids of version 4 in files by
 * their first byte, and compares each file at the end of a run.
 *
 * So every pair of ids that could be equal is compared, in all 16 bytes, across
 * runs too. Ids of two kinds differ in their version bits. A ULID and a UUID of
 * two rounds are not compared.
 */
#define _DEFAULT_SOURCE
#include "days.h"
#include "judge.h"
#include "kept.h"
#include "plant.h"
#include "random.h"
#include "repeats.h"
#include "work.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROCESSES_MAX 64
#define OWN_IDS       64 /* of each kind, from the process that forks all others */

struct plan {
    uint64_t ids, round_ids, seed;
    size_t processes, threads; /* threads: in each process */
    const char *folder;
    enum plant plant;
    bool counts, fresh;
};

struct soak {
    struct plan plan;
    struct arena *arena;
    guidon_id *scratch;
    struct kept kept;
    struct planted planted;
    char state[4096];
};

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* The program ends after the current round. */
static volatile sig_atomic_t end_requested;

static void request_end(int signal)
{
    (void)signal;
    end_requested = 1;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* `how` is MAP_SHARED or MAP_PRIVATE. */
static void *map(size_t len, int how)
{
    void *memory = mmap(NULL, len, PROT_READ | PROT_WRITE,
                        how | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        fail("memory");
    }
    (void)madvise(memory, len, MADV_HUGEPAGE);
    return memory;
}

/* --------------------------------------------------------------- processes */

struct crew {
    pid_t of[PROCESSES_MAX];
    size_t n;
    int end; /* read end of a pipe; every process and child has the write end open */
    uint64_t kills, steps, far_back;
};

static void start(struct crew *crew, struct soak *soak, size_t i, bool given,
                  uint64_t seed)
{
    size_t threads = soak->plan.threads;

    crew->of[i] = fork();
    if (crew->of[i] < 0) {
        fail("fork");
    }
    if (crew->of[i] == 0) {
        work_as_process(soak->arena, i * threads, threads, given, seed);
    }
}

/* Kill a process and start another, which gets no reserved block. */
static void kill_one(struct crew *crew, struct soak *soak, uint64_t *seed)
{
    size_t i = (size_t)draw(seed) % crew->n;

    if (crew->of[i] > 0 && kill(crew->of[i], SIGKILL) == 0) {
        waitpid(crew->of[i], NULL, 0);
        crew->kills++;
        start(crew, soak, i, false, draw(seed));
    }
}

static bool some_work(struct crew *crew, struct soak *soak)
{
    bool some = false;

    for (size_t i = 0; i < crew->n; i++) {
        int how = 0;

        if (crew->of[i] > 0 && waitpid(crew->of[i], &how, WNOHANG) > 0) {
            crew->of[i] = 0;
            if (!WIFEXITED(how) || WEXITSTATUS(how) != 0) {
                atomic_store(&soak->arena->wrong, -1);
            }
        }
        some = some || crew->of[i] > 0;
    }
    return some;
}

/* Disturb the clock and kill processes until all have ended. */
static void disturb(struct crew *crew, struct soak *soak, uint64_t *seed)
{
    struct arena *arena = soak->arena;

    while (some_work(crew, soak)) {
        enum fault fault = wall_fault(seed, arena->noon);

        crew->steps++;
        crew->far_back += fault == FAULT_FAR_BACK;
        usleep(100 + (useconds_t)(draw(seed) % 4000));
        if (draw(seed) % 32 == 0 &&
            atomic_load(&arena->begun) >= arena->n_threads &&
            atomic_load(&arena->next_block) < arena->n_blocks) {
            kill_one(crew, soak, seed);
        }
    }
    wall_set(arena->noon); /* a child must not wait for a frozen clock */
}

/* Make the ids of one round. The pipe closes when the last process has
 * ended. */
static struct crew make_ids(struct soak *soak, uint64_t *seed)
{
    struct crew crew = {.n = soak->plan.processes};
    int ends[2];
    char byte;

    if (pipe(ends) != 0) {
        fail("pipe");
    }
    for (size_t i = 0; i < crew.n; i++) {
        start(&crew, soak, i, true, draw(seed));
    }
    disturb(&crew, soak, seed);
    close(ends[1]);
    while (read(ends[0], &byte, 1) < 0 && errno == EINTR) {
    }
    close(ends[0]);
    return crew;
}

/* --------------------------------------------------------------------
 * rounds */

static void begin_round(struct arena *arena, uint64_t round)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V4, GUIDON_V6,
                                        GUIDON_V7, GUIDON_ULID_MONOTONIC};
    size_t at = reserved_blocks(arena->n_threads);

    arena->noon = noon_of(round);
    wall_set(arena->noon);
    atomic_store(&arena->ready, 0);
    atomic_store(&arena->begun, 0);
    atomic_store(&arena->forks, 0);
    atomic_store(&arena->restarts, 0);
    atomic_store(&arena->refused, 0);
    for (size_t i = 0; i < arena->n_blocks; i++) {
        arena->blocks[i] = (struct block){.order = ORDER_ANY};
    }
    /* The processes must not continue these streams after fork. */
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++, at++) {
        struct block *block = &arena->blocks[at];

        *block = (struct block){
            .kind = kinds[i], .process = getpid(), .parent = getppid()};
        if (guidon_new_many(arena->ids[at], OWN_IDS, kinds[i]) != GUIDON_OK) {
            atomic_store(&arena->wrong, -1);
        }
        atomic_store(&block->n, OWN_IDS);
    }
    atomic_store(&arena->next_block, at);
}

static void print_repeats(const char *where, struct repeats found)
{
    char text[GUIDON_UUID_LEN];

    if (found.n > 0) {
        guidon_uuid_format(text, &found.first);
        printf("%s: %zu duplicate ids, for example %.*s\n", where, found.n,
               GUIDON_UUID_LEN, text);
    }
}

static void check_round(struct soak *soak, struct sums *sums)
{
    struct arena *arena = soak->arena;
    struct id_span *spans = calloc(arena->n_blocks, sizeof *spans);
    struct repeats found;

    if (!spans) {
        fail("memory");
    }
    kept_open(&soak->kept, soak->plan.folder);
    for (size_t i = 0; i < arena->n_blocks; i++) {
        const struct block *block = &arena->blocks[i];

        spans[i].ids = arena->ids[i];
        spans[i].n = atomic_load(&block->n);
        sums->ids += spans[i].n;
        if (has_day(block->kind)) {
            sums->by_time += spans[i].n;
        } else {
            kept_add(&soak->kept, spans[i].ids, spans[i].n);
        }
        sums->in_order += block->order == ORDER_ANY ? 0 : spans[i].n;
        sums->faults += judge(arena, i);
    }
    kept_close(&soak->kept);
    found = repeats_among(spans, arena->n_blocks, soak->scratch, 2);
    print_repeats("in the round", found);
    sums->faults += found.n;
    free(spans);
}

static struct sums do_round(struct soak *soak, uint64_t round)
{
    struct arena *arena = soak->arena;
    uint64_t seed = soak->plan.seed + round;
    double begin = seconds_now();
    struct sums sums = {0};
    struct crew crew;

    begin_round(arena, round);
    crew = make_ids(soak, &seed);
    sums.kills = crew.kills;
    sums.steps = crew.steps;
    sums.far_back = crew.far_back;
    sums.forks = atomic_load(&arena->forks);
    sums.restarts = atomic_load(&arena->restarts);
    sums.refused = atomic_load(&arena->refused);
    if (atomic_load(&arena->wrong) != 0) {
        printf("a call returned the unexpected status %d\n",
               atomic_load(&arena->wrong));
        sums.faults++;
    }
    plant(&soak->planted, soak->plan.plant, arena);
    check_round(soak, &sums);
    log_add(soak->plan.folder, round, soak->plan.seed + round, &sums,
            seconds_now() - begin);
    return sums;
}

/* --------------------------------------------------------------- the
 * program */

static void set_up(struct soak *soak)
{
    struct plan *plan = &soak->plan;
    struct arena *arena = map(sizeof *arena, MAP_SHARED);
    size_t n_threads = plan->processes * plan->threads;

    arena->n_threads = n_threads;
    arena->n_blocks = (size_t)(plan->round_ids / BLOCK_IDS) + 1;
    if (arena->n_blocks < reserved_blocks(n_threads) + 8) {
        arena->n_blocks = reserved_blocks(n_threads) + 8;
    }
    arena->blocks = map(arena->n_blocks * sizeof *arena->blocks, MAP_SHARED);
    arena->ids = map(arena->n_blocks * sizeof *arena->ids, MAP_SHARED);
    /* Forked processes do not need the scratch memory, which is large. */
    soak->scratch = map(arena->n_blocks * sizeof *arena->ids, MAP_PRIVATE);
    (void)madvise(soak->scratch, arena->n_blocks * sizeof *arena->ids,
                  MADV_DONTFORK);
    if (mkdir(plan->folder, 0700) != 0 && errno != EEXIST) {
        fail(plan->folder);
    }
    snprintf(soak->state, sizeof soak->state, "%s/state", plan->folder);
    unlink(soak->state);
    if (plan->fresh) {
        kept_forget(plan->folder);
    }
    arena->state = soak->state;
    soak->arena = arena;
    wall = &arena->wall;
    signal(SIGINT, request_end);
    signal(SIGTERM, request_end);
}

static void print_counts(const char *folder)
{
    struct sums all = log_read(folder);

    printf("all runs: %" PRIu64 " ids in %" PRIu64 " rounds (%" PRIu64
           " of version 4); %" PRIu64 " forks, %" PRIu64
           " killed processes, %" PRIu64 " clock disturbances (%" PRIu64
           " far back), %" PRIu64 " restarts, %" PRIu64
           " rejected calls; %" PRIu64 " faults found\n",
           all.ids, all.rounds, all.ids - all.by_time, all.forks, all.kills,
           all.steps, all.far_back, all.restarts, all.refused, all.faults);
}

/* Run the rounds. Returns the number of faults found. */
static uint64_t run(struct soak *soak)
{
    uint64_t round = log_read(soak->plan.folder).rounds;
    uint64_t made = 0, faults = 0, kept;
    double begin = seconds_now();
    struct repeats found;

    while (made < soak->plan.ids && !end_requested) {
        struct sums sums = do_round(soak, round++);

        made += sums.ids;
        faults += sums.faults;
        printf("round %" PRIu64 ": %" PRIu64 " ids, order checked for %" PRIu64
               "; total %" PRIu64 " ids, %.0f s\n",
               round - 1, sums.ids, sums.in_order, made, seconds_now() - begin);
        fflush(stdout);
    }
    found = kept_repeats(soak->plan.folder, 2, &kept);
    print_repeats("version 4", found);
    printf("version 4: compared %" PRIu64 " ids of all runs\n", kept);
    return faults + found.n;
}

static const char usage[] =
    "usage: soak [--ids N] [--round N] [--processes N] [--threads N]\n"
    "            [--seed N] [--folder DIR] [--plant WHAT] [--counts]\n"
    "            [--fresh]\n";

static bool read_option(struct plan *plan, const char *name, const char *value)
{
    uint64_t number = (uint64_t)strtod(value, NULL);

    if (strcmp(name, "--ids") == 0) {
        plan->ids = number;
    } else if (strcmp(name, "--round") == 0) {
        plan->round_ids = number;
    } else if (strcmp(name, "--seed") == 0) {
        plan->seed = strtoull(value, NULL, 0);
    } else if (strcmp(name, "--processes") == 0) {
        plan->processes = (size_t)number;
    } else if (strcmp(name, "--threads") == 0) {
        plan->threads = (size_t)number;
    } else if (strcmp(name, "--folder") == 0) {
        plan->folder = value;
    } else if (strcmp(name, "--plant") == 0) {
        return plant_by_name(&plan->plant, value);
    } else {
        return false;
    }
    return true;
}

static bool read_options(struct plan *plan, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--counts") == 0) {
            plan->counts = true;
            i--;
        } else if (strcmp(argv[i], "--fresh") == 0) {
            plan->fresh = true;
            i--;
        } else if (i + 1 == argc || !read_option(plan, argv[i], argv[i + 1])) {
            return false;
        }
    }
    return plan->processes >= 2 && plan->processes <= PROCESSES_MAX &&
           plan->threads >= 2 && plan->ids > 0 && plan->round_ids > 0;
}

int main(int argc, char **argv)
{
    struct soak soak = {.plan = {.ids = 100000000,
                                 .round_ids = 50000000,
                                 .processes = 4,
                                 .threads = 2,
                                 .folder = "soak"}};
    uint64_t faults;

    soak.plan.seed = (uint64_t)time(NULL);
    if (!read_options(&soak.plan, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (soak.plan.counts) {
        print_counts(soak.plan.folder);
        return 0;
    }
    set_up(&soak);
    faults = run(&soak);
    print_counts(soak.plan.folder);
    if (soak.plan.plant != PLANT_NONE) {
        return plant_was_found(&soak.planted, faults) ? 0 : 1;
    }
    return faults > 0 ? 1 : 0;
}
