/* SPDX-License-Identifier: MIT */
/* reason.c - the reason why a text is not an id, with the expected text. */
#include "reason.h"
#include "scanner.h"
#include "utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Write the character at text[0] in printable ASCII. */
static void show_char(char out[REASON_CHAR_MAX], const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t n;
    unsigned point = utf8_point(&n, text, len);

    if (bytes[0] == ' ') {
        snprintf(out, 16, "a space");
    } else if (bytes[0] > ' ' && bytes[0] <= '~') {
        memcpy(out, (char[]){'\'', text[0], '\'', '\0'}, 4);
    } else if (n > 1) {
        snprintf(out, 16, "U+%04X", point);
    } else {
        snprintf(out, 16, "byte 0x%02x", bytes[0]);
    }
}

const char *reason_char(char out[REASON_CHAR_MAX], const char *text, size_t len)
{
    show_char(out, text, len);
    return out;
}

bool reason_is_typeid(const char *text, size_t len)
{
    return len > GUIDON_ULID_LEN + 1 && text[len - GUIDON_ULID_LEN - 1] == '_';
}

static bool has_trait(unsigned form, unsigned trait)
{
    return (guidon_form_traits((guidon_form)form) & trait) != 0;
}

/* The GUIDON_ACCEPT bits of a form and of its case variant. */
static uint64_t with_case_variant(unsigned form)
{
    if (form > 0 && has_trait(form, GUIDON_TRAIT_VARIANT)) {
        return GUIDON_ACCEPT(form) | GUIDON_ACCEPT(form - 1);
    }
    return has_trait(form + 1, GUIDON_TRAIT_VARIANT)
               ? GUIDON_ACCEPT(form) | GUIDON_ACCEPT(form + 1)
               : GUIDON_ACCEPT(form);
}

/* The form that guidon_parse took the text for: without this form the status or
 * the offset would differ. GUIDON_FORMS if no form makes a difference. */
static unsigned form_tried(const char *text, size_t len, uint64_t accept,
                           guidon_status status, size_t bad_at)
{
    unsigned form = 0;

    for (; form < GUIDON_FORMS; form++) {
        uint64_t others = accept & ~with_case_variant(form);
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

/* Write the text of an id in a form. Returns its length; 0 if the id has no
 * such text. */
static size_t text_of(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                      unsigned form)
{
    size_t len = 0;

    return guidon_format(out, GUIDON_TEXT_MAX, &len, id, (guidon_form)form) ==
                   GUIDON_OK
               ? len
               : 0;
}

/* Find the separators of a form: the characters that the texts of Nil, Max and
 * a third id have in common. Max has no NCS text, so the separators of NCS are not
 * found. */
static void find_separators(char out[GUIDON_TEXT_MAX], unsigned form)
{
    char nil_text[GUIDON_TEXT_MAX], max_text[GUIDON_TEXT_MAX];
    char other_text[GUIDON_TEXT_MAX];
    guidon_id nil = guidon_nil(), max = guidon_max(), other = guidon_max();
    size_t nil_len = text_of(nil_text, &nil, form);
    size_t max_len = text_of(max_text, &max, form);

    memset(other.bytes, 0x5a, sizeof other.bytes);
    text_of(other_text, &other, form);
    for (size_t i = 0; i < nil_len && i < max_len; i++) {
        out[i] = nil_text[i] == max_text[i] && nil_text[i] == other_text[i]
                     ? nil_text[i]
                     : '\0';
    }
}

/* The separator that is expected at `bad_at`, or NUL if a letter is expected.
 * Each form is formatted once, because an input may have millions of errors. */
static char separator_at(unsigned form, size_t bad_at)
{
    static struct {
        bool found;
        char at[GUIDON_TEXT_MAX];
    } separators[GUIDON_FORMS];

    if (form >= GUIDON_FORMS || bad_at >= GUIDON_TEXT_MAX) {
        return '\0';
    }
    if (!separators[form].found) {
        find_separators(separators[form].at, form);
        separators[form].found = true;
    }
    return separators[form].at[bad_at];
}

/* Say that no letter of the form was found: "'O' at offset 34 is not a
 * hexadecimal digit (expected 0-9, a-f)". */
static void say_letter(char *out, size_t cap, unsigned form, const char *shown,
                       size_t bad_at)
{
    /* The forms of hex digits may be too alike to know the form. */
    const char *words = guidon_form_alphabet(
        form < GUIDON_FORMS ? (guidon_form)form : GUIDON_FORM_UUID);
    size_t name = strcspn(words, "(") + 1; /* "hexadecimal digit (" */

    snprintf(out, cap, "%s at offset %zu is not a %.*sexpected %s", shown,
             bad_at, (int)name, words, words + name);
}

static void say_char(char *out, size_t cap, unsigned form, const char *text,
                     size_t len, size_t bad_at)
{
    char shown[16];
    char separator = separator_at(form, bad_at);

    show_char(shown, text + bad_at, len - bad_at);
    if (separator) {
        snprintf(out, cap, "%s at offset %zu is not '%c'", shown, bad_at,
                 separator);
    } else {
        say_letter(out, cap, form, shown, bad_at);
    }
}

static bool is_initialiser(unsigned form)
{
    return form == GUIDON_FORM_C || form == GUIDON_FORM_GUID_X;
}

/* Explain a wrong initialiser. It has blanks and numbers of several lengths, so
 * its error does not name a separator. */
static void say_initialiser(char *out, size_t cap, unsigned form,
                            const char *text, size_t len, guidon_status status,
                            size_t bad_at)
{
    const char *name = guidon_form_name((guidon_form)form);
    const char *like = form == GUIDON_FORM_C
                           ? "16 bytes: {0x01, 0x02, ...}"
                           : "{0x01234567, 0x89ab, 0xcdef, {0x01, ...}}";
    char shown[REASON_CHAR_MAX];

    if (bad_at == len) {
        snprintf(out, cap, "ends too early for %s (expected %s)", name, like);
        return;
    }
    show_char(shown, text + bad_at, len - bad_at);
    if (status == GUIDON_E_LENGTH) {
        snprintf(out, cap, "%s at offset %zu comes after the end of %s", shown,
                 bad_at, name);
    } else {
        snprintf(out, cap, "%s at offset %zu is wrong in %s (expected %s)",
                 shown, bad_at, name, like);
    }
}

static void say_length(char *out, size_t cap, unsigned form, size_t len)
{
    char nil_text[GUIDON_TEXT_MAX];
    guidon_id nil = guidon_nil(); /* has a text in every form */

    if (has_trait(form, GUIDON_TRAIT_FIXED_LEN)) {
        snprintf(out, cap,
                 "%zu byte%s is the wrong length for %s (expected %zu)", len,
                 len == 1 ? "" : "s", guidon_form_name((guidon_form)form),
                 text_of(nil_text, &nil, form));
    } else if (form == GUIDON_FORM_INT64X2) {
        snprintf(out, cap,
                 "the text ends early (expected two numbers, such as 12:-34)");
    } else {
        snprintf(out, cap, "no digits (expected a number)");
    }
}

/* Name an invisible character before or after the id. False if it has none. */
static bool say_edge(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len)
{
    static const char bom[] = "\xef\xbb\xbf";
    size_t at = strchr(" \t\r", text[0]) && text[0] ? 0 : len - 1;
    char shown[16];

    if (len >= 3 && memcmp(text, bom, 3) == 0) {
        snprintf(out, cap, "byte order mark at offset 0 (expected an id)");
        return true;
    }
    if (!text[at] || !strchr(" \t\r", text[at])) {
        return false;
    }
    *bad_at = at;
    show_char(shown, text + at, 1);
    snprintf(out, cap, "%s at offset %zu is not part of an id", shown, at);
    return true;
}

static bool is_printable(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && text[n] >= ' ' && text[n] <= '~') {
        n++;
    }
    return n == len;
}

/* Name an encoding or line end that makes many ids one text, such as UTF-16.
 * False if the text has none. */
static bool say_file(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len)
{
    const char *cr = memchr(text, '\r', len);

    if (utf8_is_utf16(text, len)) {
        *bad_at = 0;
        snprintf(out, cap, "%s", UTF16_HINT);
        return true;
    }
    if (!cr || cr == text || cr == text + len - 1 || cr[1] == '\n' ||
        !is_printable(text, (size_t)(cr - text))) {
        return false;
    }
    *bad_at = (size_t)(cr - text);
    snprintf(out, cap,
             "a carriage return at offset %zu ends the line (expected line "
             "feeds: tr '\\r' '\\n')",
             *bad_at);
    return true;
}

/* Write the names of some forms, bits of GUIDON_ACCEPT, as "base58, base62 or
 * shortuuid", with `before` in front of each. Returns how many bytes it takes. */
static size_t say_names(char *out, size_t cap, uint64_t forms,
                        const char *before)
{
    size_t at = 0;

    for (unsigned form = 0; forms >> form && at < cap; form++) {
        if (forms >> form & 1) {
            at += (size_t)snprintf(out + at, cap - at, "%s%s%s",
                                   at == 0              ? ""
                                   : forms >> form >> 1 ? ", "
                                                        : " or ",
                                   before, guidon_form_name((guidon_form)form));
        }
    }
    return at < cap ? at : cap - 1;
}

/* Several forms may be meant, or one that is read only by its name. */
static void say_ambiguous(char *out, size_t cap, const char *text, size_t len,
                          uint64_t accept)
{
    const uint64_t forms = guidon_parse_candidates(text, len, accept);
    size_t at = (size_t)snprintf(out, cap, "the text could be ");

    at += say_names(out + at, cap - at, forms, "");
    at += (size_t)snprintf(out + at, cap - at, "; give ");
    if (at < cap) {
        say_names(out + at, cap - at, forms, "--from ");
    }
}

/* Add to the error of a form the forms that could read the text. */
static void say_others(char *out, size_t cap, const char *text, size_t len)
{
    const uint64_t forms =
        guidon_parse_candidates(text, len, GUIDON_ACCEPT_ANY);
    size_t at = strlen(out);

    if (forms) {
        at += (size_t)snprintf(out + at, cap - at, "; the text could be ");
    }
    if (forms && at < cap) {
        say_names(out + at, cap - at, forms, "");
    }
}

/* The text may be a line of a log, or another text with ids inside. */
static bool say_id_inside(char *out, size_t cap, const char *text, size_t len)
{
    struct scanner scanner = {.forms = SCAN_UUID | SCAN_ULID | SCAN_TYPEID};
    struct match match;

    scanner_piece(&scanner, text, 0, len, true);
    if (!scanner_next(&match, &scanner)) {
        return false;
    }
    snprintf(
        out, cap,
        "%zu bytes of text with an id at offset %zu (expected an id alone; "
        "'guidon scan' finds ids in text)",
        len, match.at);
    return true;
}

/* No form was tried, because none has the shape of the text. */
static void say_form(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len)
{
    if (reason_is_typeid(text, len)) {
        snprintf(out, cap,
                 "%zu bytes in no known form (read TypeIDs with --from typeid)",
                 len);
    } else if (!say_edge(out, cap, bad_at, text, len) &&
               !say_id_inside(out, cap, text, len)) {
        snprintf(out, cap,
                 "%zu byte%s in no known form (a UUID has 36 or 32, a ULID 26)",
                 len, len == 1 ? "" : "s");
    }
}

/* Explain the error of the form that guidon_parse took the text for. */
static void say_tried(char *out, size_t cap, unsigned form, const char *text,
                      size_t len, guidon_status status, size_t bad_at)
{
    if (is_initialiser(form)) {
        say_initialiser(out, cap, form, text, len, status, bad_at);
    } else if (status == GUIDON_E_CHAR) {
        say_char(out, cap, form, text, len, bad_at);
    } else if (status == GUIDON_E_LENGTH) {
        say_length(out, cap, form, len);
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_ULID) {
        snprintf(out, cap,
                 "above the largest ULID, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_NCS) {
        snprintf(out, cap, "the address family at offset %zu is above 13",
                 bad_at);
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_NCNAME58) {
        snprintf(out, cap, "the base58 digits are not those of 15 bytes");
    } else if (status == GUIDON_E_RANGE && form == GUIDON_FORM_INT64X2) {
        snprintf(out, cap,
                 "the number at offset %zu is outside -2^63 to 2^63 - 1",
                 bad_at);
    } else if (status == GUIDON_E_RANGE) {
        snprintf(out, cap, "the number is 2^128 or more");
    } else {
        snprintf(out, cap, "%s", guidon_status_text(status));
    }
}

const char *reason_text(char *out, size_t cap, size_t *bad_at, const char *text,
                        size_t len, uint64_t accept, guidon_status status)
{
    if (len == 0) {
        snprintf(out, cap, "empty (expected an id)");
    } else if (say_file(out, cap, bad_at, text, len)) {
        return out;
    } else if (status == GUIDON_E_FORM) {
        say_form(out, cap, bad_at, text, len);
    } else if (status == GUIDON_E_AMBIGUOUS) {
        say_ambiguous(out, cap, text, len, accept);
    } else {
        say_tried(out, cap, form_tried(text, len, accept, status, *bad_at),
                  text, len, status, *bad_at);
        if (status == GUIDON_E_CHAR) {
            say_others(out, cap, text, len);
        }
    }
    return out;
}
