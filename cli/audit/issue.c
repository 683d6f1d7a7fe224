/* SPDX-License-Identifier: MIT */
/* issue.c - what audit may find, and the ids that show it. */
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
                              "there before, in this form or another"},
        [ISSUE_NIL] = {"nil", CERTAINTY_CERTAIN, "with all bits zero: no id"},
        [ISSUE_MAX] = {"max", CERTAINTY_CERTAIN, "with all bits one: no id"},
        [ISSUE_NOT_RFC] = {"not-rfc", CERTAINTY_CERTAIN,
                           "of a version or variant that RFC 9562 has not"},
        [ISSUE_FUTURE] = {"future", CERTAINTY_CERTAIN,
                          "with a time yet to come"},
        [ISSUE_PAST] = {"before-1990", CERTAINTY_CERTAIN,
                        "with a time before 1990"},
        [ISSUE_SWAPPED] = {"byte-swapped", CERTAINTY_LIKELY,
                           "with a time when the bytes of a GUID are swapped"},
        [ISSUE_SWAPPED_V4] =
            {"byte-swapped-v4", CERTAINTY_LIKELY,
             "of version 4 when the bytes of a GUID are swapped"},
        [ISSUE_DRAFT_V7] =
            {"draft-v7", CERTAINTY_LIKELY,
             "with seconds in 36 bits, as in drafts of version 7"},
        [ISSUE_SECONDS] = {"seconds", CERTAINTY_LIKELY,
                           "with seconds where milliseconds belong"},
        [ISSUE_REORDERED] =
            {"reordered", CERTAINTY_LIKELY,
             "of version 1 in the order of 6, or the other way round"},
        [ISSUE_ULID] = {"ulid-as-uuid", CERTAINTY_LIKELY,
                        "with milliseconds first and no version, as a ULID"},
        [ISSUE_HIDDEN_SWAPPED] = {"byte-swapped-hidden", CERTAINTY_LIKELY,
                                  "of no time but when bytes are swapped"},
        [ISSUE_HIDDEN_MS_FIRST] =
            {"comb-ms-first", CERTAINTY_LIKELY,
             "of v4 beginning with milliseconds since 1970"},
        [ISSUE_HIDDEN_MS_LAST] = {"comb-ms-last", CERTAINTY_LIKELY,
                                  "of v4 ending in milliseconds since 1970"},
        [ISSUE_HIDDEN_10US_FIRST] =
            {"comb-10us-first", CERTAINTY_LIKELY,
             "of v4 beginning with steps of 10 us since 1970"},
        [ISSUE_HIDDEN_10US_LAST] =
            {"comb-10us-last", CERTAINTY_LIKELY,
             "of v4 ending in steps of 10 us since 1970"},
        [ISSUE_HIDDEN_DAYS_LAST] =
            {"comb-days-last", CERTAINTY_LIKELY,
             "of v4 ending in days since 1900 and a time of day"},
        [ISSUE_TICKS_LAST] = {"comb-ticks-last", CERTAINTY_LIKELY,
                              "ending in .NET's ticks, as EF Core makes them"},
        [ISSUE_MADE_UP] = {"made-up", CERTAINTY_LIKELY,
                           "of v4 with four different digits or fewer"},
        [ISSUE_MAC] = {"mac", CERTAINTY_LIKELY,
                       "with a hardware address: its multicast bit is 0"},
        [ISSUE_NODE_BIT] = {"node-bit", CERTAINTY_POSSIBLE,
                            "with a random node that lacks its multicast bit"},
        [ISSUE_BITS] = {"bits", CERTAINTY_LIKELY,
                        "with random bits that are too often alike"},
        [ISSUE_BYTES] = {"bytes", CERTAINTY_LIKELY,
                         "with random octets that are not spread as by chance"},
        [ISSUE_STEPS] = {"steps", CERTAINTY_POSSIBLE,
                         "with bits that follow those of the one before"},
        [ISSUE_SEQUENTIAL] =
            {"sequential", CERTAINTY_LIKELY,
             "with the first half of the one before, in order"},
        [ISSUE_REPEATED] = {"repeated", CERTAINTY_LIKELY,
                            "with the second half of another one"},
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
