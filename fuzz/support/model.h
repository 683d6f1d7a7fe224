/* SPDX-License-Identifier: MIT */
/* A slow model of a generator, which makes one id after another. It follows
 * docs/guarantees.md and guidon/generate.h. */
#ifndef MODEL_H
#define MODEL_H

#include "feed.h"

#include <guidon.h>

/* The state of one generator as a caller can know it. */
struct model {
    guidon_options options;
    bool fresh_node; /* v6: random node and clock sequence in each id */

    /* The sort key of the last id, and the highest reading of the clock, in the
     * kind's unit. 0 before the first id, as in the library's state. */
    uint64_t last, highest;
    guidon_id last_ulid;
    bool made, skip_pending, nil_made;

    bool has_seq, seq_known;
    uint16_t seq;
    int seq_not; /* a random sequence must differ from this one; -1: from none */
    bool node_known;
    unsigned char node[6];

    /* v2: the clock sequences that are used in the step `last`, and the next
     * one in cyclic order. If the next one is not known, `next_seq` is the
     * last known one, and `skipped_is_used` says whether skipped ones count
     * as used. */
    bool used[64];
    bool has_next_seq, next_seq_known, skipped_is_used;
    uint16_t next_seq;

    enum { SAME_PROCESS, FORKED, CLONED } pending;
    unsigned forks, sets, restarts; /* since the start */
    guidon_stats stats;
    bool unsure; /* a call failed after ids that the model cannot know */
};

/* One call and its results. */
struct call {
    const struct feed *feed;
    guidon_status status;
    size_t n;
    const guidon_id *ids; /* if the status is GUIDON_OK */
};

void model_begin(struct model *m, const guidon_options *options);
/* Must guidon_generator_new reject these options? */
bool model_refuses(const guidon_options *options);

/* Check the call. The program ends if it is wrong. */
void model_next(struct model *m, const struct call *call);
void model_set_node(struct model *m, const struct call *call,
                    const unsigned char node[6]);
void model_set_seq(struct model *m, const struct call *call, int32_t seq);

/* Must all ids so far be different? */
bool model_is_unique(const struct model *m, bool random_is_rich);
/* Does the kind start a sequence, or step in it, at random? */
bool model_has_seeds(const struct model *m);

#endif
