/* SPDX-License-Identifier: MIT */
/* lease_page.c - makes and checks the content of a lease file. */
#include "lease_page.h"
#include "../core/memory.h"
#include "../shared/shared_page.h"
#include <guidon/make.h>
#include <stddef.h>

#if GDN_SHARED_FILES
_Static_assert(offsetof(struct gdn_lease_head, node_number) == 24 &&
                   offsetof(struct gdn_lease_head, device) == 56 &&
                   offsetof(struct gdn_lease_head, checksum) == 72 &&
                   offsetof(struct gdn_lease_page, not_after) == 128 &&
                   offsetof(struct gdn_lease_page, zeros) == 152 &&
                   sizeof(struct gdn_lease_page) == GDN_LEASE_PAGE_SIZE,
               "every compiler lays out the file in the same way");

#  define LEASE_MAGIC_LEN 8

static const struct gdn_lease_head lease_page_head = {
    .magic = {'g', 'd', 'n', 'l', 'e', 'a', 's', 'e'},
    .format = 2,
    .size = GDN_LEASE_PAGE_SIZE,
    .byte_order = UINT64_C(0x0102030405060708),
};

bool gdn_lease_page_has_magic(const void *bytes, size_t len)
{
    return len >= LEASE_MAGIC_LEN &&
           memcmp(bytes, lease_page_head.magic, LEASE_MAGIC_LEN) == 0;
}

static uint64_t lease_page_checksum(const struct gdn_lease_head *head)
{
    return gdn_shared_checksum(head, offsetof(struct gdn_lease_head, checksum));
}

void gdn_lease_page_init(struct gdn_lease_page *page, uint32_t node_number,
                         uint32_t node_number_bits, uint64_t first_ms,
                         const struct gdn_lease_clocks *clocks)
{
    memset(page, 0, sizeof *page);
    page->head = lease_page_head;
    page->head.node_number = node_number;
    page->head.node_number_bits = node_number_bits;
    page->head.boot = clocks->boot;
    page->head.time = clocks->time;
    page->head.first_ms = first_ms;
}

void gdn_lease_page_bind(struct gdn_lease_page *page, uint64_t device,
                         uint64_t inode)
{
    page->head.device = device;
    page->head.inode = inode;
    page->head.checksum = lease_page_checksum(&page->head);
}

/* Do the two bounds of the times in ids agree? */
static bool are_lease_bounds_sound(const struct gdn_lease_page *page)
{
    const uint64_t first_ms = page->head.first_ms;

    return first_ms <= GDN_LEASE_FIRST_MS_MAX &&
           (page->last_ms == 0 || page->last_ms >= first_ms);
}

/* Is the head one that gdn_lease_page_bind leaves, and are all zeros zero? */
static bool is_lease_page_sound(const struct gdn_lease_page *page)
{
    const struct gdn_lease_head *head = &page->head;
    const struct gdn_lease_clocks clocks = {head->boot, head->time};
    struct gdn_lease_page sound;

    gdn_lease_page_init(&sound, head->node_number, head->node_number_bits,
                        head->first_ms, &clocks);
    gdn_lease_page_bind(&sound, head->device, head->inode);
    return memcmp(head, &sound.head, sizeof *head) == 0 &&
           memcmp(page->zeros, sound.zeros, sizeof page->zeros) == 0 &&
           page->ended <= 1 && are_lease_bounds_sound(page) &&
           head->node_number_bits >= 1 &&
           head->node_number_bits <= GUIDON_V8_NODE_BITS_MAX &&
           head->node_number >> head->node_number_bits == 0;
}

const char *gdn_lease_page_refused(const struct gdn_lease_page *page,
                                   const struct gdn_lease_clocks *clocks,
                                   uint64_t device, uint64_t inode)
{
    const struct gdn_lease_head *head = &page->head;

    if (!gdn_lease_page_has_magic(page, sizeof *page)) {
        return "the file at lease_path is not a lease file; name the file that "
               "the holder of the lease writes";
    }
    if (head->byte_order == lease_page_head.byte_order && head->format == 1) {
        return "an older version of Guidon wrote the lease file; update the "
               "holder, and let it write the file anew";
    }
    if (head->byte_order != lease_page_head.byte_order ||
        head->format != lease_page_head.format) {
        return "the format of the lease file is not known here: another "
               "version of Guidon, or another kind of processor, wrote it; let "
               "the holder write it anew";
    }
    if (!is_lease_page_sound(page)) {
        return "the lease file is damaged; let the holder write it anew";
    }
    if (head->boot != clocks->boot) {
        return "the lease file is of another boot or another host; let the "
               "holder write it anew";
    }
    if (head->time != 0 && clocks->time != 0 && head->time != clocks->time) {
        return "the holder of the lease runs in another time namespace, whose "
               "clock may differ; run both in the same one";
    }
    if (head->device != device || head->inode != inode) {
        return "the lease file is a copy, or its holder sees it through "
               "another file system; name the file that the holder writes";
    }
    return NULL;
}

#else
GDN_EMPTY_FILE;
#endif
