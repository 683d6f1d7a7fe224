/* SPDX-License-Identifier: MIT */
/* What a fallible call answers. */
#ifndef GUIDON_STATUS_H
#define GUIDON_STATUS_H

#include <guidon/api.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Every fallible call returns one of these and, unless it is GUIDON_OK, leaves
 * its outputs as they were, but for those that exist to tell how far it came: a
 * parser's `bad_at` and, where many are read, `done` and the ids before the bad
 * one. No call sets errno, aborts or prints.
 */
typedef enum guidon_status {
    GUIDON_OK = 0,
    GUIDON_E_LENGTH, /* the text is not as long as this form */
    GUIDON_E_CHAR,   /* a character that this form does not allow, at *bad_at */
    GUIDON_E_RANGE,  /* well written, but past what the field holds */
    GUIDON_E_FORM,   /* no accepted form fits */
    GUIDON_E_VERSION,  /* this id has no such field, or is of another version */
    GUIDON_E_FUTURE,   /* guidon_validate: its time has not come */
    GUIDON_E_ARGUMENT, /* the caller's mistake: an option out of its range */
    GUIDON_E_SPACE,    /* the caller's buffer is too small */
    GUIDON_E_OVERFLOW, /* a monotonic field or tick is exhausted */
    GUIDON_E_CLOCK, /* the clock reads out of range, or stepped back too far */
    GUIDON_E_ENTROPY, /* the system gave no random bytes */
    GUIDON_E_STATE,   /* shared or stored state is unsafe or damaged */
    GUIDON_E_MEMORY   /* an allocation failed */
} guidon_status;

/*
 * One line of English for a status: constant, never NULL, no final full stop.
 * A value that is no status gives "unknown status".
 *
 * Threads any.
 * Code    src/core/status.c
 */
GUIDON_API const char *guidon_status_text(guidon_status s);

#ifdef __cplusplus
}
#endif

#endif
