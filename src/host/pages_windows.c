/* SPDX-License-Identifier: MIT */
/* pages_windows.c - pages from VirtualAlloc. */
#include "../core/private.h"

#if GDN_HOST_WINDOWS
#  define WIN32_LEAN_AND_MEAN
#  include "../core/wipe.h"
#  include "host.h"

#  include <windows.h>

void *gdn_pages_map(size_t len)
{
    return VirtualAlloc(NULL, len, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void gdn_pages_unmap(void *pages, size_t len)
{
    gdn_wipe(pages, len);
    VirtualFree(pages, 0, MEM_RELEASE);
}

/* A dump may have them: Windows lets the user choose what a dump contains. */
void gdn_pages_keep_from_dumps(void *pages, size_t len)
{
    (void)pages;
    (void)len;
}

void gdn_pages_lock(void *pages, size_t len)
{
    VirtualLock(pages, len);
}

void gdn_pages_unlock(void *pages, size_t len)
{
    VirtualUnlock(pages, len);
}

/* Windows has no fork. */
bool gdn_pages_wipe_on_fork(void *pages, size_t len)
{
    (void)pages;
    (void)len;
    return true;
}
#else
GDN_EMPTY_FILE;
#endif
