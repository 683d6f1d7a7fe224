/* SPDX-License-Identifier: MIT */
/* base64url.c - ids as 22 letters of RFC 4648 section 5, without padding. */
#include "../core/memory.h"
#include "forms.h"
#include "parse_error.h"

#include <stdint.h>

#define LEN 22 /* 132 bits: the last four are padding and must be zero */

static const char base64url_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* The writer and the reader keep their pending bits in the lowest `held` bits
 * of `bits`. The bits above these are already used. */

size_t gdn_base64url_write(char *out, const guidon_id *id)
{
    uint32_t bits = 0;
    unsigned held = 0;
    size_t len = 0;

    for (size_t i = 0; i < 16; i++) {
        bits = bits << 8 | id->bytes[i];
        held += 8;
        while (held >= 6) {
            held -= 6;
            out[len++] = base64url_letters[bits >> held & 63u];
        }
    }
    out[len++] = base64url_letters[bits << (6 - held) & 63u];
    return len;
}

guidon_status gdn_base64url_read(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at)
{
    guidon_id id;
    uint32_t bits = 0;
    unsigned held = 0;
    size_t n = 0;

    if (len != LEN) {
        return gdn_parse_error_length(bad_at, len, LEN);
    }
    for (size_t i = 0; i < LEN; i++) {
        const char *at = memchr(base64url_letters, text[i], 64);
        if (!at) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
        bits = bits << 6 | (uint32_t)(at - base64url_letters);
        held += 6;
        if (held >= 8) {
            held -= 8;
            id.bytes[n++] = (unsigned char)(bits >> held);
        }
    }
    if (bits & 15u) {
        return gdn_parse_error(bad_at, LEN - 1, GUIDON_E_CHAR);
    }
    *out = id;
    return GUIDON_OK;
}
