/* SPDX-License-Identifier: MIT */
/* slow_scan.c - the ids of a text, by a search at every offset */
#include "slow_scan.h"
#include "slow_text.h"
#include "slow_typeid.h"

#include <ctype.h>
#include <string.h>

/* The longest colour before an id. */
#define COLOUR_MAX 32

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* Are the `n` bytes before `at` equal to `sign` and then hex digits? */
static bool after_coded(const char *text, size_t at, const char *sign, size_t n)
{
    size_t signs = strlen(sign);

    if (at < n || memcmp(text + at - n, sign, signs) != 0) {
        return false;
    }
    for (size_t i = at - n + signs; i < at; i++) {
        if (!isxdigit((unsigned char)text[i])) {
            return false;
        }
    }
    return true;
}

/* Does the letter before `at` end an escape sequence? These are "\n", "\r" and
 * "\t" with a literal backslash, "\u003c", "%2F", and a colour: ESC [, then
 * digits, ';' and ':', then 'm', in at most COLOUR_MAX bytes. */
static bool after_escape(const char *text, size_t at)
{
    size_t i = at - 1;

    if (at >= 2 && text[at - 2] == '\\') {
        return text[i] == 'n' || text[i] == 'r' || text[i] == 't';
    }
    if (after_coded(text, at, "%", 3) || after_coded(text, at, "\\u", 6)) {
        return true;
    }
    if (text[i] != 'm') {
        return false;
    }
    for (size_t digits = 0; i > 0 && text[i - 1] >= '0' && text[i - 1] <= ';';
         i--) {
        digits = text[i - 1] >= ':' ? 0 : digits + 1;
        if (digits > 3) {
            return false;
        }
    }
    return i >= 2 && text[i - 1] == '[' && text[i - 2] == '\033' &&
           at - (i - 2) <= COLOUR_MAX;
}

static bool stands_alone(const char *text, size_t len, size_t at, size_t n)
{
    return at + n <= len && (at + n == len || !is_word(text[at + n])) &&
           (at == 0 || !is_word(text[at - 1]) || after_escape(text, at));
}

static bool one_case(const char *text, bool upper)
{
    for (size_t i = 0; i < 26; i++) {
        if (upper ? text[i] >= 'a' && text[i] <= 'z'
                  : text[i] >= 'A' && text[i] <= 'Z') {
            return false;
        }
    }
    return true;
}

/* Is the id wanted for its form, or as one of 00000000-0000-4000-8000-..., whose
 * number is not 0? */
static bool is_asked_for(const guidon_id *id, bool form_is, unsigned forms)
{
    static const unsigned char head[] = {0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0};
    bool alias = false;

    for (size_t i = 10; i < 16; i++) {
        alias |= id->bytes[i] != 0;
    }
    return form_is || (forms & GUIDON_SCAN_ALIAS && alias &&
                       memcmp(id->bytes, head, sizeof head) == 0);
}

static bool ulid_case_fits(const char *text, unsigned forms)
{
    return (forms & GUIDON_SCAN_ULID && one_case(text, true)) ||
           (forms & GUIDON_SCAN_ULID_LOWER && one_case(text, false));
}

/* A ULID in one case, or GUIDON_E_FORM. */
static struct slow_answer ulid_at(const char *text, unsigned forms)
{
    struct slow_answer as = {.status = GUIDON_E_FORM};

    if (one_case(text, true) || one_case(text, false)) {
        as = slow_read(GUIDON_FORM_ULID, text, 26, false);
    }
    if (as.status == GUIDON_OK &&
        !is_asked_for(&as.id, ulid_case_fits(text, forms), forms)) {
        as.status = GUIDON_E_FORM;
    }
    return as;
}

/* A hex number with a version from 1 to 8 and the variant of RFC 9562. */
static bool has_version_and_variant(const guidon_id *id)
{
    unsigned version = id->bytes[6] >> 4;

    return version >= 1 && version <= 8 && id->bytes[8] >> 6 == 2;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* May the prefix of a TypeID begin here? The letter of "\n" is none of it, nor is the
 * m of a colour. */
static bool begins_prefix(const char *text, size_t at)
{
    return is_small(text[at]) &&
           (at == 0 || !is_word(text[at - 1]) || after_escape(text, at)) &&
           !(at > 0 && text[at - 1] == '\\' && strchr("nrt", text[at])) &&
           !(text[at] == 'm' && after_escape(text, at + 1));
}

/* The length of the TypeID that begins here; 0 if there is none.
 * Letters and '_' in front of a suffix are one prefix, which begins as early as
 * it may. More of them than a prefix may have are none. */
static size_t typeid_at(guidon_id *id, const char *text, size_t len, size_t at)
{
    size_t first = at, end = at;
    struct slow_typeid as;

    while (first > 0 && (is_small(text[first - 1]) || text[first - 1] == '_')) {
        first--;
    }
    while (end < len && (is_small(text[end]) || text[end] == '_')) {
        end++;
    }
    if (end - first > GUIDON_TYPEID_PREFIX_MAX + 1) {
        return 0;
    }
    while (first < at && !begins_prefix(text, first)) {
        first++;
    }
    if (first < at || !begins_prefix(text, at) || len - end < 26 ||
        (end + 26 < len && is_word(text[end + 26]))) {
        return 0;
    }
    as = slow_typeid_read(text + at, end + 26 - at);
    *id = as.id;
    return as.status == GUIDON_OK && at + as.prefix_len + 1 == end
               ? end + 26 - at
               : 0;
}

static size_t length_of(guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID:
        return 36;
    case GUIDON_FORM_ULID:
        return 26;
    case GUIDON_FORM_HEX_0X:
        return 34;
    default:
        return 32;
    }
}

/* A hex id of this form, or GUIDON_E_FORM. */
static struct slow_answer hex_at(guidon_form form, const char *text, size_t len,
                                 size_t at, unsigned forms)
{
    struct slow_answer as = {.status = GUIDON_E_FORM};

    if (stands_alone(text, len, at, length_of(form))) {
        as = slow_read(form, text + at, length_of(form), false);
    }
    if (as.status == GUIDON_OK &&
        (!has_version_and_variant(&as.id) ||
         !is_asked_for(&as.id, forms & GUIDON_SCAN_HEX, forms))) {
        as.status = GUIDON_E_FORM;
    }
    return as;
}

size_t slow_scan(guidon_span *found, size_t most, const char *text, size_t len,
                 unsigned forms)
{
    size_t n = 0;

    for (size_t at = 0; at < len && n < most; at++) {
        struct slow_answer as = {.status = GUIDON_E_FORM};
        guidon_id id;
        size_t typeid_len = typeid_at(&id, text, len, at);

        if (typeid_len > 0 &&
            is_asked_for(&id,
                         forms & GUIDON_SCAN_TYPEID && id.bytes[6] >> 4 == 7 &&
                             id.bytes[8] >> 6 == 2,
                         forms)) {
            found[n++] = (guidon_span){.at = at,
                                       .len = typeid_len,
                                       .form = GUIDON_SPAN_TYPEID,
                                       .id = id};
            at += typeid_len - 1;
            continue;
        }
        if (stands_alone(text, len, at, 36)) {
            as = slow_read(GUIDON_FORM_UUID, text + at, 36, false);
            as.status = is_asked_for(&as.id, forms & GUIDON_SCAN_UUID, forms)
                            ? as.status
                            : GUIDON_E_FORM;
        }
        if (as.status != GUIDON_OK && stands_alone(text, len, at, 26)) {
            as = ulid_at(text + at, forms);
        }
        if (as.status != GUIDON_OK) {
            as = hex_at(GUIDON_FORM_HEX, text, len, at, forms);
        }
        if (as.status != GUIDON_OK) {
            as = hex_at(GUIDON_FORM_HEX_0X, text, len, at, forms);
        }
        if (as.status == GUIDON_OK) {
            found[n++] = (guidon_span){.at = at,
                                       .len = length_of(as.form),
                                       .form = as.form,
                                       .id = as.id};
        }
    }
    return n;
}
