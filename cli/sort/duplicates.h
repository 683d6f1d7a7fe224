/* SPDX-License-Identifier: MIT */
/* Which records hold an id that an earlier one held: exact, in bounded memory. */
#ifndef CLI_DUPLICATES_H
#define CLI_DUPLICATES_H

#include "external_sort.h"
#include "memory.h"

#include <guidon.h>

struct twins {
    struct memory memory;
    struct sorter by_id;    /* brings equal ids together */
    struct sorter by_place; /* and what was found back in its order */
    struct twins_last {     /* of those that come by id: the first of its id */
        uint64_t id[2];
        uint64_t place;
        bool is;
    } last;
    struct batch batch; /* what was found and not yet handed out */
};

/* Take the memory that twins->memory says. Temporary files go to the directory,
 * or where `sort` has them where it is NULL. Each of these is false, with a
 * message, where memory or a file fails; twins_end is due in any case. */
bool twins_begin(struct twins *twins, const char *directory);
/* An id and its place, which is greater than every one before. */
bool twins_add(struct twins *twins, const guidon_id *id, uint64_t place);
/* All ids are in. */
bool twins_finish(struct twins *twins);
/* The next place whose id was at an earlier one, and the first of these. False
 * at the end, and where a file failed: see twins_failed. */
bool twins_next(uint64_t *place, uint64_t *earlier, struct twins *twins);
bool twins_failed(const struct twins *twins);
/* Nothing to do where it has not begun, and is zero. */
void twins_end(struct twins *twins);

#endif
