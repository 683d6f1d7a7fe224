/* SPDX-License-Identifier: MIT */
/* Which records hold an id that an earlier one held: exact, in bounded memory. */
#ifndef CLI_DUPLICATES_H
#define CLI_DUPLICATES_H

#include "external_sort.h"
#include "memory.h"

#include <guidon.h>

struct duplicates {
    struct memory memory;
    struct sorter by_id;       /* brings equal ids together */
    struct sorter by_position; /* and what was found back in its order */
    struct duplicates_last { /* of those that come by id: the first of its id */
        uint64_t id[2];
        uint64_t position;
        bool is;
    } last;
    struct batch batch; /* what was found and not yet handed out */
};

/* Take the memory that duplicates->memory says. Temporary files go to the directory,
 * or where `sort` has them where it is NULL. Each of these is false, with a
 * message, where memory or a file fails; duplicates_end is due in any case. */
bool duplicates_begin(struct duplicates *duplicates, const char *directory);
/* An id and its position, which is greater than every one before. */
bool duplicates_add(struct duplicates *duplicates, const guidon_id *id,
                    uint64_t position);
/* All ids are in. */
bool duplicates_finish(struct duplicates *duplicates);
/* The next position whose id was at an earlier one, and the first of these. False
 * at the end, and where a file failed: see duplicates_failed. */
bool duplicates_next(uint64_t *position, uint64_t *earlier,
                     struct duplicates *duplicates);
bool duplicates_failed(const struct duplicates *duplicates);
/* Nothing to do where it has not begun, and is zero. */
void duplicates_end(struct duplicates *duplicates);

#endif
