/* SPDX-License-Identifier: MIT */
/* The expiry of a generator: the instant after which it makes no ids. */
#ifndef GDN_GENERATE_EXPIRY_H
#define GDN_GENERATE_EXPIRY_H

#include "generator.h"

GDN_PRIVATE_BEGIN

/* gdn_expiry_check of a generator that can expire. */
guidon_status gdn_expiry_check_clock(const guidon_generator *g);

/*
 * May the generator make ids at this instant, on this machine? The caller has
 * called gdn_generator_check_epoch. Each step asks before its plan, so an
 * expired generator changes nothing and does not wait. The step asks once
 * more when its state is in place. So if a call returns ids, their states were
 * in place at an instant when the generator had not expired.
 *
 * Errors  GUIDON_E_STATE  the generator has expired, or the machine was cloned
 *         GUIDON_E_CLOCK  the clock of not_after cannot be read; and the errors
 *                         of monotonic_fn
 */
static inline guidon_status gdn_expiry_check(const guidon_generator *g)
{
    return g->can_expire ? gdn_expiry_check_clock(g) : GUIDON_OK;
}

/* Let the generator expire now, until guidon_generator_renew is called. */
static inline void gdn_expiry_revoke(guidon_generator *g)
{
    atomic_store_explicit(&g->not_after, 0, memory_order_release);
}

GDN_PRIVATE_END

#endif
