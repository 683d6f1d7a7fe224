/* SPDX-License-Identifier: MIT */
/* Ids that were met before: a set that holds as many as its memory allows. */
#ifndef CLI_ID_SET_H
#define CLI_ID_SET_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEEN_PENDING = 32 };

struct seen {
    size_t limit;   /* bytes that all this may take, while it grows too */
    guidon_id *row; /* all of them, as long as each is above the one before */
    size_t n_row, row_room;
    guidon_id *slots; /* open addressing; Nil is an empty slot */
    size_t n_slots;   /* a power of two, or 0 */
    unsigned shift;   /* of a hash, to the slot */
    size_t held;
    bool nil;         /* Nil itself was met */
    bool full;        /* there were more than the limit holds: no answer */
    bool lost;        /* there was less memory than the limit: no answer */
    guidon_id key;    /* so that nobody can choose ids that share a slot */
    uint64_t repeats; /* ids that had been met before */
    guidon_id pending[SEEN_PENDING]; /* their slots are on the way */
    size_t n_pending;
};

void seen_open(struct seen *seen, size_t limit);
void seen_add(struct seen *seen, const guidon_id *id);
/* How many of all ids were repeats, in *out. False if that is not known. */
bool seen_count(uint64_t *out, struct seen *seen);
void seen_close(struct seen *seen);

#endif
