/* SPDX-License-Identifier: MIT */
/* uuid_text.c - UUIDs to 36 characters and back, one and many. */
#include "kernels.h"
#include "refuse.h"

#include <guidon/text.h>

void guidon_uuid_format(char out[36], const guidon_id *id)
{
    gdn_hex_format_scalar(out, id);
}

guidon_status guidon_uuid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    if (len != GUIDON_UUID_LEN) {
        return gdn_refuse_length(bad_at, len, GUIDON_UUID_LEN);
    }
    if (!gdn_hex_parse_scalar(out, text)) {
        return gdn_refuse(bad_at, gdn_hex_bad_at(text), GUIDON_E_CHAR);
    }
    return GUIDON_OK;
}

void guidon_uuid_format_many(char *out, size_t stride, const guidon_id *in,
                             size_t n)
{
    if (stride < GUIDON_UUID_LEN) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        gdn_hex_format_scalar(out + i * stride, &in[i]);
    }
}

guidon_status guidon_uuid_parse_many(guidon_id *out, size_t *done,
                                     const char *text, size_t stride, size_t n,
                                     size_t *bad_at)
{
    *done = 0;
    if (stride < GUIDON_UUID_LEN) {
        return gdn_refuse(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    for (size_t i = 0; i < n; i++) {
        const char *record = text + i * stride;
        if (!gdn_hex_parse_scalar(&out[i], record)) {
            *done = i;
            return gdn_refuse(bad_at, gdn_hex_bad_at(record), GUIDON_E_CHAR);
        }
    }
    *done = n;
    return GUIDON_OK;
}
