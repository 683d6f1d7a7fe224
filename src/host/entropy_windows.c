/* SPDX-License-Identifier: MIT */
/* entropy_windows.c - BCryptGenRandom; links with bcrypt. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  define WIN32_LEAN_AND_MEAN
#  include "entropy_collect.h"
#  include "host.h"

#  include <windows.h>

#  include <bcrypt.h>
#  include <errno.h>

/* A length that fits both a ULONG and a long. */
#  define WINDOWS_LEN_MAX ((size_t)1 << 30)

void gdn_entropy_thread_start(void)
{
}

void gdn_entropy_thread_end(void)
{
}

static long windows_genrandom(void *context, void *out, size_t len)
{
    size_t n = len < WINDOWS_LEN_MAX ? len : WINDOWS_LEN_MAX;
    NTSTATUS status =
        BCryptGenRandom(NULL, out, (ULONG)n, BCRYPT_USE_SYSTEM_PREFERRED_RNG);

    (void)context;
    return status >= 0 ? (long)n : -EIO;
}

guidon_status gdn_entropy(void *out, size_t len)
{
    return gdn_entropy_collect(windows_genrandom, NULL, out, len);
}

const char *gdn_entropy_name(void)
{
    return "BCryptGenRandom";
}
#else
GDN_EMPTY_FILE;
#endif
