/* SPDX-License-Identifier: MIT */
/* generator.c - the generator object: its options, its state, its ids. */
#include "generator.h"
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../core/layout.h"
#include "../random/random.h"

#include <stdlib.h>
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
    gdn_stream_take(draw->thread->stream, out, len);
    return GUIDON_OK;
}

static struct gdn_cell *cell_of(guidon_generator *g)
{
    return g->shared_cell ? g->shared_cell : &g->own;
}

static guidon_status draw_once(const guidon_generator *g, void *out, size_t len)
{
    struct draw draw;
    guidon_status status = draw_begin(&draw, g, len);

    return status == GUIDON_OK ? draw_bytes(&draw, out, len) : status;
}

/* -------------------------------------------------------------------- clock */

static guidon_status read_clock(uint64_t *now, const guidon_generator *g)
{
    guidon_time time;
    guidon_status status;

    if (g->kind->unit == GDN_UNIT_NONE) {
        *now = 0;
        return GUIDON_OK;
    }
    if (g->kind->unit == GDN_UNIT_STAMP && !g->clock_fn) {
        return gdn_clock_stamp(now);
    }
    status = g->clock_fn ? g->clock_fn(g->clock_context, &time)
                         : gdn_clock_now(&time);
    if (status != GUIDON_OK) {
        return status;
    }
    switch (g->kind->unit) {
    case GDN_UNIT_MS:
        return gdn_clock_ms_of(now, time);
    case GDN_UNIT_STAMP:
        return gdn_stamp_of(now, time);
    default:
        return gdn_clock_ticks_of(now, time);
    }
}

static void wait_for_clock(const guidon_generator *g)
{
    if (!g->clock_fn) {
        gdn_clock_pause(100000);
    }
}

/* ------------------------------------------------------------ a new process */

static void count(_Atomic uint64_t *counter)
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

/* A node at random, the multicast bit set: no hardware has it (R99). */
static guidon_status draw_node(unsigned char node[6], const guidon_generator *g)
{
    unsigned char random[6];
    guidon_status status = draw_once(g, random, sizeof random);

    if (status == GUIDON_OK) {
        random[0] |= 1;
        memcpy(node, random, sizeof random);
    }
    return status;
}

/* Forget all that the process which forked this one may go on from. */
static guidon_status make_afresh(guidon_generator *g)
{
    guidon_status status = GUIDON_OK;

    if (g->shared) {
        return GUIDON_OK; /* it is of all processes, forked ones too */
    }
    if (g->node == GUIDON_NODE_RANDOM && !g->rules.fresh_node &&
        g->kind->unit == GDN_UNIT_TICKS) {
        status = draw_node(g->rules.node, g);
    }
    if (status == GUIDON_OK) {
        gdn_cell_write(&g->own, (struct gdn_pair){0, 0});
    }
    return status;
}

/* In a new process, one thread makes the generator afresh; others that come to
 * it meanwhile wait. The mark of a thread that was at it when the process was
 * forked is of another epoch, and so is taken over. */
static guidon_status follow_fork(guidon_generator *g)
{
    uint64_t epoch = gdn_epoch() << 1;
    uint64_t seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
    guidon_status status;

    while (seen != epoch) {
        if (seen == (epoch | 1)) {
            seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
            continue;
        }
        if (!atomic_compare_exchange_weak_explicit(&g->epoch, &seen, epoch | 1,
                                                   memory_order_acquire,
                                                   memory_order_acquire)) {
            continue;
        }
        status = make_afresh(g);
        if (status == GUIDON_OK) {
            if (!g->shared) { /* the parent goes on from there */
                g->rules.clock_seq_fixed = false;
            }
            atomic_store_explicit(&g->rollbacks, 0, memory_order_relaxed);
            atomic_store_explicit(&g->restarts, 0, memory_order_relaxed);
            atomic_store_explicit(&g->waits, 0, memory_order_relaxed);
            count(&g->forks);
        }
        atomic_store_explicit(&g->epoch, status == GUIDON_OK ? epoch : seen,
                              memory_order_release);
        return status;
    }
    return GUIDON_OK;
}

/* ------------------------------------------------------------------- making */

static bool is_gregorian(const guidon_generator *g)
{
    return g->kind == &gdn_kind_v1 || g->kind == &gdn_kind_v6;
}

/* One look at the state and the clock, and what may be made of them. */
struct look {
    struct gdn_pair last; /* what the cell held */
    uint64_t now;
    bool lost; /* an earlier boot may have made ids that `last` does not know */
    struct gdn_plan plan;
};

static enum gdn_verdict plan_at(struct look *look, const guidon_generator *g,
                                size_t n)
{
    struct gdn_pair last = {0, 0};
    struct gdn_rules anew;

    look->plan = (struct gdn_plan){.n = 0};
    /* Version 7 has random bits enough in each id: no time is lost to it. */
    look->lost = g->shared && g->kind->unit != GDN_UNIT_STAMP &&
                 gdn_shared_lost_time(g->shared, g->slot, look->now);
    if (!look->lost) {
        return g->kind->plan(&look->plan, &look->last, look->now, n, &g->rules);
    }
    if (g->kind == &gdn_kind_v2) {
        return GDN_FULL; /* its six bits are too few to draw anew */
    }
    if (is_gregorian(g)) { /* time goes on; the clock sequence is drawn anew */
        last = gdn_gregorian_undrawn(look->last);
    }
    anew = g->rules;
    anew.clock_seq_fixed = false; /* it may be the one that was lost */
    return g->kind->plan(&look->plan, &last, look->now, n, &anew);
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
           gdn_cell_swap(cell_of(g), &look->last, look->last);
}

/* Plan for the time that the clock reads, waiting for it where the rules say
 * so. No randomness was drawn and no state changed when this fails. */
static guidon_status plan_now(struct look *look, unsigned *met,
                              guidon_generator *g, size_t n)
{
    for (;;) {
        guidon_status status = read_clock(&look->now, g);
        enum gdn_verdict verdict;

        if (status != GUIDON_OK) {
            return status;
        }
        verdict = plan_at(look, g, n);
        if (verdict == GDN_GO) {
            return GUIDON_OK;
        }
        if (!still_so(look, g)) {
            continue;
        }
        if (verdict == GDN_OVER ||
            (verdict == GDN_FULL &&
             g->rules.overflow == GUIDON_OVERFLOW_FAIL)) {
            return GUIDON_E_OVERFLOW;
        }
        if (verdict == GDN_BACK && g->rules.rollback != GUIDON_ROLLBACK_WAIT) {
            return GUIDON_E_CLOCK;
        }
        *met |= GDN_EVENT_WAIT;
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
 * place: nothing, where nothing is drawn, so that it cannot fail (R87). */
static size_t len_to_reserve(const struct gdn_plan *plan,
                             const struct gdn_kind *kind)
{
    return kind->random_len > 0 || plan->needs_seed
               ? GDN_SEED_LEN + plan->n * kind->random_len
               : 0;
}

/* Scope HOST: before the ids exist, the file says that their time is taken. */
static guidon_status cover(const struct look *look, const guidon_generator *g)
{
    uint64_t taken = look->plan.next.lo;

    if (!g->shared || g->kind->unit != GDN_UNIT_TICKS) {
        return GUIDON_OK;
    }
    if (g->kind == &gdn_kind_v2) {
        taken = gdn_v2_last_tick(&look->plan.next);
    }
    return gdn_shared_cover(g->shared, g->slot, taken);
}

/* Put `next` in the place of *last; false, with *last set right, where that is
 * not what the cell holds. */
static bool replace(guidon_generator *g, struct gdn_pair *last,
                    struct gdn_pair next)
{
    if (g->scope == GUIDON_SCOPE_THREAD) {
        gdn_cell_write(&g->own, next);
        return true;
    }
    return gdn_cell_swap(cell_of(g), last, next);
}

/* Scope HOST: a clock sequence that was changed is not forgotten. */
static guidon_status settle(const struct look *look, const guidon_generator *g)
{
    if (look->lost) {
        return gdn_shared_settle(g->shared, g->slot);
    }
    if (g->shared && look->plan.events & GDN_EVENT_RESTART) {
        return gdn_shared_save(g->shared);
    }
    return GUIDON_OK;
}

static void note(guidon_generator *g, unsigned events)
{
    if (events & GDN_EVENT_ROLLBACK) {
        count(&g->rollbacks);
    }
    if (events & GDN_EVENT_RESTART) {
        count(&g->restarts);
    }
    if (events & GDN_EVENT_WAIT) {
        count(&g->waits);
    }
}

/* Make up to `n` ids in one step of the state; *made says how many, and *met
 * gathers what the call met. */
static guidon_status make_some(guidon_id *out, size_t *made, unsigned *met,
                               guidon_generator *g, size_t n)
{
    const struct gdn_kind *kind = g->kind;
    struct bytes bytes;
    struct draw draw;
    struct look look;
    guidon_status status;

    look.last = gdn_cell_read(cell_of(g));
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
            if (look.lost && is_gregorian(g)) {
                avoid_lost_seq(&look);
            }
        }
        if (status == GUIDON_OK) {
            status = cover(&look, g);
        }
        if (status != GUIDON_OK) {
            return status;
        }
    } while (!replace(g, &look.last, look.plan.next));
    status = settle(&look, g);
    if (status == GUIDON_OK) {
        *met |= look.plan.events;
        kind->write(out, &look.plan, bytes.each, &g->rules);
        *made = look.plan.n;
    }
    return status;
}

guidon_status guidon_next_many(guidon_id *out, size_t n, guidon_generator *g)
{
    struct gdn_pair before;
    unsigned met = 0;
    size_t made = 0;
    guidon_status status = n > 0 && !g->thread ? follow_fork(g) : GUIDON_OK;

    before = gdn_cell_read(cell_of(g));
    while (made < n && status == GUIDON_OK) {
        size_t more = 0;

        status = make_some(out + made, &more, &met, g, n - made);
        made += more;
    }
    if (status == GUIDON_OK) {
        note(g, met);
    } else if (made > 0) { /* all, or none */
        memset(out, 0, n * sizeof *out);
        if (g->scope == GUIDON_SCOPE_THREAD) {
            gdn_cell_write(cell_of(g), before);
        }
    }
    return status;
}

guidon_status guidon_next(guidon_id *out, guidon_generator *g)
{
    return guidon_next_many(out, 1, g);
}

/* ------------------------------------------------------------------ options */

static const struct gdn_kind *kind_of(const guidon_options *options,
                                      bool fresh_node)
{
    switch (options->kind) {
    case GUIDON_V1:
        return &gdn_kind_v1;
    case GUIDON_V2:
        return &gdn_kind_v2;
    case GUIDON_V4:
        return &gdn_kind_v4;
    case GUIDON_V6:
        return fresh_node ? &gdn_kind_v6_fresh : &gdn_kind_v6;
    case GUIDON_V7:
        switch (options->v7_layout) {
        case GUIDON_V7_PRECISE:
            return &gdn_kind_v7_precise;
        case GUIDON_V7_COUNTER:
        case GUIDON_V7_INCREMENT:
            return &gdn_kind_v7_run;
        case GUIDON_V7_UNORDERED:
            return &gdn_kind_v7_unordered;
        }
        return NULL;
    case GUIDON_ULID:
        return &gdn_kind_ulid;
    case GUIDON_ULID_MONOTONIC:
        return &gdn_kind_ulid_monotonic;
    }
    return NULL;
}

static bool options_fit(const guidon_options *o)
{
    unsigned seq_max =
        o->kind == GUIDON_V2 ? GDN_DCE_SEQ_MAX : GDN_CLOCK_SEQ_MAX;

    return (unsigned)o->scope <= GUIDON_SCOPE_HOST &&
           (unsigned)o->v7_layout <= GUIDON_V7_UNORDERED &&
           (unsigned)o->ulid_step <= GUIDON_ULID_STEP_RANDOM &&
           (unsigned)o->rollback <= GUIDON_ROLLBACK_FAIL &&
           (unsigned)o->overflow <= GUIDON_OVERFLOW_FAIL &&
           (unsigned)o->random <= GUIDON_RANDOM_CALLBACK &&
           (unsigned)o->node <= GUIDON_NODE_FIXED &&
           (unsigned)o->domain <= GUIDON_DOMAIN_LAST &&
           (o->random != GUIDON_RANDOM_CALLBACK || o->random_fn) &&
           (!o->clock_seq_fixed || o->clock_seq <= seq_max);
}

static uint64_t tolerance_of(uint32_t ms, enum gdn_unit unit)
{
    uint64_t tolerance = ms > 0 ? ms : 10000;

    return unit == GDN_UNIT_STAMP   ? tolerance << GDN_STAMP_FRACTION_BITS
           : unit == GDN_UNIT_TICKS ? tolerance * 10000
                                    : tolerance;
}

/* Which order of the host's a kind takes part in; GDN_SHARED_SLOTS for a kind
 * that keeps no state, and so needs no file. */
static enum gdn_shared_slot slot_of(const guidon_options *options)
{
    static const enum gdn_shared_slot layouts[] = {
        [GUIDON_V7_PRECISE] = GDN_SHARED_V7_PRECISE,
        [GUIDON_V7_COUNTER] = GDN_SHARED_V7_COUNTER,
        [GUIDON_V7_INCREMENT] = GDN_SHARED_V7_INCREMENT,
        [GUIDON_V7_UNORDERED] = GDN_SHARED_SLOTS,
    };

    switch (options->kind) {
    case GUIDON_V1:
        return GDN_SHARED_V1;
    case GUIDON_V2:
        return GDN_SHARED_V2;
    case GUIDON_V6:
        return GDN_SHARED_V6;
    case GUIDON_V7:
        return layouts[options->v7_layout];
    case GUIDON_ULID_MONOTONIC:
        return GDN_SHARED_ULID;
    default:
        return GDN_SHARED_SLOTS;
    }
}

/* Take part in the host's state. The node of a file that is there stays. */
static guidon_status join_host(guidon_generator *g, const char *path)
{
    unsigned char node[6] = {0};
    /* The kernel's, whatever the ids take: the node outlives them, and must be
     * another on each host (R87). */
    guidon_status status = gdn_entropy(node, sizeof node);

    node[0] |= 1; /* multicast (R99) */
    if (status == GUIDON_OK) {
        status = gdn_shared_open(&g->shared, path, node);
    }
    if (status == GUIDON_OK) {
        g->shared_cell = gdn_shared_cell(g->shared, g->slot);
        if (g->node == GUIDON_NODE_RANDOM) {
            memcpy(g->rules.node, gdn_shared_node(g->shared), 6);
        }
    }
    return status;
}

static guidon_status find_node(guidon_generator *g,
                               const guidon_options *options)
{
    if (options->node == GUIDON_NODE_FIXED) {
        memcpy(g->rules.node, options->node_bytes, 6);
    } else if (options->node == GUIDON_NODE_MAC &&
               g->kind->unit == GDN_UNIT_TICKS) {
        return gdn_node_mac(g->rules.node);
    }
    return GUIDON_OK;
}

static struct gdn_rules rules_of(const guidon_options *options)
{
    return (struct gdn_rules){
        .rollback = options->rollback,
        .overflow = options->overflow,
        .v7_layout = options->v7_layout,
        .ulid_step = options->ulid_step,
        .fresh_node =
            options->kind == GUIDON_V6 && options->node == GUIDON_NODE_RANDOM &&
            options->scope != GUIDON_SCOPE_HOST && !options->clock_seq_fixed,
        .clock_seq_fixed = options->clock_seq_fixed,
        .clock_seq = options->clock_seq,
        .domain = options->domain,
        .local_id = options->local_id,
    };
}

guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options)
{
    guidon_generator made = {
        .scope = options->scope,
        .random = options->random,
        .node = options->node,
        .random_fn = options->random_fn,
        .random_context = options->random_context,
        .clock_fn = options->clock_fn,
        .clock_context = options->clock_context,
        .rules = rules_of(options),
    };
    guidon_status status;

    made.kind = kind_of(options, made.rules.fresh_node);
    if (!made.kind || !options_fit(options)) {
        return GUIDON_E_ARGUMENT;
    }
    made.slot = slot_of(options);
    made.rules.tolerance =
        tolerance_of(options->rollback_tolerance_ms, made.kind->unit);
    status = find_node(&made, options);
    if (status == GUIDON_OK && options->scope == GUIDON_SCOPE_HOST &&
        made.slot != GDN_SHARED_SLOTS) {
        status = join_host(&made, options->state_path);
    }
    if (status == GUIDON_OK) {
        status = make_afresh(&made);
    }
    if (status == GUIDON_OK) {
        atomic_store_explicit(&made.epoch, gdn_epoch() << 1,
                              memory_order_relaxed);
        memcpy(g, &made, sizeof made);
    }
    return status;
}

guidon_status guidon_generator_new(guidon_generator **out,
                                   const guidon_options *options)
{
    guidon_generator *g = calloc(1, sizeof *g);
    guidon_status status;

    if (!g) {
        return GUIDON_E_MEMORY;
    }
    status = gdn_generator_setup(g, options);
    if (status == GUIDON_OK) {
        *out = g;
    } else {
        free(g);
    }
    return status;
}

void guidon_generator_free(guidon_generator *g)
{
    if (g) {
        gdn_shared_close(g->shared);
    }
    free(g);
}

/* ---------------------------------------------------- looking and adjusting */

void guidon_generator_stats(guidon_stats *out, const guidon_generator *g)
{
    out->rollbacks = atomic_load_explicit(&g->rollbacks, memory_order_relaxed);
    out->restarts = atomic_load_explicit(&g->restarts, memory_order_relaxed);
    out->waits = atomic_load_explicit(&g->waits, memory_order_relaxed);
    out->forks = atomic_load_explicit(&g->forks, memory_order_relaxed);
}

/* A clock sequence at random, but not the one in use. */
static guidon_status draw_seq(uint16_t *seq, guidon_generator *g)
{
    unsigned char random[2];
    uint16_t last;
    bool has_last = gdn_gregorian_seq(&last, gdn_cell_read(cell_of(g)));
    guidon_status status = draw_once(g, random, sizeof random);

    if (status != GUIDON_OK) {
        return status;
    }
    *seq = gdn_load_be16(random) & GDN_CLOCK_SEQ_MAX;
    if (has_last && *seq == last) {
        *seq = (*seq + 1) & GDN_CLOCK_SEQ_MAX;
    }
    return GUIDON_OK;
}

/* Another clock sequence in a state; false where v2 has dealt it in the step.
 * Time stays as it is, so that no id comes again. */
static bool change_seq(struct gdn_pair *state, const guidon_generator *g,
                       uint16_t seq, bool drawn)
{
    if (g->kind != &gdn_kind_v2) {
        *state = gdn_gregorian_with_seq(*state, seq);
        return true;
    }
    if (drawn) {
        gdn_v2_move_anywhere(state, (unsigned char)seq);
        return true;
    }
    return gdn_v2_move_to(state, seq);
}

static guidon_status put_seq(guidon_generator *g, uint16_t seq, bool drawn)
{
    struct gdn_pair last = gdn_cell_read(cell_of(g));
    struct gdn_pair next;
    bool changed;

    do {
        next = last;
        changed = change_seq(&next, g, seq, drawn);
    } while (!replace(g, &last, next));
    if (!changed) {
        return GUIDON_E_CLOCK;
    }
    return g->shared ? gdn_shared_save(g->shared) : GUIDON_OK;
}

guidon_status guidon_set_node(guidon_generator *g, const unsigned char node[6])
{
    uint16_t seq;
    guidon_status status;

    if (g->kind->unit != GDN_UNIT_TICKS) {
        return GUIDON_E_VERSION;
    }
    status = follow_fork(g);
    if (g->kind != &gdn_kind_v2 && status == GUIDON_OK) {
        status = draw_seq(&seq, g);
        if (status == GUIDON_OK) {
            status = put_seq(g, seq, true);
        }
    }
    if (status == GUIDON_OK) {
        memcpy(g->rules.node, node, 6);
        g->node = GUIDON_NODE_FIXED;
        if (g->kind == &gdn_kind_v6_fresh) {
            g->kind = &gdn_kind_v6;
            g->rules.fresh_node = false;
        }
    }
    return status;
}

guidon_status guidon_set_clock_seq(guidon_generator *g, int32_t clock_seq)
{
    bool is_v2 = g->kind == &gdn_kind_v2;
    uint16_t seq = (uint16_t)clock_seq;
    guidon_status status;

    if (!is_gregorian(g) && !is_v2) {
        return GUIDON_E_VERSION;
    }
    if (clock_seq < -1 ||
        clock_seq > (int32_t)(is_v2 ? GDN_DCE_SEQ_MAX : GDN_CLOCK_SEQ_MAX)) {
        return GUIDON_E_ARGUMENT;
    }
    status = follow_fork(g);
    if (status == GUIDON_OK && clock_seq == -1) {
        status = draw_seq(&seq, g);
    }
    return status == GUIDON_OK ? put_seq(g, seq, clock_seq == -1) : status;
}
