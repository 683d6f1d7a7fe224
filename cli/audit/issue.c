/* SPDX-License-Identifier: MIT */
/* issue.c - what audit may find, and the ids that show it. */
#include "issue.h"

const char *sure_word(enum sure sure)
{
    static const char *const words[] = {"certain", "likely", "possible"};

    return words[sure];
}

const struct issue_title *issue_title(enum issue_name name)
{
    static const struct issue_title titles[ISSUES] = {
        [ISSUE_NOT_IDS] = {"not-ids", SURE_CERTAIN, "without an id"},
        [ISSUE_DUPLICATES] = {"duplicates", SURE_CERTAIN,
                              "there before, in this form or another"},
        [ISSUE_NIL] = {"nil", SURE_CERTAIN, "with all bits zero: no id"},
        [ISSUE_MAX] = {"max", SURE_CERTAIN, "with all bits one: no id"},
        [ISSUE_NOT_RFC] = {"not-rfc", SURE_CERTAIN,
                           "of a version or variant that RFC 9562 has not"},
        [ISSUE_FUTURE] = {"future", SURE_CERTAIN, "with a time yet to come"},
        [ISSUE_PAST] = {"before-1990", SURE_CERTAIN, "with a time before 1990"},
        [ISSUE_SWAPPED] = {"byte-swapped", SURE_LIKELY,
                           "with a time when the bytes of a GUID are swapped"},
        [ISSUE_SWAPPED_V4] =
            {"byte-swapped-v4", SURE_LIKELY,
             "of version 4 when the bytes of a GUID are swapped"},
        [ISSUE_DRAFT_V7] =
            {"draft-v7", SURE_LIKELY,
             "with seconds in 36 bits, as in drafts of version 7"},
        [ISSUE_SECONDS] = {"seconds", SURE_LIKELY,
                           "with seconds where milliseconds belong"},
        [ISSUE_REORDERED] =
            {"reordered", SURE_LIKELY,
             "of version 1 in the order of 6, or the other way round"},
        [ISSUE_ULID] = {"ulid-as-uuid", SURE_LIKELY,
                        "with milliseconds first and no version, as a ULID"},
        [ISSUE_HIDDEN_SWAPPED] = {"byte-swapped-hidden", SURE_LIKELY,
                                  "of no time but when bytes are swapped"},
        [ISSUE_HIDDEN_MS_FIRST] =
            {"comb-ms-first", SURE_LIKELY,
             "of v4 beginning with milliseconds since 1970"},
        [ISSUE_HIDDEN_MS_LAST] = {"comb-ms-last", SURE_LIKELY,
                                  "of v4 ending in milliseconds since 1970"},
        [ISSUE_HIDDEN_10US_FIRST] =
            {"comb-10us-first", SURE_LIKELY,
             "of v4 beginning with steps of 10 us since 1970"},
        [ISSUE_HIDDEN_10US_LAST] =
            {"comb-10us-last", SURE_LIKELY,
             "of v4 ending in steps of 10 us since 1970"},
        [ISSUE_HIDDEN_DAYS_LAST] =
            {"comb-days-last", SURE_LIKELY,
             "of v4 ending in days since 1900 and a time of day"},
        [ISSUE_TICKS_LAST] = {"comb-ticks-last", SURE_LIKELY,
                              "ending in .NET's ticks, as EF Core makes them"},
        [ISSUE_MADE_UP] = {"made-up", SURE_LIKELY,
                           "of v4 with four different digits or fewer"},
        [ISSUE_MAC] = {"mac", SURE_LIKELY,
                       "with a hardware address: its multicast bit is 0"},
        [ISSUE_NODE_BIT] = {"node-bit", SURE_POSSIBLE,
                            "with a random node that lacks its multicast bit"},
        [ISSUE_BITS] = {"bits", SURE_LIKELY,
                        "with random bits that are too often alike"},
        [ISSUE_BYTES] = {"bytes", SURE_LIKELY,
                         "with random octets that are not spread as by chance"},
        [ISSUE_STEPS] = {"steps", SURE_POSSIBLE,
                         "with bits that follow those of the one before"},
        [ISSUE_SEQUENTIAL] =
            {"sequential", SURE_LIKELY,
             "with the first half of the one before, in order"},
        [ISSUE_REPEATED] = {"repeated", SURE_LIKELY,
                            "with the second half of another one"},
    };

    return &titles[name];
}

size_t found_examples(const struct found_ids *finding)
{
    return finding->count < ISSUE_EXAMPLES ? (size_t)finding->count
                                           : ISSUE_EXAMPLES;
}

void found_insert(struct found_ids *finding, const guidon_id *id,
                  uint64_t place, uint64_t first)
{
    struct found_id *examples = finding->examples;
    size_t at = found_examples(finding);

    finding->count++;
    if (at == ISSUE_EXAMPLES && examples[--at].place <= place) {
        return;
    }
    for (; at > 0 && examples[at - 1].place > place; at--) {
        examples[at] = examples[at - 1];
    }
    examples[at] = (struct found_id){*id, place, first};
}

void found_join(struct found_ids *finding, const struct found_ids *other)
{
    const uint64_t count = finding->count + other->count;

    for (size_t i = 0; i < found_examples(other); i++) {
        const struct found_id *example = &other->examples[i];

        found_insert(finding, &example->id, example->place, example->first);
    }
    finding->count = count;
}
