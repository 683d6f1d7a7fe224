/* SPDX-License-Identifier: MIT */
/* What a generator has to do, a second time: slowly, one id after the other,
 * from docs/guarantees.md and guidon/generate.h. */
#ifndef MODEL_H
#define MODEL_H

#include "feed.h"

#include <guidon.h>

/* All that is known of one generator, from outside. */
struct model {
    guidon_options options;
    bool fresh_node; /* v6: node and clock sequence drawn for each id */

    /* Of the ids: the last one's place, and the highest reading of the clock,
     * in the kind's own unit. Nothing made is 0, as the library's state is. */
    uint64_t last, highest;
    guidon_id last_ulid;
    bool made, leapt, nil_made;

    bool seq_drawn, seq_known;
    uint16_t seq;
    int seq_not; /* what a drawn one must differ from; -1: from none */
    bool node_known;
    unsigned char node[6];

    /* v2: dealt in the step `last`, and where the ring stands; where that is
     * not known, where it stood, if what it passed on its way counts. */
    bool dealt[64];
    bool ring_drawn, ring_known, ring_passes;
    uint16_t ring;

    enum { SAME_PROCESS, FORKED, CLONED } pending;
    unsigned forks, sets, restarts; /* ever */
    guidon_stats stats;
    bool unsure; /* within a failed call: what was made cannot be known */
};

/* One call, as it was seen. */
struct call {
    const struct feed *feed;
    guidon_status status;
    size_t n;
    const guidon_id *ids; /* where it was GUIDON_OK */
};

void model_begin(struct model *m, const guidon_options *options);
/* Must a generator of these options be refused? */
bool model_refuses(const guidon_options *options);

/* The call was right, or the program ends. */
void model_next(struct model *m, const struct call *call);
void model_set_node(struct model *m, const struct call *call,
                    const unsigned char node[6]);
void model_set_seq(struct model *m, const struct call *call, int32_t seq);

/* Do ids that were made until now have to differ from each other? */
bool model_is_unique(const struct model *m, bool random_is_rich);
/* Does the kind begin a run of ids, or step in one, at random? */
bool model_has_seeds(const struct model *m);

#endif
