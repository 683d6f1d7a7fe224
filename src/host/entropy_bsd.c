/* SPDX-License-Identifier: MIT */
/* entropy_bsd.c - getentropy, on the BSDs and macOS. */
#include "../core/private.h"

#if GDN_HOST_POSIX &&                                                          \
    (defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) ||      \
     defined(__OpenBSD__) || defined(__DragonFly__))
#  define _DARWIN_C_SOURCE
#  define _NETBSD_SOURCE
#  include "entropy_collect.h"
#  include "host.h"

#  include <errno.h>
#  include <unistd.h>
#  if defined(__APPLE__)
#    include <sys/random.h>
#  endif

/* getentropy writes at most this many bytes in one call. */
#  define BSD_LEN_MAX 256

void gdn_entropy_thread_start(void)
{
}

void gdn_entropy_thread_end(void)
{
}

static long bsd_getentropy(void *context, void *out, size_t len)
{
    size_t n = len < BSD_LEN_MAX ? len : BSD_LEN_MAX;

    (void)context;
    return getentropy(out, n) == 0 ? (long)n : -errno;
}

guidon_status gdn_entropy(void *out, size_t len)
{
    int saved = errno;
    guidon_status status = gdn_entropy_collect(bsd_getentropy, NULL, out, len);

    errno = saved;
    return status;
}

const char *gdn_entropy_name(void)
{
    return "getentropy";
}
#else
GDN_EMPTY_FILE;
#endif
