/* SPDX-License-Identifier: MIT */
/* expiry.c - checks whether a generator has expired, and renews it. */
#include "expiry.h"
#include "../clock/state_reason.h"
#include "../host/host.h"
#include "../random/epoch.h"

/* This process and machine are not those of the generator's epoch. The process
 * differs only if a function of the options forked. */
static guidon_status refuse_copy(uint64_t epoch)
{
    return gdn_state_refused(
        gdn_epoch_same_process(epoch)
            ? "VMClock reports a clone of the machine, which holds the same "
              "lease; get a new lease and renew the generator"
            : "the process was forked within the call; call again");
}

/* not_after is read before the clock. So if another thread renews an expired
 * generator, the renewal never counts for an instant before it.
 *
 * The epoch is compared last. So a call that has begun before a clone makes no
 * id after it, even if only the next call revokes not_after. */
guidon_status gdn_expiry_check_clock(const guidon_generator *g)
{
    uint64_t epoch = atomic_load_explicit(&g->epoch, memory_order_acquire);
    uint64_t not_after =
        atomic_load_explicit(&g->not_after, memory_order_acquire);
    uint64_t now;
    guidon_status status = g->monotonic_fn
                               ? g->monotonic_fn(g->monotonic_context, &now)
                               : gdn_clock_monotonic(&now);

    if (status != GUIDON_OK) {
        return status == GUIDON_E_STATE
                   ? gdn_state_refused("monotonic_fn returned GUIDON_E_STATE")
                   : status;
    }
    if (not_after == 0 || gdn_epoch() != epoch) {
        return refuse_copy(epoch);
    }
    return now <= not_after
               ? GUIDON_OK
               : gdn_state_refused("the generator has expired; renew it");
}

guidon_status guidon_generator_renew(guidon_generator *g, uint64_t not_after)
{
    if (!g->can_expire || not_after == 0) {
        return GUIDON_E_ARGUMENT;
    }
    atomic_store_explicit(&g->not_after, not_after, memory_order_release);
    return GUIDON_OK;
}

guidon_status guidon_monotonic_now(uint64_t *ns)
{
    return gdn_clock_monotonic(ns);
}
