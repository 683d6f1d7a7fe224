/* SPDX-License-Identifier: MIT */
/* slow_names.c - UUID-NCName, one character at a time */
#include "slow_families.h"
#include "slow_parts.h"

#include "form_rules.h"

#include <string.h>

static const char base58[] =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/* UUID-NCName: a nibble, 30 nibbles of the other octets, and a nibble. Takes
 * and gives the nibbles of an id in this order. */
static unsigned name_nibble(const guidon_id *id, size_t i)
{
    size_t at = i == 0    ? 12
                : i == 31 ? 16
                : i <= 12 ? i - 1
                : i <= 15 ? i
                          : i + 1;

    return (unsigned)id->bytes[at / 2] >> (at % 2 ? 0 : 4) & 15u;
}

static void set_name_nibble(guidon_id *id, size_t i, unsigned nibble)
{
    size_t at = i == 0    ? 12
                : i == 31 ? 16
                : i <= 12 ? i - 1
                : i <= 15 ? i
                          : i + 1;

    id->bytes[at / 2] |= (unsigned char)(nibble << (at % 2 ? 0 : 4));
}

bool slow_is_name(guidon_form form)
{
    return form == GUIDON_FORM_NCNAME32 || form == GUIDON_FORM_NCNAME58 ||
           form == GUIDON_FORM_NCNAME64;
}

/* The middle of a name in base 58: 15 bytes as Bitcoin writes them. */
static guidon_status read_name_58(struct slow_big *middle, size_t *bad_at,
                                  const char *text)
{
    size_t n = 21, zeros = 0, bytes = 0;

    while (n > 0 && text[n] == '_') {
        n--;
    }
    for (size_t i = 1; i <= n; i++) {
        int value = slow_value_of(text[i], base58);

        if (value < 0) {
            *bad_at = i;
            return GUIDON_E_CHAR;
        }
        slow_grow(middle, 58, (unsigned)value); /* 58^21 is below 2^124 */
        zeros += value == 0 && zeros == i - 1;
    }
    for (struct slow_big rest = *middle; !slow_is_zero(&rest); bytes++) {
        slow_shrink(&rest, 256);
    }
    *bad_at = 1;
    return zeros + bytes == 15 ? GUIDON_OK : GUIDON_E_RANGE;
}

static guidon_status read_name_bits(struct slow_big *middle, size_t *bad_at,
                                    const char *text, size_t len,
                                    const char *letters, bool folds)
{
    for (size_t i = 1; i < len - 1; i++) {
        int value =
            slow_value_of(folds ? slow_lower(text[i]) : text[i], letters);

        if (value < 0) {
            *bad_at = i;
            return GUIDON_E_CHAR;
        }
        slow_grow(middle, (unsigned)strlen(letters), (unsigned)value);
    }
    return GUIDON_OK;
}

struct slow_answer slow_read_name(guidon_form form, const char *text,
                                  size_t len)
{
    size_t want = form_rules[form].len, bad_at = 0;
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    struct slow_big middle = {{0}};
    guidon_status status;
    int first, last;

    if (len != want) {
        return slow_wrong_length(len, want);
    }
    first = slow_value_of(slow_lower(text[0]), "abcdefghijklmnop");
    last = slow_value_of(slow_lower(text[len - 1]), "abcdefghijklmnop");
    if (first < 0) {
        return slow_no(GUIDON_E_CHAR, 0);
    }
    status = form == GUIDON_FORM_NCNAME58
                 ? read_name_58(&middle, &bad_at, text)
                 : read_name_bits(&middle, &bad_at, text, len,
                                  form == GUIDON_FORM_NCNAME32 ? slow_base32
                                                               : slow_base64url,
                                  form == GUIDON_FORM_NCNAME32);
    if (status == GUIDON_E_CHAR || (status == GUIDON_E_RANGE && last >= 0)) {
        return slow_no(status, bad_at);
    }
    if (last < 0) {
        return slow_no(GUIDON_E_CHAR, len - 1);
    }
    set_name_nibble(&answer.id, 0, (unsigned)first);
    for (size_t i = 30; i > 0; i--) {
        set_name_nibble(&answer.id, i, slow_shrink(&middle, 16));
    }
    set_name_nibble(&answer.id, 31, (unsigned)last);
    return answer;
}

/* The digits of a middle of 15 bytes, as Bitcoin writes them, and '_'. */
static void write_name_58(char *out, struct slow_big middle)
{
    char reversed[21];
    size_t n = 0, at = 0;
    struct slow_big rest = middle;

    for (size_t bytes = 0; bytes < 15; bytes++) {
        at += slow_is_zero(&rest);
        slow_shrink(&rest, 256);
    }
    memset(out, '1', at);
    while (!slow_is_zero(&middle)) {
        reversed[n++] = base58[slow_shrink(&middle, 58)];
    }
    while (n > 0) {
        out[at++] = reversed[--n];
    }
    memset(out + at, '_', 21 - at);
}

size_t slow_write_name(char *out, const guidon_id *id, guidon_form form)
{
    size_t len = form_rules[form].len;
    const char *letters =
        form == GUIDON_FORM_NCNAME32 ? slow_base32 : slow_base64url;
    struct slow_big middle = {{0}};

    for (size_t i = 1; i < 31; i++) {
        slow_grow(&middle, 16, name_nibble(id, i));
    }
    if (form == GUIDON_FORM_NCNAME58) {
        write_name_58(out + 1, middle);
        letters = slow_base64url;
    } else {
        for (size_t i = len - 2; i > 0; i--) {
            out[i] = letters[slow_shrink(&middle, (unsigned)strlen(letters))];
        }
    }
    out[0] = letters[name_nibble(id, 0)];
    out[len - 1] = letters[name_nibble(id, 31)];
    return len;
}
