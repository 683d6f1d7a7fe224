/* SPDX-License-Identifier: MIT */
/* Locked memory for the keys of many threads, in slots of shared pages. */
#ifndef GDN_RANDOM_KEY_SLOTS_H
#define GDN_RANDOM_KEY_SLOTS_H

#include "../core/private.h"
#include "cipher.h"
#include <stdbool.h>

GDN_PRIVATE_BEGIN

/* The slots of a page; the first 64 bytes of the page count them. A host
 * without a system has one thread. */
#if GDN_HOST_NONE
#  define GDN_KEY_SLOTS_PER_PAGE 1
#else
#  define GDN_KEY_SLOTS_PER_PAGE 63
#endif

struct gdn_key_page;

struct gdn_key_slot {
    struct gdn_key_page *page;
    unsigned char *key; /* GDN_CIPHER_HEAD bytes, aligned to 64 */
};

/*
 * Take a slot, all zero. Slots are kept out of core dumps, and out of swap if
 * the system lets this process lock memory. In a forked child, the system wipes
 * the slots and none is taken, if it can wipe pages.
 *
 * Returns false without memory; *slot is unchanged.
 */
bool gdn_key_slot_take(struct gdn_key_slot *slot);

/* Wipe a slot and give it back. When the last slot of a page comes back, the
 * page is no longer locked. */
void gdn_key_slot_release(const struct gdn_key_slot *slot);

GDN_PRIVATE_END

#endif
