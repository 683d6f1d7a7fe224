/* SPDX-License-Identifier: MIT */
/* The system's wall clock, as a timestamp. */
#ifndef GDN_CLOCK_CLOCK_H
#define GDN_CLOCK_CLOCK_H

#include "../host/host.h"
#include "timestamp.h"
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdint.h>

/*
 * Read the system's wall clock as a timestamp. All threads and processes see
 * one clock; tsc.h has a faster one for a single thread.
 *
 * Errors  as gdn_clock_now and gdn_timestamp_of
 * Threads any
 */
static inline guidon_status gdn_clock_timestamp(uint64_t *out)
{
    guidon_time now;
    guidon_status status = gdn_clock_now(&now);

    return status == GUIDON_OK ? gdn_timestamp_of(out, now) : status;
}

#endif
