/* SPDX-License-Identifier: MIT */
/* Every public function, in each way that makes other system calls. The tests
 * of faults and of stack use these calls. */
#ifndef CALLS_H
#define CALLS_H

#include <guidon.h>

/* More ids than one check of the epoch covers, and more than a stream's
 * buffer. */
#define SITE_IDS 1100

/* The arguments and results of a call. */
struct site {
    const char *path; /* of the state file, which does not exist yet */
    guidon_options options;
    guidon_generator *g;    /* made before the call */
    guidon_generator *made; /* made by the call */
    guidon_id ids[SITE_IDS];
    const char *part[2]; /* of the machine: its key and value */
};

enum when {
    WHEN_COLD,   /* the thread's first call */
    WHEN_AWAKE,  /* after an id of another generator */
    WHEN_WARM,   /* after a first id */
    WHEN_DRY,    /* after ids that exhausted the stream's buffer */
    WHEN_FORKED, /* in a child of the process that made the first id */
};

enum host_file {
    FILE_NONE,
    FILE_NEW,    /* the call creates it */
    FILE_THERE,  /* another process has created it */
    FILE_COPIED, /* it is a copy of another process's file */
    FILE_PLACE,  /* the call creates it at the default path */
};

struct call {
    const char *function, *how;
    guidon_status (*run)(struct site *site);
    enum when when;
    bool has_generator; /* site->g is made with the options before the call */
    enum host_file file;
    guidon_options options;
    /* The statuses that are allowed if a system call fails, as bits. 0: the
     * function makes no system calls. */
    unsigned may;
    bool may_abort; /* the function has no status to report a fault */
};

#define CALL_MAY(status) (1u << (unsigned)(status))

extern const struct call calls_of_values[], calls_of_generators[];
extern const size_t n_calls_of_values, n_calls_of_generators;

/* The functions of libuuid.so.1, for programs that link this table. Load them
 * before a call. */
extern const struct call calls_of_libuuid[];
extern const size_t n_calls_of_libuuid;
void calls_of_libuuid_load(void);

static inline size_t n_calls(void)
{
    return n_calls_of_values + n_calls_of_generators;
}

static inline const struct call *nth_call(size_t i)
{
    return i < n_calls_of_values ? &calls_of_values[i]
                                 : &calls_of_generators[i - n_calls_of_values];
}

/* Prepare the state that the call needs; false if that fails. */
bool call_prepare(struct site *site, const struct call *call);
/* Free everything that the call and its preparation made. */
void call_release(struct site *site);

#endif
