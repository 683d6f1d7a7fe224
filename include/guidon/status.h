/* SPDX-License-Identifier: MIT */
/* The status that fallible functions return. */
#ifndef GUIDON_STATUS_H
#define GUIDON_STATUS_H

#include <guidon/api.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of every fallible function. If it is not GUIDON_OK, the outputs
 * are unchanged.
 *
 * Some outputs report how far the function came, so they are written on an
 * error too: `bad_at` of the parsers and, if many ids are read, `done` and the
 * ids before the bad one. No function sets errno, aborts or prints.
 */
typedef enum guidon_status {
    GUIDON_OK = 0,
    GUIDON_E_LENGTH, /* the text does not have the length of this form */
    GUIDON_E_CHAR,   /* a character that this form does not allow, at *bad_at */
    GUIDON_E_RANGE,  /* well-formed, but too large for the field */
    GUIDON_E_FORM,   /* no accepted form fits */
    GUIDON_E_VERSION,  /* the id has no such field, or another version */
    GUIDON_E_FUTURE,   /* guidon_validate: the time is in the future */
    GUIDON_E_ARGUMENT, /* a mistake of the caller: an option out of its range */
    GUIDON_E_SPACE,    /* the caller's buffer is too small */
    GUIDON_E_OVERFLOW, /* a monotonic field or tick is exhausted */
    GUIDON_E_CLOCK,    /* the clock is out of range or stepped back too far */
    GUIDON_E_ENTROPY,  /* the system gave no random bytes */
    GUIDON_E_STATE,    /* expired, or the state file cannot be used: see
                          guidon_state_reason */
    GUIDON_E_MEMORY,   /* an allocation failed */
    GUIDON_E_AMBIGUOUS /* only by its name a form may read this text: see
                          guidon_parse_candidates */
} guidon_status;

/*
 * Return one line of English for a status. The text is constant, is never NULL
 * and has no final full stop. For an unknown value it is "unknown status".
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_status_text(guidon_status s);

#ifdef __cplusplus
}
#endif

#endif
