/* SPDX-License-Identifier: MIT */
/* work.c - the processes and threads of a soak test */
#define _DEFAULT_SOURCE
#include "work.h"
#include "days.h"
#include "random.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* The kinds of ids and their frequencies. The first row fills the first
 * reserved block, the second row the other reserved blocks. */
static const struct mix {
    guidon_kind kind;
    guidon_v7_layout layout;
    unsigned weight;
    bool in_order; /* ids rise */
    bool shared;   /* threads share a generator */
    /* Of version 8 with a prefix: all ones, or a random shard for each id. A
     * state that threads share holds one length. */
    unsigned prefix_bits;
    bool prefix_random;
} mixes[] = {
    {GUIDON_V4, 0, 6, false, false, 0, false},
    {GUIDON_V7, GUIDON_V7_PRECISE, 18, true, true, 0, false},
    {GUIDON_V7, GUIDON_V7_COUNTER, 8, true, true, 0, false},
    {GUIDON_V7, GUIDON_V7_INCREMENT, 8, true, true, 0, false},
    {GUIDON_V7, GUIDON_V7_UNORDERED, 6, false, false, 0, false},
    {GUIDON_ULID, 0, 9, false, false, 0, false},
    {GUIDON_ULID_MONOTONIC, 0, 10, true, true, 0, false},
    {GUIDON_V1, 0, 9, true, true, 0, false},
    {GUIDON_V6, 0, 9, true, true, 0, false},
    {GUIDON_V2, 0, 1, false, false, 0, false},
    {GUIDON_V8_PREFIXED, 0, 10, true, true, GUIDON_V8_APPEND_BITS, false},
    {GUIDON_V8_PREFIXED, 0, 6, true, false, 4, true},
};
#define N_MIXES      (sizeof mixes / sizeof mixes[0])
#define WEIGHTS      100
#define MOST_BLOCKS  8 /* with one generator */
#define V2_IDS       256
#define MOST_REFUSED 64
/* After so many stints the threads share one generator, for so many blocks
 * each. */
#define STINTS_APART 12
#define MEET_BLOCKS  6
/* For so long after a change of the wall clock, a thread's own generator may
 * still use the counter with an earlier reading: twice the valid interval of
 * tsc.h. */
#define SEES_WITHIN (SECOND / 500)

/* The generators that the threads of a process share, by mix; NULL if none. */
struct process {
    struct arena *arena;
    guidon_generator *of_process[N_MIXES], *of_host[N_MIXES];
    size_t n_threads;
    uint64_t seed;          /* of the choices that all threads make alike */
    _Atomic size_t arrived; /* calls of meet() */
    _Atomic bool
        is_over; /* a thread found no block and will not call meet() again */
};

struct thread {
    struct process *process;
    pthread_t id;
    size_t number;
    bool given;
    uint64_t seed;
    size_t meetings;
};

/* A stint: one generator that fills some blocks. If `g` is NULL, the thread's
 * own generator fills them. */
struct stint {
    const struct mix *mix;
    guidon_generator *g;
    enum whose whose;
    bool singly;
    bool continues; /* ids must be above `last` */
    guidon_id last;
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

/* The options that a mix decides. */
static guidon_options options_of(const struct mix *mix)
{
    guidon_options options = {.kind = mix->kind,
                              .v7_layout = mix->layout,
                              .prefix_bits = mix->prefix_bits,
                              .prefix_random = mix->prefix_random};

    if (!mix->prefix_random) {
        options.prefix = (UINT32_C(1) << mix->prefix_bits) - 1;
    }
    return options;
}

static guidon_generator *shared_one(struct arena *arena, const struct mix *mix,
                                    guidon_scope scope)
{
    guidon_options options = options_of(mix);

    options.scope = scope;
    options.state_path = scope == GUIDON_SCOPE_HOST ? arena->state : NULL;
    return mix->shared ? generator(arena, &options) : NULL;
}

/* A generator of one thread, with the wall clock or a scripted clock, and with
 * random options. */
static guidon_generator *own_one(struct arena *arena, struct stint *stint,
                                 bool scripted, uint64_t *seed)
{
    guidon_options options = options_of(stint->mix);
    bool v2 = stint->mix->kind == GUIDON_V2;

    options.ulid_step =
        (guidon_ulid_step)(draw(seed) % 2 *
                           (options.kind == GUIDON_ULID_MONOTONIC));
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
            .far_back_left = 64};
        options.clock_fn = script_clock;
        options.clock_context = &stint->script;
    }
    return generator(arena, &options);
}

/* Choose the generator: the thread's own, one with options, or a shared one. */
static void begin_stint(struct stint *stint, struct thread *me, size_t mix)
{
    struct process *process = me->process;
    unsigned by = (unsigned)(draw(&me->seed) % 100);

    *stint = (struct stint){.mix = &mixes[mix]};
    if (by < 22 && stint->mix->shared) {
        stint->g = process->of_process[mix];
        stint->whose = OF_PROCESS;
    } else if (by < 30 && stint->mix->shared) {
        stint->g = process->of_host[mix];
        stint->whose = OF_HOST;
    } else if (by < 70 || stint->mix->kind == GUIDON_V2 ||
               stint->mix->kind == GUIDON_V8_PREFIXED) {
        stint->g = own_one(process->arena, stint, by < 50, &me->seed);
        stint->whose = stint->script.noon ? OWN_SCRIPTED : OWN;
    } else if (stint->mix->layout != GUIDON_V7_PRECISE) {
        stint->mix = &mixes[1]; /* guidon_new makes precise ids of version 7 */
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

/* The number of ids for a call: one, some or many. */
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

/* Calls may fail if an option asks for that, or if a millisecond is
 * exhausted. */
static bool may_refuse(guidon_status status)
{
    return status == GUIDON_E_CLOCK || status == GUIDON_E_OVERFLOW;
}

/* Fill the block. Returns the number of failed calls. */
static unsigned make_block(struct arena *arena, size_t at, struct stint *stint,
                           struct thread *me)
{
    struct block *block = &arena->blocks[at];
    uint32_t most = stint->mix->kind == GUIDON_V2 ? V2_IDS : BLOCK_IDS;
    uint32_t n = 0;
    unsigned refused = 0;

    while (n < most && refused < MOST_REFUSED) {
        size_t call =
            stint->singly ? 1 : draw_call(&me->seed, stint->mix->kind);
        /* Repeat small calls, because otherwise most ids come from large
         * ones. */
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
                return refused;
            }
        }
    }
    return refused;
}

/* Wait for the count: another thread's call may have restarted the sequence
 * without having counted it yet. */
static bool is_restarted(const struct stint *stint, uint64_t before)
{
    for (unsigned ms = 0; ms < 10000; ms++) {
        if (restarts_of(stint) != before) {
            return true;
        }
        usleep(1000);
    }
    return false;
}

/*
 * The required order of the ids in a full block. A generator's own count of
 * restarts shows whether one happened. If other processes use the state too, no
 * restart happened if nobody changed the clock.
 */
static enum order order_of(const struct block *block, const guidon_id *ids,
                           const struct stint *stint, uint64_t before,
                           int64_t begun)
{
    size_t n = block->n;

    if (!stint->mix->in_order) {
        return ORDER_ANY;
    }
    switch (stint->whose) {
    case OWN:
    case OWN_SCRIPTED:
        return ORDER_RESTARTS;
    case OF_PROCESS:
        return restarts_of(stint) == before &&
                       (not_above(ids, n, block->kind, block->prefix_bits, NULL)
                                .n == 0 ||
                        !is_restarted(stint, before))
                   ? ORDER_RISES
                   : ORDER_ANY;
    case OF_THREAD:
    case OF_HOST:
        return wall_is_unchanged(begun - SEES_WITHIN) ? ORDER_RISES : ORDER_ANY;
    case OF_PARENT:
        break;
    }
    return ORDER_ANY;
}

static void fill(struct arena *arena, size_t at, struct stint *stint,
                 struct thread *me)
{
    struct block *block = &arena->blocks[at];
    const guidon_id *ids = arena->ids[at];
    uint64_t before = restarts_of(stint);
    int64_t begun = monotonic_now();
    bool owned = stint->whose == OWN || stint->whose == OWN_SCRIPTED;

    block->order = ORDER_ANY;
    block->kind = stint->mix->kind;
    block->layout = stint->mix->layout;
    block->prefix_bits = stint->mix->prefix_bits;
    block->whose = stint->whose;
    block->singly = stint->singly;
    block->process = getpid();
    block->parent = getppid();
    block->thread = (uint32_t)me->number;
    block->continues = owned && stint->continues;
    block->last = stint->last;
    atomic_fetch_add(&arena->refused, make_block(arena, at, stint, me));
    block->restarts = restarts_of(stint) - before;
    block->order = order_of(block, ids, stint, before, begun);
    if (owned) {
        atomic_fetch_add(&arena->restarts, block->restarts);
    }
    if (block->n > 0) {
        stint->continues = true;
        stint->last = ids[block->n - 1];
    }
}

static bool claim(struct arena *arena, size_t *at)
{
    *at = atomic_fetch_add(&arena->next_block, 1);
    return *at < arena->n_blocks;
}

/* --------------------------------------------------- threads and processes */

/* Fork a child, which fills two blocks with the generators that it
 * inherited. */
static void fork_child(struct stint *stint, struct thread *me, size_t given)
{
    struct arena *arena = me->process->arena;
    size_t at = given;

    atomic_fetch_add(&arena->forks, 1);
    if (fork() != 0) {
        return;
    }
    stint->whose = OF_PARENT;
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

/* Fill the reserved block, and that of a child. All threads start together. */
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

/*
 * All threads of the process start together and make single ids with one
 * generator. They do nothing else, so that they often interrupt each other
 * between the read and the write of its state. False if no block is left.
 */
static bool meet(struct thread *me)
{
    struct process *process = me->process;
    uint64_t choice = process->seed + me->meetings++;
    struct stint stint = {.singly = true};
    size_t mix, at;

    do {
        mix = draw(&choice) % N_MIXES;
    } while (!mixes[mix].shared);
    stint.mix = &mixes[mix];
    stint.whose = draw(&choice) % 4 ? OF_PROCESS : OF_HOST;
    stint.g = stint.whose == OF_HOST ? process->of_host[mix]
                                     : process->of_process[mix];
    atomic_fetch_add(&process->arrived, 1);
    while (atomic_load(&process->arrived) < me->meetings * process->n_threads &&
           !atomic_load(&process->is_over)) {
        sched_yield();
    }
    for (unsigned i = 0; i < MEET_BLOCKS; i++) {
        if (!claim(process->arena, &at)) {
            return false;
        }
        fill(process->arena, at, &stint, me);
    }
    return true;
}

/* Fill some blocks with one generator, and sometimes fork a child. */
static bool work_separately(struct thread *me)
{
    struct arena *arena = me->process->arena;
    size_t blocks = 1 + draw(&me->seed) % MOST_BLOCKS;
    struct stint stint;
    size_t at;
    bool more = true;

    begin_stint(&stint, me, draw_mix(&me->seed));
    for (; blocks > 0 && (more = claim(arena, &at)); blocks--) {
        fill(arena, at, &stint, me);
        if (draw(&me->seed) % 128 == 0) {
            fork_child(&stint, me, SIZE_MAX);
        }
    }
    if (stint.whose == OWN || stint.whose == OWN_SCRIPTED) {
        guidon_generator_free(stint.g);
    }
    return more;
}

static void *work_as_thread(void *argument)
{
    struct thread *me = argument;
    bool more = true;

    if (me->given) {
        do_given(me);
    }
    for (size_t stint = 1; more; stint++) {
        more = stint % STINTS_APART == 0 ? meet(me) : work_separately(me);
    }
    atomic_store(&me->process->is_over, true);
    return NULL;
}

_Noreturn void work_as_process(struct arena *arena, size_t first, size_t n,
                               bool given, uint64_t seed)
{
    struct process process = {
        .arena = arena, .n_threads = n, .seed = draw(&seed)};
    struct thread *threads = calloc(n, sizeof *threads);

    signal(SIGCHLD, SIG_IGN); /* nobody waits for the children */
    signal(SIGINT, SIG_IGN);  /* the main process ends after the round */
    signal(SIGTERM, SIG_IGN);
    for (size_t i = 0; i < N_MIXES; i++) {
        process.of_process[i] =
            shared_one(arena, &mixes[i], GUIDON_SCOPE_PROCESS);
        process.of_host[i] = shared_one(arena, &mixes[i], GUIDON_SCOPE_HOST);
    }
    for (size_t i = 0; threads && i < n; i++) {
        threads[i] =
            (struct thread){&process, 0, first + i, given, draw(&seed), 0};
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
