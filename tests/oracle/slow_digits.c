/* SPDX-License-Identifier: MIT */
/* slow_digits.c - forms with a prefix and a number, one character at a time */
#include "slow_families.h"
#include "slow_parts.h"

#include "form_rules.h"

#include <string.h>

static const char crockford[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const char base32hex[] = "0123456789abcdefghijklmnopqrstuv";
static const char base64sort[] =
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
static const char base64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Forms with a prefix and a number in some base. */
struct digits {
    const char *prefix;
    size_t any_case;
    const char *letters;
    size_t width;      /* 0: variable, 1 to 39 */
    bool folds;        /* digits are read in either case */
    bool writes_upper; /* digits in `letters` are in lower case */
    unsigned spare;    /* bits of the last digit that must be zero */
    const char *suffix;
};

static struct digits digits_of(guidon_form form)
{
    struct digits ulid = {"", 0, crockford, 26, true, false, 0, ""};

    switch (form) {
    case GUIDON_FORM_OID:
        return (struct digits){"2.25.", 0, "0123456789", 0, false, false,
                               0,       ""};
    case GUIDON_FORM_URN_OID:
        return (struct digits){
            "urn:oid:2.25.", 8, "0123456789", 0, false, false, 0, ""};
    case GUIDON_FORM_INT:
        return (struct digits){"", 0, "0123456789", 0, false, false, 0, ""};
    case GUIDON_FORM_BASE64URL:
        return (struct digits){"", 0, slow_base64url, 22, false, false, 4, ""};
    case GUIDON_FORM_BASE64:
        return (struct digits){"", 0, base64, 22, false, false, 4, "=="};
    case GUIDON_FORM_BASE32:
        return (struct digits){"", 0, slow_base32, 26, true, true, 2, ""};
    case GUIDON_FORM_BASE32HEX:
        return (struct digits){"", 0, base32hex, 26, true, true, 2, ""};
    case GUIDON_FORM_BASE32HUMAN:
        return (struct digits){"", 0, crockford, 26, true, true, 2, ""};
    case GUIDON_FORM_BASE64SORT:
        return (struct digits){"", 0, base64sort, 22, false, false, 4, ""};
    case GUIDON_FORM_ULID:
        ulid.writes_upper = true;
        return ulid;
    case GUIDON_FORM_ULID_LOWER:
        return ulid;
    default: /* a number of fixed width */
        return (struct digits){.prefix = "",
                               .letters = form_rules[form].letters,
                               .width = form_rules[form].len,
                               .folds = form == GUIDON_FORM_BASE36,
                               .suffix = ""};
    }
}

/* Read the prefix, character by character. */
static bool read_prefix(struct slow_answer *answer, const struct digits *form,
                        const char *text, size_t len)
{
    for (size_t i = 0; form->prefix[i]; i++) {
        if (i == len) {
            *answer = slow_no(GUIDON_E_LENGTH, len);
            return false;
        }
        if (!slow_same_mark(text[i], form->prefix[i], i < form->any_case)) {
            *answer = slow_no(GUIDON_E_CHAR, i);
            return false;
        }
    }
    return true;
}

struct slow_answer slow_read_digits(guidon_form form, const char *text,
                                    size_t len)
{
    struct digits shape = digits_of(form);
    size_t start = strlen(shape.prefix);
    unsigned base = (unsigned)strlen(shape.letters);
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    struct slow_big number = {{0}};
    bool fits = true;
    size_t end;

    if (!read_prefix(&answer, &shape, text, len)) {
        return answer;
    }
    if (shape.width ? len != shape.width + strlen(shape.suffix)
                    : len == start) {
        return shape.width
                   ? slow_wrong_length(len, shape.width + strlen(shape.suffix))
                   : slow_no(GUIDON_E_LENGTH, len);
    }
    if (!shape.width && len - start >= 2 && text[start] == '0' &&
        slow_value_of(text[start + 1], shape.letters) >= 0) {
        return slow_no(GUIDON_E_CHAR, start); /* a leading zero */
    }
    end = len - strlen(shape.suffix);
    for (size_t i = start; i < end; i++) {
        int value = slow_value_of(shape.folds ? slow_lower(text[i]) : text[i],
                                  shape.letters);
        unsigned parts = i == end - 1 ? 1u << shape.spare : 1;

        if (value < 0 || (unsigned)value % parts) {
            return slow_no(GUIDON_E_CHAR, i);
        }
        fits =
            fits && slow_grow(&number, base / parts, (unsigned)value / parts);
    }
    for (size_t i = end; i < len; i++) {
        if (text[i] != shape.suffix[i - end]) {
            return slow_no(GUIDON_E_CHAR, i);
        }
    }
    answer.id = slow_id_of(&number);
    return fits ? answer : slow_no(GUIDON_E_RANGE, start);
}

/* Crockford's base32: hyphens anywhere, and letters that look like digits. */
struct slow_answer slow_read_lenient_ulid(const char *text, size_t len)
{
    char letters[26];
    size_t places[26];
    size_t n = 0;
    struct slow_answer answer;

    for (size_t i = 0; i < len; i++) {
        char c = slow_lower(text[i]);

        if (c == '-') {
            continue;
        }
        if (n == 26) {
            return slow_no(GUIDON_E_LENGTH, i);
        }
        places[n] = i;
        letters[n++] = c == 'i' || c == 'l' ? '1' : c == 'o' ? '0' : c;
    }
    if (n < 26) {
        return slow_no(GUIDON_E_LENGTH, len);
    }
    answer = slow_read_digits(GUIDON_FORM_ULID, letters, 26);
    if (answer.status != GUIDON_OK) {
        answer.bad_at = places[answer.bad_at];
    }
    return answer;
}

size_t slow_write_digits(char *out, const guidon_id *id, guidon_form form)
{
    struct digits shape = digits_of(form);
    unsigned base = (unsigned)strlen(shape.letters);
    size_t start = strlen(shape.prefix), after = strlen(shape.suffix);
    struct slow_big number = slow_big_of(id);
    char reversed[40];
    size_t n = 0;

    memcpy(out, shape.prefix, start);
    if (shape.spare) { /* zero bits after the last of the id */
        reversed[n++] = shape.letters[slow_shrink(&number, base >> shape.spare)
                                      << shape.spare];
    }
    while (n < shape.width || (!shape.width && n == 0) ||
           (!shape.width && !slow_is_zero(&number))) {
        reversed[n++] = shape.letters[slow_shrink(&number, base)];
    }
    for (size_t i = 0; i < n; i++) {
        char c = reversed[n - 1 - i];

        out[start + i] = shape.writes_upper ? slow_upper(c) : c;
    }
    memcpy(out + start + n, shape.suffix, after);
    return start + n + after;
}
