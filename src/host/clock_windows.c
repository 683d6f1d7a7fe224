/* SPDX-License-Identifier: MIT */
/* clock_windows.c - the precise system time, and Sleep. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  define _WIN32_WINNT 0x0602 /* Windows 8: GetSystemTimePreciseAsFileTime */
#  include "../core/ticks.h"
#  include "host.h"

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

uint64_t gdn_clock_resolution(void)
{
    return GUIDON_HOST_CLOCK_NS > 0 ? GUIDON_HOST_CLOCK_NS : 100;
}

/* Counts sleep and hibernation, and needs no system call. It moves in steps of
 * 10 to 16 ms. */
guidon_status gdn_clock_monotonic(uint64_t *ns)
{
    *ns = GetTickCount64() * GDN_NS_PER_MS;
    return GUIDON_OK;
}

void gdn_clock_pause(uint64_t ns)
{
    uint64_t ms = ns / GDN_NS_PER_MS + (ns % GDN_NS_PER_MS > 0);

    Sleep(ms < 1000 ? (DWORD)ms : 1000);
}
#else
GDN_EMPTY_FILE;
#endif
