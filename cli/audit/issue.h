/* SPDX-License-Identifier: MIT */
/* What audit may find. */
#ifndef CLI_ISSUE_H
#define CLI_ISSUE_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

/* How sure a finding is: guidon-audit(1) says what the words mean. */
enum sure { SURE_CERTAIN, SURE_LIKELY, SURE_POSSIBLE };

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
    const char *name; /* the key of JSON, and the entry of the manual */
    enum sure sure;   /* unless there is more to say */
    const char *what; /* for people, after the count */
};
const struct issue_title *issue_title(enum issue_name name);
const char *sure_word(enum sure sure);

/* Where an id stands: which file, which of its records, and whether it is
 * written as a ULID. */
enum { PLACE_FILE_BITS = 19, PLACE_NUMBER_BITS = 44 };
#define PLACE_OF(file, number, ulid)                                           \
  ((uint64_t)(file) << (PLACE_NUMBER_BITS + 1) | (uint64_t)(number) << 1 |     \
   (uint64_t)(ulid))
#define PLACE_FILE(place) ((size_t)((place) >> (PLACE_NUMBER_BITS + 1)))
#define PLACE_NUMBER(place)                                                    \
  ((place) >> 1 & ((UINT64_C(1) << PLACE_NUMBER_BITS) - 1))
#define PLACE_ULID(place) (((place)&1) != 0)

/* Ids of a finding: how many, and those of them that stand first. */
enum { ISSUE_EXAMPLES = 3 };
struct found_ids {
    uint64_t count;
    struct found_id {
        guidon_id id;
        uint64_t place; /* PLACE_OF of it */
        uint64_t first; /* of a duplicate: where it is first; else 0 */
    } examples[ISSUE_EXAMPLES];
};

/* In any order of their places. `first` is 0 of what is no duplicate. */
void found_insert(struct found_ids *finding, const guidon_id *id,
                  uint64_t place, uint64_t first);
/* Add what another one counted. */
void found_join(struct found_ids *finding, const struct found_ids *other);
/* How many of its examples there are. */
size_t found_examples(const struct found_ids *finding);

#endif
