/* SPDX-License-Identifier: MIT */
/* Random bytes that are the same in every run: good ones, and ones with a flaw
 * that some statistic has to see. */
#ifndef SOURCES_H
#define SOURCES_H

#include "random/stream.h"

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* Sixteen bytes: what one id of version 4 takes. */
struct unit {
    uint64_t hi, lo;
};

/* How often a flaw shows: in one of `once_in` ids, of 2^log2_blocks blocks. */
struct flaw {
    const char *name;
    const char *seen_by; /* the statistic that has to see it, or "fixed" */
    unsigned log2_blocks;
    uint64_t once_in;
    uint64_t seldom_in; /* in 10^8 ids, this is enough; 0: not tried */
    /* Spoil unit number t, of which this is what a good source gives. */
    void (*spoil)(struct unit *unit, uint64_t t, uint64_t once_in);
    void (*tamper)(guidon_id *ids, size_t n); /* or the ids themselves */
};

extern const struct flaw flaws[];
extern const size_t n_flaws;

/* A random_fn and its context: a thread's stream as the product has it, or
 * SplitMix64, which a flaw may spoil. All zero is where SplitMix64 begins. */
struct source {
    struct gdn_stream *stream; /* NULL: SplitMix64 */
    const struct flaw *flaw;   /* NULL: none; of SplitMix64 alone */
    uint64_t once_in;          /* of the flaw */
    uint64_t units;            /* of SplitMix64, made so far */
    size_t left;               /* at the end of bytes[] */
    unsigned char bytes[16384];
};

guidon_status source_random(void *context, void *out, size_t len);

/* Where a stream draws its entropy from here: the same in every run. `context`
 * is a uint64_t that counts on. */
guidon_status fixed_entropy(void *context, void *out, size_t len);

#endif
