/* SPDX-License-Identifier: MIT */
/* The bits of ids that ought to be drawn at random: what is counted of them, and
 * what that says. */
#ifndef CLI_RANDOMNESS_TESTS_H
#define CLI_RANDOMNESS_TESTS_H

#include "../text/id_fields.h"
#include "byte_histogram.h"
#include "issue.h"
#include "value_sample.h"

/* The kinds that have such bits: v3 and v5 as hashes of different names. */
enum randomness_kind {
    RANDOMNESS_V3,
    RANDOMNESS_V4,
    RANDOMNESS_V5,
    RANDOMNESS_V7,
    RANDOMNESS_ULID,
    DRAWS
};
/* DRAWS where it has none. */
enum randomness_kind randomness_kind_of(enum kind kind);
enum kind randomness_kind_name(enum randomness_kind kind);
/* Do its ids begin with milliseconds, and may those of one share bits? */
bool randomness_is_timed(enum randomness_kind kind);

/* In what order the ids of a file may have been put. */
enum { ORDER_BYTES, ORDER_NODE, ORDER_SWAPPED, ORDERS };

/* All zero but repeats.spare is an empty one. */
struct randomness {
    /* As they stand in the input. */
    struct byte_histogram steps; /* one id XOR the one before */
    guidon_id before;
    bool any;
    uint64_t pairs;
    uint64_t ascents[ORDERS]; /* pairs that are in that order */
    /* Of the ids in order, each once. */
    uint64_t ids;
    struct byte_histogram values; /* an id in each millisecond, or each id */
    struct value_sample repeats;  /* of the second half */
    struct found_ids again;       /* ids in its sample that are such */
    struct found_ids neighbours;  /* first halves that are the one before's */
    guidon_id last;
    guidon_id chosen; /* of the millisecond of `last`, by its hash */
    uint64_t chosen_hash;
};

/* The next id of a kind in the input. */
void randomness_step(struct randomness *draws, enum randomness_kind kind,
                     const guidon_id *id);

/* The next id of a kind in order, which is not there again. */
void randomness_value(struct randomness *draws, enum randomness_kind kind,
                      const guidon_id *id, uint64_t place);
/* There are no more. */
void randomness_end(struct randomness *draws, enum randomness_kind kind);

/* A test and how it went. */
struct randomness_test {
    enum issue_name name;   /* ISSUE_BITS to ISSUE_REPEATED */
    uint64_t n;             /* what was looked at: ids, or pairs of them */
    struct verdict verdict; /* of no tests: it was not judged, */
    const char *why;        /* for this reason; NULL: it makes no sense here */
    double due;             /* how many chance makes, of what is counted */
    bool found;
};
enum { RANDOMNESS_TESTS = 5 };
/* `repeats`: how many of all ids were duplicates. */
void randomness_judge(struct randomness_test tests[RANDOMNESS_TESTS],
                      const struct randomness *draws, enum randomness_kind kind,
                      uint64_t duplicates);
/* The bits that must look random. */
guidon_id randomness_mask(enum randomness_kind kind);

/*
 * A test finds something where chance would make as much of it in fewer than one
 * in 10^8 files of good ids. There are at most 32 tests (DRAWS of each of
 * RANDOMNESS_TESTS, and those of hidden times), so that all together do in fewer than
 * one in a million.
 */
#define FALSE_ALARM 1e-8

#endif
