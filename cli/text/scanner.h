/* SPDX-License-Identifier: MIT */
/* Find ids in text that comes in pieces, with the forms of the tool. */
#ifndef CLI_SCANNER_H
#define CLI_SCANNER_H

#include "../choices.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* The GUIDON_SCAN_... of the library. ULIDs and TypeIDs of every time are found;
 * each command judges their times. */
#define SCAN_UUID       GUIDON_SCAN_UUID
#define SCAN_ULID       GUIDON_SCAN_ULID
#define SCAN_ULID_LOWER GUIDON_SCAN_ULID_LOWER
#define SCAN_HEX        GUIDON_SCAN_HEX
#define SCAN_TYPEID     GUIDON_SCAN_TYPEID

/* The most bytes before a piece that decide whether an id begins with it. */
#define SCANNER_BEFORE ((size_t)GUIDON_SCAN_BEFORE)

struct match {
    size_t at; /* offset in the piece */
    size_t len;
    guidon_form form; /* UUID, ULID, HEX or HEX_0X, in either case; or
                         FORM_TYPEID of choices.h */
    guidon_id id;
};

struct scanner {
    unsigned forms; /* SCAN_..., set by the caller */
    size_t scanned; /* see scanner_next */
    guidon_scanner state;
};

/* Begin to scan `len` bytes at `text`, from offset `from` on, as
 * guidon_scanner_piece does. */
static inline void scanner_piece(struct scanner *scanner, const char *text,
                                 size_t from, size_t len, bool last)
{
    guidon_status status =
        guidon_scanner_init(&scanner->state, NULL, 0, GUIDON_ALIAS_NONE,
                            scanner->forms | GUIDON_SCAN_ANY_TIME);

    (void)status; /* the forms are those of the tool */
    guidon_scanner_piece(&scanner->state, text, len, from, last);
    scanner->scanned = guidon_scanner_done(&scanner->state);
}

/* Find the next id of the piece. False at its end: then the text before
 * scanner->scanned is finished, and the next piece continues there. */
static inline bool scanner_next(struct match *match, struct scanner *scanner)
{
    guidon_span span;

    if (!guidon_scanner_next(&span, &scanner->state)) {
        scanner->scanned = guidon_scanner_done(&scanner->state);
        return false;
    }
    if (scanner->scanned < span.at + span.len) {
        scanner->scanned = span.at + span.len;
    }
    match->at = span.at;
    match->len = span.len;
    match->form =
        span.form == GUIDON_SPAN_TYPEID ? (guidon_form)FORM_TYPEID : span.form;
    match->id = span.id;
    return true;
}

#endif
