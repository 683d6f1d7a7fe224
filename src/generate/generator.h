/* SPDX-License-Identifier: MIT */
/* The generator object, for the files that set it up and make ids with it. */
#ifndef GDN_GENERATE_GENERATOR_H
#define GDN_GENERATE_GENERATOR_H

#include "../clock/atomic128.h"
#include "../clock/tsc.h"
#include "../core/bytes.h"
#include "../core/private.h"
#include "../random/thread.h"
#include "../reserve/reservation.h"
#include "../shared/shared_page.h"
#include "kind.h"
#include <guidon/generate.h>
#include <stdatomic.h>

GDN_PRIVATE_BEGIN

struct gdn_lease_file;
struct gdn_shared;

/* A call makes so many ids at most from one reading of the clock, with one change of
 * the state, and fewer if a function of the options may fork (next.c). */
#define GDN_IDS_PER_STEP ((size_t)1024)

/* The data that a kind with reservations needs beside the state. */
struct gdn_reserving {
    struct gdn_reservation reservation;
    /* Only the thread that begins a reservation uses this clock, while it holds
     * reservation.sequence. */
    struct gdn_tsc_clock clock;
    struct gdn_reservation_share share; /* scope HOST; else empty */
};

/* The members that every guidon_next reads lie in the first 128 bytes, so that
 * they share two cache lines in a thread's memory. */
struct guidon_generator {
    struct gdn_atomic128 own_state;
    struct gdn_atomic128 *shared_state; /* scope HOST; else NULL: own_state */
    const struct gdn_kind *kind;
    guidon_scope scope;
    /* kind->next_fast may be called: in a generator that never expires, and in
     * a generator that can expire (expiry.h). */
    bool fast_ok, fast_ok_expiring;
    uint8_t random, node; /* guidon_random, guidon_node */
    /* gdn_epoch() of the process that the state belongs to. reinit.c marks it
     * while a thread reinitialises the generator. */
    _Atomic uint64_t epoch;
    /* 48 bits, as a number. Atomic, because a thread that finds the machine
     * cloned replaces the node while other threads may be in a call. */
    _Atomic uint64_t node_bits;
    struct gdn_rules rules;
    union { /* the scopes exclude each other */
        /* Scope THREAD: a fast clock of its own. Threads and processes that
         * share a state read the wall clock instead, because two fast clocks
         * may differ. */
        struct gdn_tsc_clock thread_clock;
        struct gdn_reserving
            reserving; /* the wider scopes, with reservations */
    };
    /* The thread that this generator belongs to, if it is one of guidon_new's;
     * else NULL. A new process wipes the memory of such a generator, so the
     * epoch is checked before a call and not within it. */
    struct gdn_thread *thread;
    struct gdn_shared *shared; /* scope HOST; else NULL */
    guidon_status (*random_fn)(void *context, void *out, size_t len);
    void *random_context;
    guidon_status (*clock_fn)(void *context, guidon_time *now);
    void *clock_context;
    bool can_expire; /* created with a not_after or a lease file */
    bool on_lease;   /* created with a lease file */
    union {
        _Atomic uint64_t not_after; /* the last instant at which ids are made */
        struct gdn_lease_file *lease_file;
    };
    guidon_status (*monotonic_fn)(void *context, uint64_t *ns);
    void *monotonic_context;
    _Atomic uint64_t rollbacks, restarts, waits, forks;
};

/* Does a lease file limit the generator? Compilers leave the code out that asks
 * this on a system without lease files. */
static inline bool gdn_generator_on_lease(const guidon_generator *g)
{
    return GDN_SHARED_FILES && g->on_lease;
}

static inline struct gdn_atomic128 *gdn_generator_state(guidon_generator *g)
{
    return g->shared_state ? g->shared_state : &g->own_state;
}

/* The system's clock. */
static inline guidon_status gdn_generator_timestamp(uint64_t *out,
                                                    guidon_generator *g)
{
    return g->scope == GUIDON_SCOPE_THREAD
               ? gdn_clock_timestamp_fast(out, &g->thread_clock)
               : gdn_clock_timestamp(out);
}

static inline uint64_t gdn_generator_node(const guidon_generator *g)
{
    return atomic_load_explicit(&g->node_bits, memory_order_relaxed);
}

static inline void gdn_generator_set_node(guidon_generator *g, uint64_t node)
{
    atomic_store_explicit(&g->node_bits, node, memory_order_relaxed);
}

static inline void gdn_generator_set_node_bits(guidon_generator *g,
                                               const unsigned char node[6])
{
    gdn_generator_set_node(g, (uint64_t)gdn_load_be16(node) << 32 |
                                  gdn_load_be32(node + 2));
}

/*
 * Give a plan the generator's node. Call this after the state was loaded and
 * before the swap. A thread that draws a new node stores it before it swaps the
 * state, so a plan whose swap succeeds has the node that belongs to its state.
 */
static inline void gdn_generator_give_node(struct gdn_plan *plan,
                                           const guidon_generator *g,
                                           const struct gdn_kind *kind)
{
    if (kind->has_node) {
        atomic_thread_fence(memory_order_acquire);
        plan->node = gdn_generator_node(g);
    }
}

/* Read `len` random bytes from the source that the generator's options name.
 * Errors as gdn_thread_self and gdn_entropy, and those of random_fn. */
guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len);

static inline void gdn_count(_Atomic uint64_t *counter, unsigned n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

/* Replace the state *last by `next`. If the state has changed, return false and
 * set *last to the new state. A kind without a state has nothing to replace. */
static inline bool gdn_generator_swap(guidon_generator *g,
                                      struct gdn_u128 *last,
                                      struct gdn_u128 next)
{
    if (g->scope == GUIDON_SCOPE_THREAD) {
        gdn_atomic128_store(&g->own_state, next);
        return true;
    }
    return !g->kind->has_state ||
           gdn_atomic128_cas(gdn_generator_state(g), last, next);
}

GDN_PRIVATE_END

#endif
