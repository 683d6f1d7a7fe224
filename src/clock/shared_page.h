/* SPDX-License-Identifier: MIT */
/* What the shared file holds: one page, mapped by every process. */
#ifndef GDN_CLOCK_SHARED_PAGE_H
#define GDN_CLOCK_SHARED_PAGE_H

#include "../core/private.h"
#include "shared.h"
#include <stddef.h>

GDN_PRIVATE_BEGIN

/*
 * A head that never changes once the file is there, and the slots, of which
 * each has two cache lines to itself: some processors fetch lines in pairs, and
 * some have lines of 128 bytes. So a slot never lies in two sectors of a disk.
 *
 *     0  magic         "guidon\r\n"
 *     8  format        1; another where any field, or what generators keep in
 *                      a cell, is laid out otherwise
 *    12  size          4096
 *    16  byte order    0x0102030405060708
 *    24  node          six bytes, and two of zero
 *    32  checksum      FNV-1a of the bytes before it
 *    40  zeros
 *   128  the slots, in the order of enum gdn_shared_slot, each of them:
 *          0  cell     what the generator keeps
 *         16  era      lo: the boot that the slot is in; hi: below which time
 *                      that boot has lost what earlier ones made
 *         32  horizon  no id has been handed out with a time at or above it
 *         40  durable  the horizon as the device is known to say it, or less
 *         48  zeros
 *  1024  zeros
 *
 * Numbers are in the host's own byte order.
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
    struct gdn_atomic128 cell;
    struct gdn_atomic128 era;
    _Atomic uint64_t horizon;
    _Atomic uint64_t durable;
    unsigned char zeros[GDN_SHARED_SLOT_SIZE -
                        2 * sizeof(struct gdn_atomic128) -
                        2 * sizeof(uint64_t)];
};

struct gdn_shared {
    struct gdn_shared_head head;
    struct gdn_shared_record places[GDN_SHARED_SLOTS];
    unsigned char zeros[GDN_SHARED_SIZE - GDN_SHARED_HEAD_SIZE -
                        GDN_SHARED_SLOTS * GDN_SHARED_SLOT_SIZE];
};

_Static_assert(offsetof(struct gdn_shared_head, checksum) == 32 &&
                   sizeof(struct gdn_shared_head) == GDN_SHARED_HEAD_SIZE &&
                   sizeof(struct gdn_shared_record) == GDN_SHARED_SLOT_SIZE &&
                   sizeof(struct gdn_shared) == GDN_SHARED_SIZE,
               "the file is laid out alike by every compiler");

/* FNV-1a of 64 bits: it tells any one byte changed; it is no defence against
 * who may write the file. */
uint64_t gdn_shared_sum(const void *bytes, size_t len);

/* Make a page in which nothing has been made. */
void gdn_shared_begin(struct gdn_shared *page, const unsigned char node[6]);

/* Could a page have come about by the rules above? What a cell says is known
 * only to the generators. */
bool gdn_shared_sound(const struct gdn_shared *page);

/* Be in this boot: what an earlier one may have made is lost time from here on.
 * Before any other use in a process. */
void gdn_shared_enter_boot(struct gdn_shared *page, uint64_t boot);

GDN_PRIVATE_END

#endif
