/* SPDX-License-Identifier: MIT */
/* lenient.c - reads the texts that PostgreSQL and .NET read and Guidon does not
 * write. */
#include "lenient.h"
#include "../core/memory.h"
#include "ascii.h"
#include "hex.h"
#include "initialiser.h"

/* -------------------------------------------------------------- hyphens, signs */

/* The value of a digit; GDN_NO_DIGIT for other characters. */
static unsigned lenient_digit(char c)
{
    return gdn_hex_value[(unsigned char)c];
}

/* Set a digit of an id, whose octets are zero before. */
static void lenient_set_digit(guidon_id *id, size_t digit, unsigned value)
{
    id->bytes[digit / 2] |= (unsigned char)(digit % 2 ? value : value << 4);
}

/* PostgreSQL, uuid_in: 32 digits, with or without a hyphen after each group of
 * four but the last. */
static bool read_groups(guidon_id *id, const char *text, size_t len)
{
    size_t digits = 0;

    for (size_t i = 0; i < len; i++) {
        unsigned value = lenient_digit(text[i]);

        if (value == GDN_NO_DIGIT) {
            if (text[i] != '-' || i == 0 || text[i - 1] == '-' ||
                digits % 4 != 0 || digits == 32) {
                return false;
            }
        } else if (digits == 32) {
            return false;
        } else {
            lenient_set_digit(id, digits++, value);
        }
    }
    return digits == 32;
}

/* Read n digits, the first of which is digit `first` of the id. */
static bool read_digits_of(guidon_id *id, size_t first, const char *text,
                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned value = lenient_digit(text[i]);

        if (value == GDN_NO_DIGIT) {
            return false;
        }
        lenient_set_digit(id, first + i, value);
    }
    return true;
}

/* .NET: the same, but a sign '+', a prefix "0x", or both may stand in place of
 * the first of at least four digits. */
static bool read_signed(guidon_id *id, size_t first, const char *text, size_t n)
{
    size_t i = text[0] == '+';

    if (text[i] == '0' && gdn_to_lower(text[i + 1]) == 'x') {
        i += 2;
    }
    return read_digits_of(id, first + i, text + i, n - i);
}

/* .NET, format D. The last group is two numbers, of which the second has no
 * sign. */
static bool read_signed_groups(guidon_id *id, const char *text, size_t len)
{
    return len == GUIDON_UUID_LEN && text[8] == '-' && text[13] == '-' &&
           text[18] == '-' && text[23] == '-' && read_signed(id, 0, text, 8) &&
           read_signed(id, 8, text + 9, 4) &&
           read_signed(id, 12, text + 14, 4) &&
           read_signed(id, 16, text + 19, 4) &&
           read_signed(id, 20, text + 24, 4) &&
           read_digits_of(id, 24, text + 28, 8);
}

/* Read the text between the marks, as .NET or, if `groups`, as PostgreSQL. */
static bool read_between(guidon_id *out, const char *text, size_t len,
                         bool groups)
{
    guidon_id id = {{0}};

    if (groups && read_groups(&id, text, len)) {
        *out = id;
        return true;
    }
    id = guidon_nil();
    if (read_signed_groups(&id, text, len)) {
        *out = id;
        return true;
    }
    return false;
}

/* --------------------------------------------------------- initialisers */

/* 16 numbers such as "0x+0xffUL", 15 commas and two braces. */
#define DENSE_MAX 161

/* Leave out the blanks. Returns the length, or 0 if more than DENSE_MAX
 * characters are left. */
static size_t without_blanks(char dense[DENSE_MAX], const char *text,
                             size_t len)
{
    size_t n = 0, i = 0;

    while (i < len) {
        size_t blank = gdn_init_blank_len(text, len, i);

        if (blank == 0 && n == DENSE_MAX) {
            return 0;
        }
        if (blank == 0) {
            dense[n++] = text[i];
        }
        i += blank > 0 ? blank : 1;
    }
    return n;
}

/* Does a text begin with "0x", in either case? */
static bool is_prefix(const char *text, size_t len)
{
    return len > 1 && text[0] == '0' && gdn_to_lower(text[1]) == 'x';
}

/* Leave out '+', "0x" or both after the "0x" of each number, which follows a
 * brace or a comma. Returns the length. */
static size_t without_signs(char *text, size_t len)
{
    size_t n = 0, i = 0;

    while (i < len) {
        bool begins = text[i] == '{' || text[i] == ',';

        text[n++] = text[i++];
        if (begins && is_prefix(text + i, len - i)) {
            text[n++] = text[i++];
            text[n++] = text[i++];
            i += i < len && text[i] == '+';
            i += is_prefix(text + i, len - i) ? 2 : 0;
        }
    }
    return n;
}

/* .NET, format X: blanks anywhere, and signs. The rest is as in strict text. */
static bool read_initialiser_as(guidon_id *out, guidon_form form,
                                const char *text, size_t len)
{
    char dense[DENSE_MAX];
    size_t n = without_blanks(dense, text, len);

    return gdn_form_read(out, form, dense, without_signs(dense, n), NULL) ==
           GUIDON_OK;
}

/* --------------------------------------------------------------- all of them */

static bool read_marked_as(guidon_id *out, guidon_form form, const char *text,
                           size_t len)
{
    switch (form) {
    case GUIDON_FORM_UUID: /* 32 digits without a hyphen are HEX */
        return memchr(text, '-', len) && read_between(out, text, len, true);
    case GUIDON_FORM_BRACES:
        return text[0] == '{' && text[len - 1] == '}' &&
               read_between(out, text + 1, len - 2, true);
    case GUIDON_FORM_PARENS:
        return text[0] == '(' && text[len - 1] == ')' &&
               read_between(out, text + 1, len - 2, false);
    default:
        return read_initialiser_as(out, form, text, len);
    }
}

bool gdn_read_lenient(guidon_id *out, guidon_form *form, const char *text,
                      size_t len, uint64_t forms)
{
    static const guidon_form read[] = {GUIDON_FORM_UUID, GUIDON_FORM_BRACES,
                                       GUIDON_FORM_PARENS, GUIDON_FORM_GUID_X,
                                       GUIDON_FORM_C};

    /* The shortest text has more characters than the marks of any form. */
    for (size_t i = 0; len > 2 && i < sizeof read / sizeof read[0]; i++) {
        if (forms & GUIDON_FORM_BIT(read[i]) &&
            read_marked_as(out, read[i], text, len)) {
            *form = read[i];
            return true;
        }
    }
    return false;
}
