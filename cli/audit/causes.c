/* SPDX-License-Identifier: MIT */
/* causes.c - the known faults that explain the wrong ids of a set. */
#include "causes.h"
#include "../stats/p_values.h"
#include "chances.h"

void causes_add(struct causes *causes, const guidon_id *id, uint64_t position,
                guidon_time now)
{
    const guidon_cause_set set = guidon_causes_of(id, now);

    causes->distinct++;
    if (set != 0) {
        issue_insert(&causes->by_set[set], id, position, 0);
    }
}

/* The number of ids without an explanation that a cause fits. */
static uint64_t count_of(const struct causes *causes, guidon_cause cause)
{
    uint64_t n = 0;

    for (size_t set = 0; set >> GUIDON_CAUSES == 0; set++) {
        n += (set >> cause & 1) != 0 ? causes->by_set[set].count : 0;
    }
    return n;
}

/* The probability that chance makes a cause fit as many of the ids. */
static double p_of(const struct causes *causes, guidon_cause cause,
                   uint64_t count, uint64_t wrong)
{
    const uint64_t among =
        cause == GUIDON_CAUSE_MADE_UP ? causes->distinct : wrong;

    return p_value_poisson((double)count, (double)among * cause_chances[cause]);
}

/* The next cause: that of most ids, or of several the one that chance gives least.
 * False if there is none with a p below `most`. */
static bool next_cause(struct cause_found *next, const struct causes *causes,
                       double most)
{
    const uint64_t wrong = count_of(causes, GUIDON_CAUSE_UNKNOWN);
    uint64_t best = 0;

    for (unsigned i = 1; i < GUIDON_CAUSES; i++) {
        const guidon_cause cause = (guidon_cause)i;
        const uint64_t count = count_of(causes, cause);
        const double p = p_of(causes, cause, count, wrong);

        if (count > 0 && p < most &&
            (count > best ||
             (count == best &&
              cause_chances[cause] < cause_chances[next->cause]))) {
            best = count;
            next->cause = cause;
            next->p = p;
        }
    }
    return best > 0;
}

/* Explain the ids that a cause fits by it. */
static void take(struct causes *causes, const struct cause_found *next,
                 enum certainty certainty)
{
    struct cause_found *found = &causes->found[causes->n++];

    *found = *next;
    found->certainty = certainty;
    for (size_t set = 0; set >> GUIDON_CAUSES == 0; set++) {
        if ((set >> next->cause & 1) != 0) {
            issue_join(&found->ids, &causes->by_set[set]);
            causes->by_set[set].count = 0;
        }
    }
}

void causes_conclude(struct causes *causes)
{
    struct cause_found next = {.cause = GUIDON_CAUSE_UNKNOWN};

    while (next_cause(&next, causes, CAUSE_NAMED)) {
        take(causes, &next, CERTAINTY_LIKELY);
    }
    while (next_cause(&next, causes, CAUSE_POSSIBLE)) {
        take(causes, &next, CERTAINTY_POSSIBLE);
    }
}
