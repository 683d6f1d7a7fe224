/* SPDX-License-Identifier: MIT */
/* Sort items in memory, in place. */
#ifndef CLI_RADIX_H
#define CLI_RADIX_H

#include "../common/work.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Sort `n` items of `words` words each (2, 3 or 4) in ascending order: by the
 * first word, then by the second word, and so on. The sort is not stable, which
 * makes no difference, because items that compare equal are equal in every
 * word.
 *
 * Many items are sorted on all threads of `workers`, unless it is NULL.
 *
 * Uses at most 130 KiB of each thread's stack and no other memory. Makes at most one pass
 * over the items for each byte of an item.
 */
#define RADIX_WORDS_MAX 4
void radix_sort(uint64_t *items, size_t n, size_t words,
                struct workers *workers);

#endif
