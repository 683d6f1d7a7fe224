/* SPDX-License-Identifier: MIT */
/* How a reader reports a wrong text: a status, and the offset of the fault. */
#ifndef GDN_TEXT_PARSE_ERROR_H
#define GDN_TEXT_PARSE_ERROR_H

#include <guidon/status.h>
#include <stddef.h>

/* Sets *bad_at, unless `bad_at` is NULL. Returns `status`. */
static inline guidon_status gdn_parse_error(size_t *bad_at, size_t at,
                                            guidon_status status)
{
    if (bad_at) {
        *bad_at = at;
    }
    return status;
}

/* Reports a text of `len` bytes in a form whose texts have `want` bytes. The
 * offset is the end of a short text, or `want` for a long text. */
static inline guidon_status gdn_parse_error_length(size_t *bad_at, size_t len,
                                                   size_t want)
{
    return gdn_parse_error(bad_at, len < want ? len : want, GUIDON_E_LENGTH);
}

#endif
