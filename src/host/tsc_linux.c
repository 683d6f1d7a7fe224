/* SPDX-License-Identifier: MIT */
/* tsc_linux.c - reads whether Linux uses the time-stamp counter as its
 * clock. */
#define _POSIX_C_SOURCE 200809L
#include "host.h"

#if GDN_HAVE_TSC
#  include <errno.h>
#  include <fcntl.h>
#  include <string.h>
#  include <unistd.h>

bool gdn_tsc_is_kernel_clock(void)
{
    static const char source[] =
        "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char name[8];
    int saved = errno;
    int file = open(source, O_RDONLY | O_CLOEXEC);
    bool is_tsc = false;

    if (file >= 0) {
        is_tsc =
            read(file, name, sizeof name) == 4 && memcmp(name, "tsc\n", 4) == 0;
        close(file);
    }
    errno = saved;
    return is_tsc;
}
#endif
