/* SPDX-License-Identifier: MIT */
/* Memory of whole pages that secrets may be kept in. */
#ifndef GDN_RANDOM_PAGES_H
#define GDN_RANDOM_PAGES_H

#include "../core/private.h"

#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/*
 * Zeroed memory of at least `len` bytes, at a page's beginning; NULL where
 * there is none. errno stays as it was, here and below.
 */
void *gdn_pages_map(size_t len);
/* Wipe it and give it back. */
void gdn_pages_unmap(void *pages, size_t len);

/*
 * Keep it out of core dumps and of the swap, as far as the system lets us. A
 * lock on pages is not handed down to a forked process.
 */
void gdn_pages_keep_secret(void *pages, size_t len);

/*
 * Have it read as zero in every process forked from this one and from its
 * children, before any of its code runs. False where the system cannot.
 */
bool gdn_pages_wipe_on_fork(void *pages, size_t len);

GDN_PRIVATE_END

#endif
