/* SPDX-License-Identifier: MIT */
/* What audit has seen of all ids, and what it makes of them. */
#ifndef CLI_AUDIT_H
#define CLI_AUDIT_H

#include "../term/style.h"
#include "../text/reason.h"
#include "interpretations.h"
#include "issue.h"
#include "nodes.h"
#include "randomness_tests.h"
#include "timeline.h"

/* A record that is no id. */
struct no_id {
    uint64_t position;
    size_t offset;
    char why[REASON_MAX];
};

/* ISSUE_SWAPPED_V4, and what they are where that is by chance. */
enum { FALLBACK_NOT_RFC, FALLBACK_FUTURE, FALLBACK_PAST, FALLBACKS };

struct audit {
    struct window window; /* of times that ids may well have */
    uint64_t records, ids;
    uint64_t kinds[KINDS];
    struct no_id no_ids[ISSUE_EXAMPLES]; /* the first ones */
    /* Different ids, but for ISSUE_NOT_IDS, _DUPLICATES, _NIL and _MAX. */
    struct issue_ids issues[ISSUE_BITS];
    double p[ISSUE_BITS]; /* that chance makes as many; 1: not asked */
    enum certainty certainty[ISSUE_BITS]; /* of those that are found */
    uint64_t repeated;      /* different ids that are there again */
    uint64_t implausible;   /* ids that make no sense, or little of it */
    uint64_t timeless;      /* of version 2, 3, 4, 5 and 8 */
    struct issue_ids ticks; /* implausible ids that end in .NET's ticks */
    struct issue_ids swapped_v4[FALLBACKS];
    struct nodes nodes;
    struct randomness randomness[RANDOMNESS_KINDS];
    struct randomness_test tests[RANDOMNESS_KINDS][RANDOMNESS_TESTS];
    struct timeline timeline;
    struct value_sample_slot spare[VALUE_SAMPLE_SLOTS];
};

/* Begin: all is zero but the window. It must stay where it is. */
void audit_begin(struct audit *audit);
/* The next id of the input. */
void audit_add(struct audit *audit, const guidon_id *id, uint64_t position);
/* The next of the different ids, in order, and where it is first. */
void audit_add_distinct(struct audit *audit, const guidon_id *id,
                        uint64_t position);
/* Come to a conclusion about all of them. */
void audit_conclude(struct audit *audit);
/* How many findings there are. */
size_t audit_issue_count(const struct audit *audit);

/* Write it all; `files` are the names that places count, "-" for stdin. */
struct report_context {
    char *const *files;
    const char *records; /* "lines", "records" */
    struct style style;
};
const char *audit_file(const struct report_context *context, uint64_t position);
void audit_print(const struct audit *audit,
                 const struct report_context *context);
/* False, with a message, if there was no memory for it. */
bool audit_print_json(const struct audit *audit,
                      const struct report_context *context);

#endif
