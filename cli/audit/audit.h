/* SPDX-License-Identifier: MIT */
/* The counts of an audit, and its conclusions. */
#ifndef CLI_AUDIT_H
#define CLI_AUDIT_H

#include "../term/style.h"
#include "../text/reason.h"
#include "causes.h"
#include "interpretations.h"
#include "issue.h"
#include "nodes.h"
#include "randomness_tests.h"
#include "timeline.h"

/* A record without an id. */
struct no_id {
    uint64_t position;
    size_t offset;
    char reason[REASON_MAX];
};

/* Ids that are version 4 with swapped bytes are one of these issues instead, if
 * chance explains their number. */
enum { FALLBACK_NOT_RFC, FALLBACK_FUTURE, FALLBACK_PAST, FALLBACKS };

struct audit {
    struct window window; /* of plausible times */
    uint64_t records;
    guidon_audit ids;                    /* the counts of the library */
    struct no_id no_ids[ISSUE_EXAMPLES]; /* the first */
    /* Of different ids, except ISSUE_NOT_IDS, _DUPLICATES, _NIL and _MAX, which
     * count records. */
    struct issue_ids issues[ISSUE_BITS];
    double p[ISSUE_BITS]; /* of as many ids by chance; 1: chance cannot */
    enum certainty certainty[ISSUE_BITS];
    uint64_t repeated;      /* different ids that have duplicates */
    uint64_t implausible;   /* ids without a plausible interpretation */
    uint64_t timeless;      /* ids of version 2, 3, 4, 5 and 8 */
    struct issue_ids ticks; /* implausible ids that end in .NET ticks */
    struct issue_ids swapped_v4[FALLBACKS];
    struct nodes nodes;
    struct randomness randomness[RANDOMNESS_KINDS];
    struct randomness_test tests[RANDOMNESS_KINDS][RANDOMNESS_TESTS];
    struct timeline timeline;
    struct causes causes;
    struct value_sample_slot spare[VALUE_SAMPLE_SLOTS];
};

/* Begin with all members 0. Times from 1990 to a minute after `now_ms` are plausible;
 * return false if there are none. The struct must not move. */
bool audit_begin(struct audit *audit, int64_t now_ms);
/* Count the next id of the input. */
void audit_add(struct audit *audit, const guidon_id *id, uint64_t position);
/* Count the next different id in ascending order, with its first position. */
void audit_add_distinct(struct audit *audit, const guidon_id *id,
                        uint64_t position);
/* Count an id that repeats the one at the position `first`. */
void audit_add_duplicate(struct audit *audit, const guidon_id *id,
                         uint64_t position, uint64_t first);
/* Conclude: set p, certainty and tests, and clear issues that chance explains.
 */
void audit_conclude(struct audit *audit);
/* The number of issues. */
size_t audit_issue_count(const struct audit *audit);

/* How to report: `files` are the names that positions index, "-" for stdin. */
struct report_context {
    char *const *files;
    const char *records; /* "lines", "records" */
    struct style style;
};
const char *audit_file(const struct report_context *context, uint64_t position);
void audit_print(const struct audit *audit,
                 const struct report_context *context);
/* False, with a message, if memory ran out. */
bool audit_print_json(const struct audit *audit,
                      const struct report_context *context);

#endif
