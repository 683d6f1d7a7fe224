/* SPDX-License-Identifier: MIT */
/* clock.c - reads the system's wall clock, and waits for it. */
#if defined(_WIN32)
#  define _WIN32_WINNT 0x0602 /* Windows 8: GetSystemTimePreciseAsFileTime */
#else
#  define _POSIX_C_SOURCE 200809L
#endif
#include "clock.h"
#include "../core/ticks.h"

#if defined(_WIN32)

#  include <windows.h>

/* FILETIME counts 100 ns from 1601-01-01, which is 134 774 days of 86 400 s
 * before 1970. */
#  define FILETIME_PER_SECOND    10000000u
#  define FILETIME_EPOCH_SECONDS INT64_C(11644473600)

guidon_status gdn_clock_now(guidon_time *out)
{
    FILETIME now;
    uint64_t count;

    GetSystemTimePreciseAsFileTime(&now);
    count = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
    out->seconds =
        (int64_t)(count / FILETIME_PER_SECOND) - FILETIME_EPOCH_SECONDS;
    out->nanoseconds = (uint32_t)(count % FILETIME_PER_SECOND) * 100;
    return GUIDON_OK;
}

void gdn_clock_pause(uint64_t ns)
{
    uint64_t ms = ns / GDN_NS_PER_MS + (ns % GDN_NS_PER_MS > 0);

    Sleep(ms < 1000 ? (DWORD)ms : 1000);
}

#else

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

#endif

guidon_status gdn_clock_timestamp(uint64_t *out)
{
    guidon_time now;
    guidon_status status = gdn_clock_now(&now);

    return status == GUIDON_OK ? gdn_timestamp_of(out, now) : status;
}
