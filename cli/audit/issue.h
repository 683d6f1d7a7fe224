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
enum finding_name {
    FIND_NOT_IDS,
    FIND_DUPLICATES,
    FIND_NIL,
    FIND_MAX,
    FIND_NOT_RFC,
    FIND_FUTURE,
    FIND_PAST,
    /* Another reading of an id that makes no sense as it stands. */
    FIND_SWAPPED,
    FIND_SWAPPED_V4,
    FIND_DRAFT_V7,
    FIND_SECONDS,
    FIND_REORDERED,
    FIND_ULID,
    /* A time in ids that should have none: by how many there are of them. */
    FIND_HIDDEN_SWAPPED,
    FIND_HIDDEN_MS_FIRST,
    FIND_HIDDEN_MS_LAST,
    FIND_HIDDEN_10US_FIRST,
    FIND_HIDDEN_10US_LAST,
    FIND_HIDDEN_DAYS_LAST,
    FIND_TICKS_LAST,
    FIND_MADE_UP,
    FIND_MAC,
    FIND_NODE_BIT,
    /* Of the random bits of a kind. */
    FIND_BITS,
    FIND_BYTES,
    FIND_STEPS,
    FIND_SEQUENTIAL,
    FIND_REPEATED,
    FINDINGS
};
#define HIDDEN_FIRST FIND_HIDDEN_SWAPPED
#define HIDDEN_LAST  FIND_TICKS_LAST

struct finding_title {
    const char *name; /* the key of JSON, and the entry of the manual */
    enum sure sure;   /* unless there is more to say */
    const char *what; /* for people, after the count */
};
const struct finding_title *finding_title(enum finding_name name);
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
enum { FINDING_EXAMPLES = 3 };
struct found_ids {
    uint64_t count;
    struct found_id {
        guidon_id id;
        uint64_t place; /* PLACE_OF of it */
        uint64_t first; /* of a duplicate: where it is first; else 0 */
    } examples[FINDING_EXAMPLES];
};

/* In any order of their places. `first` is 0 of what is no duplicate. */
void found_insert(struct found_ids *finding, const guidon_id *id,
                  uint64_t place, uint64_t first);
/* Add what another one counted. */
void found_join(struct found_ids *finding, const struct found_ids *other);
/* How many of its examples there are. */
size_t found_examples(const struct found_ids *finding);

#endif
