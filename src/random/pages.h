/* SPDX-License-Identifier: MIT */
/* Whole pages of memory for secrets. */
#ifndef GDN_RANDOM_PAGES_H
#define GDN_RANDOM_PAGES_H

#include "../core/private.h"

#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* Map at least `len` zeroed bytes, at the start of a page; NULL without
 * memory. All functions here preserve errno. */
void *gdn_pages_map(size_t len);
/* Wipe and release the pages. */
void gdn_pages_unmap(void *pages, size_t len);

/* Keep the pages out of core dumps and swap, as far as the system allows. A
 * forked process has to call this again, because it does not inherit the
 * lock. */
void gdn_pages_keep_secret(void *pages, size_t len);

/* Let the pages read as zero in every process forked from this process, and in
 * their children, before any code runs there. False if the system cannot do
 * that. */
bool gdn_pages_wipe_on_fork(void *pages, size_t len);

GDN_PRIVATE_END

#endif
