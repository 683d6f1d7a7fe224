/* SPDX-License-Identifier: MIT */
/* Each public function, called in every way that asks the system for something
 * else: what tests of faults and of stacks go through. */
#ifndef CALLS_H
#define CALLS_H

#include <guidon.h>

/* More ids than one look at the epoch serves, and than the stream's buffer. */
#define SITE_IDS 1100

/* What a call works on. */
struct site {
    const char *path; /* of the host's state, of which nothing is there yet */
    guidon_options options;
    guidon_generator *g;    /* made before the call */
    guidon_generator *made; /* made by the call */
    guidon_id ids[SITE_IDS];
    guidon_machine machine;
};

enum when {
    WHEN_COLD,   /* the thread's first call */
    WHEN_AWAKE,  /* after an id that another generator made */
    WHEN_WARM,   /* after a first id */
    WHEN_DRY,    /* after ids that used up the stream's buffer */
    WHEN_FORKED, /* in a child of who made the first id */
};

enum host_file {
    FILE_NONE,
    FILE_NEW,   /* the call makes it */
    FILE_THERE, /* another process has made it */
    FILE_PLACE, /* the call makes it at the system's place */
};

struct call {
    const char *function, *how;
    guidon_status (*run)(struct site *site);
    enum when when;
    bool has_generator; /* options are given, and site->g is made before */
    enum host_file file;
    guidon_options options;
    /* What it may answer where a system call fails, as bits; 0: it makes none,
     * and cannot fail so. */
    unsigned may;
    bool may_abort; /* it has no status to tell a fault by */
};

#define CALL_MAY(status) (1u << (unsigned)(status))

extern const struct call calls_of_values[], calls_of_generators[];
extern const size_t n_calls_of_values, n_calls_of_generators;

/* Those of libuuid.so.1, in programs that link them; loaded before a call. */
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

/* Bring about what the call is made in; false where that fails. */
bool call_prepare(struct site *site, const struct call *call);
/* Give back what it and its preparation made. */
void call_release(struct site *site);

#endif
