/* SPDX-License-Identifier: MIT */
/* Why a call returns GUIDON_E_STATE, in words. */
#ifndef GDN_SHARED_STATE_REASON_H
#define GDN_SHARED_STATE_REASON_H

#include "../core/private.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * Set what guidon_state_reason returns to this thread, and return
 * GUIDON_E_STATE.
 *
 *   reason  in  constant text that says what is wrong and, after a semicolon,
 *               what to do. It has no final full stop. If it is about a state
 *               file, it completes "cannot use the state file: ".
 */
guidon_status gdn_state_refused(const char *reason);

/*
 * Set the reason of a state that holds prefixes of `held` bits for a generator
 * that asks for `asked` bits, both below 100, and return GUIDON_E_ARGUMENT.
 */
guidon_status gdn_state_of_other_prefix(unsigned held, unsigned asked);

GDN_PRIVATE_END

#endif
