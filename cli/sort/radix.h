/* SPDX-License-Identifier: MIT */
/* Sorting in memory, in place. */
#ifndef CLI_RADIX_H
#define CLI_RADIX_H

#include <stddef.h>
#include <stdint.h>

/*
 * Put `n` items of `words` words each (2, 3 or 4) in ascending order: by their
 * first word, where that is equal by the second, and so on. Items that are
 * equal in every word cannot be told apart, so there is no order to keep.
 *
 * Takes no memory but some 130 KiB of the stack at the very most, and never more
 * than a pass over the items for each byte of an item.
 */
#define RADIX_WORDS_MAX 4
void radix_sort(uint64_t *items, size_t n, size_t words);

#endif
