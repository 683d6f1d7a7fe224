/* SPDX-License-Identifier: MIT */
/* process_windows.c - Windows has no fork, so one number serves every process. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  include "host.h"

long gdn_process_id(void)
{
    return 1;
}

void gdn_call_after_fork(void (*function)(void))
{
    (void)function;
}
#else
GDN_EMPTY_FILE;
#endif
