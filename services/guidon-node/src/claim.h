/* SPDX-License-Identifier: MIT */
/* claim.h - takes a free number with a new lease */
#ifndef GUIDON_NODE_CLAIM_H
#define GUIDON_NODE_CLAIM_H

#include "etcd.h"
#include "hold.h"

struct claim_options {
    const char *prefix;
    uint32_t slots;            /* numbers below it are given out */
    unsigned node_number_bits; /* of every number */
    int64_t ttl_s;
};

/* Looks for a number once. On DONE, `hold` has it, and its time of earlier ids
 * (floor_ms) may lie up to `patience_ms` ahead of this clock. FULL means that
 * no number is free, or none within this patience. Counts lost races in
 * `*races`. On every outcome except DONE, no number is held. */
enum outcome claim_number(struct hold *hold, struct etcd *etcd,
                          const struct claim_options *options,
                          int64_t patience_ms, uint64_t *races,
                          struct reason *reason);

#endif
