/* SPDX-License-Identifier: MIT */
/* The system's wall clock: reading it, and waiting for it. */
#ifndef GDN_CLOCK_CLOCK_H
#define GDN_CLOCK_CLOCK_H

#include "../core/private.h"
#include "timestamp.h"
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * Read the system's wall clock, to the nanosecond.
 *
 * Errors  GUIDON_E_CLOCK  the system call failed
 */
guidon_status gdn_clock_now(guidon_time *out);

/*
 * Read the same clock as a timestamp. All threads and processes see one clock;
 * linear_clock.h has a faster one for a single thread.
 *
 * Errors  as gdn_clock_now and gdn_timestamp_of
 * Threads any
 */
guidon_status gdn_clock_timestamp(uint64_t *out);

/* Sleep for about `ns` nanoseconds, at most one second. A signal may end the
 * sleep early, so the caller reads the clock again. */
void gdn_clock_pause(uint64_t ns);

GDN_PRIVATE_END

#endif
