/* SPDX-License-Identifier: MIT */
/* reason.c - why a text is no id, in words that say what would be right. */
#include "reason.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The code point of the UTF-8 character at `text`; 0 if there is none, as in an
 * overlong form, a surrogate, or past U+10FFFF (RFC 3629, 4). */
static unsigned code_point(const unsigned char *text, size_t len)
{
    size_t n = text[0] >= 0xc2 && text[0] <= 0xdf   ? 2
               : text[0] >= 0xe0 && text[0] <= 0xef ? 3
               : text[0] >= 0xf0 && text[0] <= 0xf4 ? 4
                                                    : 0;
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};

    if (n == 0 || n > len) {
        return 0;
    }
    unsigned point = text[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        point = point << 6 | (text[i] & 0x3f);
    }
    return point < least[n] || point > 0x10ffff ||
                   (point >= 0xd800 && point <= 0xdfff)
               ? 0
               : point;
}

/* The character at text[0], in printable ASCII. */
static void show_char(char out[16], const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned point = code_point(bytes, len);

    if (bytes[0] == ' ') {
        snprintf(out, 16, "a space");
    } else if (bytes[0] > ' ' && bytes[0] <= '~') {
        snprintf(out, 16, "'%c'", bytes[0]);
    } else if (point > 0) {
        snprintf(out, 16, "U+%04X", point);
    } else {
        snprintf(out, 16, "byte 0x%02x", bytes[0]);
    }
}

static bool has_trait(unsigned form, unsigned trait)
{
    return (guidon_form_traits((guidon_form)form) & trait) != 0;
}

/* The bits of a form and of the same form in the other case. */
static unsigned with_case_variant(unsigned form)
{
    if (has_trait(form, GUIDON_TRAIT_VARIANT)) {
        return GUIDON_ACCEPT(form) | GUIDON_ACCEPT(form - 1);
    }
    return has_trait(form + 1, GUIDON_TRAIT_VARIANT)
               ? GUIDON_ACCEPT(form) | GUIDON_ACCEPT(form + 1)
               : GUIDON_ACCEPT(form);
}

/* The form that the text was taken for: the one without which the answer would
 * have been another. GUIDON_FORMS if there is none. */
static unsigned form_tried(const char *text, size_t len, unsigned accept,
                           guidon_status status, size_t bad_at)
{
    unsigned form = 0;

    for (; form < GUIDON_FORMS; form++) {
        unsigned others = accept & ~with_case_variant(form);
        guidon_id id;
        size_t at = 0;

        if ((accept & GUIDON_ACCEPT(form)) &&
            (!(others & ~GUIDON_ACCEPT_LENIENT) ||
             guidon_parse(&id, NULL, text, len, others, &at) != status ||
             at != bad_at)) {
            break;
        }
    }
    return form;
}

/* The text of an id in a form, or "" if there is none. */
static size_t text_of(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                      unsigned form)
{
    size_t len = 0;

    return guidon_format(out, GUIDON_TEXT_MAX, &len, id, (guidon_form)form) ==
                   GUIDON_OK
               ? len
               : 0;
}

/* What belongs at `bad_at` of a form: a mark, if the texts of Nil and Max have
 * the same character there, or else a digit. Max has no NCS text, so that the
 * marks of NCS go unnamed. */
static void expect_at(char *out, size_t cap, unsigned form, size_t bad_at)
{
    char nil_text[GUIDON_TEXT_MAX], max_text[GUIDON_TEXT_MAX];
    guidon_id nil = guidon_nil(), max = guidon_max();
    size_t nil_len = text_of(nil_text, &nil, form);
    size_t max_len = text_of(max_text, &max, form);

    if (bad_at < nil_len && bad_at < max_len &&
        nil_text[bad_at] == max_text[bad_at]) {
        snprintf(out, cap, "'%c' belongs there", nil_text[bad_at]);
    } else {
        /* Forms of hex digits alone can be too alike to tell them apart. */
        snprintf(out, cap, "%s",
                 guidon_form_alphabet(form < GUIDON_FORMS ? (guidon_form)form
                                                          : GUIDON_FORM_UUID));
    }
}

static void say_char(char *out, size_t cap, unsigned form, const char *text,
                     size_t len, size_t bad_at)
{
    char shown[16];
    char expected[128];

    show_char(shown, text + bad_at, len - bad_at);
    expect_at(expected, sizeof expected, form, bad_at);
    snprintf(out, cap, "%s at offset %zu: %s", shown, bad_at, expected);
}

static void say_length(char *out, size_t cap, unsigned form, size_t len)
{
    char nil_text[GUIDON_TEXT_MAX];
    guidon_id nil = guidon_nil(); /* which every form has a text for */

    if (has_trait(form, GUIDON_TRAIT_FIXED_LEN)) {
        snprintf(out, cap, "%zu bytes, where %s has %zu", len,
                 guidon_form_name((guidon_form)form),
                 text_of(nil_text, &nil, form));
    } else {
        snprintf(out, cap, "the number is missing");
    }
}

/* What often stands before or after an id and cannot be seen. False if there is
 * none of it. */
static bool say_edge(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len)
{
    static const char bom[] = "\xef\xbb\xbf";
    size_t at = strchr(" \t\r", text[0]) && text[0] ? 0 : len - 1;
    char shown[16];

    if (len >= 3 && memcmp(text, bom, 3) == 0) {
        snprintf(out, cap, "a byte order mark at offset 0: no id begins so");
        return true;
    }
    if (!text[at] || !strchr(" \t\r", text[at])) {
        return false;
    }
    *bad_at = at;
    show_char(shown, text + at, 1);
    snprintf(out, cap, "%s at offset %zu: no id begins or ends so", shown, at);
    return true;
}

static void say_form(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len, unsigned accept)
{
    unsigned fits[2] = {GUIDON_FORMS, GUIDON_FORMS};
    size_t n = 0;

    for (unsigned form = 0; form < GUIDON_FORMS && n < 2; form++) {
        guidon_id id;

        if ((accept & GUIDON_ACCEPT(form)) &&
            guidon_parse(&id, NULL, text, len, GUIDON_ACCEPT(form), NULL) ==
                GUIDON_OK) {
            fits[n++] = form;
        }
    }
    if (n == 2) {
        snprintf(out, cap, "could be %s or %s: say which with --from",
                 guidon_form_name((guidon_form)fits[0]),
                 guidon_form_name((guidon_form)fits[1]));
    } else if (!say_edge(out, cap, bad_at, text, len)) {
        snprintf(out, cap,
                 "%zu byte%s in no known form: a UUID has 36 or 32, a ULID 26",
                 len, len == 1 ? "" : "s");
    }
}

const char *reason_text(char *out, size_t cap, size_t *bad_at, const char *text,
                        size_t len, unsigned accept, guidon_status status)
{
    unsigned form = form_tried(text, len, accept, status, *bad_at);

    if (len == 0) {
        snprintf(out, cap, "empty");
    } else if (status == GUIDON_E_CHAR) {
        say_char(out, cap, form, text, len, *bad_at);
    } else if (status == GUIDON_E_LENGTH) {
        say_length(out, cap, form, len);
    } else if (status == GUIDON_E_FORM) {
        say_form(out, cap, bad_at, text, len, accept);
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_ULID) {
        snprintf(out, cap,
                 "above the largest ULID, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_NCS) {
        snprintf(out, cap, "address family above 13 at offset %zu", *bad_at);
    } else if (status == GUIDON_E_RANGE) {
        snprintf(out, cap, "a number of 2^128 or more");
    } else {
        snprintf(out, cap, "%s", guidon_status_text(status));
    }
    return out;
}
