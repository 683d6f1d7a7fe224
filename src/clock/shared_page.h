/* SPDX-License-Identifier: MIT */
/* The layout of the state file: one page that every process maps. */
#ifndef GDN_CLOCK_SHARED_PAGE_H
#define GDN_CLOCK_SHARED_PAGE_H

#include "../core/private.h"
#include "atomic128.h"
#include "shared_slot.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * The page has a head, which never changes once the file exists, and one record
 * for each slot. A record has two cache lines to itself, because some
 * processors fetch lines in pairs and some have lines of 128 bytes. So a record
 * also never crosses a sector of a disk.
 *
 *     0  magic         "guidon\r\n"
 *     8  format        1; rises if the meaning of any field changes, or of a
 *                      generator's state
 *    12  size          4096
 *    16  byte order    0x0102030405060708
 *    24  node          six bytes, then two zero bytes
 *    32  checksum      FNV-1a of the bytes before it
 *    40  zeros
 *   128  the records, in the order of enum gdn_shared_slot, each of them:
 *          0  state          the generator's 16-byte state
 *         16  boot epoch     lo: the boot that uses the slot; hi: the end of
 *                            that boot's lost time (shared.c)
 *         32  limit          write-ahead limit: every id that was returned
 *                            has a lower time
 *         40  durable limit  a limit that the device is known to hold
 *         48  zeros
 *  1024  zeros
 *
 * Numbers are in the host's byte order.
 */
#define GDN_SHARED_SIZE      4096
#define GDN_SHARED_HEAD_SIZE 128
#define GDN_SHARED_SLOT_SIZE 128

struct gdn_shared_head {
    char magic[8];
    uint32_t format;
    uint32_t size;
    uint64_t byte_order;
    unsigned char node[8];
    uint64_t checksum;
    unsigned char zeros[GDN_SHARED_HEAD_SIZE - 40];
};

struct gdn_shared_record {
    struct gdn_atomic128 state;
    struct gdn_atomic128 boot_epoch;
    _Atomic uint64_t limit;
    _Atomic uint64_t durable_limit;
    unsigned char zeros[GDN_SHARED_SLOT_SIZE -
                        2 * sizeof(struct gdn_atomic128) -
                        2 * sizeof(uint64_t)];
};

struct gdn_shared {
    struct gdn_shared_head head;
    struct gdn_shared_record slots[GDN_SHARED_SLOTS];
    unsigned char zeros[GDN_SHARED_SIZE - GDN_SHARED_HEAD_SIZE -
                        GDN_SHARED_SLOTS * GDN_SHARED_SLOT_SIZE];
};

/* Does the slot have a write-ahead limit? The slots of versions 1, 2 and 6 do:
 * their ids differ only by time and clock sequence. The ids of the other slots
 * have random bits of their own. */
static inline bool gdn_shared_has_limit(enum gdn_shared_slot slot)
{
    return slot == GDN_SHARED_V1 || slot == GDN_SHARED_V2 ||
           slot == GDN_SHARED_V6;
}

/* FNV-1a, 64 bits. It detects a change of any single byte. It does not protect
 * against a user who may write the file. */
uint64_t gdn_shared_checksum(const void *bytes, size_t len);

/* Make a page in which no id has been made. */
void gdn_shared_page_init(struct gdn_shared *page, const unsigned char node[6]);

enum gdn_shared_page_state {
    GDN_SHARED_PAGE_SOUND,
    GDN_SHARED_PAGE_FOREIGN, /* another format, or another byte order */
    GDN_SHARED_PAGE_DAMAGED
};

/* Does the page obey the layout and the rules of shared.c? Only the generators
 * know what a state means. Other processes may change the page meanwhile. */
enum gdn_shared_page_state gdn_shared_page_check(const struct gdn_shared *page);

GDN_PRIVATE_END

#endif
