/* SPDX-License-Identifier: MIT */
/* times.c - the order of times, and the clock. */
#include "times.h"

#include <time.h>

bool time_is_before(guidon_time a, guidon_time b)
{
    return a.seconds < b.seconds ||
           (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

bool time_is_in_this_century(guidon_time t)
{
    return t.seconds >= INT64_C(946684800) && /* 2000-01-01 */
           t.seconds < INT64_C(4102444800);   /* 2100-01-01 */
}

guidon_time time_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (guidon_time){now.tv_sec, (uint32_t)now.tv_nsec};
}
