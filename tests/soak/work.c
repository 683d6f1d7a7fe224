/* SPDX-License-Identifier: MIT */
/* work.c - what the processes and threads of a soak do. */
#define _DEFAULT_SOURCE
#include "work.h"
#include "random.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* What is made, how often, and whether it rises as bytes. The first is what the
 * first given block holds, the second what the others do. */
static const struct mix {
    guidon_kind kind;
    guidon_v7_layout layout;
    unsigned weight;
    bool rises, shared; /* has a generator that threads share */
} mixes[] = {
    {GUIDON_V4, 0, 6, false, false},
    {GUIDON_V7, GUIDON_V7_PRECISE, 26, true, true},
    {GUIDON_V7, GUIDON_V7_COUNTER, 9, true, true},
    {GUIDON_V7, GUIDON_V7_INCREMENT, 9, true, true},
    {GUIDON_V7, GUIDON_V7_UNORDERED, 7, false, false},
    {GUIDON_ULID, 0, 10, false, false},
    {GUIDON_ULID_MONOTONIC, 0, 12, true, true},
    {GUIDON_V1, 0, 10, false, true},
    {GUIDON_V6, 0, 10, true, true},
    {GUIDON_V2, 0, 1, false, false},
};
#define N_MIXES      (sizeof mixes / sizeof mixes[0])
#define WEIGHTS      100
#define MOST_BLOCKS  8 /* by one generator */
#define V2_IDS       256
#define MOST_REFUSED 64

/* Generators that the threads of a process share, by mix; NULL where none is. */
struct process {
    struct arena *arena;
    guidon_generator *of_process[N_MIXES], *of_host[N_MIXES];
};

struct thread {
    struct process *process;
    pthread_t id;
    size_t number;
    bool given;
    uint64_t seed;
};

/* What fills some blocks. `g` is NULL where the thread's own makes them. */
struct stint {
    const struct mix *mix;
    guidon_generator *g;
    bool owned; /* by this thread alone, so that its falls can be counted */
    bool inherited;
    struct script script;
};

static void report(struct arena *arena, guidon_status status)
{
    atomic_store(&arena->wrong, (int)status);
}

/* ------------------------------------------------------------- generators */

static guidon_generator *generator(struct arena *arena,
                                   const guidon_options *options)
{
    guidon_generator *g = NULL;
    guidon_status status = guidon_generator_new(&g, options);

    if (status != GUIDON_OK) {
        report(arena, status);
    }
    return g;
}

static guidon_generator *shared_one(struct arena *arena, const struct mix *mix,
                                    guidon_scope scope)
{
    guidon_options options = {.kind = mix->kind,
                              .scope = scope,
                              .state_path = arena->state,
                              .v7_layout = mix->layout};

    return mix->shared ? generator(arena, &options) : NULL;
}

/* Of one thread: by the wall clock or by a script, at random otherwise. */
static guidon_generator *own_one(struct arena *arena, struct stint *stint,
                                 bool scripted, uint64_t *seed)
{
    guidon_options options = {.kind = stint->mix->kind,
                              .v7_layout = stint->mix->layout};
    bool v2 = stint->mix->kind == GUIDON_V2;

    options.ulid_step = (guidon_ulid_step)(draw(seed) % 2);
    options.rollback =
        draw(seed) % 8 ? GUIDON_ROLLBACK_RESTART : GUIDON_ROLLBACK_FAIL;
    options.overflow =
        v2 || draw(seed) % 4 == 0 ? GUIDON_OVERFLOW_FAIL : GUIDON_OVERFLOW_WAIT;
    options.random =
        draw(seed) % 16 ? GUIDON_RANDOM_FAST : GUIDON_RANDOM_KERNEL;
    if (scripted || v2) {
        stint->script = (struct script){
            .seed = draw(seed),
            .noon = arena->noon,
            .now = arena->noon + (int64_t)(draw(seed) % (uint64_t)HOUR),
            .tick = v2 ? 30 * SECOND : INT64_C(1) << draw(seed) % 24,
            .far_is_left = 64};
        options.clock_fn = script_clock;
        options.clock_context = &stint->script;
    }
    return generator(arena, &options);
}

/* Whose generator: the thread's own, one by options, or one that is shared. */
static void begin_stint(struct stint *stint, struct thread *me, size_t mix)
{
    struct process *process = me->process;
    unsigned by = (unsigned)(draw(&me->seed) % 100);

    *stint = (struct stint){.mix = &mixes[mix]};
    if (by < 22 && stint->mix->shared) {
        stint->g = process->of_process[mix];
    } else if (by < 30 && stint->mix->shared) {
        stint->g = process->of_host[mix];
    } else if (by < 70 || stint->mix->kind == GUIDON_V2) {
        stint->g = own_one(process->arena, stint, by < 50, &me->seed);
        stint->owned = stint->g != NULL;
    } else if (stint->mix->layout != GUIDON_V7_PRECISE) {
        stint->mix = &mixes[1]; /* what guidon_new makes of version 7 */
    }
}

/* ------------------------------------------------------------------ blocks */

static guidon_status make(guidon_id *out, size_t n, struct stint *stint)
{
    guidon_status status = GUIDON_OK;

    if (n > 1) {
        return stint->g ? guidon_next_many(out, n, stint->g)
                        : guidon_new_many(out, n, stint->mix->kind);
    }
    status = stint->g ? guidon_next(out, stint->g)
                      : guidon_new(out, stint->mix->kind);
    return status;
}

/* Calls for one, for some and for many. */
static size_t draw_call(uint64_t *seed, guidon_kind kind)
{
    switch (draw(seed) % 8) {
    case 0:
        return 1;
    case 1:
    case 2:
        return kind == GUIDON_V2 ? 1 : 2 + draw(seed) % 64;
    default:
        return kind == GUIDON_V2 ? 1 : 64 + draw(seed) % 2048;
    }
}

static uint64_t restarts_of(const struct stint *stint)
{
    guidon_stats stats = {0};

    if (stint->g) {
        guidon_generator_stats(&stats, stint->g);
    }
    return stats.restarts;
}

/* A refusal is what an option asked for, or a full millisecond. */
static bool may_refuse(guidon_status status)
{
    return status == GUIDON_E_CLOCK || status == GUIDON_E_OVERFLOW;
}

static void fill(struct arena *arena, size_t at, struct stint *stint,
                 struct thread *me)
{
    struct block *block = &arena->blocks[at];
    uint64_t before = restarts_of(stint);
    uint32_t most = stint->mix->kind == GUIDON_V2 ? V2_IDS : BLOCK_IDS;
    uint32_t n = 0;
    unsigned refused = 0;

    block->kind = stint->mix->kind;
    block->process = getpid();
    block->parent = getppid();
    block->thread = (uint32_t)me->number;
    block->falls = -1;
    while (n < most && refused < MOST_REFUSED) {
        size_t call = draw_call(&me->seed, block->kind);
        /* Small calls come in rows: else most ids are of large ones. */
        unsigned row = call < 64 ? 64 : 1;

        for (; row > 0 && n < most && refused < MOST_REFUSED; row--) {
            size_t now = call < most - n ? call : most - n;
            guidon_status status = make(arena->ids[at] + n, now, stint);

            if (status == GUIDON_OK) {
                n += (uint32_t)now;
                atomic_store_explicit(&block->n, n, memory_order_release);
            } else if (may_refuse(status)) {
                refused++;
            } else {
                report(arena, status);
                return;
            }
        }
    }
    atomic_fetch_add(&arena->refused, refused);
    if (stint->owned && !stint->inherited) {
        uint64_t restarts = restarts_of(stint) - before;

        atomic_fetch_add(&arena->restarts, restarts);
        /* One call may begin anew more than once, and is counted once. */
        block->falls = stint->mix->rises && restarts == 0 ? 0 : -1;
    }
}

static bool claim(struct arena *arena, size_t *at)
{
    *at = atomic_fetch_add(&arena->next_block, 1);
    return *at < arena->n_blocks;
}

/* --------------------------------------------------- threads and processes */

/* A child goes on with the generators that it inherited, for two blocks. */
static void fork_child(struct stint *stint, struct thread *me, size_t given)
{
    struct arena *arena = me->process->arena;
    size_t at = given;

    atomic_fetch_add(&arena->forks, 1);
    if (fork() != 0) {
        return;
    }
    stint->inherited = true;
    me->seed ^= (uint64_t)getpid() << 32;
    if (given < arena->n_blocks || claim(arena, &at)) {
        fill(arena, at, stint, me);
    }
    if (claim(arena, &at)) {
        fill(arena, at, stint, me);
    }
    _exit(0);
}

static size_t draw_mix(uint64_t *seed)
{
    unsigned by = (unsigned)(draw(seed) % WEIGHTS);
    size_t mix = 0;

    while (by >= mixes[mix].weight) {
        by -= mixes[mix++].weight;
    }
    return mix;
}

/* The given block, and that of a child; all begin together. */
static void do_given(struct thread *me)
{
    struct arena *arena = me->process->arena;
    struct stint stint = {.mix = &mixes[me->number == 0 ? 0 : 1]};

    atomic_fetch_add(&arena->ready, 1);
    while (atomic_load(&arena->ready) < arena->n_threads) {
        sched_yield();
    }
    fill(arena, me->number, &stint, me);
    fork_child(&stint, me, arena->n_threads + me->number);
    atomic_fetch_add(&arena->begun, 1);
}

static void *work_as_thread(void *argument)
{
    struct thread *me = argument;
    struct arena *arena = me->process->arena;
    struct stint stint;
    size_t at;
    bool more = true;

    if (me->given) {
        do_given(me);
    }
    while (more) {
        size_t blocks = 1 + draw(&me->seed) % MOST_BLOCKS;

        begin_stint(&stint, me, draw_mix(&me->seed));
        for (; blocks > 0 && (more = claim(arena, &at)); blocks--) {
            fill(arena, at, &stint, me);
            if (draw(&me->seed) % 128 == 0) {
                fork_child(&stint, me, SIZE_MAX);
            }
        }
        if (stint.owned) {
            guidon_generator_free(stint.g);
        }
    }
    return NULL;
}

_Noreturn void work_as_process(struct arena *arena, size_t first, size_t n,
                               bool given, uint64_t seed)
{
    struct process process = {.arena = arena};
    struct thread *threads = calloc(n, sizeof *threads);

    signal(SIGCHLD, SIG_IGN); /* children that ended are nobody's */
    signal(SIGINT, SIG_IGN);  /* the round is ended first */
    signal(SIGTERM, SIG_IGN);
    for (size_t i = 0; i < N_MIXES; i++) {
        process.of_process[i] =
            shared_one(arena, &mixes[i], GUIDON_SCOPE_PROCESS);
        process.of_host[i] = shared_one(arena, &mixes[i], GUIDON_SCOPE_HOST);
    }
    for (size_t i = 0; threads && i < n; i++) {
        threads[i] =
            (struct thread){&process, 0, first + i, given, draw(&seed)};
        if (pthread_create(&threads[i].id, NULL, work_as_thread, &threads[i]) !=
            0) {
            abort();
        }
    }
    for (size_t i = 0; threads && i < n; i++) {
        pthread_join(threads[i].id, NULL);
    }
    _exit(threads ? 0 : 1);
}
