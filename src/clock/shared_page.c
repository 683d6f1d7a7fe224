/* SPDX-License-Identifier: MIT */
/* shared_page.c - makes and checks the page of the state file. */
#include "shared_page.h"
#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(struct gdn_shared_head, checksum) == 32 &&
                   sizeof(struct gdn_shared_head) == GDN_SHARED_HEAD_SIZE &&
                   sizeof(struct gdn_shared_record) == GDN_SHARED_SLOT_SIZE &&
                   sizeof(struct gdn_shared) == GDN_SHARED_SIZE,
               "every compiler lays out the file in the same way");

static const struct gdn_shared_head page_head = {
    .magic = {'g', 'u', 'i', 'd', 'o', 'n', '\r', '\n'},
    .format = 1,
    .size = GDN_SHARED_SIZE,
    .byte_order = UINT64_C(0x0102030405060708),
};

uint64_t gdn_shared_checksum(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static struct gdn_shared_head page_head_with(const unsigned char node[6])
{
    struct gdn_shared_head head = page_head;

    memcpy(head.node, node, 6);
    head.checksum =
        gdn_shared_checksum(&head, offsetof(struct gdn_shared_head, checksum));
    return head;
}

void gdn_shared_page_init(struct gdn_shared *page, const unsigned char node[6])
{
    memset(page, 0, sizeof *page);
    page->head = page_head_with(node);
}

static bool all_zero(const unsigned char *bytes, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* Other processes may be changing the record. So of two numbers that both rise,
 * this loads the one that has to be lower first. The low half of a state is a
 * time of its slot, or less. */
static bool record_is_sound(const struct gdn_shared_record *record,
                            enum gdn_shared_slot slot)
{
    uint64_t made =
        atomic_load_explicit(&record->state.lo, memory_order_acquire);
    uint64_t durable =
        atomic_load_explicit(&record->durable_limit, memory_order_acquire);
    uint64_t limit = atomic_load_explicit(&record->limit, memory_order_acquire);

    return durable <= limit && (limit == 0 || made < limit) &&
           (limit == 0 || gdn_shared_has_limit(slot)) &&
           all_zero(record->zeros, sizeof record->zeros);
}

/* Is the head whole, but of another format or byte order? */
static bool head_is_foreign(const struct gdn_shared_head *head)
{
    return memcmp(head->magic, page_head.magic, sizeof head->magic) == 0 &&
           (head->byte_order != page_head.byte_order ||
            head->format > page_head.format);
}

enum gdn_shared_page_state gdn_shared_page_check(const struct gdn_shared *page)
{
    struct gdn_shared_head want = page_head_with(page->head.node);
    bool sound = memcmp(&page->head, &want, sizeof want) == 0 &&
                 all_zero(page->zeros, sizeof page->zeros);

    for (int slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
        sound = sound &&
                record_is_sound(&page->slots[slot], (enum gdn_shared_slot)slot);
    }
    return sound                          ? GDN_SHARED_PAGE_SOUND
           : head_is_foreign(&page->head) ? GDN_SHARED_PAGE_FOREIGN
                                          : GDN_SHARED_PAGE_DAMAGED;
}
