/* SPDX-License-Identifier: MIT */
/* Why a state file cannot be used, in words. */
#ifndef GDN_SHARED_SHARED_REASON_H
#define GDN_SHARED_SHARED_REASON_H

#include "../core/private.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

#define GDN_SHARED_TOO_LONG    "its path is too long; name another file"
#define GDN_SHARED_NOT_REGULAR "it is not a regular file; name another file"
#define GDN_SHARED_DAMAGED_TEXT                                                \
  "it is damaged; remove it, and Guidon makes a new one"

/*
 * Set the reason for the error of a system call, and return GUIDON_E_STATE.
 *
 *   error      in  errno after the call
 *   otherwise  in  the reason for an error whose meaning depends on the call
 */
guidon_status gdn_shared_refused_by(int error, const char *otherwise);

/*
 * Set the reason of a state that holds prefixes of `held` bits for a generator
 * that asks for `asked` bits, both below 100, and return GUIDON_E_ARGUMENT.
 */
guidon_status gdn_shared_has_other_prefix(unsigned held, unsigned asked);

GDN_PRIVATE_END

#endif
