/* SPDX-License-Identifier: MIT */
/* block.c - memory that grows, from malloc. */
#include "block.h"

#include <stdlib.h>

void *block_resize(void *block, size_t had, size_t size)
{
    (void)had;
    return realloc(block, size);
}

void block_free(void *block, size_t size)
{
    (void)size;
    free(block);
}
