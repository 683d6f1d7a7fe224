/* SPDX-License-Identifier: MIT */
/* process_posix.c - getpid. */
#include "../core/private.h"

#if GDN_HOST_POSIX
#  define _DEFAULT_SOURCE
#  include "host.h"

#  include <unistd.h>

long gdn_process_id(void)
{
    return (long)getpid();
}
#else
GDN_EMPTY_FILE;
#endif
