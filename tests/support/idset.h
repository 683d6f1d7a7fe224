/* SPDX-License-Identifier: MIT */
/* Is an id among many there twice? */
#ifndef IDSET_H
#define IDSET_H

#include <guidon.h>
#include <stddef.h>

/*
 * The place of the first id that is also at a lower one; `n` where all differ.
 * Nil is a place that was left empty, and is not looked at. Takes up to 48
 * bytes for each id, and gives them back; fails the test where there are none.
 */
size_t idset_first_repeat(const guidon_id *ids, size_t n);

#endif
