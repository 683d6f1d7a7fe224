/* SPDX-License-Identifier: MIT */
/* slow_lenient.c - rewrite what PostgreSQL and .NET read as what Guidon writes,
 * and read that */
#include "slow_lenient.h"
#include "slow_initialiser.h"

#include <string.h>

#define LENIENT_MAX 2000 /* characters of a text */

bool slow_is_blank(char c)
{
    return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

/* Leave out a hyphen before the fifth, ninth ... digit. Returns the length, or 0
 * if the text has another hyphen. */
static size_t without_hyphens(char *out, const char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        if (text[i] != '-') {
            out[n++] = text[i];
        } else if (n % 4 || n == 0 || n == 32 || text[i - 1] == '-') {
            return 0;
        }
    }
    return n;
}

/* Write zeros over "+", "0x" and "+0x" where numbers of the canonical text
 * begin. */
static void zero_signs(char text[36])
{
    static const size_t numbers[] = {0, 9, 14, 19, 24};

    for (size_t k = 0; k < 5; k++) {
        char *at = text + numbers[k];

        if (*at == '+') {
            *at++ = '0';
        }
        if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
            at[1] = '0';
        }
    }
}

static struct slow_answer read_digits_between(const char *text, size_t len,
                                              bool groups)
{
    struct slow_answer answer = {.status = GUIDON_E_FORM};
    char copy[LENIENT_MAX];
    size_t n = groups ? without_hyphens(copy, text, len) : 0;

    if (n == 32) {
        answer = slow_read(GUIDON_FORM_HEX, copy, n, false);
    }
    if (answer.status != GUIDON_OK && len == 36) {
        memcpy(copy, text, len);
        zero_signs(copy);
        answer = slow_read(GUIDON_FORM_UUID, copy, len, false);
    }
    return answer;
}

/* Leave out all blanks, and "+" and one more "0x" after the "0x" of each
 * number. Returns the length. */
static size_t without_signs(char *out, const char *text, size_t len)
{
    char dense[LENIENT_MAX + 8] = "";
    size_t n = 0, m = 0;

    for (size_t i = 0; i < len; i++) {
        bool ends_line =
            text[i] == '\\' &&
            ((i + 1 < len && text[i + 1] == '\n') ||
             (i + 2 < len && text[i + 1] == '\r' && text[i + 2] == '\n'));

        if (!slow_is_blank(text[i]) && !ends_line) {
            dense[n++] = text[i];
        }
    }
    for (size_t i = 0; i < n;) {
        bool begins = i > 0 && (dense[i - 1] == '{' || dense[i - 1] == ',') &&
                      dense[i] == '0' && strchr("xX", dense[i + 1]) &&
                      dense[i + 1];

        out[m++] = dense[i++];
        if (begins) {
            out[m++] = dense[i++];
            i += dense[i] == '+';
            i += dense[i] == '0' && dense[i + 1] && strchr("xX", dense[i + 1])
                     ? 2
                     : 0;
        }
    }
    return m;
}

static struct slow_answer read_one_leniently(guidon_form form, const char *text,
                                             size_t len)
{
    char copy[LENIENT_MAX + 8];
    char last = text[len - 1];

    switch (form) {
    case GUIDON_FORM_UUID:
        return memchr(text, '-', len) ? read_digits_between(text, len, true)
                                      : slow_read(form, "", 0, false);
    case GUIDON_FORM_BRACES:
        return text[0] == '{' && last == '}'
                   ? read_digits_between(text + 1, len - 2, true)
                   : slow_read(form, "", 0, false);
    case GUIDON_FORM_PARENS:
        return text[0] == '(' && last == ')'
                   ? read_digits_between(text + 1, len - 2, false)
                   : slow_read(form, "", 0, false);
    default:
        return slow_initialiser(form, copy, without_signs(copy, text, len));
    }
}

struct slow_answer slow_lenient(const char *text, size_t len, uint64_t forms)
{
    static const guidon_form some[] = {GUIDON_FORM_UUID, GUIDON_FORM_BRACES,
                                       GUIDON_FORM_PARENS, GUIDON_FORM_GUID_X,
                                       GUIDON_FORM_C};
    struct slow_answer answer = {.status = GUIDON_E_FORM};

    for (size_t i = 0; len > 2 && len <= LENIENT_MAX && i < 5; i++) {
        struct slow_answer as;

        if (!(forms & GUIDON_FORM_BIT(some[i]))) {
            continue;
        }
        as = read_one_leniently(some[i], text, len);
        if (as.status == GUIDON_OK) {
            as.form = some[i];
            return as;
        }
    }
    return answer;
}
