/* SPDX-License-Identifier: MIT */
/* What check finds wrong: told as it is found, the first ten or all. */
#ifndef CLI_FAULT_H
#define CLI_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A record of one of the files. */
struct spot {
    size_t file;      /* which of them, from 0 */
    uint64_t record;  /* from 1 */
    const char *name; /* of the file; not fit to be shown as it is */
};

struct fault {
    struct spot at;
    size_t offset;
    const char *check; /* what was asked: "form", "rfc", "sorted", ... */
    const char *why;
    const struct spot *earlier; /* what it is wrong beside, or NULL */
};

enum { FAULTS_SHOWN = 10 };

struct faults {
    bool json;
    bool all;
    bool hidden; /* out: there were more than are shown */
    bool lost;   /* out: there was no memory for one; a message was given */
};

/* Print it, as the `n`-th of those that share one limit, from 1. */
void fault_tell(struct faults *faults, const struct fault *fault, uint64_t n);

#endif
