/* SPDX-License-Identifier: MIT */
/* hold.h - keeps a number, and gives it back */
#ifndef GUIDON_NODE_HOLD_H
#define GUIDON_NODE_HOLD_H

#include "etcd.h"

#include <stdbool.h>
#include <stdint.h>

#define HOLD_TOKEN_SIZE 33

/*
 * A number that is held. All times of one hold follow from three rules:
 *
 * - The number belongs to the key that carries the lease. Every renewal writes
 *   the key in a transaction that compares the key's revision with the one that
 *   this hold wrote last. So if a machine is cloned, at most one copy renews.
 * - Ids may contain milliseconds up to last_ms. etcd acknowledges the mark in
 *   the same transaction before any id uses it, and the next owner starts above
 *   it. This holds without any clock being right.
 * - The hold counts as expired at fence_ns, before etcd ends the lease.
 */
struct hold {
    const char *prefix;
    uint32_t node_number;
    int64_t ttl_s;
    int64_t lease;    /* etcd's number of the lease */
    int64_t revision; /* of the key, when this hold wrote it last */
    int64_t fence_ns; /* on the clock of clocks_monotonic_ns */
    int64_t floor_ms; /* ids of earlier owners end here */
    int64_t last_ms;  /* ids of this hold end here; 0 before the first mark */
    int64_t apart_ms; /* clocks_apart_ms() when etcd's clock last agreed */
    /* The member that answered last, and its term. */
    uint64_t member, term;
    /* The token of the write that is under way, and whether it was sent before
     * without an answer. */
    char token[HOLD_TOKEN_SIZE];
    bool unanswered;
};

/* The instant at which a hold expires if etcd extended the lease by `ttl_s`
 * after `sent_ns`. */
int64_t hold_fence(int64_t sent_ns, int64_t ttl_s);

/* A text that nobody else writes. */
void hold_new_token(char out[HOLD_TOKEN_SIZE]);

/* Asks for the lease for another TTL. With `marks`, also raises the high-water
 * mark. On DONE, the fence and the mark are those of the answer. LOST is for
 * ever. AGAIN without a reason means that an earlier write turned out to have
 * succeeded. */
enum outcome hold_renew(struct hold *hold, struct etcd *etcd, bool marks,
                        struct reason *reason);

/* Ends a lease, by which etcd removes the key. One try. */
enum outcome hold_revoke(struct etcd *etcd, int64_t lease,
                         struct reason *reason);

#endif
