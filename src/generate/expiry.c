/* SPDX-License-Identifier: MIT */
/* expiry.c - checks whether a generator has expired, and renews it. */
#include "expiry.h"
#include "../host/host.h"
#include "../lease/lease_file.h"
#include "../random/epoch.h"
#include "../random/thread.h"

/* This machine is not that of the generator's epoch. If the process is another
 * one, monotonic_fn forked; then the call begins again and gives its own reason.
 */
static guidon_status refuse_copy(void)
{
    return gdn_state_refused(
        "VMClock reports a clone of the machine, which holds the same lease; "
        "get a new lease and renew the generator");
}

/* The page of the generator's lease file. */
static const struct gdn_lease_page *lease_of(const guidon_generator *g)
{
    return g->lease_file->page;
}

/*
 * The last instant at which the generator makes ids; 0: none. An extension of a
 * lease file counts only if it is later than the instant at which the generator
 * was revoked.
 */
static uint64_t last_instant(const guidon_generator *g)
{
    uint64_t extended;

    if (!gdn_generator_on_lease(g)) {
        return atomic_load_explicit(&g->not_after, memory_order_acquire);
    }
    extended =
        atomic_load_explicit(&lease_of(g)->not_after, memory_order_acquire);
    return extended > atomic_load_explicit(&g->lease_file->revoked,
                                           memory_order_acquire)
               ? extended
               : 0;
}

/* The last instant is 0. Why? */
static guidon_status refuse_always(const guidon_generator *g)
{
    if (!gdn_generator_on_lease(g)) {
        return refuse_copy();
    }
    if (atomic_load_explicit(&lease_of(g)->ended, memory_order_acquire)) {
        return gdn_state_refused("the lease has ended; create a generator with "
                                 "a new lease");
    }
    return gdn_state_refused(
        atomic_load_explicit(&g->lease_file->revoked, memory_order_acquire) > 0
            ? "VMClock reports a clone of the machine, which holds the same "
              "lease; its holder has to extend the lease file"
            : "the holder has not extended the lease file yet; call again when "
              "it has");
}

static guidon_status refuse_expired(const guidon_generator *g)
{
    return gdn_state_refused(
        gdn_generator_on_lease(g)
            ? "the lease has expired; its holder has to extend the "
              "lease file"
            : "the generator has expired; renew it");
}

/* not_after is read before the clock. So if another thread renews an expired
 * generator, the renewal never counts for an instant before it.
 *
 * The epoch is compared last. So a call that has begun before a clone makes no
 * id after it, even if only the next call revokes not_after. */
guidon_status gdn_expiry_check(const guidon_generator *g)
{
    uint64_t epoch = atomic_load_explicit(&g->epoch, memory_order_acquire);
    uint64_t not_after = last_instant(g);
    uint64_t now;
    guidon_status status = g->monotonic_fn
                               ? g->monotonic_fn(g->monotonic_context, &now)
                               : gdn_clock_monotonic(&now);

    if (status != GUIDON_OK) {
        return status == GUIDON_E_STATE
                   ? gdn_state_refused("monotonic_fn returned GUIDON_E_STATE")
                   : status;
    }
    if (not_after == 0) {
        return refuse_always(g);
    }
    if (gdn_epoch() != epoch) {
        return refuse_copy();
    }
    return now <= not_after ? GUIDON_OK : refuse_expired(g);
}

bool gdn_expiry_raise_clock(uint64_t *now, unsigned *events,
                            const guidon_generator *g)
{
    const uint64_t first = g->lease_file->first;

    switch (gdn_clock_relation(events, first, first, *now, &g->rules)) {
    case GDN_RELATION_TOO_FAR_BACK:
    case GDN_RELATION_RESTART:
        return false;
    case GDN_RELATION_CONTINUE:
        *now = first;
        break;
    case GDN_RELATION_AHEAD:
        break;
    }
    return true;
}

guidon_status gdn_expiry_check_plan(const guidon_generator *g,
                                    const struct gdn_plan *plan)
{
    return !g->kind->last_ms || g->kind->last_ms(plan) <=
                                    atomic_load_explicit(&lease_of(g)->last_ms,
                                                         memory_order_acquire)
               ? GUIDON_OK
               : gdn_state_refused(
                     "the clock is past the last millisecond of the lease "
                     "file; its holder has to extend it");
}

void gdn_expiry_revoke(guidon_generator *g)
{
    if (gdn_generator_on_lease(g)) {
        atomic_store_explicit(
            &g->lease_file->revoked,
            atomic_load_explicit(&lease_of(g)->not_after, memory_order_acquire),
            memory_order_release);
    } else {
        atomic_store_explicit(&g->not_after, 0, memory_order_release);
    }
}

guidon_status guidon_generator_renew(guidon_generator *generator,
                                     uint64_t not_after)
{
    if (!generator->can_expire || gdn_generator_on_lease(generator) ||
        not_after == 0) {
        return GUIDON_E_ARGUMENT;
    }
    atomic_store_explicit(&generator->not_after, not_after,
                          memory_order_release);
    return GUIDON_OK;
}

guidon_status guidon_monotonic_now(uint64_t *out)
{
    return gdn_clock_monotonic(out);
}
