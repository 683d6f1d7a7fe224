/* SPDX-License-Identifier: MIT */
/* Finds duplicates among ids. Memory must hold all ids twice. */
#ifndef REPEATS_H
#define REPEATS_H

#include <guidon/id.h>
#include <stddef.h>

struct id_span {
    const guidon_id *ids;
    size_t n;
};

struct repeats {
    size_t n;        /* ids that equal an earlier one */
    guidon_id first; /* one of them, if n > 0 */
};

/*
 * Find the duplicates among the ids of all spans. It compares all 16 bytes, not
 * a hash.
 *
 *   scratch  out  space for the ids of all spans
 *   threads  in   number of threads that share the work
 *
 * Errors  ends the program if there is no memory for the tables, about a
 *         mebibyte for each thread
 */
struct repeats repeats_among(const struct id_span *spans, size_t n_spans,
                             guidon_id *scratch, unsigned threads);

#endif
