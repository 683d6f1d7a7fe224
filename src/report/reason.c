/* SPDX-License-Identifier: MIT */
/* reason.c - says in a sentence why guidon_parse does not read a text. */
#include "../core/memory.h"
#include "../core/sentence.h"
#include "../text/ascii.h"
#include "../text/forms.h"

#include <guidon/typeid.h>

/* What is said about: the text, what guidon_parse found, and the sentence. */
struct reason {
    struct gdn_sentence words;
    const char *text;
    size_t len;
    guidon_accept accept;
    unsigned flags;
    guidon_status status;
    size_t bad_at;
    guidon_form form; /* the text was taken for it; or GDN_NO_FORM */
    struct gdn_input
        input; /* the text without the blanks that were passed over */
};

static bool reason_trait(unsigned form, unsigned trait)
{
    return (guidon_form_traits((guidon_form)form) & trait) != 0;
}

/* ------------------------------------------------------------ characters */

/* The code point of a character of UTF-8 of `n` bytes that begins at bytes[0], of
 * which `len` follow; 0 if there is none (RFC 3629, section 4). */
static uint32_t reason_point(const unsigned char *bytes, size_t len, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t point = bytes[0] & (0xffu >> (n + 1));

    for (size_t i = 1; i < n; i++) {
        if (i >= len || (bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
        point = point << 6 | (bytes[i] & 0x3f);
    }
    return point < least[n] || point > 0x10ffff || point >> 11 == 0x1b ? 0
                                                                       : point;
}

/* Add the character at an offset in printable ASCII: 'O', a space, U+00E9, or byte
 * 0xff if it is not UTF-8. */
static void add_character(struct reason *to, size_t at)
{
    static const char lower[] = "0123456789abcdef",
                      upper[] = "0123456789ABCDEF";
    const unsigned char *bytes = (const unsigned char *)to->text + at;
    const unsigned char first = bytes[0];
    const size_t n = first < 0xc0   ? 1
                     : first < 0xe0 ? 2
                     : first < 0xf0 ? 3
                     : first < 0xf8 ? 4
                                    : 1;
    const uint32_t point = n > 1 ? reason_point(bytes, to->len - at, n) : 0;

    if (first == ' ') {
        gdn_add(&to->words, "a space");
    } else if (first > ' ' && first <= '~') {
        gdn_add_bytes(&to->words, (const char[]){'\'', (char)first, '\''}, 3);
    } else if (point) {
        gdn_add(&to->words, "U+");
        gdn_add_hex(&to->words, point,
                    point > 0xfffff  ? 6
                    : point > 0xffff ? 5
                                     : 4,
                    upper);
    } else {
        gdn_add(&to->words, "byte 0x");
        gdn_add_hex(&to->words, first, 2, lower);
    }
}

/* Add "'O' at offset 34". */
static void add_place(struct reason *to, size_t at)
{
    add_character(to, at);
    gdn_add(&to->words, " at offset ");
    gdn_add_number(&to->words, at);
}

/* Add "1 byte" or "36 bytes". */
static void add_length(struct reason *to, size_t len)
{
    gdn_add_number(&to->words, len);
    gdn_add(&to->words, len == 1 ? " byte" : " bytes");
}

/* ------------------------------------------------------- forms by their names */

/* Add the names of some forms: "base58, base62 or shortuuid". */
static void add_names(struct reason *to, uint64_t forms)
{
    const char *between = "";

    for (unsigned form = 0; forms >> form; form++) {
        if (forms >> form & 1) {
            if (*between) {
                between = forms >> form >> 1 ? ", " : " or ";
            }
            gdn_add(&to->words, between);
            gdn_add(&to->words, guidon_form_name((guidon_form)form));
            between = ", ";
        }
    }
}

/* The forms that are not accepted and would read the text: the one that needs no name,
 * or those that need theirs. */
static uint64_t forms_not_accepted(const struct reason *about)
{
    uint64_t forms = 0, unnamed;
    guidon_id id;

    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        const uint64_t bit = GUIDON_FORM_BIT(form);

        if (!(about->input.forms & bit) &&
            !reason_trait(form, GUIDON_TRAIT_VARIANT) &&
            guidon_parse(
                &id, NULL, about->text, about->len, GUIDON_ACCEPT_FORMS(bit),
                about->flags & GUIDON_PARSE_LENIENT, NULL) == GUIDON_OK) {
            forms |= bit;
        }
    }
    unnamed = forms & GUIDON_ANY_FORMS;
    return unnamed ? unnamed : forms;
}

static void say_could_be(struct reason *to, uint64_t forms)
{
    gdn_add(&to->words, "the text could be ");
    add_names(to, forms);
}

/* --------------------------------------------------- a text in no known form */

static bool is_word(const struct reason *about, size_t at)
{
    const char c = at < about->len ? about->text[at] : '\0';

    return gdn_is_digit(c) || gdn_is_lower(gdn_to_lower(c));
}

/* Does a TypeID end with the 26 characters at an offset? Sets `*from` to the offset
 * of its prefix. */
static bool reason_typeid(size_t *from, const struct reason *about, size_t at)
{
    size_t begin = at;
    guidon_id id;

    /* Behind the longest prefix and its '_', nothing can be a TypeID. */
    while (begin > 0 && at - begin <= GUIDON_TYPEID_PREFIX_MAX + 1 &&
           (gdn_is_lower(about->text[begin - 1]) ||
            about->text[begin - 1] == '_')) {
        begin--;
    }
    *from = begin;
    return begin < at && at - begin <= GUIDON_TYPEID_PREFIX_MAX + 1 &&
           !is_word(about, begin - 1) &&
           guidon_typeid_parse(&id, NULL, about->text + begin,
                               at + GUIDON_ULID_LEN - begin, NULL) == GUIDON_OK;
}

/* Find a UUID, a ULID in upper case or a TypeID with a prefix that is a whole word of
 * the text. */
static bool find_inside(size_t *found, const struct reason *about)
{
    const guidon_accept ulid = GUIDON_ACCEPT(GUIDON_FORM_ULID);
    guidon_id id;

    for (size_t at = 0; at + GUIDON_ULID_LEN <= about->len; at++) {
        const char *text = about->text + at;

        if (!is_word(about, at) || (at > 0 && is_word(about, at - 1))) {
            continue;
        }
        *found = at;
        if (about->len - at >= GUIDON_UUID_LEN &&
            !is_word(about, at + GUIDON_UUID_LEN) &&
            guidon_uuid_parse(&id, text, GUIDON_UUID_LEN, NULL) == GUIDON_OK) {
            return true;
        }
        if (!is_word(about, at + GUIDON_ULID_LEN) &&
            (guidon_parse(&id, NULL, text, GUIDON_ULID_LEN, ulid,
                          GUIDON_PARSE_EXACT_CASE, NULL) == GUIDON_OK ||
             reason_typeid(found, about, at))) {
            return true;
        }
    }
    return false;
}

/* Find the first byte that is not ASCII, as all characters of ids are. */
static bool find_foreign(size_t *found, const struct reason *about)
{
    size_t at = 0;

    while (at < about->len && (unsigned char)about->text[at] < 0x80) {
        at++;
    }
    *found = at;
    return at < about->len;
}

/* Does the text begin with a byte order mark or a blank, or is it ASCII and ends with a
 * blank? Sets `*found` to its offset. */
static bool find_edge(size_t *found, const struct reason *about)
{
    const struct gdn_input *input = &about->input;
    const size_t before = input->len ? (size_t)(input->text - about->text) : 0;

    *found = before;
    if (input->len == 0 || gdn_is_blank(input->text[0]) ||
        (input->len >= 3 && memcmp(input->text, "\xef\xbb\xbf", 3) == 0)) {
        return input->len > 0;
    }
    if (find_foreign(found, about)) {
        return false;
    }
    *found = before + input->len - 1;
    return gdn_is_blank(input->text[input->len - 1]);
}

/* Say that the character at an offset is none of an id. */
static void say_stranger(struct reason *to, size_t at)
{
    if (to->len - at >= 3 && memcmp(to->text + at, "\xef\xbb\xbf", 3) == 0) {
        gdn_add(&to->words, "byte order mark at offset ");
        gdn_add_number(&to->words, at);
        gdn_add(&to->words, " (expected an id)");
    } else {
        add_place(to, at);
        gdn_add(&to->words, " is not part of an id");
    }
}

/* Does the text end as a TypeID with a prefix does: with '_' and 26 characters? */
static bool ends_as_typeid(const struct reason *about)
{
    return about->len > GUIDON_ULID_LEN + 1 &&
           about->text[about->len - GUIDON_ULID_LEN - 1] == '_';
}

static void say_no_form(struct reason *to)
{
    const bool is_any =
        (to->accept.forms & GUIDON_ANY_FORMS) == GUIDON_ANY_FORMS;

    add_length(to, to->len);
    if (ends_as_typeid(to)) {
        gdn_add(&to->words, " in no known form (the text ends as a TypeID)");
    } else if (is_any) {
        gdn_add(&to->words,
                " in no known form (a UUID has 36 or 32, a ULID 26)");
    } else {
        gdn_add(&to->words, " in no accepted form (expected ");
        add_names(to, to->input.forms);
        gdn_add(&to->words, ")");
    }
}

/* No form was tried, because none that is accepted has the shape of the text. */
static void say_form(struct reason *to)
{
    const uint64_t others = forms_not_accepted(to);
    size_t at;

    if (others) {
        say_could_be(to, others);
        gdn_add(&to->words, ", but accept names other forms");
    } else if (find_edge(&at, to)) {
        say_stranger(to, at);
    } else if (!ends_as_typeid(to) && find_inside(&at, to)) {
        add_length(to, to->len);
        gdn_add(&to->words, " of text with an id at offset ");
        gdn_add_number(&to->words, at);
        gdn_add(&to->words, " (expected an id alone)");
    } else if (find_foreign(&at, to)) {
        say_stranger(to, at);
    } else {
        say_no_form(to);
    }
}

/* ------------------------------------------------------- an error of a form */

/* The character that all texts of a form have at an offset, or NUL. The octets of the
 * three ids differ. Max has no NCS text, so no character of NCS is found. */
static char separator_at(unsigned form, size_t at)
{
    guidon_id ids[3] = {guidon_nil(), guidon_max(), guidon_nil()};
    char texts[3][GUIDON_TEXT_MAX];
    size_t len = 0;

    memset(ids[2].bytes, 0x5a, sizeof ids[2].bytes);
    for (unsigned i = 0; i < 3; i++) {
        size_t longer;

        if (guidon_format(texts[i], GUIDON_TEXT_MAX, &longer, &ids[i],
                          (guidon_form)form) != GUIDON_OK) {
            return '\0';
        }
        len = i == 0 || longer < len ? longer : len;
    }
    return at < len && texts[0][at] == texts[1][at] &&
                   texts[0][at] == texts[2][at]
               ? texts[0][at]
               : '\0';
}

/* Say that there is none of the characters of the form: "is not a hexadecimal digit
 * (expected 0-9, a-f)". */
static void say_not_of(struct reason *to)
{
    const char *words = guidon_form_alphabet(to->form);
    const char *list = memchr(words, '(', strlen(words));
    const size_t before = list ? (size_t)(list - words) + 1 : strlen(words);

    gdn_add(&to->words, " is not a ");
    gdn_add_bytes(&to->words, words, before);
    gdn_add(&to->words, "expected ");
    gdn_add(&to->words, words + before);
}

/* Is the text right but for GUIDON_PARSE_EXACT_CASE? */
static bool is_wrong_case(const struct reason *about)
{
    guidon_id id;

    return about->flags & GUIDON_PARSE_EXACT_CASE &&
           guidon_parse(&id, NULL, about->text, about->len, about->accept,
                        about->flags & ~GUIDON_PARSE_EXACT_CASE,
                        NULL) == GUIDON_OK;
}

static void say_char(struct reason *to)
{
    const size_t before = (size_t)(to->input.text - to->text);
    const char separator = separator_at(to->form, to->bad_at - before);

    add_place(to, to->bad_at);
    if (is_wrong_case(to)) {
        gdn_add(&to->words, " is in the wrong case");
    } else if (separator) {
        gdn_add(&to->words, " is not '");
        gdn_add_bytes(&to->words, &separator, 1);
        gdn_add(&to->words, "'");
    } else {
        say_not_of(to);
    }
}

/* Explain a wrong initialiser. It has blanks and numbers of several lengths, so its
 * error does not name a separator. */
static void say_initialiser(struct reason *to)
{
    const char *name = guidon_form_name(to->form);
    const bool is_early = to->bad_at == to->len;

    if (is_early) {
        gdn_add(&to->words, "the text ends too early for ");
    } else {
        add_place(to, to->bad_at);
        gdn_add(&to->words, to->status == GUIDON_E_LENGTH
                                ? " comes after the end of "
                                : " is wrong in ");
    }
    gdn_add(&to->words, name);
    if (is_early || to->status != GUIDON_E_LENGTH) {
        gdn_add(&to->words, to->form == GUIDON_FORM_C
                                ? " (expected 16 bytes: {0x01, 0x02, ...})"
                                : " (expected {0x01234567, 0x89ab, 0xcdef, "
                                  "{0x01, ...}})");
    }
}

static void say_length(struct reason *to)
{
    guidon_id id;
    size_t at;

    if (find_edge(&at, to) &&
        guidon_parse(&id, NULL, to->text, to->len, to->accept,
                     to->flags | GUIDON_PARSE_LENIENT, NULL) == GUIDON_OK) {
        say_stranger(to, at);
    } else if (find_foreign(&at, to)) {
        say_stranger(to, at);
    } else if (reason_trait(to->form, GUIDON_TRAIT_FIXED_LEN)) {
        add_length(to, to->input.len);
        gdn_add(&to->words, " is the wrong length for ");
        gdn_add(&to->words, guidon_form_name(to->form));
        gdn_add(&to->words, " (expected ");
        gdn_add_number(&to->words, guidon_form_len(to->form));
        gdn_add(&to->words, ")");
    } else if (to->form == GUIDON_FORM_INT64X2) {
        gdn_add(&to->words, "the text ends too early (expected two numbers, "
                            "such as 12:-34)");
    } else {
        gdn_add(&to->words, "no digits (expected a number)");
    }
}

static void say_range(struct reason *to)
{
    const char *before = NULL, *after = "the number is 2^128 or more";

    switch (to->form) {
    case GUIDON_FORM_ULID:
        after = "above the largest ULID, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
        break;
    case GUIDON_FORM_NCS:
        before = "the address family";
        after = " is above 13";
        break;
    case GUIDON_FORM_NCNAME58:
        after = "the base58 digits are not those of 15 bytes";
        break;
    case GUIDON_FORM_INT64X2:
        before = "the number";
        after = " is outside -2^63 to 2^63 - 1";
        break;
    case GUIDON_FORM_Z85:
        before = "the five digits";
        after = " are 2^32 or more";
        break;
    case GUIDON_FORM_BASE62ID:
        after = "the digits are not those of the bits 10 and an id";
        break;
    default:
        break;
    }
    if (before) {
        gdn_add(&to->words, before);
        gdn_add(&to->words, " at offset ");
        gdn_add_number(&to->words, to->bad_at);
    }
    gdn_add(&to->words, after);
}

/* Explain the error of the form that the text was taken for, and name the other forms
 * that the text could have. */
static void say_tried(struct reason *to)
{
    const uint64_t others = forms_not_accepted(to);

    if (to->form == GUIDON_FORM_C || to->form == GUIDON_FORM_GUID_X) {
        say_initialiser(to);
    } else if (to->status == GUIDON_E_CHAR) {
        say_char(to);
    } else if (to->status == GUIDON_E_LENGTH) {
        say_length(to);
    } else {
        say_range(to);
    }
    if (others) {
        gdn_add(&to->words, "; ");
        say_could_be(to, others);
    }
}

/* -------------------------------------------------------------- the sentence */

static void say_reason(struct reason *to)
{
    if (to->status == GUIDON_E_ARGUMENT) {
        gdn_add(&to->words, "accept names no form, or a bit is unknown");
    } else if (to->input.len == 0) {
        gdn_add(&to->words, to->len == 0 ? "empty (expected an id)"
                                         : "only blanks (expected an id)");
    } else if (to->status == GUIDON_E_AMBIGUOUS) {
        say_could_be(to, guidon_parse_candidates(to->text, to->len, to->accept,
                                                 to->flags)
                             .forms);
        gdn_add(&to->words, "; name the form");
    } else if (to->form == GDN_NO_FORM) {
        say_form(to);
    } else {
        say_tried(to);
    }
}

guidon_status guidon_parse_reason(char *out, size_t out_cap, size_t *out_len,
                                  const char *text, size_t len,
                                  guidon_accept accept, unsigned flags)
{
    char room[GUIDON_REASON_MAX];
    struct reason about = {
        .words = {room, sizeof room, 0},
        .text = text,
        .len = len,
        .accept = accept,
        .flags = flags,
    };
    guidon_id id;

    about.status =
        guidon_parse(&id, NULL, text, len, accept, flags, &about.bad_at);
    if (about.status != GUIDON_OK) {
        about.form = gdn_form_tried(&about.input, text, len, accept, flags);
        say_reason(&about);
    }
    return gdn_give_sentence(out, out_cap, out_len, &about.words);
}
