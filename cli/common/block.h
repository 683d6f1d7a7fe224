/* SPDX-License-Identifier: MIT */
/* Memory that grows. The tool takes it from malloc, and the page from its module. */
#ifndef CLI_BLOCK_H
#define CLI_BLOCK_H

#include <stddef.h>

/*
 * Give a block another size. The result holds the bytes of the old block and takes
 * its place. NULL if memory ran out: the old block is then as it was.
 *
 *   block  in  a block, or NULL for a new one
 *   had    in  its size; 0 for a new one
 *   size   in  above `had`
 */
void *block_resize(void *block, size_t had, size_t size);

/* Give a block of `size` bytes back. `block` may be NULL. */
void block_free(void *block, size_t size);

#endif
