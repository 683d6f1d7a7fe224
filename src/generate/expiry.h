/* SPDX-License-Identifier: MIT */
/* The expiry of a generator: the instant after which it makes no ids. */
#ifndef GDN_GENERATE_EXPIRY_H
#define GDN_GENERATE_EXPIRY_H

#include "generator.h"

GDN_PRIVATE_BEGIN

/*
 * May a generator that can expire make ids at this instant, on this machine? The
 * caller has called gdn_generator_check_epoch. Each step asks before its plan, so an
 * expired generator changes nothing and does not wait. The step asks once
 * more when its state is in place. So if a call returns ids, their states were
 * in place at an instant when the generator had not expired.
 *
 * Errors  GUIDON_E_STATE  the generator has expired, or the machine was cloned
 *         GUIDON_E_CLOCK  the clock of not_after cannot be read; and the errors
 *                         of monotonic_fn
 */
guidon_status gdn_expiry_check(const guidon_generator *g);

/*
 * Raise the clock's reading *now to the first time that the generator's lease file
 * allows.
 * No plan makes an id below the reading, so no id has an earlier time. Of the
 * fast paths, generators with a lease file have those that make an id only in
 * the millisecond of the id before.
 *
 * A clock that is behind the first time counts as one that stepped back from
 * it: within the tolerance the reading is raised, and *events has the rollback;
 * else the function returns false. No policy restarts at an earlier time,
 * because ids of another generator may have it.
 */
bool gdn_expiry_raise_clock(uint64_t *now, unsigned *events,
                            const guidon_generator *g);

/*
 * May the ids of this plan be made, which is seeded? The generator's lease file
 * limits their times. The limit never goes back, so one question before the swap suffices.
 *
 * Errors  GUIDON_E_STATE  the time of an id is past last_ms
 */
guidon_status gdn_expiry_check_plan(const guidon_generator *g,
                                    const struct gdn_plan *plan);

/* Let the generator expire now, until guidon_generator_renew is called, or its
 * lease file is extended. */
void gdn_expiry_revoke(guidon_generator *g);

GDN_PRIVATE_END

#endif
