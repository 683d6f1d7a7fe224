/* SPDX-License-Identifier: MIT */
/* Which ids of a set a part of a text, or a garbled text, may mean. */
#ifndef GUIDON_QUERY_H
#define GUIDON_QUERY_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------- find ids by what people remember */

/*
 * A query holds a text that somebody typed. It ranks ids: 0 is the best rank, and
 * GUIDON_QUERY_NONE says that the text cannot mean the id. Rank every id of a set:
 *
 *   DIGITS, TEXT  the ids of the best rank are the answer. Several ids of one rank
 *                 are several answers.
 *   NEAR          the answer is the one id of the best rank, if that is at most
 *                 GUIDON_QUERY_NEAR_MOST and all others are at least two ranks
 *                 behind. Otherwise there is no answer: a guess may be wrong.
 *
 * These functions depend on their arguments only. They allocate nothing and may
 * be called from any thread.
 */
typedef enum guidon_query_kind {
    GUIDON_QUERY_DIGITS, /* a part of the 32 digits; hyphens and case do not
                            count. The rank is the place */
    GUIDON_QUERY_TEXT,   /* a part of the texts of guidon_query_rank_text. The
                            rank is the place */
    GUIDON_QUERY_NEAR, /* a whole id in which characters of the 32 digits, or of
                            the ULID, were lost, added, replaced, or changed
                            places with a neighbour. The rank is their number */
    GUIDON_QUERY_KIND_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_query_kind;
GUIDON_ENUM_SIZE(guidon_query_kind);

/* The places of a part, the surest first; GUIDON_QUERY_NONE is the worst rank. */
#define GUIDON_QUERY_WHOLE  0
#define GUIDON_QUERY_TAIL   1
#define GUIDON_QUERY_HEAD   2
#define GUIDON_QUERY_MIDDLE 3
#define GUIDON_QUERY_NONE   4
/* A text with more mistakes means no id. */
#define GUIDON_QUERY_NEAR_MOST 2

/* A query. The caller owns it; it holds no pointer. */
typedef struct guidon_query {
    uint64_t opaque[32];
} guidon_query;

/*
 * Initialise a query.
 *
 *   query  out  initialised; unchanged on an error
 *   text   in   the text of `len` bytes
 *   whole  in   with DIGITS, the id that the whole text is, as guidon_parse reads
 *               it; its rank is GUIDON_QUERY_WHOLE. NULL if the text is none
 *   kind   in   GUIDON_QUERY_...
 *
 * Errors  GUIDON_E_ARGUMENT  no such kind, or NULL with a length above 0
 *         GUIDON_E_CHAR      with DIGITS: the text is no part of 32 digits, and
 *                            `whole` is NULL
 *         GUIDON_E_LENGTH    with TEXT: empty, or above GUIDON_TEXT_MAX bytes;
 *                            with NEAR: more than GUIDON_QUERY_NEAR_MOST characters
 *                            shorter or longer than digits and ULIDs are
 * Threads any
 * Source  for NEAR: Damerau 1964, in the restricted form
 * Code    src/scan/query.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_query_init(guidon_query *query, const char *text, size_t len,
                  const guidon_id *whole, guidon_query_kind kind);

/*
 * Rank an id, or n ids, by a query of DIGITS or NEAR. The first function returns the
 * rank, 0 to GUIDON_QUERY_NONE.
 *
 *   out    out  n ranks
 *   query  in   initialised
 *   in     in   n ids; may be NULL if n is 0
 *
 * Threads any
 * Code    src/scan/query.c
 */
GUIDON_API unsigned guidon_query_rank(const guidon_query *query,
                                      const guidon_id *id);
GUIDON_API void guidon_query_rank_many(unsigned char *out,
                                       const guidon_query *query,
                                       const guidon_id *in, size_t n);

/*
 * Return the rank of a text of an id, in any form, by a query of TEXT. By another query
 * it is GUIDON_QUERY_NONE.
 *
 *   query  in  initialised
 *   text   in  the text of `len` bytes
 *
 * Threads any
 * Code    src/scan/query.c
 */
GUIDON_API unsigned guidon_query_rank_text(const guidon_query *query,
                                           const char *text, size_t len);

/*
 * Write the characters that a query looks for, without those that do not count. An
 * index of a set can find its candidates by them.
 *
 *   out      out  the characters, without NUL
 *   out_cap  in   the size of `out` in bytes; GUIDON_TEXT_MAX fits
 *   out_len  out  the length, also the length needed after GUIDON_E_SPACE; may be
 *                 NULL. It is 0 if only the whole id counts
 *   query    in   initialised
 *
 * Errors  GUIDON_E_SPACE  the characters do not fit
 * Threads any
 * Code    src/scan/query.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_query_text(
    char *out, size_t out_cap, size_t *out_len, const guidon_query *query);

#ifdef __cplusplus
}
#endif

#endif
