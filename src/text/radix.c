/* SPDX-License-Identifier: MIT */
/* base58.c - ids as 22 digits of base 58, Bitcoin's alphabet. */
#include "forms.h"
#include "number.h"
#include "parse_error.h"

#include <string.h>

#define LEN 22 /* 58^21 < 2^128 < 58^22 */

static const char base58_letters[] =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
static const struct gdn_radix base58 = {58, 656356768, 5};

size_t gdn_base58_write(char *out, const guidon_id *id)
{
    unsigned char digits[LEN];

    gdn_number_digits(digits, LEN, id, &base58);
    for (size_t i = 0; i < LEN; i++) {
        out[i] = base58_letters[digits[i]];
    }
    return LEN;
}

/* A wrong character anywhere is told before a number that is too large; and of
 * the digits, only the last can make it so. */
guidon_status gdn_base58_read(guidon_id *out, const char *text, size_t len,
                              size_t *bad_at)
{
    struct gdn_number number = {{0}};
    bool fits = true;

    if (len != LEN) {
        return gdn_parse_error_length(bad_at, len, LEN);
    }
    for (size_t i = 0; i < LEN; i++) {
        const char *at = memchr(base58_letters, text[i], 58);
        if (!at) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
        fits = gdn_number_append(&number, 58, (uint32_t)(at - base58_letters));
    }
    if (!fits) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_RANGE);
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}
