/* SPDX-License-Identifier: MIT */
/* ulid_text.c - ULIDs to 26 letters and back, one and many. */
#include "../cpu/ifunc.h"
#include "base32.h"
#include "forms.h"
#include "lines.h"
#include "parse_error.h"

#include <guidon/text.h>
#include <limits.h>

#if !GDN_IFUNC /* text_ifunc.c */
void guidon_ulid_format(char out[26], const guidon_id *id)
{
    GDN_TEXT(base32, format)(out, id);
}

guidon_status guidon_ulid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    if (len != GUIDON_ULID_LEN) {
        return gdn_parse_error_length(bad_at, len, GUIDON_ULID_LEN);
    }
    return GDN_TEXT(base32, parse)(out, text, bad_at);
}
#endif

char *guidon_ulid_str(char out[GUIDON_ULID_STR_SIZE], const guidon_id *id)
{
    guidon_ulid_format(out, id);
    out[GUIDON_ULID_LEN] = '\0';
    return out;
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
    gdn_base32_write(out, id, alphabet);
    return GUIDON_OK;
}

/* ------------------------------------------------------------------ lenient */

/* Crockford's aliases: letters that look like digits. */
static char ulid_unalias(char c)
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
            return gdn_parse_error(bad_at, i, GUIDON_E_LENGTH);
        }
        letters[n] = ulid_unalias(text[i]);
        came_from[n++] = i;
    }
    if (n < GUIDON_ULID_LEN) {
        return gdn_parse_error(bad_at, len, GUIDON_E_LENGTH);
    }
    status = guidon_ulid_parse(out, letters, n, &at);
    return status ? gdn_parse_error(bad_at, came_from[at], status) : GUIDON_OK;
}

/* --------------------------------------------------------------------- many */

guidon_status guidon_ulid_format_many(char *out, size_t stride,
                                      const guidon_id *in, size_t n)
{
    if (stride < GUIDON_ULID_LEN) {
        return GUIDON_E_ARGUMENT;
    }
    if (n > 0) {
        GDN_TEXT(base32, format_many)(out, stride, in, n);
    }
    return GUIDON_OK;
}

guidon_status guidon_ulid_parse_many(guidon_id *out, const char *text,
                                     size_t stride, size_t n, size_t *done,
                                     size_t *bad_at)
{
    *done = 0;
    if (stride < GUIDON_ULID_LEN) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    if (n == 0) {
        return GUIDON_OK; /* the arrays may be NULL */
    }
    *done = GDN_TEXT(base32, parse_many)(out, text, stride, n);
    return *done == n ? GUIDON_OK
                      : gdn_base32_parse_error(bad_at, text + *done * stride);
}

/* -------------------------------------------------------------------- lines */

void guidon_ulid_format_lines(char *out, const guidon_id *in, size_t n)
{
    if (n > 0) {
        GDN_TEXT(base32, format_lines)(out, in, n);
    }
}

guidon_status guidon_ulid_parse_lines(guidon_id *out, const char *text,
                                      size_t len, size_t n, size_t *done,
                                      size_t *bad_at)
{
    return gdn_lines_read(out, text, len, n, done, bad_at, true);
}
