/* SPDX-License-Identifier: MIT */
/* Ids in any text, and the short names that stand for them. */
#ifndef GUIDON_SCAN_H
#define GUIDON_SCAN_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------- find ids in text */

/*
 * A scanner finds ids in bytes of any kind: canonical UUIDs (36 characters in
 * either case), ULIDs (26 characters in one case), hex ids (32 digits with a
 * version 1 to 8 and the variant of RFC 9562, perhaps with "0x" in front) and
 * TypeIDs (with a prefix, of version 7).
 *
 * An id must be a whole word: no ASCII letter or digit may stand before or after
 * it. A letter or digit that ends an escape sequence is allowed before it: of a
 * colour ("\033[1m", with numbers of at most three digits), of JSON ("\n", "\r",
 * "\t", "\u003c") or of a URL ("%2F").
 *
 * Any 26 letters of base32 are a ULID. So a scanner leaves out ULIDs and TypeIDs
 * whose time is not in the years 2000 to 2099, unless GUIDON_SCAN_ANY_TIME asks
 * for them. One of eight random hex numbers of 32 digits is a hex id. Of words of
 * 26 random letters behind a prefix, one in 256 is a TypeID of version 7.
 *
 * These functions depend on their arguments only. They allocate nothing and may
 * be called from any thread, one at a time for each scanner.
 */
#define GUIDON_SCAN_UUID       1u
#define GUIDON_SCAN_ULID       2u /* upper case */
#define GUIDON_SCAN_ULID_LOWER 4u
#define GUIDON_SCAN_HEX        8u
#define GUIDON_SCAN_TYPEID     16u /* before ULIDs, if both fit */
/* Also 00000000-0000-4000-8000-000000000001 to ...-ffffffffffff, the ids of
 * GUIDON_ALIAS_UUID, in each of these forms. */
#define GUIDON_SCAN_ALIAS    32u
#define GUIDON_SCAN_ANY_TIME 64u

/* The most bytes before the offset at which a piece begins that decide about its
 * first id. */
#define GUIDON_SCAN_BEFORE 97
/* The most bytes at the end of a piece that the next piece repeats. */
#define GUIDON_SCAN_AFTER 256

/* What stands for an id when `guidon alias` or a program replaces it. */
typedef enum guidon_alias_kind {
    GUIDON_ALIAS_NONE,   /* nothing: the scanner finds ids only */
    GUIDON_ALIAS_NUMBER, /* a word and a number, such as id-7 */
    GUIDON_ALIAS_UUID,   /* an id that holds a number, in the form of the id */
    GUIDON_ALIAS_TYPEID, /* as NUMBER; for a TypeID with its prefix: user-7 */
    GUIDON_ALIAS_KIND_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_alias_kind;
GUIDON_ENUM_SIZE(guidon_alias_kind);

/* The longest word of aliases, and the longest alias. */
#define GUIDON_ALIAS_WORD_MAX 31
#define GUIDON_ALIAS_MAX      90

/* The state of a scanner. The caller owns it. */
typedef struct guidon_scanner {
    uint64_t opaque[80];
} guidon_scanner;

/* The values of guidon_span.form that no guidon_form has. */
#define GUIDON_SPAN_TYPEID ((guidon_form)0x100)
#define GUIDON_SPAN_WORD   ((guidon_form)0x101) /* in the shape of an alias */

/* A part of the text. */
typedef struct guidon_span {
    size_t at; /* its offset in the piece */
    size_t len;
    size_t prefix_len; /* of a TypeID or a word: up to its '_' or '-' */
    uint64_t number;   /* of an alias, from 1; 0: it has not the shape of one */
    guidon_id id;      /* Nil for a word */
    guidon_form form;  /* GUIDON_FORM_UUID, _ULID, _HEX or _HEX_0X, in either
                          case; or a GUIDON_SPAN_... */
    unsigned spelling; /* of a word, from 0 */
    bool stays;        /* an alias would not be a whole word here */
} guidon_span;

/*
 * Initialise a scanner.
 *
 * With a kind of alias it also finds, in the order of the text, each word in the
 * shape of an alias: WORD-NUMBER or WORD-NUMBER.SUFFIX, such as id-7 and id-7.b.
 * For GUIDON_ALIAS_TYPEID, the prefix of a TypeID may stand for the word. For
 * GUIDON_ALIAS_UUID, it finds the ids that hold a number. Then text comes back
 * byte for byte if such a word gets an alias as ids do, and an id whose span
 * `stays` gets none: in the result, the aliases are exactly what was replaced.
 *
 * A word is whole if none of [A-Za-z0-9_.-] touches it. A full stop behind it does
 * not count if no such character follows. A letter or digit before it does not
 * count if it ends an escape sequence.
 *
 *   scanner  out  initialised
 *   word     in   for NUMBER and TYPEID, what an alias begins with: a letter, then
 *                 letters, digits and '_', 1 to GUIDON_ALIAS_WORD_MAX; for TYPEID
 *                 only a-z and '_', the last not '_', the first not n, r or t,
 *                 which end "\n", "\r" and "\t". Other kinds have none: it may
 *                 be NULL if len is 0
 *   len      in   its length
 *   kind     in   GUIDON_ALIAS_...
 *   flags    in   GUIDON_SCAN_...; 0 with a kind of alias: the aliases alone
 *
 * Errors  GUIDON_E_ARGUMENT  no such kind or flag, or the word is not valid
 * Threads one at a time for each scanner
 * Code    src/scan/spans.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_scanner_init(guidon_scanner *scanner, const char *word, size_t len,
                    guidon_alias_kind kind, unsigned flags);

/*
 * Begin to scan a piece of the text. The next piece begins at
 * guidon_scanner_done of this one.
 *
 *   scanner  in, out  initialised
 *   text     in       `len` bytes; they must stay valid until the next piece. May
 *                     be NULL if len is 0
 *   from     in       the offset at which the piece begins, at most len. Keep
 *                     GUIDON_SCAN_BEFORE bytes before it, or all, if the text has
 *                     fewer
 *   last     in       the text ends with this piece
 *
 * Threads one at a time for each scanner
 * Code    src/scan/spans.c
 */
GUIDON_API void guidon_scanner_piece(guidon_scanner *scanner, const char *text,
                                     size_t len, size_t from, bool last);

/*
 * Find the next id or alias of the piece, in ascending order of offsets.
 *
 *   out      out      the span; unchanged if there is none
 *   scanner  in, out  with a piece
 *
 * Returns false at the end of the piece.
 *
 * Threads one at a time for each scanner
 * Code    src/scan/spans.c
 */
GUIDON_API bool guidon_scanner_next(guidon_span *out, guidon_scanner *scanner);

/*
 * Return the offset before which everything is found, when guidon_scanner_next
 * returned false. It is at most GUIDON_SCAN_AFTER bytes before the end of the
 * piece, and the end if the piece is the last one.
 *
 * Threads one at a time for each scanner
 * Code    src/scan/spans.c
 */
GUIDON_API size_t guidon_scanner_done(const guidon_scanner *scanner);

/* ------------------------------------------------------- the text of an alias */

/* The greatest number of an alias, and the last spelling of an id. Other
 * spellings of the id of id-7 are id-7.b, id-7.c, ... id-7.z, id-7.aa and so on. */
#define GUIDON_ALIAS_NUMBER_LAST   UINT32_C(0xfffffffe)
#define GUIDON_ALIAS_SPELLING_LAST 18277

/*
 * Write the alias of a span.
 *
 *   out       out  the alias, without NUL
 *   out_cap   in   the size of `out` in bytes; GUIDON_ALIAS_MAX fits every alias
 *   out_len   out  the length, also the length needed after GUIDON_E_SPACE; may be
 *                  NULL
 *   scanner   in   initialised with a kind of alias
 *   span      in   what the alias stands for, as the scanner found it
 *   text      in   its bytes: `span->len` of them
 *   number    in   1 to GUIDON_ALIAS_NUMBER_LAST. Number the ids from 1, in the
 *                  order in which they come; a word gets a number too
 *   spelling  in   how many other texts of the same id came before, at most
 *                  GUIDON_ALIAS_SPELLING_LAST; 0 for GUIDON_ALIAS_UUID, where each
 *                  text has a number of its own
 *
 * Errors  GUIDON_E_ARGUMENT  the scanner has no kind of alias, or UUID and the
 *                            span is a word
 *         GUIDON_E_RANGE     number or spelling are too large or too small
 *         GUIDON_E_SPACE     the alias does not fit
 * Threads any
 * Code    src/scan/spans.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_alias_format(char *out, size_t out_cap, size_t *out_len,
                    const guidon_scanner *scanner, const guidon_span *span,
                    const char *text, uint64_t number, unsigned spelling);

/*
 * Write an id in the form, with the prefix and in the case of a span. So a
 * pseudonym stands where an id stood.
 *
 *   out      out  the text, without NUL
 *   out_cap  in   the size of `out` in bytes; GUIDON_ALIAS_MAX fits every text
 *   out_len  out  the length, also the length needed after GUIDON_E_SPACE; may be
 *                 NULL
 *   id       in   the id to write
 *   span     in   an id, as a scanner found it
 *   text     in   its bytes: `span->len` of them
 *
 * A text without letters shows no case: a ULID is then upper case, and all other
 * forms are lower case.
 *
 * Errors  GUIDON_E_ARGUMENT  the span is a word
 *         GUIDON_E_SPACE     the text does not fit
 * Threads any
 * Code    src/scan/spans.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_span_format(
    char *out, size_t out_cap, size_t *out_len, const guidon_id *id,
    const guidon_span *span, const char *text);

#ifdef __cplusplus
}
#endif

#endif
