/* SPDX-License-Identifier: MIT */
/* monotonic.c - reads a monotonic clock of the system that counts sleep. */
#if defined(_WIN32)
#  define _WIN32_WINNT 0x0602 /* Vista: GetTickCount64 */
#else
#  define _POSIX_C_SOURCE 200809L
#  define _DARWIN_C_SOURCE
#endif
#include "monotonic.h"
#include "../core/ticks.h"

#if defined(_WIN32)

#  include <windows.h>

/* Counts sleep and hibernation, and needs no system call. It moves in steps of
 * 10 to 16 ms. */
guidon_status gdn_monotonic_now(uint64_t *ns)
{
    *ns = GetTickCount64() * GDN_NS_PER_MS;
    return GUIDON_OK;
}

#else

#  include <errno.h>
#  include <time.h>

/*
 * On Linux and OpenBSD, CLOCK_MONOTONIC stops while the machine sleeps and
 * CLOCK_BOOTTIME does not. Linux serves CLOCK_BOOTTIME from the vDSO since
 * version 5.3; before that it is a system call. On macOS, CLOCK_MONOTONIC
 * counts sleep.
 */
#  if (defined(__linux__) || defined(__OpenBSD__)) && defined(CLOCK_BOOTTIME)
#    define MONOTONIC_CLOCK CLOCK_BOOTTIME
#  else
#    define MONOTONIC_CLOCK CLOCK_MONOTONIC
#  endif

guidon_status gdn_monotonic_now(uint64_t *ns)
{
    struct timespec now;
    int saved = errno;

    if (clock_gettime(MONOTONIC_CLOCK, &now)) {
        errno = saved;
        return GUIDON_E_CLOCK;
    }
    *ns = (uint64_t)now.tv_sec * GDN_NS_PER_SECOND + (uint64_t)now.tv_nsec;
    return GUIDON_OK;
}

#endif
