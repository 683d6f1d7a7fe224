/* SPDX-License-Identifier: MIT */
/* generator.c - the ids of a generator: a step of its state at a time. */
#include "generator.h"
#include "../clock/clock.h"
#include "../core/layout.h"
#include "../random/entropy.h"
#include "../random/thread.h"

#include <string.h>

/* --------------------------------------------------------------- randomness */

/* How many ids are made in one step: their random bytes are on the stack. */
#define IDS_AT_ONCE ((size_t)256)
#define RANDOM_ROOM (IDS_AT_ONCE * 16)

/* What a call draws from: the caller's own thread, where that is asked for. */
struct draw {
    const guidon_generator *g;
    struct gdn_thread *thread;
};

static guidon_status draw_begin(struct draw *draw, const guidon_generator *g,
                                size_t len)
{
    guidon_status status = GUIDON_OK;

    *draw = (struct draw){.g = g};
    if (g->random == GUIDON_RANDOM_FAST && len > 0) {
        draw->thread = g->thread;
        if (!draw->thread) {
            status = gdn_thread_self(&draw->thread);
        }
        if (status == GUIDON_OK) {
            status = gdn_stream_reserve(draw->thread->stream, len);
        }
    }
    return status;
}

static guidon_status draw_bytes(const struct draw *draw, void *out, size_t len)
{
    switch (draw->g->random) {
    case GUIDON_RANDOM_KERNEL:
        return gdn_entropy(out, len);
    case GUIDON_RANDOM_CALLBACK:
        return draw->g->random_fn(draw->g->random_context, out, len);
    case GUIDON_RANDOM_FAST:
        break;
    }
    if (!draw->thread) {
        return GUIDON_E_ENTROPY; /* none was reserved */
    }
    gdn_stream_consume(draw->thread->stream, out, len);
    return GUIDON_OK;
}

guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len)
{
    struct draw draw;
    guidon_status status = draw_begin(&draw, g, len);

    return status == GUIDON_OK ? draw_bytes(&draw, out, len) : status;
}

/* -------------------------------------------------------------------- clock */

/* A reading of clock_fn in the kind's numbers. */
static guidon_status count_time(uint64_t *now, guidon_time time,
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
        uint64_t stamp;

        status = gdn_generator_timestamp(&stamp, g);
        if (status == GUIDON_OK || unit == GDN_UNIT_TIMESTAMP) {
            *now = gdn_unit_of_timestamp(stamp, unit);
            return status;
        } /* else it may be past the last stamp */
    }
    status = g->clock_fn ? g->clock_fn(g->clock_context, &time)
                         : gdn_clock_now(&time);
    return status == GUIDON_OK ? count_time(now, time, unit) : status;
}

static void wait_for_clock(const guidon_generator *g)
{
    if (!g->clock_fn) {
        gdn_clock_pause(100000);
    }
}

/* ------------------------------------------------------------------- making */

/* One look at the state and the clock, and what may be made of them. */
struct look {
    struct gdn_u128 last; /* what the cell held */
    uint64_t now;
    bool lost; /* an earlier boot may have made ids that `last` does not know */
    struct gdn_plan plan;
};

static enum gdn_verdict plan_at(struct look *look, const guidon_generator *g,
                                size_t n)
{
    struct gdn_u128 last = look->last;

    /* Version 7 has random bits enough in each id: no time is lost to it. */
    look->lost = g->shared && g->kind->unit != GDN_UNIT_TIMESTAMP &&
                 gdn_shared_lost_time(g->shared, g->slot, look->now);
    look->plan = (struct gdn_plan){.n = 0, .leap = look->lost};
    if (look->lost && g->kind == &gdn_kind_v2) {
        return GDN_PLAN_EXHAUSTED_WAIT; /* its six bits are too few to draw anew */
    }
    if (look->lost && gdn_is_gregorian(g)) {
        /* Time goes on; the clock sequence is drawn anew. */
        last = gdn_gregorian_undrawn(last);
    }
    return g->kind->plan(&look->plan, &last, look->now, n, &g->rules);
}

/* A clock sequence in place of a lost one is another one (R18). */
static void avoid_lost_seq(struct look *look)
{
    uint16_t lost, seq;

    gdn_gregorian_seq(&lost, look->last);
    gdn_gregorian_seq(&seq, look->plan.next);
    if (seq == lost) {
        seq = (seq + 1) & GDN_CLOCK_SEQ_MAX;
        look->plan.first.hi = seq;
        look->plan.next = gdn_gregorian_with_seq(look->plan.next, seq);
    }
}

/* Was the last look at one state, and is it still so? If not, look->last is
 * set right. */
static bool still_so(struct look *look, guidon_generator *g)
{
    return g->scope == GUIDON_SCOPE_THREAD ||
           gdn_atomic128_cas(gdn_generator_state(g), &look->last, look->last);
}

/* What a call met, in all its steps. */
struct met {
    unsigned events;
    unsigned restarts; /* each step may begin anew */
};

/* Plan for the time that the clock reads, waiting for it where the rules say
 * so. No randomness was drawn and no state changed when this fails. */
static guidon_status plan_now(struct look *look, struct met *met,
                              guidon_generator *g, size_t n)
{
    for (;;) {
        guidon_status status = read_clock(&look->now, g);
        enum gdn_verdict verdict;

        if (status != GUIDON_OK) {
            return status;
        }
        verdict = plan_at(look, g, n);
        if (verdict == GDN_PLAN_OK) {
            return GUIDON_OK;
        }
        if (!still_so(look, g)) {
            continue;
        }
        if (verdict == GDN_PLAN_EXHAUSTED_FAIL ||
            (verdict == GDN_PLAN_EXHAUSTED_WAIT &&
             g->rules.overflow == GUIDON_OVERFLOW_FAIL)) {
            return GUIDON_E_OVERFLOW;
        }
        if (verdict == GDN_PLAN_CLOCK_BACK &&
            g->rules.rollback != GUIDON_ROLLBACK_WAIT) {
            return GUIDON_E_CLOCK;
        }
        met->events |= GDN_EVENT_WAIT;
        wait_for_clock(g);
    }
}

/* The random bytes of one step, drawn once however often it is planned. */
struct bytes {
    unsigned char each[RANDOM_ROOM];
    unsigned char seed[GDN_SEED_LEN];
    bool has_each, has_seed;
};

static guidon_status draw_for(struct bytes *bytes, const struct gdn_plan *plan,
                              const struct draw *draw)
{
    size_t len = plan->n * draw->g->kind->random_len;
    guidon_status status = GUIDON_OK;

    if (plan->needs_seed && !bytes->has_seed) {
        status = draw_bytes(draw, bytes->seed, sizeof bytes->seed);
        bytes->has_seed = status == GUIDON_OK;
    }
    if (status == GUIDON_OK && len > 0 && !bytes->has_each) {
        status = draw_bytes(draw, bytes->each, len);
        bytes->has_each = status == GUIDON_OK;
    }
    return status;
}

/* What to have at hand for a plan, and for one of as many ids that takes its
 * place and may begin a run: nothing, where nothing is drawn, so that it cannot
 * fail (R87). */
static size_t len_to_reserve(const struct gdn_plan *plan,
                             const struct gdn_kind *kind)
{
    size_t len = plan->n * kind->random_len;

    return kind->seed && (len > 0 || plan->needs_seed) ? len + GDN_SEED_LEN
                                                       : len;
}

/* Scope HOST: the same for a state that the host's processes share. */
static guidon_status move_shared(bool *moved, struct look *look,
                                 const guidon_generator *g)
{
    struct gdn_shared_change change = {
        .next = look->plan.next,
        .last_tick = look->plan.next.lo,
        .lost = look->lost,
        .new_sequence = look->plan.events & GDN_EVENT_RESTART,
    };

    if (g->kind == &gdn_kind_v2) {
        change.last_tick = gdn_v2_last_tick(&look->plan.next);
    }
    return gdn_shared_step(moved, g->shared, g->slot, &look->last, &change);
}

/* Move the state to the plan's next one. If the state has changed meanwhile,
 * *moved is false and look->last is the state. */
static guidon_status move_state(bool *moved, struct look *look,
                                guidon_generator *g)
{
    if (g->shared) {
        return move_shared(moved, look, g);
    }
    *moved = gdn_generator_move(g, &look->last, look->plan.next);
    return GUIDON_OK;
}

static void note(guidon_generator *g, const struct met *met)
{
    if (met->events & GDN_EVENT_ROLLBACK) {
        gdn_count(&g->rollbacks, 1);
    }
    if (met->events & GDN_EVENT_RESTART) {
        gdn_count(&g->restarts, met->restarts);
    }
    if (met->events & GDN_EVENT_WAIT) {
        gdn_count(&g->waits, 1);
    }
}

/* Make up to `n` ids in one step of the state; *made says how many, and *met
 * gathers what the call met. */
static guidon_status make_some(guidon_id *out, size_t *made, struct met *met,
                               guidon_generator *g, size_t n)
{
    const struct gdn_kind *kind = g->kind;
    struct bytes bytes;
    struct draw draw;
    struct look look;
    bool moved = false;
    guidon_status status;

    look.last = gdn_atomic128_load(gdn_generator_state(g));
    bytes.has_each = bytes.has_seed = false;
    n = n < IDS_AT_ONCE ? n : IDS_AT_ONCE;
    do {
        status = plan_now(&look, met, g, n);
        if (status == GUIDON_OK && !bytes.has_each && !bytes.has_seed) {
            n = look.plan.n; /* what is drawn now is enough for no more */
            status = draw_begin(&draw, g, len_to_reserve(&look.plan, kind));
        }
        if (status == GUIDON_OK) {
            status = draw_for(&bytes, &look.plan, &draw);
        }
        if (status == GUIDON_OK && look.plan.needs_seed) {
            kind->seed(&look.plan, bytes.seed, &g->rules);
            if (look.lost && gdn_is_gregorian(g)) {
                avoid_lost_seq(&look);
            }
        }
        if (status == GUIDON_OK) {
            status = move_state(&moved, &look, g);
        }
        if (status != GUIDON_OK) {
            return status;
        }
    } while (!moved);
    met->events |= look.plan.events;
    met->restarts += (look.plan.events & GDN_EVENT_RESTART) != 0;
    look.plan.node = gdn_generator_node(g);
    kind->write(out, &look.plan, bytes.each, &g->rules);
    *made = look.plan.n;
    return GUIDON_OK;
}

guidon_status guidon_next_many(guidon_id *out, size_t n, guidon_generator *g)
{
    struct gdn_u128 before;
    struct met met = {0};
    size_t made = 0;
    guidon_status status =
        n > 0 && !g->thread ? gdn_generator_check_epoch(g) : GUIDON_OK;

    before = gdn_atomic128_load(gdn_generator_state(g));
    while (made < n && status == GUIDON_OK) {
        size_t more = 0;

        status = make_some(out + made, &more, &met, g, n - made);
        made += more;
    }
    if (status == GUIDON_OK) {
        note(g, &met);
    } else if (made > 0) { /* all, or none */
        memset(out, 0, n * sizeof *out);
        if (g->scope == GUIDON_SCOPE_THREAD) {
            gdn_atomic128_store(gdn_generator_state(g), before);
        }
    }
    return status;
}

guidon_status guidon_next(guidon_id *out, guidon_generator *g)
{
    struct gdn_thread *thread = gdn_thread_mine;

    if (g->plain && thread && gdn_thread_is_current(thread) &&
        atomic_load_explicit(&g->epoch, memory_order_acquire) ==
            thread->epoch &&
        g->kind->one(out, g, thread->stream)) {
        return GUIDON_OK;
    }
    return guidon_next_many(out, 1, g);
}
