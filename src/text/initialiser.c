/* SPDX-License-Identifier: MIT */
/* initialiser.c - reads GUID_X and C as they stand in C source. */
#include "initialiser.h"
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"
#include "hex.h"
#include "parse_error.h"

/* The numbers of an initialiser. `octets` has the width of each. A second pair
 * of braces may begin before the number `inner` and ends after the last. */
struct init_list {
    guidon_form form;
    size_t n;
    size_t inner;
    unsigned char octets[16];
};

static const struct init_list init_guid_x = {
    GUIDON_FORM_GUID_X, 11, 3, {4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}};
static const struct init_list init_c = {
    GUIDON_FORM_C, 16, 16, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

/* A text and the offset up to which it is right. */
struct init_cursor {
    const char *text;
    size_t len;
    size_t at;
};

/* -------------------------------------------------------------- characters */

size_t gdn_init_blank_len(const char *text, size_t len, size_t at)
{
    size_t left = len - at;

    if (left == 0) {
        return 0;
    }
    if (gdn_is_blank(text[at])) {
        return 1;
    }
    if (left >= 2 && memcmp(text + at, "\\\n", 2) == 0) {
        return 2;
    }
    return left >= 3 && memcmp(text + at, "\\\r\n", 3) == 0 ? 3 : 0;
}

static size_t init_after_blanks(const char *text, size_t len, size_t at)
{
    size_t n;

    while ((n = gdn_init_blank_len(text, len, at)) > 0) {
        at += n;
    }
    return at;
}

/* Take the next character if it is `lower`, a lower-case letter or a mark, or
 * the same letter in upper case. */
static bool init_take_here(struct init_cursor *c, char lower)
{
    bool same = c->at < c->len && gdn_to_lower(c->text[c->at]) == lower;

    c->at += same;
    return same;
}

/* The same after blanks. */
static bool init_take(struct init_cursor *c, char lower)
{
    c->at = init_after_blanks(c->text, c->len, c->at);
    return init_take_here(c, lower);
}

/* The digit at the cursor; GDN_NO_DIGIT if none is there. */
static unsigned init_digit(const struct init_cursor *c)
{
    return c->at < c->len ? gdn_hex_value[(unsigned char)c->text[c->at]]
                          : GDN_NO_DIGIT;
}

/* ----------------------------------------------------------------- numbers */

/* Take a suffix: U, L, UL or LU, in either case, or none. */
static void init_take_suffix(struct init_cursor *c)
{
    if (init_take_here(c, 'u')) {
        init_take_here(c, 'l');
    } else if (init_take_here(c, 'l')) {
        init_take_here(c, 'u');
    }
}

/* Take a number of at most n octets, and write it: 0x and at least one digit,
 * or 0 alone. It may have more zeros in front, as in C. */
static bool init_take_number(struct init_cursor *c, unsigned char *octets,
                             size_t n)
{
    uint32_t number = 0;
    bool has_zeros = false;
    size_t digits = 0;

    if (!init_take(c, '0')) {
        return false;
    }
    if (init_take_here(c, 'x')) {
        while (init_take_here(c, '0')) {
            has_zeros = true;
        }
        for (; digits < 2 * n && init_digit(c) != GDN_NO_DIGIT; digits++) {
            number = number << 4 | init_digit(c);
            c->at++;
        }
        if (digits == 0 && !has_zeros) {
            return false;
        }
    }
    for (size_t i = n; i-- > 0; number >>= 8) {
        octets[i] = (unsigned char)number;
    }
    init_take_suffix(c);
    return true;
}

/* ------------------------------------------------------------ initialisers */

/* Take a closing brace, and the comma that may stand before it. */
static bool init_take_end(struct init_cursor *c)
{
    init_take(c, ',');
    return init_take(c, '}');
}

/* Take the whole list. If it is wrong, the cursor is at the first wrong byte or
 * at the end of a text that is too short. */
static bool init_take_list(guidon_id *id, struct init_cursor *c,
                           const struct init_list *list)
{
    unsigned char *octets = id->bytes;
    bool has_inner = false;

    if (!init_take_here(c, '{')) {
        return false;
    }
    for (size_t i = 0; i < list->n; i++) {
        if (i > 0 && !init_take(c, ',')) {
            return false;
        }
        if (i == list->inner) {
            has_inner = init_take(c, '{');
        }
        if (!init_take_number(c, octets, list->octets[i])) {
            return false;
        }
        octets += list->octets[i];
    }
    return (!has_inner || init_take_end(c)) && init_take_end(c);
}

static guidon_status init_read_loose(guidon_id *out, const char *text,
                                     size_t len, size_t *bad_at,
                                     const struct init_list *list)
{
    struct init_cursor c = {text, len, 0};
    guidon_id id;
    bool is_list = init_take_list(&id, &c, list);

    if (is_list && c.at == len) {
        *out = id;
        return GUIDON_OK;
    }
    return gdn_parse_error(
        bad_at, c.at, is_list || c.at == len ? GUIDON_E_LENGTH : GUIDON_E_CHAR);
}

/* The text that Guidon writes is tried first, because most texts are so. */
static guidon_status init_read(guidon_id *out, const char *text, size_t len,
                               size_t *bad_at, const struct init_list *list)
{
    const struct gdn_hex_layout *layout = gdn_forms[list->form].layout;

    return len == layout->len &&
                   gdn_hex_layout()->read(out, text, len, 1, layout) == 1
               ? GUIDON_OK
               : init_read_loose(out, text, len, bad_at, list);
}

guidon_status gdn_guid_x_read(guidon_id *out, const char *text, size_t len,
                              size_t *bad_at)
{
    return init_read(out, text, len, bad_at, &init_guid_x);
}

guidon_status gdn_c_read(guidon_id *out, const char *text, size_t len,
                         size_t *bad_at)
{
    return init_read(out, text, len, bad_at, &init_c);
}

/* -------------------------------------------------------------- the shapes */

bool gdn_is_initialiser(const char *text, size_t len)
{
    struct init_cursor c = {text, len, 1};

    return init_take(&c, '0') && c.at < len && init_digit(&c) == GDN_NO_DIGIT &&
           memchr(text, '-', len) == NULL;
}

guidon_form gdn_initialiser_form(const char *text, size_t len)
{
    struct init_cursor c = {text, len, 1};
    size_t braces = 0, commas = 0, digits = 0;

    for (size_t i = 0; i < len; i++) {
        braces += text[i] == '{';
        commas += text[i] == ',';
    }
    init_take(&c, '0');
    init_take_here(&c, 'x');
    for (; init_digit(&c) != GDN_NO_DIGIT; c.at++) {
        digits++;
    }
    if (braces > 1 || commas == 10 || commas == 11) { /* or a comma more */
        return GUIDON_FORM_GUID_X;
    }
    return commas != 15 && commas != 16 && digits > 2 ? GUIDON_FORM_GUID_X
                                                      : GUIDON_FORM_C;
}
