/* SPDX-License-Identifier: MIT */
/* A clock that nobody sets, and that runs while the machine sleeps. */
#ifndef GDN_CLOCK_MONOTONIC_H
#define GDN_CLOCK_MONOTONIC_H

#include "../core/private.h"
#include <guidon/status.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * Read the clock, in nanoseconds since some instant before the process began.
 * All processes of the host read the same clock. errno stays.
 *
 * Errors  GUIDON_E_CLOCK  the system call failed; *ns is unchanged
 * Threads any
 */
guidon_status gdn_monotonic_now(uint64_t *ns);

GDN_PRIVATE_END

#endif
