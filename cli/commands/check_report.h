/* SPDX-License-Identifier: MIT */
/* What check finds wrong: told as it is found, the first ten or all. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A record of one of the files. */
struct location {
    size_t file;      /* which of them, from 0 */
    uint64_t record;  /* from 1 */
    const char *name; /* of the file; not fit to be shown as it is */
};

struct problem {
    struct location at;
    size_t offset;
    const char *check; /* what was asked: "form", "rfc", "sorted", ... */
    const char *why;
    const struct location *earlier; /* what it is wrong beside, or NULL */
};

enum { PROBLEMS_SHOWN = 10 };

struct check_report {
    bool json;
    bool all;
    bool hidden; /* out: there were more than are shown */
    bool lost;   /* out: there was no memory for one; a message was given */
};

/* Print it, as the `n`-th of those that share one limit, from 1. */
void check_report_add(struct check_report *report,
                      const struct problem *problem, uint64_t n);

#endif
