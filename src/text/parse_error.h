/* SPDX-License-Identifier: MIT */
/* How a reader says no: a status, and where the text is wrong. */
#ifndef GDN_TEXT_PARSE_ERROR_H
#define GDN_TEXT_PARSE_ERROR_H

#include <guidon/status.h>
#include <stddef.h>

/* `bad_at` may be NULL. Returns `status`. */
static inline guidon_status gdn_refuse(size_t *bad_at, size_t at,
                                       guidon_status status)
{
    if (bad_at) {
        *bad_at = at;
    }
    return status;
}

/* A text of `len` bytes where the form has `want`: it ended too early, or went
 * on too long. */
static inline guidon_status gdn_refuse_length(size_t *bad_at, size_t len,
                                              size_t want)
{
    return gdn_refuse(bad_at, len < want ? len : want, GUIDON_E_LENGTH);
}

#endif
