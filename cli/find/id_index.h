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
 * A garbled text with GUIDON_QUERY_NEAR_MOST + 1 mistakes keeps at least one of so many pieces
 * whole, if characters that were swapped across the end of a piece are swapped back:
 * every mistake but such a swap changes at most one piece.
 */
#define INDEX_PIECES 5
/* By so many places a piece may have moved: GUIDON_QUERY_NEAR_MOST + 1. */
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

/* The file with the ids, and how they are read. */
struct indexed_source {
    const char *path;
    guidon_id reading; /* a digest of the options that decide about the ids */
};

/* Write the index of the ids that were read from a file whose status before was
 * `before`, all or nothing. The index can be read by its owner alone. False, with a
 * message, if that fails or if the file has changed since. */
bool id_index_write(const char *path, const struct id_list *list,
                    const struct indexed_source *source,
                    const struct stat *before);
/* Open the index, which must be that of the file as it is now, read in the same way.
 * False, with a message. */
bool id_index_open(struct id_index *index, const char *path,
                   const struct indexed_source *source);
void id_index_close(struct id_index *index);

/* Takes an id. False ends the search. */
typedef bool index_take_fn(void *context, const guidon_id *id);

/* Pass on all ids; those that begin (or with `tail`, end) with these digits; and
 * all that may be within GUIDON_QUERY_NEAR_MOST + 1 mistakes of a text, some of them more than
 * once. False if `take` returned false. */
bool id_index_all(const struct id_index *index, index_take_fn *take,
                  void *context);
bool id_index_side(const struct id_index *index, bool tail, const char *digits,
                   size_t len, index_take_fn *take, void *context);
bool id_index_near(const struct id_index *index, const char *text, size_t len,
                   index_take_fn *take, void *context);

#endif
