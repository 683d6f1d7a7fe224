/* SPDX-License-Identifier: MIT */
/* Ids within any text, which may come in pieces. */
#ifndef CLI_FINDER_H
#define CLI_FINDER_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * What is found: canonical UUIDs, 36 characters in either case, and ULIDs, 26
 * characters in one case. Neither may stand in a longer word: no ASCII letter
 * or digit may come before or after, but for one that ends a colour's escape
 * sequence ("\033[1m") or an escaped white space (a backslash and n, r or t). Any 26 letters of base32 are a ULID, so whoever looks for
 * them does well to look at their time too.
 */
#define FIND_UUID       1u
#define FIND_ULID       2u /* upper case */
#define FIND_ULID_LOWER 4u

/* The most bytes before a piece that decide what stands at its beginning. */
#define FINDER_BEFORE ((size_t)32)
/* The most bytes at the end of a piece that may have to be seen again. */
#define FINDER_AFTER ((size_t)36)

struct finding {
    size_t at; /* offset in the piece */
    size_t len;
    guidon_form form; /* UUID or ULID */
    guidon_id id;
};

struct finder {
    unsigned what; /* FIND_... */
    const char *text;
    size_t len;
    bool last;
    size_t settled;
    size_t ulid_at; /* where the search for each goes on */
    size_t uuid_at;
    struct finding uuid, ulid; /* the next of each; len 0: none */
};

/*
 * Look through a piece: `len` bytes of text, from `from` on. The bytes before
 * it were looked through already: up to FINDER_BEFORE of them are looked at
 * again, and must be there unless the text begins later. `last` says that the
 * text ends with this piece. The piece must stay until the next.
 */
void finder_piece(struct finder *finder, const char *text, size_t from,
                  size_t len, bool last);
/*
 * The next id of the piece, in order. False if there is none: then all before
 * finder->settled is done with, and the next piece goes on from there; the end
 * of this one is never further than FINDER_AFTER away.
 */
bool finder_next(struct finding *found, struct finder *finder);

#endif
