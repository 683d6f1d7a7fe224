/* SPDX-License-Identifier: MIT */
/* heap.c - the memory of generators, from calloc. */
#include "../core/private.h"

#if !GDN_HOST_NONE
#  include "host.h"

#  include <errno.h>
#  include <stdlib.h>

void *gdn_heap_new(size_t len)
{
    int saved = errno;
    void *memory = calloc(1, len);

    errno = saved;
    return memory;
}

void gdn_heap_free(void *memory)
{
    free(memory);
}
#else
GDN_EMPTY_FILE;
#endif
