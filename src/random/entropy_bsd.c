/* SPDX-License-Identifier: MIT */
/* entropy_bsd.c - getentropy, on the BSDs and on macOS. */
#include "../core/private.h"

#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) ||       \
    defined(__OpenBSD__) || defined(__DragonFly__)
#  define _DARWIN_C_SOURCE
#  define _NETBSD_SOURCE
#  include "entropy.h"

#  include <errno.h>
#  include <unistd.h>
#  if defined(__APPLE__)
#    include <sys/random.h>
#  endif

/* As much as getentropy gives at once. */
#  define AT_ONCE 256

void gdn_entropy_thread_start(void)
{
}

void gdn_entropy_thread_end(void)
{
}

static long draw(void *context, void *out, size_t len)
{
    size_t n = len < AT_ONCE ? len : AT_ONCE;

    (void)context;
    return getentropy(out, n) == 0 ? (long)n : -errno;
}

guidon_status gdn_entropy(void *out, size_t len)
{
    int saved = errno;
    guidon_status status = gdn_entropy_collect(draw, NULL, out, len);

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
