/* SPDX-License-Identifier: MIT */
/* causes.c - the known faults that explain the wrong ids of a set. */
#include "causes.h"
#include "../stats/p_values.h"

/* The probability that a cause fits an id of random bits, at most until 2100, among
 * those that cannot be right. tests/core/test_cause.c holds the library to these.
 * For GUIDON_CAUSE_MADE_UP, it is that of an id of version 4. */
static double chance_of(guidon_cause cause)
{
    static const double chances[GUIDON_CAUSES] = {
        [GUIDON_CAUSE_UNKNOWN] = 1,
        [GUIDON_CAUSE_DUCKDB_V7] = 2e-4,
        [GUIDON_CAUSE_ENVOY_TRACE] = 0.06,
        [GUIDON_CAUSE_DRAFT_V7] = 1e-3,
        [GUIDON_CAUSE_SECONDS] = 1e-5,
        [GUIDON_CAUSE_BYTE_SWAPPED] = 4e-3,
        [GUIDON_CAUSE_BYTE_SWAPPED_V4] = 0.07,
        [GUIDON_CAUSE_MYSQL_SWAP] = 1e-3,
        [GUIDON_CAUSE_ULID_AS_UUID] = 0.015,
        [GUIDON_CAUSE_V1_AHEAD] = 1e-5,
        [GUIDON_CAUSE_MADE_UP] = 1e-14,
    };

    return chances[cause];
}

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

    return p_value_poisson((double)count, (double)among * chance_of(cause));
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
             (count == best && chance_of(cause) < chance_of(next->cause)))) {
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
