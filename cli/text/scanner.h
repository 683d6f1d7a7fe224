/* SPDX-License-Identifier: MIT */
/* Ids within any text, which may come in pieces. */
#ifndef CLI_SCANNER_H
#define CLI_SCANNER_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is found: canonical UUIDs, 36 characters in either case; ULIDs, 26
 * characters in one case; and, as hex numbers, 32 digits with a version and the
 * variant of RFC 9562. None may stand in a longer word: no ASCII letter or digit
 * may come before or after, but for one that ends an escape sequence: of a
 * colour ("\033[1m"), of JSON ("\n", "\r", "\t", "\u003c") or of a URL ("%2F").
 * Any 26 letters of base32 are a ULID, so whoever looks for them does well to
 * look at their time too; and one in eight hashes of 32 digits passes.
 */
#define SCAN_UUID       1u
#define SCAN_ULID       2u /* upper case */
#define SCAN_ULID_LOWER 4u
#define SCAN_HEX        8u

/* The most bytes before a piece that decide what stands at its beginning. */
#define SCANNER_BEFORE ((size_t)32)
/* The most bytes at the end of a piece that may have to be seen again. */
#define SCANNER_AFTER ((size_t)36)

struct match {
    size_t at; /* offset in the piece */
    size_t len;
    guidon_form form; /* UUID, ULID or HEX, in either case */
    guidon_id id;
};

/* 2 to this is as long as a run of letters and digits that is an id. */
enum { SCANNER_STEPS = 5 };

enum scanner_mark {
    SCANNER_UUID,
    SCANNER_ULID,
    SCANNER_ULID_LOWER,
    SCANNER_HEX,
    SCANNER_MARKS
};

struct scanner {
    unsigned what; /* FIND_... */
    const char *text;
    size_t len;
    bool last;
    size_t settled;
    size_t next;  /* where the next block of 64 bytes begins */
    size_t block; /* and this one, of which these places are to be looked at */
    uint64_t marks[SCANNER_MARKS];
    struct scanner_past { /* of the block before it */
        uint64_t hex_digit, two, four, group;
        struct scanner_run {
            uint64_t steps[SCANNER_STEPS];
            uint64_t ends;
        } upper, lower, hex;
    } past;
};

/*
 * Look through a piece: `len` bytes of text, from `from` on. The bytes before
 * it were looked through already: up to SCANNER_BEFORE of them are looked at
 * again, and must be there unless the text begins later. `last` says that the
 * text ends with this piece. The piece must stay until the next.
 */
void scanner_piece(struct scanner *scanner, const char *text, size_t from,
                   size_t len, bool last);
/*
 * The next id of the piece, in order. False if there is none: then all before
 * scanner->settled is done with, and the next piece goes on from there; the end
 * of this one is never further than SCANNER_AFTER away.
 */
bool scanner_next(struct match *found, struct scanner *scanner);

#endif
