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
enum draws_kind { DRAWS_V3, DRAWS_V4, DRAWS_V5, DRAWS_V7, DRAWS_ULID, DRAWS };
/* DRAWS where it has none. */
enum draws_kind draws_kind_of(enum kind kind);
enum kind draws_kind_name(enum draws_kind kind);
/* Do its ids begin with milliseconds, and may those of one share bits? */
bool draws_is_timed(enum draws_kind kind);

/* In what order the ids of a file may have been put. */
enum { ORDER_BYTES, ORDER_NODE, ORDER_SWAPPED, ORDERS };

/* All zero but repeats.spare is an empty one. */
struct draws {
    /* As they stand in the input. */
    struct spread steps; /* one id XOR the one before */
    guidon_id before;
    bool any;
    uint64_t pairs;
    uint64_t ascents[ORDERS]; /* pairs that are in that order */
    /* Of the ids in order, each once. */
    uint64_t ids;
    struct spread values;        /* an id in each millisecond, or each id */
    struct repeats repeats;      /* of the second half */
    struct found_ids again;      /* ids in its sample that are such */
    struct found_ids neighbours; /* first halves that are the one before's */
    guidon_id last;
    guidon_id chosen; /* of the millisecond of `last`, by its hash */
    uint64_t chosen_hash;
};

/* The next id of a kind in the input. */
void draws_step(struct draws *draws, enum draws_kind kind, const guidon_id *id);

/* The next id of a kind in order, which is not there again. */
void draws_value(struct draws *draws, enum draws_kind kind, const guidon_id *id,
                 uint64_t place);
/* There are no more. */
void draws_end(struct draws *draws, enum draws_kind kind);

/* A test and how it went. */
struct draws_test {
    enum finding_name name; /* FIND_BITS to FIND_REPEATED */
    uint64_t n;             /* what was looked at: ids, or pairs of them */
    struct verdict verdict; /* of no tests: it was not judged, */
    const char *why;        /* for this reason; NULL: it makes no sense here */
    double due;             /* how many chance makes, of what is counted */
    bool found;
};
enum { DRAWS_TESTS = 5 };
/* `repeats`: how many of all ids were duplicates. */
void draws_judge(struct draws_test tests[DRAWS_TESTS],
                 const struct draws *draws, enum draws_kind kind,
                 uint64_t duplicates);
/* The bits that must look random. */
guidon_id draws_mask(enum draws_kind kind);

/*
 * A test finds something where chance would make as much of it in fewer than one
 * in 10^8 files of good ids. There are at most 32 tests (DRAWS of each of
 * DRAWS_TESTS, and those of hidden times), so that all together do in fewer than
 * one in a million.
 */
#define FALSE_ALARM 1e-8

#endif
