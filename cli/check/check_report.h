/* SPDX-License-Identifier: MIT */
/* Writes the problems that check finds: the first ten, or all. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "../term/escape.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A record of one of the files. */
struct location {
    size_t file;      /* index of the file, from 0 */
    uint64_t record;  /* from 1 */
    const char *name; /* of the file; escape it before writing it */
};

struct problem {
    struct location at;
    size_t offset;
    const char *check; /* the check that failed: "form", "rfc", "sorted", ... */
    const char *why;
    const struct location
        *earlier; /* the earlier record that conflicts with `at`; or NULL */
};

enum { PROBLEMS_SHOWN = 10 };

/* `what` and a location: "below the id on line 2", "the same id as on line 7 of
 * other.txt". The file is named only if it is not that of `at`. `lines` says
 * whether records are lines. Returns `out`. */
#define PROBLEM_WORDS_MAX (ESCAPED_MAX + 80)
const char *check_name_earlier(char out[PROBLEM_WORDS_MAX], const char *what,
                               const struct location *earlier,
                               const struct location *at, bool lines);

struct check_report {
    const char *column;      /* of the ids, such as "column id"; NULL: none */
    const char *column_name; /* the whole name; NULL: a number */
    bool json;
    bool all;
    bool hidden; /* out: some problems were not written */
    bool lost;   /* out: memory ran out; a message was written */
};

/* Does check_report_add write the `n`-th problem? Finding the reason costs far
 * more than finding that a record is bad, so find it only then. */
bool check_report_shows(const struct check_report *report, uint64_t n);
/* Write the `n`-th problem, from 1, of those that share one limit. A problem
 * that is not written needs no `why`. */
void check_report_add(struct check_report *report,
                      const struct problem *problem, uint64_t n);

#endif
