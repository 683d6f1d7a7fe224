/* SPDX-License-Identifier: MIT */
/* Find all duplicates among records, exactly and in bounded memory. */
#ifndef CLI_DUPLICATES_H
#define CLI_DUPLICATES_H

#include "external_sort.h"
#include "id_set.h"
#include "memory.h"

#include <guidon.h>

/* A set finds the duplicates while ids and duplicates fit into the memory. If
 * they do not, all of them go to the sorters, which find the same. */
struct duplicates {
    struct memory memory;
    bool in_set; /* the sorters have nothing yet */
    struct id_set set;
    size_t n_found;             /* duplicates that the set found */
    size_t n_returned;          /* of these, by duplicates_next */
    struct duplicates_waiting { /* ids that are not in the set yet */
        guidon_id ids[ID_SET_AT_ONCE];
        uint64_t positions[ID_SET_AT_ONCE];
        size_t n;
    } waiting;
    struct sorter by_id; /* brings equal ids together */
    struct sorter
        by_position; /* brings duplicates back in the order of the input */
    struct duplicates_last { /* the first item of the current id */
        uint64_t id[2];
        uint64_t position;
        bool is;
    } last;
    struct batch batch; /* duplicates that duplicates_next returns next */
};

/* Allocate duplicates->memory and begin. Temporary files go to `directory`; if
 * it is NULL, to TMPDIR or /tmp. Each of these functions returns false, with a
 * message, if memory or a file fails. duplicates_end is due in any case. */
bool duplicates_begin(struct duplicates *duplicates, const char *directory);
/* Prepare for `n` ids at most, if that is known. */
void duplicates_expect(struct duplicates *duplicates, uint64_t n);
/* Add `n` ids. The first has this position, and each other id a position higher
 * by `step`. Positions must be above all earlier positions. */
bool duplicates_add(struct duplicates *duplicates, const guidon_id *ids,
                    size_t n, uint64_t position, uint64_t step);
/* End adding ids. */
bool duplicates_finish(struct duplicates *duplicates);
/* Get the next duplicate in ascending order: its position, and the first
 * position of the same id. False at the end, or if a file failed: see
 * duplicates_failed. */
bool duplicates_next(uint64_t *position, uint64_t *earlier,
                     struct duplicates *duplicates);
bool duplicates_failed(const struct duplicates *duplicates);
/* Does nothing if the struct is all zero and has not begun. */
void duplicates_end(struct duplicates *duplicates);

#endif
