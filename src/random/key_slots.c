/* SPDX-License-Identifier: MIT */
/* key_slots.c - takes and releases the slots of keys, without a lock. */
#include "key_slots.h"
#include "../core/wipe.h"
#include "../host/host.h"

/*
 * A system lets a user lock little memory, and it locks whole pages. So threads
 * share the pages of their keys. A page begins with the set of its slots that
 * are taken, one bit each.
 *
 * A page without a taken slot is not locked. The thread that takes the first
 * slot or releases the last slot sets KEY_PAGE_BUSY, locks or unlocks the page,
 * and clears the bit. Meanwhile other threads take slots of other pages. Nobody
 * waits.
 *
 * Pages are never unmapped. In a forked child the pages read as zero, if the
 * system can wipe them: no slot is taken, and only the first page is in the
 * list. Otherwise the slots of the parent stay taken in the child.
 */
struct gdn_key_page {
    _Atomic(uint64_t) taken;
    _Atomic(struct gdn_key_page *) next;
    _Alignas(64) unsigned char slots[GDN_KEY_SLOTS_PER_PAGE][GDN_CIPHER_HEAD];
};
#define KEY_PAGE_BUSY (UINT64_C(1) << GDN_KEY_SLOTS_PER_PAGE)

_Static_assert(sizeof(struct gdn_key_page) <= 4096,
               "the smallest page of any system holds the slots");

static _Atomic(struct gdn_key_page *) first_key_page;

static struct gdn_key_page *map_key_page(void)
{
    struct gdn_key_page *page = gdn_pages_map(sizeof *page);

    if (page) {
        gdn_pages_keep_from_dumps(page, sizeof *page);
        gdn_pages_wipe_on_fork(page, sizeof *page);
    }
    return page;
}

/* The page that `link` leads to, mapped if there is none; NULL without
 * memory. */
static struct gdn_key_page *follow_link(_Atomic(struct gdn_key_page *) *link)
{
    struct gdn_key_page *there =
        atomic_load_explicit(link, memory_order_acquire);
    struct gdn_key_page *page;

    if (there) {
        return there;
    }
    page = map_key_page();
    if (page && !atomic_compare_exchange_strong(link, &there, page)) {
        gdn_pages_unmap(page, sizeof *page);
        page = there;
    }
    return page;
}

/* The lowest bit that is clear. */
static uint64_t lowest_free(uint64_t taken)
{
    return ~taken & (taken + 1);
}

static unsigned slot_number(uint64_t bit)
{
    unsigned number = 0;

    while (bit >>= 1) {
        number++;
    }
    return number;
}

/* Take a slot of this page; false if all are taken, or the page is busy. */
static bool take_of_page(struct gdn_key_slot *slot, struct gdn_key_page *page)
{
    uint64_t taken = atomic_load_explicit(&page->taken, memory_order_relaxed);
    uint64_t bit, next;

    do {
        if (taken & KEY_PAGE_BUSY || taken == KEY_PAGE_BUSY - 1) {
            return false;
        }
        bit = lowest_free(taken);
        next = taken | bit | (taken == 0 ? KEY_PAGE_BUSY : 0);
    } while (!atomic_compare_exchange_weak_explicit(&page->taken, &taken, next,
                                                    memory_order_acquire,
                                                    memory_order_relaxed));
    if (next & KEY_PAGE_BUSY) {
        gdn_pages_lock(page, sizeof *page);
        atomic_store_explicit(&page->taken, bit, memory_order_release);
    }
    slot->page = page;
    slot->key = page->slots[slot_number(bit)];
    return true;
}

bool gdn_key_slot_take(struct gdn_key_slot *slot)
{
    struct gdn_key_page *page = follow_link(&first_key_page);

    while (page && !take_of_page(slot, page)) {
        page = follow_link(&page->next);
    }
    return page != NULL;
}

void gdn_key_slot_release(const struct gdn_key_slot *slot)
{
    struct gdn_key_page *page = slot->page;
    size_t number = (size_t)(slot->key - page->slots[0]) / GDN_CIPHER_HEAD;
    uint64_t bit = UINT64_C(1) << number;
    uint64_t taken = atomic_load_explicit(&page->taken, memory_order_relaxed);
    uint64_t next;

    gdn_wipe(slot->key, GDN_CIPHER_HEAD);
    do {
        next = taken == bit ? KEY_PAGE_BUSY : taken & ~bit;
    } while (!atomic_compare_exchange_weak_explicit(&page->taken, &taken, next,
                                                    memory_order_release,
                                                    memory_order_relaxed));
    if (next == KEY_PAGE_BUSY) {
        gdn_pages_unlock(page, sizeof *page);
        atomic_store_explicit(&page->taken, 0, memory_order_release);
    }
}
