/* SPDX-License-Identifier: MIT */
/* Shared by the files of the model. */
#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "model.h"

/*
 * To predict every id of a call, the model needs two details of the library
 * that are not guaranteed. The library reads the clock once for up to 256 ids
 * (src/generate/next.c). A kind with random steps makes at most as many ids in
 * one batch as would fit if all steps were the largest.
 */
#define AT_ONCE        256u
#define V7_STEP_MOST   4u

#define TIMESTAMP_BITS 20
#define PER_MS         (UINT64_C(1) << TIMESTAMP_BITS)

/* ------------------------------------------------------ kinds: model_plan.c */

enum unit { NO_TIME, MILLISECONDS, TIMESTAMPS, TICKS };

enum unit model_unit(const struct model *m);
bool model_is_ordered_v7(const struct model *m);
bool model_is_gregorian(const struct model *m);

/* A reading in that unit; false if it is out of the field's range. */
bool model_count_time(uint64_t *out, guidon_time t, enum unit unit);

/* ------------------------------------------------------ plans: model_plan.c */

enum verdict { PLAN_OK, CLOCK_BACK, EXHAUSTED_WAIT, EXHAUSTED_FAIL };

/* The ids that are made with one reading of the clock. */
struct batch {
    size_t n;
    bool is_new_sequence; /* a new sequence at the clock's time */
    bool rollback;        /* the clock was back, and the order continues */
    bool restart;
    uint64_t now, highest;
};

/* Can ids be made at batch->now? With PLAN_OK, *batch describes them, and
 * batch->n is reduced to their number. */
enum verdict model_plan(struct batch *batch, const struct model *m);

/* How far the sort keys of v7 precise and trace rise from id to id. */
uint64_t model_step(const struct model *m);

/* How much can be added to the 80 bits of a ULID; at most 2^64 - 1. */
uint64_t model_ulid_left(const guidon_id *id);
/* v2: the number of used clock sequences in the step of the last id. */
size_t model_n_used(const struct model *m);

/* After fork the generator starts a new state; after a clone it continues
 * above. */
void model_reinit(struct model *m);

/* --------------------------------------------------------- ids: model_ids.c */

/* Check the ids of one batch and update the state. `ids` is NULL if the call
 * failed. */
void model_make(struct model *m, const struct batch *batch,
                const guidon_id *ids);

/* v2: `seq` becomes the next clock sequence. Those before it count as used. */
void model_skip_to(struct model *m, uint16_t seq);

/* ----------------------------------------------------- calls: model_calls.c */

/* Before a call: handle a fork or clone. False if that failed, because its read
 * of random bytes failed. */
bool model_notice(struct model *m, const struct call *call);

#endif
