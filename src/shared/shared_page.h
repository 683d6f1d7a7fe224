/* SPDX-License-Identifier: MIT */
/* The layout of the state file: one page that every process maps. */
#ifndef GDN_SHARED_SHARED_PAGE_H
#define GDN_SHARED_SHARED_PAGE_H

#include "../clock/atomic128.h"
#include "../core/memory.h"
#include "../core/private.h"
#include "../reserve/reservation.h"
#include "shared_slot.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* 1 if this system can share a state file between processes. */
#if GDN_ATOMIC128_LOCK_FREE && GDN_HOST_POSIX &&                               \
    (defined(__linux__) || defined(__APPLE__))
#  define GDN_SHARED_FILES 1
#else
#  define GDN_SHARED_FILES 0
#endif

/*
 * The page has a head, which changes only when the file is bound anew
 * (shared_bind.h), and one record for each slot. A record has two cache lines
 * to itself, because some processors fetch lines in pairs and some have lines
 * of 128 bytes. So a record also never crosses a sector of a disk, and neither
 * does the head.
 *
 *     0  magic         "guidon\r\n"
 *     8  format        3, the first one that was released; rises if the
 *                      meaning of any field changes, or of a generator's
 *                      state
 *    12  size          4096
 *    16  byte order    0x0102030405060708
 *    24  node          six bytes, then two zero bytes
 *    32  binding       the file, boot and machine that the page is bound to:
 *                      struct gdn_shared_binding
 *    80  checksum      FNV-1a of the bytes before it
 *    88  zeros
 *   128  the records, in the order of enum gdn_shared_slot, each of them:
 *          0  state          the generator's 16-byte state
 *         16  layout         version 8 with a prefix: the prefix's length plus
 *                            1, once a generator has used the record; zero in
 *                            the other records
 *         24  lost           end of the lost time (shared.c)
 *         32  limit          write-ahead limit: every id that was returned
 *                            has a lower time
 *         40  durable limit  a limit that the device is known to hold
 *         48  reservation    version 7 precise and version 8 with a prefix:
 *                            what is published of the last reservation
 *                            (../reserve/reservation.h); zero in the other
 *                            records
 *         64  zeros
 *  1152  zeros
 *
 * Numbers are in the host's byte order.
 */
#define GDN_SHARED_SIZE      4096
#define GDN_SHARED_HEAD_SIZE 128
#define GDN_SHARED_SLOT_SIZE 128

/*
 * What tells a state file from its copies. A copy is another file; a file that
 * was restored is a younger one; the same image on two hosts runs in two boots;
 * the clones of a virtual machine have two generations.
 */
struct gdn_shared_binding {
    uint64_t boot;    /* a hash of the boot id, never 0 */
    uint64_t machine; /* a hash of the machine id; 0: not known */
    uint64_t vm;      /* the VM generation; 0: not known */
    uint64_t device, inode;
    uint64_t born; /* when the file was made, in ns; 0: not known */
};

struct gdn_shared_head {
    char magic[8];
    uint32_t format;
    uint32_t size;
    uint64_t byte_order;
    unsigned char node[8];
    struct gdn_shared_binding binding;
    uint64_t checksum;
    unsigned char zeros[GDN_SHARED_HEAD_SIZE - 88];
};

struct gdn_shared_record {
    struct gdn_atomic128 state;
    _Atomic uint64_t layout;
    _Atomic uint64_t lost;
    _Atomic uint64_t limit;
    _Atomic uint64_t durable_limit;
    struct gdn_atomic128 reservation;
    unsigned char zeros[GDN_SHARED_SLOT_SIZE -
                        2 * sizeof(struct gdn_atomic128) -
                        4 * sizeof(uint64_t)];
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

/* May threads and processes reserve timestamps of the slot? */
static inline bool gdn_shared_may_reserve(enum gdn_shared_slot slot)
{
    return slot == GDN_SHARED_V7_PRECISE || slot == GDN_SHARED_V8_PREFIXED;
}

/* The last tick that a state of the slot uses, from the low half of the state.
 * A step of version 2 has 2^32 ticks. */
static inline uint64_t gdn_shared_last_tick(enum gdn_shared_slot slot,
                                            uint64_t state_lo)
{
    return slot != GDN_SHARED_V2    ? state_lo
           : state_lo <= UINT32_MAX ? state_lo << 32 | UINT32_MAX
                                    : UINT64_MAX;
}

/* Raise a word that only rises. */
static inline void gdn_shared_raise(_Atomic uint64_t *word, uint64_t least)
{
    uint64_t held = atomic_load_explicit(word, memory_order_relaxed);

    while (held < least && !atomic_compare_exchange_weak_explicit(
                               word, &held, least, memory_order_acq_rel,
                               memory_order_relaxed)) {
    }
}

/* FNV-1a, 64 bits. It detects a change of any single byte. It does not protect
 * against a user who may write the file. */
uint64_t gdn_shared_checksum(const void *bytes, size_t len);

struct gdn_shared_head gdn_shared_head_of(
    const unsigned char node[6], const struct gdn_shared_binding *binding);

/* Make a page in which no id has been made. */
void gdn_shared_page_init(struct gdn_shared *page, const unsigned char node[6],
                          const struct gdn_shared_binding *binding);

/*
 * The same page in memory that processes share. Memory that is zero is a page in
 * which no id has been made. So the first process has only to mark it, by one
 * atomic operation: the word at 0 holds GDN_SHARED_MEMORY_MARK, and the rest of
 * the head stays zero. The mark tells such memory from a file, and from memory
 * of another format.
 */
#define GDN_SHARED_MEMORY_MARK  UINT64_C(0x67756964006d0001)
#define GDN_SHARED_MEMORY_ALIGN 16

/* Mark memory that is zero. False if it has another mark. */
bool gdn_shared_memory_claim(void *memory);

/* Is the page in memory, and not that of a file? */
static inline bool gdn_shared_in_memory(const struct gdn_shared *page)
{
    uint64_t mark;

    memcpy(&mark, page->head.magic, sizeof mark);
    return mark == GDN_SHARED_MEMORY_MARK;
}

enum gdn_shared_check {
    GDN_SHARED_BOUND,   /* obeys the layout and the rules of shared.c */
    GDN_SHARED_UNBOUND, /* sound, but of another binding */
    GDN_SHARED_FOREIGN, /* another format, or another byte order */
    GDN_SHARED_DAMAGED
};

/*
 * Check a page whose head is `head`, a copy that no process changes. Only the
 * generators know what a state means. Other processes may change the records
 * meanwhile.
 *
 * A copy that was made while processes used the original may hold the parts of
 * a record from different moments. So the order of a record's limits counts
 * only in a page that is bound to `now`.
 */
enum gdn_shared_check gdn_shared_page_check(
    const struct gdn_shared *page, const struct gdn_shared_head *head,
    const struct gdn_shared_binding *now);

GDN_PRIVATE_END

#endif
