/* SPDX-License-Identifier: MIT */
/* An index file of a set of ids, which finds ids by any piece of their digits. */
#ifndef CLI_ID_INDEX_H
#define CLI_ID_INDEX_H

#include "id_list.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/*
 * A garbled text with NEAR_MOST + 1 mistakes keeps at least one of so many pieces
 * whole, unless two of the mistakes swapped characters across the ends of pieces.
 */
#define INDEX_PIECES 5
/* By so many places a piece may have moved: NEAR_MOST + 1. */
#define INDEX_MOVED 3

struct id_index {
    struct id_order heads, tails; /* in the mapped file */
    /* The numbers of the ids in `heads`, in the order of the digits of a piece. */
    const uint32_t *pieces[INDEX_PIECES];
    unsigned n_pieces; /* 0: the ids differ in too few digits */
    struct index_piece {
        unsigned digits[ID_DIGITS]; /* which digits of an id, ascending */
        unsigned n;
    } parts[INDEX_PIECES];
    void *map;
    size_t map_len;
};

/* Write the index of the ids in a file, all or nothing. False, with a message. */
bool id_index_write(const char *path, const struct id_list *list,
                    const char *source, const struct stat *status);
/* Open the index, which must be that of the file as it is now. False, with a
 * message. */
bool id_index_open(struct id_index *index, const char *path,
                   const char *source);
void id_index_close(struct id_index *index);

/* Takes an id. False ends the search. */
typedef bool index_take_fn(void *context, const guidon_id *id);

/* Pass on all ids; those that begin (or with `tail`, end) with these digits; and
 * all that may be within NEAR_MOST + 1 mistakes of a text, some of them more than
 * once. False if `take` returned false. */
bool id_index_all(const struct id_index *index, index_take_fn *take,
                  void *context);
bool id_index_side(const struct id_index *index, bool tail, const char *digits,
                   size_t len, index_take_fn *take, void *context);
bool id_index_near(const struct id_index *index, const char *text, size_t len,
                   index_take_fn *take, void *context);

#endif
