/* SPDX-License-Identifier: MIT */
/* What audit may find. */
#ifndef CLI_ISSUE_H
#define CLI_ISSUE_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* How sure a issue is: guidon-audit(1) says what the words mean. */
enum certainty { CERTAINTY_CERTAIN, CERTAINTY_LIKELY, CERTAINTY_POSSIBLE };

/* In the order in which they are told. */
enum issue_name {
    ISSUE_NOT_IDS,
    ISSUE_DUPLICATES,
    ISSUE_NIL,
    ISSUE_MAX,
    ISSUE_NOT_RFC,
    ISSUE_FUTURE,
    ISSUE_PAST,
    /* Another reading of an id that makes no sense as it stands. */
    ISSUE_SWAPPED,
    ISSUE_SWAPPED_V4,
    ISSUE_DRAFT_V7,
    ISSUE_SECONDS,
    ISSUE_REORDERED,
    ISSUE_ULID,
    /* A time in ids that should have none: by how many there are of them. */
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
    /* Of the random bits of a kind. */
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
    const char *name;         /* the key of JSON, and the entry of the manual */
    enum certainty certainty; /* unless there is more to say */
    const char *what;         /* for people, after the count */
};
const struct issue_title *issue_title(enum issue_name name);
const char *certainty_word(enum certainty certainty);

/* Where an id stands: which file, which of its records, and whether it is
 * written as a ULID. */
enum { POSITION_FILE_BITS = 19, POSITION_NUMBER_BITS = 44 };
#define POSITION_OF(file, number, ulid)                                        \
  ((uint64_t)(file) << (POSITION_NUMBER_BITS + 1) | (uint64_t)(number) << 1 |  \
   (uint64_t)(ulid))
#define POSITION_FILE(position)                                                \
  ((size_t)((position) >> (POSITION_NUMBER_BITS + 1)))
#define POSITION_NUMBER(position)                                              \
  ((position) >> 1 & ((UINT64_C(1) << POSITION_NUMBER_BITS) - 1))
#define POSITION_ULID(position) (((position)&1) != 0)

/* Ids of a issue: how many, and those of them that stand first. */
enum { ISSUE_EXAMPLES = 3 };
struct issue_ids {
    uint64_t count;
    struct issue_example {
        guidon_id id;
        uint64_t position; /* POSITION_OF of it */
        uint64_t first;    /* of a duplicate: where it is first; else 0 */
    } examples[ISSUE_EXAMPLES];
};

/* In any order of their places. `first` is 0 of what is no duplicate. */
void issue_insert(struct issue_ids *issue, const guidon_id *id,
                  uint64_t position, uint64_t first);
/* Add what another one counted. */
void issue_join(struct issue_ids *issue, const struct issue_ids *other);
/* How many of its examples there are. */
size_t issue_examples(const struct issue_ids *issue);

#endif
