/* SPDX-License-Identifier: MIT */
/* Finds duplicates among ids. */
#ifndef IDSET_H
#define IDSET_H

#include <guidon.h>
#include <stddef.h>

/*
 * The index of the first id that equals an earlier one; `n` if all differ. It
 * skips Nil, which marks an empty slot. It allocates up to 48 bytes for each id
 * and frees them. The test fails if there is no memory.
 */
size_t idset_first_repeat(const guidon_id *ids, size_t n);

#endif
