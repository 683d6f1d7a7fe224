/* SPDX-License-Identifier: MIT */
/* pages_posix.c - pages from mmap, with the advice of Linux and the BSDs. */
#include "../core/private.h"

#if GDN_HOST_POSIX
#  define _DEFAULT_SOURCE
#  define _DARWIN_C_SOURCE
#  define _NETBSD_SOURCE
#  include "../core/wipe.h"
#  include "host.h"

#  include <errno.h>
#  include <sys/mman.h>
#  include <unistd.h>

#  if !defined(MAP_ANONYMOUS)
#    define MAP_ANONYMOUS MAP_ANON
#  endif
/* Linux 4.14; the headers of a libc may be older. */
#  if defined(__linux__) && !defined(MADV_WIPEONFORK)
#    define MADV_WIPEONFORK 18
#  endif
#  define NO_ADVICE (-1)

void *gdn_pages_map(size_t len)
{
    int saved = errno;
    void *pages = mmap(NULL, len, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    errno = saved;
    return pages == MAP_FAILED ? NULL : pages;
}

void gdn_pages_unmap(void *pages, size_t len)
{
    int saved = errno;

    gdn_wipe(pages, len);
    munmap(pages, len);
    errno = saved;
}

void gdn_pages_keep_from_dumps(void *pages, size_t len)
{
    int saved = errno;

#  if defined(MADV_DONTDUMP)
    madvise(pages, len, MADV_DONTDUMP);
#  elif defined(MADV_NOCORE)
    madvise(pages, len, MADV_NOCORE);
#  else
    (void)pages;
    (void)len;
#  endif
    errno = saved;
}

void gdn_pages_lock(void *pages, size_t len)
{
    int saved = errno;

    (void)!mlock(pages, len);
    errno = saved;
}

void gdn_pages_unlock(void *pages, size_t len)
{
    int saved = errno;

    (void)!munlock(pages, len);
    errno = saved;
}

bool gdn_pages_wipe_on_fork(void *pages, size_t len)
{
    int saved = errno;
    int refused = -1;

#  if defined(MADV_WIPEONFORK)
    /* An emulator that accepts unknown advice would accept this advice too, and
     * not wipe the pages. */
    if (madvise(pages, len, NO_ADVICE) != 0) {
        refused = madvise(pages, len, MADV_WIPEONFORK);
    }
#  elif defined(INHERIT_ZERO)
    refused = minherit(pages, len, INHERIT_ZERO);
#  elif defined(MAP_INHERIT_ZERO)
    refused = minherit(pages, len, MAP_INHERIT_ZERO);
#  else
    (void)pages;
    (void)len;
#  endif
    errno = saved;
    return refused == 0;
}
#else
GDN_EMPTY_FILE;
#endif
