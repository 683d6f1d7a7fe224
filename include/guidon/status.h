/* SPDX-License-Identifier: MIT */
/* The status that fallible functions return. */
#ifndef GUIDON_STATUS_H
#define GUIDON_STATUS_H

#include <guidon/api.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of every function that can fail. If it is not GUIDON_OK, the
 * outputs are unchanged, except these, where a function has them:
 *
 *   bad_at  the offset of the fault
 *   done    the number of items that are finished; these items are written
 *   out_len with GUIDON_E_SPACE, the length that the text needs
 *   *out    of a function that creates an object: NULL
 *   out[]   of a call that makes several new ids: unchanged, or all Nil,
 *           because a call makes ids in steps
 *
 * No function sets errno, aborts or prints.
 *
 * One mistake has one status in all functions:
 *
 *   a text that is not right       GUIDON_E_LENGTH, GUIDON_E_CHAR,
 *                                  GUIDON_E_RANGE, GUIDON_E_FORM or
 *                                  GUIDON_E_AMBIGUOUS; see guidon_parse
 *   a number that its field does   GUIDON_E_RANGE: times, ticks, clock
 *   not hold                       sequences, counters; node numbers, prefixes
 *                                  and shards, and their numbers of bits
 *   a value that no input can      GUIDON_E_ARGUMENT: not a form, kind or
 *   have                           order, nanoseconds above 999 999 999, a
 *                                  stride below the text, a key of another
 *                                  length or without a value, NULL with a
 *                                  length above 0
 *   an option that is refused      GUIDON_E_ARGUMENT, whatever is wrong: a
 *                                  value out of its range, an option that does
 *                                  not fit the kind, or one that this system
 *                                  does not support
 *   a generator of another kind    GUIDON_E_ARGUMENT
 *   an id of another version       GUIDON_E_VERSION
 *   too little memory              GUIDON_E_SPACE for yours, GUIDON_E_MEMORY
 *                                  for the library's
 */
typedef enum guidon_status {
    GUIDON_OK = 0,
    GUIDON_E_LENGTH, /* the text does not have the length of this form */
    GUIDON_E_CHAR,   /* a character that this form does not allow, at *bad_at */
    GUIDON_E_RANGE,  /* a number that its field does not hold */
    GUIDON_E_FORM,   /* no accepted form fits */
    GUIDON_E_VERSION,   /* the id has no such field, or another version */
    GUIDON_E_FUTURE,    /* guidon_validate: the time is in the future */
    GUIDON_E_ARGUMENT,  /* a value that no input can have, or a wrong option */
    GUIDON_E_SPACE,     /* the caller's buffer is too small */
    GUIDON_E_OVERFLOW,  /* a monotonic field or tick is exhausted */
    GUIDON_E_CLOCK,     /* the clock is out of range or stepped back too far */
    GUIDON_E_ENTROPY,   /* the system gave no random bytes */
    GUIDON_E_STATE,     /* expired, or the state file cannot be used: see
                          guidon_state_reason */
    GUIDON_E_MEMORY,    /* an allocation failed */
    GUIDON_E_AMBIGUOUS, /* only by its name a form may read this text: see
                          guidon_parse_candidates */
    GUIDON_STATUS_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_status;
GUIDON_ENUM_SIZE(guidon_status);

/*
 * Return one line of English for a status. The text is constant, is never NULL
 * and has no final full stop. For an unknown value it is "unknown status".
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_status_text(guidon_status status);

#ifdef __cplusplus
}
#endif

#endif
