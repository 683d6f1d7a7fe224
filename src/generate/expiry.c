/* SPDX-License-Identifier: MIT */
/* expiry.c - checks whether a generator has expired, and renews it. */
#include "expiry.h"
#include "../host/host.h"

/* not_after is read before the clock. So if another thread renews an expired
 * generator, the renewal never counts for an instant before it. */
guidon_status gdn_expiry_check_clock(const guidon_generator *g)
{
    uint64_t not_after =
        atomic_load_explicit(&g->not_after, memory_order_acquire);
    uint64_t now;
    guidon_status status = g->monotonic_fn
                               ? g->monotonic_fn(g->monotonic_context, &now)
                               : gdn_clock_monotonic(&now);

    if (status != GUIDON_OK) {
        return status;
    }
    return now <= not_after ? GUIDON_OK : GUIDON_E_STATE;
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
