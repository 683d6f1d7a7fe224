/* SPDX-License-Identifier: MIT */
/* The order of times, and the clock. */
#ifndef CLI_TIMES_H
#define CLI_TIMES_H

#include <guidon.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool time_is_before(guidon_time a, guidon_time b)
{
    return a.seconds < b.seconds ||
           (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

/* Is the time in the years 2000 to 2099? Random letters of base32 form a ULID,
 * but seldom with such a time. */
static inline bool time_is_in_this_century(guidon_time t)
{
    return t.seconds >= INT64_C(946684800) && /* 2000-01-01 */
           t.seconds < INT64_C(4102444800);   /* 2100-01-01 */
}

/* The system's wall clock. */
guidon_time time_now(void);

#endif
