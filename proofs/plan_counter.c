/* SPDX-License-Identifier: MIT */
/* plan_counter.c - proofs of a step of version 7, counter and increment */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan_counter.h"

#include "../src/generate/v7.c"

static enum gdn_verdict step_counter(struct gdn_plan *plan,
                                     const struct gdn_u128 *last, uint64_t now,
                                     size_t n, const unsigned char random[16],
                                     const unsigned char *ids,
                                     const struct gdn_rules *rules)
{
    enum gdn_verdict verdict = v7_plan_counter(plan, last, now, n, rules);

    if (verdict == GDN_PLAN_OK && plan->needs_seed) {
        v7_seed_counter(plan, random, rules);
    }
    if (verdict == GDN_PLAN_OK && rules->v7_layout == GUIDON_V7_INCREMENT) {
        v7_add_steps(plan, ids);
    }
    return verdict;
}
