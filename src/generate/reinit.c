/* SPDX-License-Identifier: MIT */
/* reinit.c - a generator's start, in a new process and on a cloned machine. */
#include "reinit.h"
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../random/epoch.h"
#include "../random/thread.h"
#include "expiry.h"

/* Marks guidon_generator.epoch while a thread reinitialises the generator.
 * gdn_epoch() is always even. */
#define REINIT_RUNNING UINT64_C(1)

guidon_status gdn_generator_draw_node(uint64_t *node, const guidon_generator *g)
{
    unsigned char random[8] = {0};
    guidon_status status = gdn_generator_read_random(g, random + 2, 6);

    if (status == GUIDON_OK) {
        random[2] |= 1;
        *node = gdn_load_be64(random);
    }
    return status;
}

/* Choose a random node, if the options ask for one. */
static guidon_status choose_random_node(guidon_generator *g)
{
    uint64_t node = 0;
    guidon_status status;

    if (g->node != GUIDON_NODE_RANDOM || !g->kind->has_node) {
        return GUIDON_OK;
    }
    status = gdn_generator_draw_node(&node, g);
    if (status == GUIDON_OK) {
        gdn_generator_set_node(g, node);
    }
    return status;
}

/* Another thread may have been using the clocks when the process forked. */
static void reset_clocks(guidon_generator *g)
{
    if (g->scope == GUIDON_SCOPE_THREAD) {
        g->thread_clock = (struct gdn_tsc_clock){.valid_ticks = 0};
    } else {
        g->reserving = (struct gdn_reserving){.share = g->reserving.share};
    }
}

guidon_status gdn_generator_reset(guidon_generator *g)
{
    gdn_atomic128_store(&g->own_state, (struct gdn_u128){0, 0});
    reset_clocks(g);
    return g->shared ? GUIDON_OK : choose_random_node(g); /* the file's */
}

/* A cloned machine continues from the same state as its clone. Change node and
 * state so that their ids differ; threads may be in a call. In scope HOST the
 * file keeps its node until a process opens it, which binds it anew. */
static guidon_status diverge_after_clone(guidon_generator *g)
{
    const struct gdn_kind *kind = g->kind;
    unsigned char random[GDN_SEED_LEN];
    guidon_status status = choose_random_node(g);
    struct gdn_u128 last, next;

    if (status != GUIDON_OK || !kind->after_clone) {
        return status;
    }
    if (kind->clone_random_len > 0) {
        status = gdn_generator_read_random(g, random, kind->clone_random_len);
    }
    if (status != GUIDON_OK) {
        return status;
    }
    last = gdn_atomic128_load(gdn_generator_state(g));
    do {
        next = last;
        kind->after_clone(&next, random);
    } while (!gdn_generator_swap(g, &last, next));
    return GUIDON_OK;
}

static void reset_counts(guidon_generator *g)
{
    atomic_store_explicit(&g->rollbacks, 0, memory_order_relaxed);
    atomic_store_explicit(&g->restarts, 0, memory_order_relaxed);
    atomic_store_explicit(&g->waits, 0, memory_order_relaxed);
}

/* The generator keeps its old epoch, so every later call gets here again. */
static guidon_status refuse_second_owner(guidon_generator *g, bool same_process)
{
    if (same_process) {
        return gdn_state_refused(
            "VMClock reports a clone of the machine, which holds the same node "
            "number; create a generator with another number");
    }
    reset_counts(g);
    return gdn_state_refused(
        g->on_lease
            ? "this process was forked, and its parent uses the lease file; "
              "create a generator with another lease"
            : "this process was forked, and its parent holds the node number; "
              "create a generator with another number");
}

/* In scope HOST, all processes share one state, also after a fork, so a fork
 * changes only the process's own clocks. A cloned machine has a copy of the
 * state, so a clone must change it. */
static guidon_status reinit_generator(guidon_generator *g, bool same_process)
{
    bool is_alone = g->kind->single_owner || g->on_lease;
    guidon_status status;

    if (is_alone && !(same_process && g->can_expire)) {
        return refuse_second_owner(g, same_process);
    }
    if (same_process) {
        gdn_expiry_revoke(g); /* the original machine holds the same lease */
        status = diverge_after_clone(g);
    } else {
        status = gdn_generator_reset(g);
        if (status == GUIDON_OK) {
            reset_counts(g);
        }
    }
    if (status == GUIDON_OK) {
        gdn_count(&g->forks, 1);
    }
    return status;
}

/* Is another thread reinitialising the generator? If that thread was in the
 * process that forked this process, it does not exist here and never
 * finishes. */
static bool is_reinit_running(uint64_t seen)
{
    return seen & REINIT_RUNNING && gdn_epoch_same_process(seen);
}

/* One thread reinitialises the generator; other threads wait for it. */
guidon_status gdn_generator_check_epoch(guidon_generator *g)
{
    uint64_t epoch = gdn_epoch();
    uint64_t seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
    guidon_status status;

    while (seen != epoch) {
        if (is_reinit_running(seen)) {
            gdn_clock_pause(1000); /* lets it run, whatever its priority */
            seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
            continue;
        }
        if (gdn_epoch_number(seen) > gdn_epoch_number(epoch)) {
            epoch = gdn_epoch(); /* another thread saw a newer epoch */
            continue;
        }
        if (!atomic_compare_exchange_weak_explicit(
                &g->epoch, &seen, epoch | REINIT_RUNNING, memory_order_acquire,
                memory_order_acquire)) {
            continue;
        }
        status = reinit_generator(g, gdn_epoch_same_process(seen));
        atomic_store_explicit(&g->epoch, status == GUIDON_OK ? epoch : seen,
                              memory_order_release);
        return status;
    }
    return GUIDON_OK;
}
