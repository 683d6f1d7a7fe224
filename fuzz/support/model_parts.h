/* SPDX-License-Identifier: MIT */
/* What the files of the model share. */
#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "model.h"

/*
 * Two facts are not in the guarantees but are the library's own, so that a call
 * can be foretold to the last id: the clock is read once for up to 256 ids
 * (src/generate/next.c), and a kind that steps at random makes no more ids
 * in one go than the largest steps leave room for.
 */
#define AT_ONCE      256u
#define V7_STEP_MOST 4u

#define STAMP_BITS   20
#define PER_MS       (UINT64_C(1) << STAMP_BITS)

/* ------------------------------------------------------ kinds: model_plan.c */

enum unit { NO_TIME, MILLISECONDS, STAMPS, TICKS };

enum unit model_unit(const struct model *m);
bool model_is_ordered_v7(const struct model *m);
bool model_is_gregorian(const struct model *m);

/* A reading in that unit; false where its field does not hold it. */
bool model_count_time(uint64_t *out, guidon_time t, enum unit unit);

/* ------------------------------------------------------ plans: model_plan.c */

enum verdict { GO, BACK, FULL, OVER };

/* What is made in one go. */
struct go {
    size_t n;
    bool anew;     /* at the clock's time, and not above the last */
    bool rollback; /* the clock was back, and order goes on */
    bool restart;
    uint64_t now, highest;
};

/* May ids be made at go->now? Where GO, the rest of *go says which, and of the
 * go->n that were asked for how many. */
enum verdict model_plan(struct go *go, const struct model *m);

/* How far the 80 bits of a ULID can be raised; all ones for that or more. */
uint64_t model_ulid_room(const guidon_id *id);
/* v2: how many are dealt in the step of the last id. */
size_t model_n_dealt(const struct model *m);

/* A forked child begins afresh; a cloned machine's generator goes on above. */
void model_follow(struct model *m);

/* --------------------------------------------------------- ids: model_ids.c */

/* The state after one go; ids are there where the call was GUIDON_OK. */
void model_make(struct model *m, const struct go *go, const guidon_id *ids);

/* v2: the ring moves on to `seq`; what it passes counts as dealt. */
void model_pass(struct model *m, uint16_t seq);

/* ----------------------------------------------------- calls: model_calls.c */

/* Before a call: a new process or machine is noticed; false where that failed,
 * which takes a draw. */
bool model_notice(struct model *m, const struct call *call);

#endif
