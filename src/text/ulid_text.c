/* SPDX-License-Identifier: MIT */
/* ulid_text.c - ULIDs to 26 letters and back, one and many. */
#include "forms.h"
#include "kernels.h"
#include "refuse.h"

#include <guidon/text.h>
#include <limits.h>

/* Why a kernel refused a text of the right length. */
static guidon_status refuse_ulid(size_t *bad_at, const char text[26])
{
    size_t at = gdn_base32_bad_at(text);

    if (at < GUIDON_ULID_LEN) {
        return gdn_refuse(bad_at, at, GUIDON_E_CHAR);
    }
    return gdn_refuse(bad_at, 0, GUIDON_E_RANGE);
}

void guidon_ulid_format(char out[26], const guidon_id *id)
{
    gdn_base32_format_scalar(out, id, gdn_base32_upper);
}

guidon_status guidon_ulid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    if (len != GUIDON_ULID_LEN) {
        return gdn_refuse_length(bad_at, len, GUIDON_ULID_LEN);
    }
    if (!gdn_base32_parse_scalar(out, text)) {
        return refuse_ulid(bad_at, text);
    }
    return GUIDON_OK;
}

guidon_status guidon_ulid_format_alphabet(char out[26], const guidon_id *id,
                                          const char alphabet[32])
{
    bool seen[UCHAR_MAX + 1] = {false};

    for (size_t i = 0; i < 32; i++) {
        unsigned char letter = (unsigned char)alphabet[i];
        if (seen[letter]) {
            return GUIDON_E_ARGUMENT;
        }
        seen[letter] = true;
    }
    gdn_base32_format_scalar(out, id, alphabet);
    return GUIDON_OK;
}

/* ------------------------------------------------------------------ lenient */

/* Crockford's reading of letters that look like digits (C1). */
static char unalias(char c)
{
    switch (c) {
    case 'I':
    case 'i':
    case 'L':
    case 'l':
        return '1';
    case 'O':
    case 'o':
        return '0';
    default:
        return c;
    }
}

guidon_status gdn_ulid_read_lenient(guidon_id *out, const char *text,
                                    size_t len, size_t *bad_at)
{
    char letters[GUIDON_ULID_LEN];
    size_t came_from[GUIDON_ULID_LEN];
    size_t n = 0;
    size_t at;
    guidon_status status;

    for (size_t i = 0; i < len; i++) {
        if (text[i] == '-') {
            continue;
        }
        if (n == GUIDON_ULID_LEN) {
            return gdn_refuse(bad_at, i, GUIDON_E_LENGTH);
        }
        letters[n] = unalias(text[i]);
        came_from[n++] = i;
    }
    if (n < GUIDON_ULID_LEN) {
        return gdn_refuse(bad_at, len, GUIDON_E_LENGTH);
    }
    status = guidon_ulid_parse(out, letters, n, &at);
    return status ? gdn_refuse(bad_at, came_from[at], status) : GUIDON_OK;
}

/* --------------------------------------------------------------------- many */

void guidon_ulid_format_many(char *out, size_t stride, const guidon_id *in,
                             size_t n)
{
    if (stride < GUIDON_ULID_LEN) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        gdn_base32_format_scalar(out + i * stride, &in[i], gdn_base32_upper);
    }
}

guidon_status guidon_ulid_parse_many(guidon_id *out, size_t *done,
                                     const char *text, size_t stride, size_t n,
                                     size_t *bad_at)
{
    *done = 0;
    if (stride < GUIDON_ULID_LEN) {
        return gdn_refuse(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    for (size_t i = 0; i < n; i++) {
        const char *record = text + i * stride;
        if (!gdn_base32_parse_scalar(&out[i], record)) {
            *done = i;
            return refuse_ulid(bad_at, record);
        }
    }
    *done = n;
    return GUIDON_OK;
}
