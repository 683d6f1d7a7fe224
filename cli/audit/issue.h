/* SPDX-License-Identifier: MIT */
/* The issues that audit reports, and the ids that show them. */
#ifndef CLI_ISSUE_H
#define CLI_ISSUE_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* How certain an issue is; guidon-audit(1) defines the words. */
enum certainty { CERTAINTY_CERTAIN, CERTAINTY_LIKELY, CERTAINTY_POSSIBLE };

/* In the order of the report. */
enum issue_name {
    ISSUE_NOT_IDS,
    ISSUE_DUPLICATES,
    ISSUE_NIL,
    ISSUE_MAX,
    ISSUE_NOT_RFC,
    ISSUE_FUTURE,
    ISSUE_PAST,
    /* Another interpretation of an id that is implausible as written. */
    ISSUE_SWAPPED,
    ISSUE_SWAPPED_V4,
    ISSUE_DRAFT_V7,
    ISSUE_SECONDS,
    ISSUE_REORDERED,
    ISSUE_ULID,
    /* A time in ids of a kind without a time. Chance makes some; only their
     * number shows the issue. */
    ISSUE_HIDDEN_SWAPPED,
    ISSUE_HIDDEN_MS_FIRST,
    ISSUE_HIDDEN_MS_LAST,
    ISSUE_HIDDEN_10US_FIRST,
    ISSUE_HIDDEN_10US_LAST,
    ISSUE_HIDDEN_DAYS_LAST,
    ISSUE_TICKS_LAST,
    ISSUE_MADE_UP,
    ISSUE_MAC,
    ISSUE_NODE_BIT,
    /* Tests of the random bits of a kind. */
    ISSUE_BITS,
    ISSUE_BYTES,
    ISSUE_STEPS,
    ISSUE_SEQUENTIAL,
    ISSUE_REPEATED,
    ISSUES
};
#define HIDDEN_FIRST ISSUE_HIDDEN_SWAPPED
#define HIDDEN_LAST  ISSUE_TICKS_LAST

struct issue_title {
    const char *name;         /* in JSON and in the manual */
    enum certainty certainty; /* unless the audit concludes otherwise */
    const char *what;         /* for people, after "3 ids" */
};
const struct issue_title *issue_title(enum issue_name name);
const char *certainty_word(enum certainty certainty);

/* The position of an id in one number: the file, the record in it, and whether
 * the id is written as a ULID. Positions ascend in the order of the input. */
enum { POSITION_FILE_BITS = 19, POSITION_NUMBER_BITS = 44 };
#define POSITION_OF(file, number, ulid)                                        \
  ((uint64_t)(file) << (POSITION_NUMBER_BITS + 1) | (uint64_t)(number) << 1 |  \
   (uint64_t)(ulid))
#define POSITION_FILE(position)                                                \
  ((size_t)((position) >> (POSITION_NUMBER_BITS + 1)))
#define POSITION_NUMBER(position)                                              \
  ((position) >> 1 & ((UINT64_C(1) << POSITION_NUMBER_BITS) - 1))
#define POSITION_ULID(position) (((position)&1) != 0)

/* The ids of an issue: their number, and the first of them as examples. */
enum { ISSUE_EXAMPLES = 3 };
struct issue_ids {
    uint64_t count;
    struct issue_example {
        guidon_id id;
        uint64_t position; /* see POSITION_OF */
        uint64_t first;    /* position of the id that this duplicates; or 0 */
    } examples[ISSUE_EXAMPLES];
};

/* Add an id, in any order of positions. `first` is 0 if the id duplicates no
 * other. */
void issue_insert(struct issue_ids *issue, const guidon_id *id,
                  uint64_t position, uint64_t first);
/* Add the ids of `other`. */
void issue_join(struct issue_ids *issue, const struct issue_ids *other);
/* The number of examples. */
size_t issue_examples(const struct issue_ids *issue);

#endif
