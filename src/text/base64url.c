/* SPDX-License-Identifier: MIT */
/* base64url.c - ids as 22 letters of RFC 4648 section 5, without padding. */
#include "../core/bytes.h"
#include "forms.h"
#include "parse_error.h"
#include "runs.h"

#include <stdint.h>

#define LEN   22 /* 132 bits: the last four are padding and must be zero */
#define GROUP 10 /* letters that one word holds the 60 bits of */

static const char base64url_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static const unsigned char base64url_value[256] = {
    ['A'] = GDN_RUN26(1),
    ['a'] = GDN_RUN26(27),
    ['0'] = GDN_RUN10(53),
    ['-'] = 63,
    ['_'] = 64,
};

/* Write the letters of the lowest 6n bits, the highest letter first. */
static inline void base64url_write_group(char *out, size_t n, uint64_t bits)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = base64url_letters[bits >> 6 * (n - 1 - i) & 63u];
    }
}

/* The 132 bits are 60, 60 and 12. */
size_t gdn_base64url_write(char *out, const guidon_id *id)
{
    uint64_t high = gdn_load_be64(id->bytes);
    uint64_t low = gdn_load_be64(id->bytes + 8);

    base64url_write_group(out, GROUP, high >> 4);
    base64url_write_group(out + GROUP, GROUP, high << 56 | low >> 8);
    base64url_write_group(out + 2 * GROUP, LEN - 2 * GROUP, low << 4);
    return LEN;
}

/* The bits of n letters. Sets a bit of GDN_NO_VALUE in *wrong if one is no
 * letter; the result is then undefined. */
static inline uint64_t base64url_read_group(const char *text, size_t n,
                                            unsigned *wrong)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned value = GDN_VALUE_OF(base64url_value, text[i]);
        *wrong |= value;
        bits = bits << 6 | value;
    }
    return bits;
}

/* The error of a text with a wrong letter. If there is no other, the last is
 * wrong. */
static guidon_status base64url_error(const char *text, size_t *bad_at)
{
    size_t i = 0;

    while (i < LEN - 1 && base64url_value[(unsigned char)text[i]]) {
        i++;
    }
    return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
}

guidon_status gdn_base64url_read(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at)
{
    unsigned wrong = 0;
    uint64_t high, middle, low;

    if (len != LEN) {
        return gdn_parse_error_length(bad_at, len, LEN);
    }
    high = base64url_read_group(text, GROUP, &wrong);
    middle = base64url_read_group(text + GROUP, GROUP, &wrong);
    low = base64url_read_group(text + 2 * GROUP, LEN - 2 * GROUP, &wrong);
    if (wrong & GDN_NO_VALUE || low & 15u) {
        return base64url_error(text, bad_at);
    }
    gdn_store_be64(out->bytes, high << 4 | middle >> 56);
    gdn_store_be64(out->bytes + 8, middle << 8 | low >> 4);
    return GUIDON_OK;
}
