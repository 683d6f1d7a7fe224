/* SPDX-License-Identifier: MIT */
/* The probability that any two ids of a kind are equal. */
#ifndef CLI_STATS_ODDS_H
#define CLI_STATS_ODDS_H

#include <stdbool.h>
#include <stddef.h>

#define YEAR_SECONDS 31556952.0 /* the Gregorian mean: 365.2425 days */

/* The random bits of each kind, as in tests/vectors/bits.json, and how long ids
 * share all other bits. */
struct odds_kind {
    const char *name;
    int bits;
    double
        step; /* in seconds: ids of one step share the other bits; 0: all ids do */
    const char *steps, *one;
};

/* Kind `i`, or NULL after the last. */
const struct odds_kind *odds_kind(size_t i);
/* The place of some of them. */
enum {
    ODDS_V1 = 0,
    ODDS_V6 = 4,
    ODDS_V7 = 5,
    ODDS_ULID = 6,
    ODDS_V8_APPEND = 7,
    ODDS_V8_SHARDED = 8
};

struct odds {
    struct odds_kind kind;
    double count;       /* of ids; 0 if not given, as for the members below */
    double rate;        /* ids per second */
    double seconds;     /* in which the ids are made */
    double probability; /* given, or the answer */
    double possible;    /* how many different ids there can be */
};

/*
 * Find what is not given. Given are the probability, and then the count is found: with
 * a kind that has steps from the rate or the seconds; or else the count, or two of
 * count, rate and seconds.
 */
void odds_solve(struct odds *odds);

/* What people type as a number, with examples. False if the text is none. */
struct odds_word {
    bool (*parse)(double *out, const char *text);
    const char *like;
};
extern const struct odds_word odds_count; /* of ids */
extern const struct odds_word odds_rate;  /* ids per second */
extern const struct odds_word odds_years; /* in seconds */
extern const struct odds_word odds_probability;

#endif
