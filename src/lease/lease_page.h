/* SPDX-License-Identifier: MIT */
/* The layout of a lease file: what its holder writes and a generator reads. */
#ifndef GDN_LEASE_LEASE_PAGE_H
#define GDN_LEASE_LEASE_PAGE_H

#include "../clock/timestamp.h"
#include "../core/private.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * The head never changes. The terms change whenever the holder extends the
 * lease; each of them is one atomic word.
 *
 *     0  magic          "gdnlease"
 *     8  format         2
 *    12  size           256
 *    16  byte order     0x0102030405060708
 *    24  node number    32 bits
 *    28  its bits       32 bits, 1 to GUIDON_V8_NODE_BITS_MAX
 *    32  boot           a hash of the boot id, never 0
 *    40  time           the time namespace of the holder; 0: not known
 *    48  first_ms       the first Unix millisecond in an id, at most
 *                       GDN_LEASE_FIRST_MS_MAX; 0: any
 *    56  device         st_dev of the file
 *    64  inode          st_ino of the file
 *    72  checksum       FNV-1a of the bytes before it
 *    80  zeros
 *   128  not_after      the last instant, as guidon_monotonic_now counts; 0
 *                       before the first extension and after the end
 *   136  last_ms        the last Unix millisecond in an id; 0 before the first
 *                       extension, else not below first_ms
 *   144  ended          1: the lease has ended, for good
 *   152  zeros
 *
 * Numbers are in the host's byte order. Of not_after and last_ms, a reader may
 * see values of two extensions. The holder has granted both, and neither goes
 * back, so each combination is within the lease.
 *
 * A copy of the file is another file, with a lock of its own, and nobody extends
 * or ends it. Device and inode tell the two apart. Format 1 had neither; its
 * checksum was at 56.
 */
#define GDN_LEASE_PAGE_SIZE 256

/* A millisecond that every kind's unit of time can hold, see
 * clock/timestamp.h. */
#define GDN_LEASE_FIRST_MS_MAX (UINT64_MAX >> GDN_TIMESTAMP_FRACTION_BITS)

struct gdn_lease_head {
    char magic[8];
    uint32_t format;
    uint32_t size;
    uint64_t byte_order;
    uint32_t node_number, node_number_bits;
    uint64_t boot;
    uint64_t time;
    uint64_t first_ms;
    uint64_t device, inode;
    uint64_t checksum;
    unsigned char zeros[128 - 80];
};

struct gdn_lease_page {
    struct gdn_lease_head head;
    _Atomic uint64_t not_after;
    _Atomic uint64_t last_ms;
    _Atomic uint64_t ended;
    unsigned char zeros[GDN_LEASE_PAGE_SIZE - 152];
};

/* The clocks of a process: not_after counts alike for all processes that have
 * the same boot and the same time namespace. */
struct gdn_lease_clocks {
    uint64_t boot, time;
};

/* Do these bytes begin a lease file, whatever its format is? */
bool gdn_lease_page_has_magic(const void *bytes, size_t len);

/* Make the page of a lease that is not extended yet, and that
 * gdn_lease_page_bind has to bind to a file. */
void gdn_lease_page_init(struct gdn_lease_page *page, uint32_t node_number,
                         uint32_t node_number_bits, uint64_t first_ms,
                         const struct gdn_lease_clocks *clocks);

/* Bind a new page to the file that it is for. */
void gdn_lease_page_bind(struct gdn_lease_page *page, uint64_t device,
                         uint64_t inode);

/* NULL if a process with these clocks may use the page, which it has read from
 * the file of this device and inode, else why not. No process changes `page`. */
const char *gdn_lease_page_refused(const struct gdn_lease_page *page,
                                   const struct gdn_lease_clocks *clocks,
                                   uint64_t device, uint64_t inode);

GDN_PRIVATE_END

#endif
