/* SPDX-License-Identifier: MIT */
/* Tests of the random bits of ids, by kind: what they count and how they judge
 * it. */
#ifndef CLI_RANDOMNESS_TESTS_H
#define CLI_RANDOMNESS_TESTS_H

#include "../text/id_fields.h"
#include "byte_histogram.h"
#include "issue.h"
#include "value_sample.h"

/* The kinds with random bits. v3 and v5 count because hashes of different names
 * look random. */
enum randomness_kind {
    RANDOMNESS_V3,
    RANDOMNESS_V4,
    RANDOMNESS_V5,
    RANDOMNESS_V7,
    RANDOMNESS_ULID,
    RANDOMNESS_KINDS
};
/* RANDOMNESS_KINDS if the kind has no random bits. */
enum randomness_kind randomness_kind_of(guidon_id_kind kind);
guidon_id_kind randomness_kind_name(enum randomness_kind kind);
/* Do ids of this kind begin with milliseconds? Ids of one millisecond may share
 * bits, because a counter follows. */
bool randomness_is_timed(enum randomness_kind kind);

/* Orders in which a file may list its ids. */
enum { ORDER_BYTES, ORDER_NODE, ORDER_SWAPPED, ORDERS };

/* Begins with all members 0, except sample.spare. */
struct randomness {
    /* Counted in the order of the input. */
    struct byte_histogram steps; /* each id XOR the id before it */
    guidon_id previous;
    bool has_previous;
    uint64_t pairs;
    uint64_t ascents[ORDERS]; /* pairs that ascend in each order */
    uint64_t duplicates;      /* ids that repeat an earlier one */
    /* Counted in ascending order, each different id once. */
    uint64_t ids;
    struct byte_histogram values; /* one id of each millisecond, or all */
    struct value_sample sample;   /* of the second half of each id */
    struct issue_ids
        same_second_half;             /* ids that repeat a half in the sample */
    struct issue_ids same_first_half; /* ids with the half of the id before */
    guidon_id last;
    guidon_id chosen; /* of the millisecond of `last`: the id of largest hash */
    uint64_t chosen_hash;
};

/* Count the next id of this kind in the input. */
void randomness_step(struct randomness *randomness, enum randomness_kind kind,
                     const guidon_id *id);

/* Count the next different id of this kind in ascending order. */
void randomness_value(struct randomness *randomness, enum randomness_kind kind,
                      const guidon_id *id, uint64_t position);
/* Finish counting. */
void randomness_end(struct randomness *randomness, enum randomness_kind kind);

/* A test and its result. */
struct randomness_test {
    enum issue_name name;   /* ISSUE_BITS to ISSUE_REPEATED */
    uint64_t n;             /* ids or pairs of ids that were counted */
    struct verdict verdict; /* without tests if nothing was judged */
    const char *reason; /* why not; NULL if the test does not fit the kind */
    double expected;    /* of a count: the mean that chance gives */
    bool found;
};
enum { RANDOMNESS_TESTS = 5 };
void randomness_judge(struct randomness_test tests[RANDOMNESS_TESTS],
                      const struct randomness *randomness,
                      enum randomness_kind kind);
/* The bits that must look random. */
guidon_id randomness_mask(enum randomness_kind kind);

/*
 * A test reports an issue if good ids give such a result in fewer than one of
 * 10^8 files. An audit makes at most 32 tests (RANDOMNESS_TESTS of each of
 * RANDOMNESS_KINDS, and the tests of hidden times), so fewer than one of a
 * million files of good ids gets a false alarm.
 */
#define FALSE_ALARM 1e-8

#endif
