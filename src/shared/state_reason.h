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

GDN_PRIVATE_END

#endif
