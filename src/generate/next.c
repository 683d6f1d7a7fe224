/* SPDX-License-Identifier: MIT */
/* next.c - the steps that make a generator's ids, see kind.h. */
#include "../clock/clock.h"
#include "../core/memory.h"
#include "../host/host.h"
#include "../random/epoch.h"
#include "../random/thread.h"
#include "../shared/shared.h"
#include "expiry.h"
#include "generator.h"
#include "next_fast.h"
#include "reinit.h"

/* -------------------------------------------------------------------- clock */

/* The time of a clock_fn in the kind's unit. */
static guidon_status time_in_unit(uint64_t *now, guidon_time time,
                                  enum gdn_unit unit)
{
    switch (unit) {
    case GDN_UNIT_MS:
        return gdn_clock_ms_of(now, time);
    case GDN_UNIT_TIMESTAMP:
        return gdn_timestamp_of(now, time);
    default:
        return gdn_clock_ticks_of(now, time);
    }
}

static guidon_status read_clock(uint64_t *now, guidon_generator *g)
{
    enum gdn_unit unit = g->kind->unit;
    guidon_time time;
    guidon_status status;

    if (unit == GDN_UNIT_NONE) {
        *now = 0;
        return GUIDON_OK;
    }
    if (!g->clock_fn) {
        uint64_t timestamp = 0;

        status = gdn_generator_timestamp(&timestamp, g);
        if (status == GUIDON_OK || unit == GDN_UNIT_TIMESTAMP) {
            *now = gdn_unit_of_timestamp(timestamp, unit);
            return status;
        } /* else the time may be past the last timestamp, but not the unit's */
    }
    status = g->clock_fn ? g->clock_fn(g->clock_context, &time)
                         : gdn_clock_now(&time);
    return status == GUIDON_OK ? time_in_unit(now, time, unit) : status;
}

/*
 * Does this process have a copy of the generator? A clock_fn or random_fn may
 * fork, and the child then returns into the call. Both would make the same ids
 * from what the call has read. So a call asks after each of these functions, and
 * begins again in the child, with a new state. gdn_expiry_check does the same
 * for a monotonic_fn. A generator of guidon_new calls no such function.
 */
static bool is_copy(const guidon_generator *g)
{
    return !g->thread &&
           atomic_load_explicit(&g->epoch, memory_order_acquire) != gdn_epoch();
}

/* May the generator make ids at this instant? */
static inline guidon_status check_expiry(const guidon_generator *g)
{
    return g->can_expire ? gdn_expiry_check(g) : GUIDON_OK;
}

static void wait_for_clock(const guidon_generator *g)
{
    if (!g->clock_fn) {
        gdn_clock_pause(100000);
    }
}

/* --------------------------------------------------------------------- plan */

/* The events of a call in all its steps. */
struct call_stats {
    const struct gdn_rules
        *rules; /* for write(); the generator's, but for a prefix */
    unsigned events;
    unsigned restarts; /* each step may restart */
    bool wrote;        /* out[] has changed: it holds ids, or random bytes */
};

/* One reading of the state and of the clock, and the plan for them. */
struct attempt {
    struct gdn_u128 last;
    uint64_t now;
    bool time_lost; /* `last` may not know all ids that exist */
    struct gdn_plan plan;
};

/* Does lost time matter to the generator? */
static bool minds_lost_time(const guidon_generator *g)
{
    return g->shared && g->kind->after_loss &&
           !(g->kind->file_node_suffices && g->node == GUIDON_NODE_RANDOM);
}

static enum gdn_verdict make_plan(struct attempt *attempt,
                                  const guidon_generator *g, size_t n)
{
    const struct gdn_kind *kind = g->kind;
    struct gdn_u128 last = attempt->last;
    uint64_t now = attempt->now;
    unsigned events = 0;
    enum gdn_verdict verdict;

    attempt->plan = (struct gdn_plan){.n = 0};
    if (gdn_generator_on_lease(g) &&
        !gdn_expiry_raise_clock(&now, &events, g)) {
        return GDN_PLAN_CLOCK_BACK;
    }
    attempt->time_lost =
        minds_lost_time(g) &&
        gdn_shared_lost_time(g->shared, gdn_kind_slot(kind), now);
    if (attempt->time_lost && !kind->after_loss(&attempt->plan, &last)) {
        return GDN_PLAN_EXHAUSTED_WAIT;
    }
    verdict = kind->plan(&attempt->plan, &last, now, n, &g->rules);
    attempt->plan.events |= events;
    return verdict;
}

/* The two halves of attempt->last may come from two states, because they are
 * loaded one after the other. Is attempt->last the generator's present state?
 * If not, set attempt->last to that state. */
static bool is_last_current(struct attempt *attempt, guidon_generator *g)
{
    return g->scope == GUIDON_SCOPE_THREAD ||
           gdn_atomic128_cas(gdn_generator_state(g), &attempt->last,
                             attempt->last);
}

/* The error of a plan that makes no ids; GUIDON_OK if the rules wait for the
 * clock. */
static guidon_status status_of_verdict(enum gdn_verdict verdict,
                                       const struct gdn_rules *rules)
{
    if (verdict == GDN_PLAN_EXHAUSTED_FAIL ||
        (verdict == GDN_PLAN_EXHAUSTED_WAIT &&
         rules->overflow == GUIDON_OVERFLOW_FAIL)) {
        return GUIDON_E_OVERFLOW;
    }
    if (verdict == GDN_PLAN_CLOCK_BACK &&
        rules->rollback != GUIDON_ROLLBACK_WAIT) {
        return GUIDON_E_CLOCK;
    }
    return GUIDON_OK;
}

/* Plan for the time that the clock reads, and wait for the clock if the rules
 * say so. Reads no random bytes and changes no state. */
static guidon_status plan_or_wait(struct attempt *attempt,
                                  struct call_stats *stats, guidon_generator *g,
                                  size_t n)
{
    uint64_t waits = 0;

    for (;;) {
        guidon_status status = check_expiry(g);
        enum gdn_verdict verdict;

        if (status == GUIDON_OK) {
            status = read_clock(&attempt->now, g);
        }
        if (status == GUIDON_OK && g->clock_fn && is_copy(g)) {
            status = GUIDON_E_STATE;
        }
        if (status != GUIDON_OK) {
            return status;
        }
        verdict = make_plan(attempt, g, n);
        if (verdict == GDN_PLAN_OK) {
            return GUIDON_OK;
        }
        if (!is_last_current(attempt, g)) {
            continue;
        }
        status = status_of_verdict(verdict, &g->rules);
        if (status != GUIDON_OK) {
            return status;
        }
        if (waits++ == GDN_CLOCK_WAITS_MAX) {
            return verdict == GDN_PLAN_CLOCK_BACK ? GUIDON_E_CLOCK
                                                  : GUIDON_E_OVERFLOW;
        }
        stats->events |= GDN_EVENT_WAIT;
        wait_for_clock(g);
    }
}

/* ------------------------------------------------------------- random bytes */

/* The random source of one call, as the generator's options say. Of
 * GUIDON_RANDOM_FAST it is the stream of the calling thread. */
struct random_source {
    const guidon_generator *g;
    struct gdn_thread *thread; /* NULL: no stream's bytes are reserved */
};

/* Open the source and reserve `len` bytes, so that reads of up to `len` bytes
 * from the stream cannot fail. Errors as gdn_thread_self. */
static inline guidon_status open_random(struct random_source *source,
                                        const guidon_generator *g, size_t len)
{
    guidon_status status = GUIDON_OK;

    *source = (struct random_source){.g = g};
    if (g->random != GUIDON_RANDOM_FAST || len == 0) {
        return GUIDON_OK;
    }
    source->thread = g->thread;
    if (!source->thread) {
        status = gdn_thread_self(&source->thread);
    }
    return status == GUIDON_OK ? gdn_stream_reserve(source->thread->stream, len)
                               : status;
}

/* read_random without a stream. Errors GUIDON_E_ENTROPY, and those of the caller's
 * function. */
GDN_OUT_OF_LINE static guidon_status read_random_slow(
    const struct random_source *source, void *out, size_t len)
{
    switch (source->g->random) {
    case GUIDON_RANDOM_KERNEL:
        return gdn_entropy(out, len);
    case GUIDON_RANDOM_CALLBACK:
        return source->g->random_fn(source->g->random_context, out, len);
    case GUIDON_RANDOM_FAST:
        break;
    }
    return GUIDON_E_ENTROPY; /* no bytes of a stream are reserved */
}

static inline guidon_status read_random(const struct random_source *source,
                                        void *out, size_t len)
{
    if (!source->thread) {
        return read_random_slow(source, out, len);
    }
    gdn_stream_consume(source->thread->stream, out, len);
    return GUIDON_OK;
}

guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len)
{
    struct random_source source;
    guidon_status status = open_random(&source, g, len);

    return status == GUIDON_OK ? read_random(&source, out, len) : status;
}

/* The random bytes of one step. They are read once, even if the step is planned
 * again because another thread changed the state. */
struct step_random {
    struct random_source source;
    unsigned char *own; /* where the bytes go, or NULL: into `out` */
    unsigned char *ids; /* NULL: not read yet. Else they lie in `own`, or in the
                         * memory of the ids, at its end, see kind.h */
    unsigned char seed[GDN_SEED_LEN];
    bool has_seed;
};

/* The number of bytes to reserve for this plan, and for any plan of as many ids
 * that may replace it and need a seed. For a plan that needs no bytes, the
 * result is 0, so that the call does not fail for lack of entropy. */
static size_t len_to_reserve(const struct gdn_plan *plan,
                             const struct gdn_kind *kind)
{
    size_t len = plan->n * kind->random_len;

    return kind->seed && (len > 0 || plan->needs_seed) ? len + GDN_SEED_LEN
                                                       : len;
}

static guidon_status read_for_plan(struct step_random *random, guidon_id *out,
                                   struct call_stats *stats,
                                   const struct gdn_plan *plan,
                                   const struct gdn_kind *kind)
{
    size_t len = plan->n * kind->random_len;
    guidon_status status = GUIDON_OK;

    if (plan->needs_seed && !random->has_seed) {
        status =
            read_random(&random->source, random->seed, sizeof random->seed);
        random->has_seed = status == GUIDON_OK;
    }
    if (status == GUIDON_OK && len > 0 && !random->ids) {
        if (random->own) {
            random->ids = random->own;
        } else {
            random->ids = (unsigned char *)(out + plan->n) - len;
            stats->wrote = true;
        }
        status = read_random(&random->source, random->ids, len);
    }
    return status;
}

/* -------------------------------------------------------------------- steps */

/* Plan, reserve and read random bytes, seed, and find the node. The generator does
 * not change.
 * *n becomes the plan's number of ids, because the random bytes suffice for no
 * more. */
static guidon_status prepare_plan(struct attempt *attempt,
                                  struct step_random *random, guidon_id *out,
                                  struct call_stats *stats, guidon_generator *g,
                                  size_t *n)
{
    struct gdn_plan *plan = &attempt->plan;
    guidon_status status = plan_or_wait(attempt, stats, g, *n);

    if (status != GUIDON_OK) {
        return status;
    }
    if (!random->ids && !random->has_seed) {
        *n = plan->n;
        status = open_random(&random->source, g, len_to_reserve(plan, g->kind));
    }
    if (status == GUIDON_OK) {
        status = read_for_plan(random, out, stats, plan, g->kind);
    }
    if (status == GUIDON_OK && g->random == GUIDON_RANDOM_CALLBACK &&
        is_copy(g)) {
        status = GUIDON_E_STATE;
    }
    if (status != GUIDON_OK) {
        return status;
    }
    if (plan->needs_seed) {
        g->kind->seed(plan, random->seed, &g->rules);
    }
    if (g->kind->add_steps) {
        g->kind->add_steps(plan, random->ids);
    }
    if (plan->needs_node && g->kind->has_node) {
        status = gdn_generator_draw_node(&plan->node, g);
    } else {
        gdn_generator_give_node(plan, g, g->kind);
    }
    return status == GUIDON_OK && gdn_generator_on_lease(g)
               ? gdn_expiry_check_plan(g, plan)
               : status;
}

/* Swap the state for the plan's next state. If the state has changed since the
 * plan, *done is false and attempt->last is the new state. In scope HOST the
 * swap also writes to the file, which may fail. */
static guidon_status commit_plan(bool *done, struct attempt *attempt,
                                 guidon_generator *g)
{
    const struct gdn_kind *kind = g->kind;
    const struct gdn_plan *plan = &attempt->plan;
    struct gdn_shared_change change;

    if (plan->needs_node && kind->has_node) {
        gdn_generator_set_node(g, plan->node);
    }
    if (!g->shared) {
        *done = gdn_generator_swap(g, &attempt->last, plan->next);
        return GUIDON_OK;
    }
    change = (struct gdn_shared_change){
        .next = plan->next,
        .last_tick = kind->last_tick ? kind->last_tick(&plan->next) : 0,
        .lost = attempt->time_lost,
        .new_sequence = plan->events & GDN_EVENT_RESTART,
    };
    return gdn_shared_step(done, g->shared, gdn_kind_slot(kind), &attempt->last,
                           &change);
}

/* A function of the options may fork, and both processes may share the memory of the
 * ids. With such a function the random bytes lie on the stack, and a step makes this
 * many ids at most. */
#define IDS_WITH_FUNCTIONS   ((size_t)256)
#define BYTES_WITH_FUNCTIONS (IDS_WITH_FUNCTIONS * 16)

static bool has_functions(const guidon_generator *g)
{
    return g->random == GUIDON_RANDOM_CALLBACK || g->clock_fn ||
           g->monotonic_fn;
}

/* Make up to `n` ids in one step; *made says how many. `own` is NULL, or has
 * BYTES_WITH_FUNCTIONS. */
static guidon_status make_step(guidon_id *out, size_t *made,
                               struct call_stats *stats, guidon_generator *g,
                               size_t n, unsigned char *own)
{
    const size_t most = own ? IDS_WITH_FUNCTIONS : GDN_IDS_PER_STEP;
    struct step_random random;
    struct attempt attempt;
    struct gdn_plan *plan = &attempt.plan;
    bool done = false;
    guidon_status status;

    attempt.last = gdn_atomic128_load(gdn_generator_state(g));
    random.own = own;
    random.ids = NULL;
    random.has_seed = false;
    n = n < most ? n : most;
    do {
        status = prepare_plan(&attempt, &random, out, stats, g, &n);
        if (status == GUIDON_OK) {
            status = commit_plan(&done, &attempt, g);
        }
        if (status == GUIDON_OK && done) {
            status = check_expiry(g);
        }
        if (status != GUIDON_OK) {
            return status;
        }
    } while (!done);
    stats->events |= plan->events;
    stats->restarts += (plan->events & GDN_EVENT_RESTART) != 0;
    stats->wrote = true;
    g->kind->write(out, plan, random.ids, stats->rules);
    *made = plan->n;
    return GUIDON_OK;
}

static void count_events(guidon_generator *g, const struct call_stats *stats)
{
    if (stats->events & GDN_EVENT_ROLLBACK) {
        gdn_count(&g->rollbacks, 1);
    }
    if (stats->events & GDN_EVENT_RESTART) {
        gdn_count(&g->restarts, stats->restarts);
    }
    if (stats->events & GDN_EVENT_WAIT) {
        gdn_count(&g->waits, 1);
    }
}

/* Make `n` ids in steps, or none. GUIDON_E_STATE if is_copy(g). */
static guidon_status all_steps(guidon_id *out, size_t n, guidon_generator *g,
                               const struct gdn_rules *rules,
                               unsigned char *own)
{
    struct gdn_u128 before = gdn_atomic128_load(gdn_generator_state(g));
    struct call_stats stats = {.rules = rules};
    size_t made = 0;
    guidon_status status = GUIDON_OK;

    while (made < n && status == GUIDON_OK) {
        size_t more = 0;

        status = make_step(out + made, &more, &stats, g, n - made, own);
        made += more;
    }
    if (status == GUIDON_OK) {
        count_events(g, &stats);
        return GUIDON_OK;
    }
    if (stats.wrote) { /* all ids, or none */
        memset(out, 0, n * sizeof *out);
    }
    if (g->scope == GUIDON_SCOPE_THREAD) {
        gdn_atomic128_store(gdn_generator_state(g), before);
    }
    return status;
}

GDN_OUT_OF_LINE static guidon_status all_steps_with_functions(
    guidon_id *out, size_t n, guidon_generator *g,
    const struct gdn_rules *rules)
{
    unsigned char own[BYTES_WITH_FUNCTIONS];

    return all_steps(out, n, g, rules, own);
}

/* Make `n` ids, or none. A copy of the generator begins again. */
GDN_OUT_OF_LINE static guidon_status next_steps(guidon_id *out, size_t n,
                                                guidon_generator *g,
                                                const struct gdn_rules *rules)
{
    guidon_status status;

    do {
        status = n > 0 && !g->thread ? gdn_generator_check_epoch(g) : GUIDON_OK;
        if (status != GUIDON_OK) {
            return status;
        }
        status = has_functions(g) ? all_steps_with_functions(out, n, g, rules)
                                  : all_steps(out, n, g, rules, NULL);
    } while (status != GUIDON_OK && is_copy(g));
    return status;
}

/* The calling thread's memory, if it and the generator belong to this process
 * and machine; else NULL. */
static inline struct gdn_thread *thread_for_fast_path(const guidon_generator *g)
{
    struct gdn_thread *thread = gdn_thread_mine;

    return thread && gdn_thread_is_current(thread) &&
                   atomic_load_explicit(&g->epoch, memory_order_acquire) ==
                       thread->epoch
               ? thread
               : NULL;
}

/* One id by the fast path, checked as in a step: before the plan, and after
 * the state is in place. False: the fast path made no id. */
static bool next_fast_expiring(guidon_status *status, guidon_id *out,
                               guidon_generator *g)
{
    struct gdn_thread *thread;
    struct gdn_u128 before;
    guidon_id id;

    if (check_expiry(g) != GUIDON_OK) {
        return false;
    }
    thread = thread_for_fast_path(g);
    before = gdn_atomic128_load(gdn_generator_state(g));
    if (!thread || !g->kind->next_fast(&id, g, thread->stream)) {
        return false;
    }
    *status = check_expiry(g);
    if (*status == GUIDON_OK) {
        *out = id;
        return true;
    }
    if (g->scope == GUIDON_SCOPE_THREAD) {
        gdn_atomic128_store(&g->own_state, before);
    }
    return !is_copy(g);
}

/* One id without the fast path of generators that never expire. */
GDN_OUT_OF_LINE static guidon_status next_slow(guidon_id *out,
                                               guidon_generator *g)
{
    guidon_status status;
    guidon_id id; /* a step that fails leaves no id of a batch as it was */

    if (g->fast_ok_expiring && next_fast_expiring(&status, out, g)) {
        return status;
    }
    status = next_steps(&id, 1, g, &g->rules);
    if (status == GUIDON_OK) {
        *out = id;
    }
    return status;
}

/* Inlined, so that a batch of one id costs what one id costs. */
static inline guidon_status next_single(guidon_id *out, guidon_generator *g)
{
    struct gdn_thread *thread;

    if (g->fast_ok && (thread = thread_for_fast_path(g)) &&
        g->kind->next_fast(out, g, thread->stream)) {
        return GUIDON_OK;
    }
    return next_slow(out, g);
}

guidon_status guidon_next(guidon_id *out, guidon_generator *generator)
{
    return next_single(out, generator);
}

/* Not inlined, so that its callers need no stack for it. */
GDN_OUT_OF_LINE guidon_status gdn_next(guidon_id *out, guidon_generator *g)
{
    return next_single(out, g);
}

guidon_status guidon_next_many(guidon_id *out, size_t n,
                               guidon_generator *generator)
{
    return n == 1 ? next_single(out, generator)
                  : next_steps(out, n, generator, &generator->rules);
}

guidon_status gdn_next_many_prefixed(guidon_id *out, size_t n,
                                     guidon_generator *g, uint32_t prefix)
{
    struct gdn_rules rules = g->rules;

    rules.prefix = gdn_v8_prefix_of(prefix, rules.prefix.bits);
    return next_steps(out, n, g, &rules);
}
