/* SPDX-License-Identifier: MIT */
/* The known faults that explain the wrong ids of a set. */
#ifndef CLI_AUDIT_CAUSES_H
#define CLI_AUDIT_CAUSES_H

#include "issue.h"

/* A set that chance explains with a lower probability has this cause. */
#define CAUSE_NAMED 1e-12
/* With a higher one, nothing is said. */
#define CAUSE_POSSIBLE 0.5

struct cause_found {
    guidon_cause cause;
    enum certainty certainty; /* CERTAINTY_LIKELY: named; or _POSSIBLE */
    double p;                 /* that chance gives as many */
    struct issue_ids ids;
};

struct causes {
    uint64_t distinct; /* different ids that were not written as ULIDs */
    struct issue_ids
        by_set[(size_t)1 << GUIDON_CAUSES];  /* by guidon_cause_set */
    struct cause_found found[GUIDON_CAUSES]; /* from the conclusion on */
    size_t n;
};

/* Count a different id that was not written as a ULID. */
void causes_add(struct causes *causes, const guidon_id *id, uint64_t position,
                guidon_time now);
/* Explain each id by one cause at most. A cause of more ids comes first. */
void causes_conclude(struct causes *causes);

#endif
