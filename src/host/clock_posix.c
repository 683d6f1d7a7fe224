/* SPDX-License-Identifier: MIT */
/* clock_posix.c - clock_gettime and nanosleep. */
#include "../core/private.h"

#if GDN_HOST_POSIX
#  define _POSIX_C_SOURCE 200809L
#  define _DARWIN_C_SOURCE
#  include "../core/ticks.h"
#  include "host.h"

#  include <errno.h>
#  include <time.h>

guidon_status gdn_clock_now(guidon_time *out)
{
    struct timespec now;
    int saved = errno;

    if (clock_gettime(CLOCK_REALTIME, &now)) {
        errno = saved;
        return GUIDON_E_CLOCK;
    }
    out->seconds = now.tv_sec;
    out->nanoseconds = (uint32_t)now.tv_nsec;
    return GUIDON_OK;
}

uint64_t gdn_clock_resolution(void)
{
    uint64_t ns = GUIDON_HOST_CLOCK_NS;
#  if !defined(__linux__)
    struct timespec step;
    int saved = errno;

    if (ns == 0 && clock_getres(CLOCK_REALTIME, &step) == 0) {
        ns = (uint64_t)step.tv_sec * GDN_NS_PER_SECOND + (uint64_t)step.tv_nsec;
    }
    errno = saved;
#  endif
    return ns > 0 ? ns : 1;
}

/*
 * On Linux and OpenBSD, CLOCK_MONOTONIC stops while the machine sleeps and
 * CLOCK_BOOTTIME does not. Linux serves CLOCK_BOOTTIME from the vDSO since
 * version 5.3; before that it is a system call. On macOS, CLOCK_MONOTONIC
 * counts sleep.
 */
#  if (defined(__linux__) || defined(__OpenBSD__)) && defined(CLOCK_BOOTTIME)
#    define CLOCK_THAT_COUNTS_SLEEP CLOCK_BOOTTIME
#  else
#    define CLOCK_THAT_COUNTS_SLEEP CLOCK_MONOTONIC
#  endif

guidon_status gdn_clock_monotonic(uint64_t *ns)
{
    struct timespec now;
    int saved = errno;

    if (clock_gettime(CLOCK_THAT_COUNTS_SLEEP, &now)) {
        errno = saved;
        return GUIDON_E_CLOCK;
    }
    *ns = (uint64_t)now.tv_sec * GDN_NS_PER_SECOND + (uint64_t)now.tv_nsec;
    return GUIDON_OK;
}

void gdn_clock_pause(uint64_t ns)
{
    struct timespec length = {1, 0};
    int saved = errno;

    if (ns < GDN_NS_PER_SECOND) {
        length.tv_sec = 0;
        length.tv_nsec = (long)ns;
    }
    nanosleep(&length, NULL);
    errno = saved;
}
#else
GDN_EMPTY_FILE;
#endif
