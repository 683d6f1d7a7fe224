/* SPDX-License-Identifier: MIT */
/* plan_ulid.c - proofs of a step of monotonic ULID */
#include "shim.h"

#include "no_random.h"

#include "contracts/plan_ulid.h"

#include "../src/generate/ulid.c"

static enum gdn_verdict step_monotonic(struct gdn_plan *plan,
                                       const struct gdn_u128 *last,
                                       uint64_t now, size_t n,
                                       const unsigned char random[16],
                                       const unsigned char *ids,
                                       const struct gdn_rules *rules)
{
    enum gdn_verdict verdict = ulid_plan_monotonic(plan, last, now, n, rules);

    if (verdict == GDN_PLAN_OK && plan->needs_seed) {
        ulid_seed_monotonic(plan, random, rules);
    }
    if (verdict == GDN_PLAN_OK && rules->ulid_step == GUIDON_ULID_STEP_RANDOM) {
        ulid_add_steps(plan, ids);
    }
    return verdict;
}
