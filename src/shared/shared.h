/* SPDX-License-Identifier: MIT */
/* The protocol by which the processes of a host share generator states. */
#ifndef GDN_SHARED_SHARED_H
#define GDN_SHARED_SHARED_H

#include "../clock/atomic128.h"
#include "../core/private.h"
#include "../reserve/reservation.h"
#include "shared_file.h"
#include "shared_page.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * A generator of scope HOST makes ids in these steps:
 *
 *   last = gdn_atomic128_load(gdn_shared_state(shared, slot))
 *   repeat
 *       now  = the clock
 *       lost = gdn_shared_lost_time(shared, slot, now)
 *       plan the change from `last`, `now` and `lost`
 *   until gdn_shared_step(&done, shared, slot, &last, change) says done
 *   write the ids
 *
 * A process may die, or the power may fail, between any two of these
 * operations: some planned ids are then never made, and no id is made twice.
 *
 * A forked child continues with the same mapping and the same state.
 */

/*
 * Open the state file, or create it, and bind it to this host's boot if it is
 * not. shared_file.h describes the parameters and the checks, and
 * gdn_shared_file_open does the same on a host that the caller describes.
 *
 * Errors  as gdn_shared_file_open; GUIDON_E_STATE also if the system does not
 *         tell its boots apart
 * Owns    *out: release it with gdn_shared_close (NULL is fine there)
 */
guidon_status gdn_shared_open(struct gdn_shared **out, const char *path,
                              const unsigned char node[6]);

/*
 * Open a state in memory that all processes share, and that is zero or holds
 * such a state. No slot with a limit may be used in it.
 *
 * Errors  GUIDON_E_STATE  the memory holds something else
 * Owns    *out points to the memory; gdn_shared_close leaves it as it is
 */
guidon_status gdn_shared_open_memory(struct gdn_shared **out, void *memory);

/* The state of a slot, which all processes that have the file open share.
 * Change it only by gdn_atomic128_cas, so that a process that dies leaves it
 * valid. */
struct gdn_atomic128 *gdn_shared_state(struct gdn_shared *shared,
                                       enum gdn_shared_slot slot);

/* How the processes share the reservations of a slot; empty if the slot has
 * none. */
struct gdn_reservation_share gdn_shared_reservations(struct gdn_shared *shared,
                                                     enum gdn_shared_slot slot);

/* The one length of prefixes that the slot of version 8 with a prefix holds:
 * `prefix_bits`, unless another length was there first. */
unsigned gdn_shared_prefix_bits(struct gdn_shared *shared,
                                unsigned prefix_bits);

/* The node in the file. */
const unsigned char *gdn_shared_node(const struct gdn_shared *shared);

/*
 * Is `ticks` lost time: may ids with this time or a later one exist that the
 * state does not know?
 *
 * All time is lost when the file is bound anew, if the slot has made ids: an
 * earlier boot may have lost its last writes, and a copy does not know what the
 * original makes. In the slot of version 2 only the time below the write-ahead
 * limit is lost. For lost time, versions 1 and 6 take another, random clock
 * sequence, and monotonic ULID takes a random skip. Version 2 with a node of
 * its own waits until the clock is past the lost time; with the node of the
 * file it does nothing, because each binding draws a new node. Version 7
 * and version 8 with a prefix do nothing, because each id has random bits of its
 * own.
 *
 * The result stays true until a process commits the change that it planned for
 * lost time. Other processes may plan for lost time meanwhile; that is
 * harmless.
 */
bool gdn_shared_lost_time(const struct gdn_shared *shared,
                          enum gdn_shared_slot slot, uint64_t ticks);

/* A planned change of a slot's state. */
struct gdn_shared_change {
    struct gdn_u128 next; /* the new state */
    uint64_t last_tick;   /* time of the last id; for slots with a limit */
    bool lost;            /* planned for lost time */
    bool new_sequence;    /* the clock sequence changes for another reason */
};

/*
 * Make a planned change: reserve its time, swap the state, and commit.
 *
 *   done  out     false: another process changed the state; plan again
 *   last  in/out  the state that the change was planned from; the current state
 *                 if not done
 *
 * Errors  GUIDON_E_STATE  the device could not be written: no id may be made
 */
guidon_status gdn_shared_step(bool *done, struct gdn_shared *shared,
                              enum gdn_shared_slot slot, struct gdn_u128 *last,
                              const struct gdn_shared_change *change);

/* --------------------------------------------- the parts of gdn_shared_step */

/*
 * Reserve the time `ticks`: before an id with this time is returned, the limit
 * on the device must be above it. Nearly every call returns at once. Otherwise
 * one thread raises the limit to ten seconds above `ticks` and writes it
 * through to the device, while the others continue.
 *
 * Errors  GUIDON_E_STATE  the limit could not be written: no id may be made
 */
guidon_status gdn_shared_reserve(struct gdn_shared *shared,
                                 enum gdn_shared_slot slot, uint64_t ticks);

/*
 * Commit a change that was planned for lost time: the slot has no lost time
 * from here on. Written through to the device.
 *
 * Errors  GUIDON_E_STATE  the page could not be written: the planned ids may
 *                         not be returned
 */
guidon_status gdn_shared_commit(struct gdn_shared *shared,
                                enum gdn_shared_slot slot);

GDN_PRIVATE_END

#endif
