/* SPDX-License-Identifier: MIT */
/* Finds ids in any text, which may come in pieces. */
#ifndef GDN_SCAN_SCANNER_H
#define GDN_SCAN_SCANNER_H

#include "../core/private.h"

#include <guidon/scan.h>
#include <guidon/typeid.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The most bytes before a piece that decide whether an id begins with it. */
#define GDN_SCAN_BEFORE ((size_t)32)
/* The most bytes at the end of a piece that the next piece may have to repeat. */
#define GDN_SCAN_AFTER ((size_t)GUIDON_TYPEID_MAX)

/* 2^GDN_SCAN_STEPS is the length of the longest word that is an id. */
enum { GDN_SCAN_STEPS = 5 };

enum gdn_scan_mark {
    GDN_SCAN_UUID,
    GDN_SCAN_ULID,
    GDN_SCAN_ULID_LOWER,
    GDN_SCAN_HEX,
    GDN_SCAN_MARKS
};

struct gdn_scan {
    unsigned forms; /* GUIDON_SCAN_..., set by the caller */
    const char *text;
    size_t len;
    bool last;
    size_t scanned; /* see gdn_scan_next */
    size_t next;    /* offset of the next block of 64 bytes */
    size_t block;   /* offset of the current block, and its candidates: */
    uint64_t marks[GDN_SCAN_MARKS];
    struct gdn_scan_history { /* of the previous block */
        uint64_t hex_digit, two, four, group;
        struct gdn_scan_run {
            uint64_t steps[GDN_SCAN_STEPS];
            uint64_t ends;
        } upper, lower, hex;
    } history;
};

/*
 * Begin to scan a piece: `len` bytes at `text`, from offset `from` on. The
 * bytes before `from` are scanned already. The scanner reads up to
 * GDN_SCAN_BEFORE of them again, so the caller keeps these, unless the text has
 * fewer. `last` means that the text ends with this piece. The piece must stay
 * valid until the next piece.
 */
void gdn_scan_piece(struct gdn_scan *scanner, const char *text, size_t from,
                    size_t len, bool last);
/*
 * Find the next id of the piece, in ascending order of offsets. False at the
 * end of the piece: then the text before scanner->scanned is finished, and the
 * next piece continues at that offset, at most GDN_SCAN_AFTER bytes before the
 * end.
 */
bool gdn_scan_next(guidon_span *out, struct gdn_scan *scanner);

/* Does the letter or digit at `at` end an escape sequence? These are "\n",
 * "\r", "\t" and "\u003c" of JSON, "%2F" of a URL, and colours. Looks at most
 * GDN_SCAN_BEFORE bytes back. */
bool gdn_scan_ends_escape(const char *text, size_t at);

GDN_PRIVATE_END

#endif
