/* SPDX-License-Identifier: MIT */
/* process_posix.c - a process: its number, environment and limits. */
#include "../core/private.h"

#if GDN_HOST_POSIX
#  define _DEFAULT_SOURCE
#  define _DARWIN_C_SOURCE
#  include "host.h"

#  include <pthread.h>
#  include <stdlib.h>
#  include <sys/resource.h>
#  include <unistd.h>
#  if defined(__linux__)
#    include <sys/auxv.h>
#  endif

long gdn_process_id(void)
{
    return (long)getpid();
}

void gdn_call_after_fork(void (*function)(void))
{
    (void)pthread_atfork(NULL, NULL, function);
}

/* What the kernel noted when the program started. It stays so when the program
 * gives itself one user everywhere, by setresuid. */
static bool started_with_rights(void)
{
#  if defined(__linux__)
    return getauxval(AT_SECURE) != 0;
#  elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) ||  \
      defined(__NetBSD__)
    return issetugid() != 0;
#  else
    return false;
#  endif
}

const char *gdn_environment(const char *name)
{
    if (started_with_rights() || getuid() != geteuid() ||
        getgid() != getegid()) {
        return NULL;
    }
    return getenv(name);
}

bool gdn_may_write_file(uint64_t len)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= len;
}
#else
GDN_EMPTY_FILE;
#endif
