/* SPDX-License-Identifier: MIT */
/* The order of times, and the clock. */
#ifndef CLI_TIMES_H
#define CLI_TIMES_H

#include <guidon.h>
#include <stdbool.h>

bool time_is_before(guidon_time a, guidon_time b);

/* Is the time in the years 2000 to 2099? Random letters of base32 form a ULID,
 * but seldom with such a time. */
bool time_is_in_this_century(guidon_time t);

/* The system's wall clock. */
guidon_time time_now(void);

#endif
