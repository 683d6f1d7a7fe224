/* SPDX-License-Identifier: MIT */
/* process_windows.c - one number for every process: Windows has no fork. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  include "host.h"

long gdn_process_id(void)
{
    return 1;
}
#else
GDN_EMPTY_FILE;
#endif
