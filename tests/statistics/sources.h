/* SPDX-License-Identifier: MIT */
/* Random bytes that are equal in every run: good ones, and ones with a flaw
 * that a statistic must detect. */
#ifndef SOURCES_H
#define SOURCES_H

#include "random/stream.h"

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* Sixteen bytes, which one id of version 4 uses. */
struct unit {
    uint64_t hi, lo;
};

/* A flaw occurs in one of `once_in` ids, in 2^log2_blocks blocks. */
struct flaw {
    const char *name;
    const char *seen_by; /* the statistic that must detect it, or "fixed" */
    unsigned log2_blocks;
    uint64_t once_in;
    uint64_t
        seldom_in; /* the rarest `once_in` detected in 10^8 ids; 0: not tried */
    /* Put the flaw into `unit`, which is the good unit number t. */
    void (*spoil)(struct unit *unit, uint64_t t, uint64_t once_in);
    void (*tamper)(guidon_id *ids, size_t n); /* or put the flaw into the ids */
};

extern const struct flaw flaws[];
extern const size_t n_flaws;

/* The context of a random_fn. The bytes come from a thread's stream of the
 * library, or from SplitMix64 with an optional flaw. All zero starts
 * SplitMix64. */
struct source {
    struct gdn_stream *stream; /* NULL: SplitMix64 */
    const struct flaw *flaw;   /* NULL: none; for SplitMix64 only */
    uint64_t once_in;          /* frequency of the flaw */
    uint64_t units;            /* of SplitMix64 so far */
    size_t left;               /* unread bytes at the end of bytes[] */
    unsigned char bytes[16384];
};

guidon_status source_random(void *context, void *out, size_t len);

/* The entropy of the streams, equal in every run. `context` is a uint64_t,
 * which counts the calls. */
guidon_status fixed_entropy(void *context, void *out, size_t len);

#endif
