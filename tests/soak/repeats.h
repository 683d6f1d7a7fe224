/* SPDX-License-Identifier: MIT */
/* Which ids, of any number that memory holds twice, are there more than once? */
#ifndef REPEATS_H
#define REPEATS_H

#include <guidon/id.h>
#include <stddef.h>

struct run {
    const guidon_id *ids;
    size_t n;
};

struct repeats {
    size_t n;        /* ids that are equal to one before them */
    guidon_id first; /* one of them, where there are any */
};

/*
 * All ids of all runs, each compared with every other that could be equal: by
 * their 16 bytes, not by a fingerprint.
 *
 *   scratch  out  room for the ids of all runs
 *   threads  in   that share the work
 *
 * Errors  ends the program where there is no memory for what else it needs:
 *         about a mebibyte a thread
 */
struct repeats repeats_among(const struct run *runs, size_t n_runs,
                             guidon_id *scratch, unsigned threads);

#endif
