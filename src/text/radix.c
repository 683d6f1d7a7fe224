/* SPDX-License-Identifier: MIT */
/* radix.c - ids as a fixed number of digits in a base such as 58 or 62. */
#include "../core/memory.h"
#include "forms.h"
#include "parse_error.h"

#define LEN_MAX 128 /* in base 2 */

size_t gdn_radix_write(char *out, const guidon_id *id,
                       const struct gdn_radix_form *form)
{
    unsigned char digits[LEN_MAX];

    gdn_number_digits(digits, form->len, id, &form->radix);
    for (size_t i = 0; i < form->len; i++) {
        out[i] = form->letters[digits[i]];
    }
    return form->len;
}

/* A wrong character anywhere is reported before a number that is too large.
 * Only the last digit can make the number too large, because
 * base^(len - 1) < 2^128. */
guidon_status gdn_radix_read(guidon_id *out, const char *text, size_t len,
                             size_t *bad_at, const struct gdn_radix_form *form)
{
    struct gdn_number number = {{0}};
    bool fits = true;

    if (len != form->len) {
        return gdn_parse_error_length(bad_at, len, form->len);
    }
    for (size_t i = 0; i < len; i++) {
        const char *at = memchr(form->letters, text[i], form->radix.base);
        if (!at) {
            return gdn_parse_error(bad_at, i, GUIDON_E_CHAR);
        }
        fits = gdn_number_append(&number, form->radix.base,
                                 (uint32_t)(at - form->letters));
    }
    if (!fits) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_RANGE);
    }
    *out = gdn_number_id(&number);
    return GUIDON_OK;
}
