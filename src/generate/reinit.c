/* SPDX-License-Identifier: MIT */
/* reinit.c - a generator in a forked process, or on a cloned machine. */
#include "../clock/clock.h"
#include "../core/bytes.h"
#include "../random/epoch.h"
#include "generator.h"

/* A node at random, the multicast bit set: no hardware has it (R99). */
static guidon_status draw_node(guidon_generator *g)
{
    unsigned char random[8] = {0};
    guidon_status status;

    if (g->node != GUIDON_NODE_RANDOM || g->shared ||
        g->kind == &gdn_kind_v6_fresh || g->kind->unit != GDN_UNIT_TICKS) {
        return GUIDON_OK;
    }
    status = gdn_generator_read_random(g, random + 2, 6);
    if (status == GUIDON_OK) {
        random[2] |= 1;
        atomic_store_explicit(&g->node_bits, gdn_load_be64(random),
                              memory_order_relaxed);
    }
    return status;
}

/* The state that begins: nothing was made, and nothing drawn but what the
 * caller asked to start at. Who has no node begins again. */
guidon_status gdn_generator_begin(guidon_generator *g)
{
    gdn_atomic128_store(&g->own, (struct gdn_u128){0, 0});
    gdn_lease_clear(&g->lease);
    g->line = (struct gdn_tsc_clock){.valid_ticks = 0};
    return draw_node(g);
}

/*
 * On a machine that is a copy, the other copy goes on from the same state. Its
 * threads are still there and may be in a call, so the state is moved, and only
 * to one that goes on above: order holds. Version 7 needs nothing: its ids have
 * random bits of their own, and version 2 must not deal anything twice.
 */
static guidon_status stand_apart(guidon_generator *g)
{
    unsigned char leap[8];
    guidon_status status = draw_node(g);
    struct gdn_u128 last, next;

    if (status == GUIDON_OK && g->kind == &gdn_kind_ulid_monotonic) {
        status = gdn_generator_read_random(g, leap, sizeof leap);
    }
    if (status != GUIDON_OK) {
        return status;
    }
    last = gdn_atomic128_load(gdn_generator_state(g));
    do {
        next = last;
        if (gdn_is_gregorian(g)) {
            next = gdn_gregorian_undrawn(last);
        } else if (g->kind == &gdn_kind_ulid_monotonic) {
            next = gdn_ulid_random_skip(last, gdn_load_be64(leap));
        }
    } while (!gdn_generator_move(g, &last, next));
    return GUIDON_OK;
}

static void forget_counts(guidon_generator *g)
{
    atomic_store_explicit(&g->rollbacks, 0, memory_order_relaxed);
    atomic_store_explicit(&g->restarts, 0, memory_order_relaxed);
    atomic_store_explicit(&g->waits, 0, memory_order_relaxed);
}

/* The shared state is of all processes, forked ones too; of a cloned machine
 * there are two of it. */
static guidon_status make_afresh(guidon_generator *g, bool same_process)
{
    guidon_status status;

    if (same_process) {
        status = stand_apart(g);
    } else {
        status = g->shared ? GUIDON_OK : gdn_generator_begin(g);
        if (status == GUIDON_OK) {
            forget_counts(g);
        }
    }
    if (status == GUIDON_OK) {
        gdn_count(&g->forks, 1);
    }
    return status;
}

/* Is a thread at it that will come to an end? One that was at it in the process
 * which forked this one is not here. */
static bool is_under_way(uint64_t seen)
{
    return seen & GDN_BUSY && gdn_epoch_same_process(seen);
}

/* One thread makes the generator afresh; others that come to it meanwhile wait.
 */
guidon_status gdn_generator_check_epoch(guidon_generator *g)
{
    uint64_t epoch = gdn_epoch();
    uint64_t seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
    guidon_status status;

    while (seen != epoch) {
        if (is_under_way(seen)) {
            gdn_clock_pause(1000); /* lets it go on, whatever its priority */
            seen = atomic_load_explicit(&g->epoch, memory_order_acquire);
            continue;
        }
        if (gdn_epoch_number(seen) > gdn_epoch_number(epoch)) {
            epoch = gdn_epoch(); /* others have gone further */
            continue;
        }
        if (!atomic_compare_exchange_weak_explicit(
                &g->epoch, &seen, epoch | GDN_BUSY, memory_order_acquire,
                memory_order_acquire)) {
            continue;
        }
        status = make_afresh(g, gdn_epoch_same_process(seen));
        atomic_store_explicit(&g->epoch, status == GUIDON_OK ? epoch : seen,
                              memory_order_release);
        return status;
    }
    return GUIDON_OK;
}
