/* SPDX-License-Identifier: MIT */
/* Find ids in any text, which may come in pieces. */
#ifndef CLI_SCANNER_H
#define CLI_SCANNER_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The scanner finds canonical UUIDs (36 characters in either case), ULIDs (26
 * characters in one case), hex ids (32 digits with a version 1 to 8 and the
 * variant of RFC 9562, perhaps with "0x" in front) and TypeIDs (with a prefix, of
 * version 7).
 *
 * An id must be a whole word: no ASCII letter or digit may stand before or
 * after it. A letter or digit that ends an escape sequence is allowed before
 * it: of a colour ("\033[1m", with numbers of at most three digits), of JSON ("\n", "\r", "\t", "\u003c") or of a URL
 * ("%2F"). What is left of a prefix behind such a letter is the prefix.
 *
 * False matches: any 26 letters of base32 are a ULID, so callers should also
 * check the time. One of eight random hex numbers of 32 digits matches. Of words
 * of 26 random letters behind a prefix, one in 256 is a TypeID of version 7.
 */
#define SCAN_UUID       1u
#define SCAN_ULID       2u /* upper case */
#define SCAN_ULID_LOWER 4u
#define SCAN_HEX        8u
#define SCAN_TYPEID     16u /* before ULIDs, if both fit */
/* Also the ids of alias_id.h, in each of these forms. A TypeID of such an id
 * comes before a ULID too. */
#define SCAN_ALIAS 32u

/* The most bytes before a piece that decide whether an id begins with it. */
#define SCANNER_BEFORE ((size_t)32)
/* The most bytes at the end of a piece that the next piece may have to repeat.
 */
#define SCANNER_AFTER ((size_t)GUIDON_TYPEID_MAX)

struct match {
    size_t at; /* offset in the piece */
    size_t len;
    guidon_form form; /* UUID, ULID, HEX or HEX_0X, in either case; or
                         FORM_TYPEID of choices.h */
    guidon_id id;
};

/* 2^SCANNER_STEPS is the length of the longest word that is an id. */
enum { SCANNER_STEPS = 5 };

enum scanner_mark {
    SCANNER_UUID,
    SCANNER_ULID,
    SCANNER_ULID_LOWER,
    SCANNER_HEX,
    SCANNER_MARKS
};

struct scanner {
    unsigned forms; /* SCAN_..., set by the caller */
    const char *text;
    size_t len;
    bool last;
    size_t scanned; /* see scanner_next */
    size_t next;    /* offset of the next block of 64 bytes */
    size_t block;   /* offset of the current block, and its candidates: */
    uint64_t marks[SCANNER_MARKS];
    struct scanner_history { /* of the previous block */
        uint64_t hex_digit, two, four, group;
        struct scanner_run {
            uint64_t steps[SCANNER_STEPS];
            uint64_t ends;
        } upper, lower, hex;
    } history;
};

/*
 * Begin to scan a piece: `len` bytes at `text`, from offset `from` on. The
 * bytes before `from` are scanned already. The scanner reads up to
 * SCANNER_BEFORE of them again, so the caller keeps these, unless the text has
 * fewer. `last` means that the text ends with this piece. The piece must stay
 * valid until the next piece.
 */
void scanner_piece(struct scanner *scanner, const char *text, size_t from,
                   size_t len, bool last);
/*
 * Find the next id of the piece, in ascending order of offsets. False at the
 * end of the piece: then the text before scanner->scanned is finished, and the
 * next piece continues at that offset, at most SCANNER_AFTER bytes before the
 * end.
 */
bool scanner_next(struct match *match, struct scanner *scanner);

/* Does the letter or digit at `at` end an escape sequence? These are "\n",
 * "\r", "\t" and "\u003c" of JSON, "%2F" of a URL, and colours. Looks at most
 * SCANNER_BEFORE bytes back. */
bool scanner_ends_escape(const char *text, size_t at);

#endif
