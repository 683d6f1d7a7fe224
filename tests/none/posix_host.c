/* SPDX-License-Identifier: MIT */
/* posix_host.c - the two functions of <guidon/host.h>, by POSIX, so that tests
 * of the library run with a build for no operating system. */
#define _DEFAULT_SOURCE
#define GUIDON_HOST_NONE 1
#include <guidon.h>
#include <time.h>
#include <unistd.h>

guidon_status guidon_host_entropy(void *out, size_t len)
{
    return getentropy(out, len) ? GUIDON_E_ENTROPY : GUIDON_OK;
}

guidon_status guidon_host_now(guidon_time *out)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now)) {
        return GUIDON_E_CLOCK;
    }
    out->seconds = now.tv_sec;
    out->nanoseconds = (uint32_t)now.tv_nsec;
    return GUIDON_OK;
}
