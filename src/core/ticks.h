/* SPDX-License-Identifier: MIT */
/* Time to and from the counts that ids keep, for the rest of the library. */
#ifndef GDN_CORE_TICKS_H
#define GDN_CORE_TICKS_H

#include "private.h"
#include <guidon/id.h>
#include <stdbool.h>

#define GDN_NS_PER_SECOND 1000000000u
#define GDN_NS_PER_MS     1000000u

GDN_PRIVATE_BEGIN

/* Are the nanoseconds within their second? */
bool gdn_time_is_sound(guidon_time t);

/* Any 64-bit count of Unix milliseconds. */
guidon_time gdn_unix_ms_to_time(uint64_t ms);

/*
 * What is finer than a millisecond is dropped.
 *
 * Errors  GUIDON_E_ARGUMENT  t.nanoseconds is past 999 999 999
 *         GUIDON_E_RANGE     t is before 1970 or past 48 bits of milliseconds
 */
guidon_status gdn_time_to_unix_ms(uint64_t *out, guidon_time t);

GDN_PRIVATE_END

#endif
