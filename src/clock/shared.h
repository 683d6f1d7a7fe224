/* SPDX-License-Identifier: MIT */
/* The state that the processes of a host share, in a small mapped file. */
#ifndef GDN_CLOCK_SHARED_H
#define GDN_CLOCK_SHARED_H

#include "../core/private.h"
#include "atomic128.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * Each step that makes ids in a slot goes, in this order:
 *
 *   1 last = gdn_atomic128_load(cell)
 *   2 now  = the clock; lost = gdn_shared_lost_time(shared, slot, now)
 *   3 plan from `last`; where `lost`, with another clock sequence, drawn at
 *     random (R18, R19)
 *   4 gdn_shared_reserve(shared, slot, the last time that the plan uses)
 *   5 gdn_atomic128_cas(cell, &last, next); where it says false, again from 2
 *   6 where `lost`, gdn_shared_commit; where the clock sequence changed for
 *     another reason, gdn_shared_save
 *   7 write the ids
 *
 * A process may die, or the power fail, between any two of these: ids that were
 * planned are then never made, and none is made twice. Steps 4 and 6 are for
 * v1, v2 and v6, and for every id in their slots; 2 also for ULID, whose plan
 * begins a new run where time was lost. The other slots need neither: their ids
 * hold fresh random bits.
 *
 * A forked child goes on with the same state, as it should: it must not make
 * the cell afresh, nor write it by anything but a swap.
 */

/* One cell for each order that ids are made in. */
enum gdn_shared_slot {
    GDN_SHARED_V1,
    GDN_SHARED_V2,
    GDN_SHARED_V6,
    GDN_SHARED_V7_PRECISE,
    GDN_SHARED_V7_COUNTER,
    GDN_SHARED_V7_INCREMENT,
    GDN_SHARED_ULID,
    GDN_SHARED_SLOTS
};

struct gdn_shared;

/*
 * Open the file, or create it, and map it.
 *
 *   path  in  NULL: guidon/state in /run for root, in $XDG_RUNTIME_DIR for
 *             others
 *   node  in  the node that a file made here will hold (R76, R80): a file that
 *             is there keeps its own
 *
 * The file must be a regular file with one name, owned by this user, writable
 * by nobody else, of the right size, magic, format and checksum of its fixed
 * part; the folder is made (0700) where the path is NULL, and must be as safe
 * as the file. No symbolic link is followed at its last component. It is made
 * whole under another name and then renamed, so that no process ever sees half
 * of one.
 *
 * Errors  GUIDON_E_STATE     it cannot be opened safely, is damaged, there is
 *                            no place for it, the device is full, or the system
 *                            does not tell its boots apart; what is there stays
 *                            as it is
 *         GUIDON_E_MEMORY    no room to map it
 *         GUIDON_E_ARGUMENT  this processor or system has no way to share a
 *                            cell between processes
 * Owns    *out: give it back with gdn_shared_close (NULL is fine there)
 */
guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6]);
void gdn_shared_close(struct gdn_shared *shared);

/* The same in a boot of the host that the caller names, by any number but 0. */
guidon_status gdn_shared_open_in_boot(struct gdn_shared **out, const char *path,
                                      const unsigned char node[6],
                                      uint64_t boot);

/* The cell of a slot: alike for all processes that have the file open. Every
 * change to it is one gdn_atomic128_cas, so a process that dies leaves it valid. */
struct gdn_atomic128 *gdn_shared_state(struct gdn_shared *shared,
                                       enum gdn_shared_slot slot);
/* The node that the file holds. */
const unsigned char *gdn_shared_node(const struct gdn_shared *shared);

/*
 * May ids of this slot exist with a time at or above `ticks` that the cell does
 * not know of? So it is when an earlier boot of the host made some and the
 * clock is not past its horizon: the last writes of that boot may not have
 * reached the device (R18, R81). In a slot that is never covered, each boot
 * loses time. The answer stays true until one who acted on it has settled it;
 * who asked meanwhile acts too, which does no harm.
 */
bool gdn_shared_lost_time(const struct gdn_shared *shared,
                          enum gdn_shared_slot slot, uint64_t ticks);

/*
 * The horizon: before an id with the time `ticks` is handed out, the file on
 * the device must say a time above it (R81). True in nearly every call at once;
 * else the horizon is moved ten seconds ahead and written through to the
 * device, by one thread while others go on.
 *
 * Errors  GUIDON_E_STATE  it could not be written: no id may be made
 */
guidon_status gdn_shared_reserve(struct gdn_shared *shared,
                                 enum gdn_shared_slot slot, uint64_t ticks);

/*
 * The cell holds a clock sequence, or a run, of this boot's own: no time is
 * lost to it any more. Written through to the device.
 *
 * Errors  GUIDON_E_STATE  it could not be written: the ids that were planned
 *                         may not be handed out
 */
guidon_status gdn_shared_commit(struct gdn_shared *shared,
                                enum gdn_shared_slot slot);

/* Write all that the file says through to the device. Errors as settle. */
guidon_status gdn_shared_save(struct gdn_shared *shared);

GDN_PRIVATE_END

#endif
