/* SPDX-License-Identifier: MIT */
/* The generator object, for the files that make one and draw from it. */
#ifndef GDN_GENERATE_GENERATOR_H
#define GDN_GENERATE_GENERATOR_H

#include "../clock/atomic128.h"
#include "../clock/lease.h"
#include "../clock/linear_clock.h"
#include "../clock/shared.h"
#include "../core/bytes.h"
#include "../core/private.h"
#include "../random/thread.h"
#include "kind.h"
#include <guidon/generate.h>
#include <stdatomic.h>

GDN_PRIVATE_BEGIN

struct guidon_generator {
    struct gdn_atomic128 own;
    struct gdn_lease lease; /* of `own`, for gdn_kind_v7_leased */
    struct gdn_atomic128
        *shared_cell; /* scope HOST; else NULL, and own is used */
    struct gdn_shared *shared;
    enum gdn_shared_slot slot;
    bool plain; /* kind->one may be tried */
    const struct gdn_kind *kind;
    struct gdn_rules rules;
    /* 48 bits, as a number. Atomic, for it is drawn anew on a cloned machine,
     * whose threads may be in a call. */
    _Atomic uint64_t node_bits;
    /* Scope THREAD: what the clock is read by. Threads and processes that share
     * a state read the wall clock, which is one for all of them; where theirs is
     * let, this is for the thread whose turn at the lease it is. */
    struct gdn_tsc_clock line;
    /* The thread whose own this is; else NULL. Its memory, and this in it, is
     * wiped where it finds itself in a new process: so it looks before a call,
     * not in the midst of one. */
    struct gdn_thread *thread;
    guidon_scope scope;
    guidon_random random;
    guidon_node node;
    guidon_status (*random_fn)(void *context, void *out, size_t len);
    void *random_context;
    guidon_status (*clock_fn)(void *context, guidon_time *now);
    void *clock_context;
    /* gdn_epoch() of the process that the state belongs to; with GDN_BUSY while
     * a thread makes it afresh. */
    _Atomic uint64_t epoch;
    _Atomic uint64_t rollbacks, restarts, waits, forks;
};

#define GDN_BUSY UINT64_C(1)

static inline struct gdn_atomic128 *gdn_generator_state(guidon_generator *g)
{
    return g->shared_cell ? g->shared_cell : &g->own;
}

static inline bool gdn_is_gregorian(const guidon_generator *g)
{
    return g->kind == &gdn_kind_v1 || g->kind == &gdn_kind_v6;
}

/* The system's clock. */
static inline guidon_status gdn_generator_timestamp(uint64_t *out,
                                                    guidon_generator *g)
{
    return g->scope == GUIDON_SCOPE_THREAD
               ? gdn_clock_timestamp_fast(out, &g->line)
               : gdn_clock_timestamp(out);
}

static inline uint64_t gdn_generator_node(const guidon_generator *g)
{
    return atomic_load_explicit(&g->node_bits, memory_order_relaxed);
}

static inline void gdn_generator_set_node_bits(guidon_generator *g,
                                               const unsigned char node[6])
{
    atomic_store_explicit(&g->node_bits,
                          (uint64_t)gdn_load_be16(node) << 32 |
                              gdn_load_be32(node + 2),
                          memory_order_relaxed);
}

static inline void gdn_count(_Atomic uint64_t *counter, unsigned n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

/* Put `next` in the place of *last; false, with *last set right, where that is
 * not what the cell holds. A kind without a state has nothing to move. */
static inline bool gdn_generator_move(guidon_generator *g,
                                      struct gdn_u128 *last,
                                      struct gdn_u128 next)
{
    if (g->scope == GUIDON_SCOPE_THREAD) {
        gdn_atomic128_store(&g->own, next);
        return true;
    }
    return !g->kind->has_state ||
           gdn_atomic128_cas(gdn_generator_state(g), last, next);
}

/* `len` random bytes from where the options say. */
guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len);

/* Begin: nothing made, a random node drawn. For one thread alone. */
guidon_status gdn_generator_begin(guidon_generator *g);

/* Before a call: where this is a new process, or the machine a copy, make the
 * generator afresh. */
guidon_status gdn_generator_check_epoch(guidon_generator *g);

/* Make `g`, whose memory is the caller's, a generator. Errors as
 * guidon_generator_new; then the memory is as it was. */
guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options);

GDN_PRIVATE_END

#endif
