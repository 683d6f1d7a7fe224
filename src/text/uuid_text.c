/* SPDX-License-Identifier: MIT */
/* uuid_text.c - UUIDs to 36 characters and back, one and many. */
#include "../cpu/ifunc.h"
#include "hex.h"
#include "lines.h"
#include "parse_error.h"

#include <guidon/text.h>

#if !GDN_IFUNC /* text_ifunc.c */
void guidon_uuid_format(char out[36], const guidon_id *id)
{
    GDN_TEXT(hex, format)(out, id);
}

guidon_status guidon_uuid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    if (len != GUIDON_UUID_LEN) {
        return gdn_parse_error_length(bad_at, len, GUIDON_UUID_LEN);
    }
    return GDN_TEXT(hex, parse)(out, text, bad_at);
}
#endif

char *guidon_uuid_str(char out[GUIDON_UUID_STR_SIZE], const guidon_id *id)
{
    guidon_uuid_format(out, id);
    out[GUIDON_UUID_LEN] = '\0';
    return out;
}

guidon_status guidon_uuid_format_many(char *out, size_t stride,
                                      const guidon_id *in, size_t n)
{
    if (stride < GUIDON_UUID_LEN) {
        return GUIDON_E_ARGUMENT;
    }
    if (n > 0) {
        GDN_TEXT(hex, format_many)(out, stride, in, n);
    }
    return GUIDON_OK;
}

guidon_status guidon_uuid_parse_many(guidon_id *out, const char *text,
                                     size_t stride, size_t n, size_t *done,
                                     size_t *bad_at)
{
    *done = 0;
    if (stride < GUIDON_UUID_LEN) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    if (n == 0) {
        return GUIDON_OK; /* the arrays may be NULL */
    }
    *done = GDN_TEXT(hex, parse_many)(out, text, stride, n);
    return *done == n ? GUIDON_OK
                      : gdn_hex_parse_error(text + *done * stride, bad_at);
}

void guidon_uuid_format_lines(char *out, const guidon_id *in, size_t n)
{
    if (n > 0) {
        GDN_TEXT(hex, format_lines)(out, in, n);
    }
}

guidon_status guidon_uuid_parse_lines(guidon_id *out, const char *text,
                                      size_t len, size_t n, size_t *done,
                                      size_t *bad_at)
{
    return gdn_lines_read(out, text, len, n, done, bad_at, false);
}
