/* SPDX-License-Identifier: MIT */
/* issue.c - the issues that audit reports, and the ids that show them. */
#include "issue.h"

const char *certainty_word(enum certainty certainty)
{
    static const char *const words[] = {"certain", "likely", "possible"};

    return words[certainty];
}

const struct issue_title *issue_title(enum issue_name name)
{
    static const struct issue_title titles[ISSUES] = {
        [ISSUE_NOT_IDS] = {"not-ids", CERTAINTY_CERTAIN, "without an id"},
        [ISSUE_DUPLICATES] = {"duplicates", CERTAINTY_CERTAIN,
                              "repeating an earlier id, in any form"},
        [ISSUE_NIL] = {"nil", CERTAINTY_CERTAIN, "with all bits 0: not an id"},
        [ISSUE_MAX] = {"max", CERTAINTY_CERTAIN, "with all bits 1: not an id"},
        [ISSUE_NOT_RFC] =
            {"not-rfc", CERTAINTY_CERTAIN,
             "of a version or variant that RFC 9562 does not define"},
        [ISSUE_FUTURE] = {"future", CERTAINTY_CERTAIN,
                          "with a time in the future"},
        [ISSUE_PAST] = {"before-1990", CERTAINTY_CERTAIN,
                        "with a time before 1990"},
        [ISSUE_SWAPPED] =
            {"byte-swapped", CERTAINTY_LIKELY,
             "with a plausible time only after swapping the bytes of a GUID"},
        [ISSUE_SWAPPED_V4] =
            {"byte-swapped-v4", CERTAINTY_LIKELY,
             "of version 4 after swapping the bytes of a GUID"},
        [ISSUE_DRAFT_V7] =
            {"draft-v7", CERTAINTY_LIKELY,
             "of version 7 with 36 bits of seconds, as in early drafts"},
        [ISSUE_SECONDS] = {"seconds", CERTAINTY_LIKELY,
                           "with seconds in place of milliseconds"},
        [ISSUE_REORDERED] =
            {"reordered", CERTAINTY_LIKELY,
             "of version 1 in the field order of version 6, or of 6 in that of 1"},
        [ISSUE_ULID] =
            {"ulid-as-uuid", CERTAINTY_LIKELY,
             "beginning with milliseconds, without a version, as a ULID"},
        [ISSUE_HIDDEN_SWAPPED] =
            {"byte-swapped-hidden", CERTAINTY_LIKELY,
             "without a time, but with one after swapping bytes"},
        [ISSUE_HIDDEN_MS_FIRST] =
            {"comb-ms-first", CERTAINTY_LIKELY,
             "of v4 beginning with milliseconds since 1970"},
        [ISSUE_HIDDEN_MS_LAST] = {"comb-ms-last", CERTAINTY_LIKELY,
                                  "of v4 ending with milliseconds since 1970"},
        [ISSUE_HIDDEN_10US_FIRST] =
            {"comb-10us-first", CERTAINTY_LIKELY,
             "of v4 beginning with steps of 10 us since 1970"},
        [ISSUE_HIDDEN_10US_LAST] =
            {"comb-10us-last", CERTAINTY_LIKELY,
             "of v4 ending with steps of 10 us since 1970"},
        [ISSUE_HIDDEN_DAYS_LAST] =
            {"comb-days-last", CERTAINTY_LIKELY,
             "of v4 ending with days since 1900 and a time of day"},
        [ISSUE_TICKS_LAST] = {"comb-ticks-last", CERTAINTY_LIKELY,
                              "ending with .NET ticks, as EF Core makes them"},
        [ISSUE_MADE_UP] = {"made-up", CERTAINTY_LIKELY,
                           "of v4 whose digits somebody typed or made up"},
        [ISSUE_MAC] =
            {"mac", CERTAINTY_LIKELY,
             "with a hardware address: the multicast bit of the node is 0"},
        [ISSUE_NODE_BIT] =
            {"node-bit", CERTAINTY_POSSIBLE,
             "with a random node whose multicast bit should be 1 but is 0"},
        [ISSUE_BITS] = {"bits", CERTAINTY_LIKELY,
                        "with random bits that too often have the same value"},
        [ISSUE_BYTES] =
            {"bytes", CERTAINTY_LIKELY,
             "with random octets whose values are not equally frequent"},
        [ISSUE_STEPS] = {"steps", CERTAINTY_POSSIBLE,
                         "with bits that depend on the id before"},
        [ISSUE_SEQUENTIAL] = {"sequential", CERTAINTY_LIKELY,
                              "with the same first half as the next lower id"},
        [ISSUE_REPEATED] = {"repeated", CERTAINTY_LIKELY,
                            "with the same second half as another id"},
    };

    return &titles[name];
}

size_t issue_examples(const struct issue_ids *issue)
{
    return issue->count < ISSUE_EXAMPLES ? (size_t)issue->count
                                         : ISSUE_EXAMPLES;
}

void issue_insert(struct issue_ids *issue, const guidon_id *id,
                  uint64_t position, uint64_t first)
{
    struct issue_example *examples = issue->examples;
    size_t at = issue_examples(issue);

    issue->count++;
    if (at == ISSUE_EXAMPLES && examples[--at].position <= position) {
        return;
    }
    for (; at > 0 && examples[at - 1].position > position; at--) {
        examples[at] = examples[at - 1];
    }
    examples[at] = (struct issue_example){*id, position, first};
}

void issue_join(struct issue_ids *issue, const struct issue_ids *other)
{
    const uint64_t count = issue->count + other->count;

    for (size_t i = 0; i < issue_examples(other); i++) {
        const struct issue_example *example = &other->examples[i];

        issue_insert(issue, &example->id, example->position, example->first);
    }
    issue->count = count;
}
