/* SPDX-License-Identifier: MIT */
/* times.c - the clock. */
#include "times.h"

#include <time.h>

guidon_time time_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (guidon_time){now.tv_sec, (uint32_t)now.tv_nsec};
}
