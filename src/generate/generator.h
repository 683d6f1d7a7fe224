/* SPDX-License-Identifier: MIT */
/* The generator object, for the files that make one and draw from it. */
#ifndef GDN_GENERATE_GENERATOR_H
#define GDN_GENERATE_GENERATOR_H

#include "../clock/cell.h"
#include "../clock/shared.h"
#include "../core/private.h"
#include "../random/random.h"
#include "kind.h"
#include <guidon/generate.h>
#include <stdatomic.h>

GDN_PRIVATE_BEGIN

struct guidon_generator {
    struct gdn_cell own;
    struct gdn_cell *shared_cell; /* scope HOST; else NULL, and own is used */
    struct gdn_shared *shared;
    enum gdn_shared_slot slot;
    const struct gdn_kind *kind;
    struct gdn_rules rules;
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
    /* gdn_epoch() of the process that the state belongs to, times two, plus one
     * while a thread of a new process makes it afresh. */
    _Atomic uint64_t epoch;
    _Atomic uint64_t rollbacks, restarts, waits, forks;
};

/* Make `g`, whose memory is the caller's, a generator. Errors as
 * guidon_generator_new; then the memory is as it was. */
guidon_status gdn_generator_setup(guidon_generator *g,
                                  const guidon_options *options);

GDN_PRIVATE_END

#endif
