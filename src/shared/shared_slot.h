/* SPDX-License-Identifier: MIT */
/* The slots of the state file: which order of ids has which state. */
#ifndef GDN_SHARED_SHARED_SLOT_H
#define GDN_SHARED_SHARED_SLOT_H

/* One slot for each sequence of ids that is kept in order. */
enum gdn_shared_slot {
    GDN_SHARED_V1,
    GDN_SHARED_V2,
    GDN_SHARED_V6,
    GDN_SHARED_V7_PRECISE,
    GDN_SHARED_V7_COUNTER,
    GDN_SHARED_V7_INCREMENT,
    GDN_SHARED_ULID,
    GDN_SHARED_V8_PREFIXED,
    GDN_SHARED_SLOTS
};

#endif
