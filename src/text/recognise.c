/* SPDX-License-Identifier: MIT */
/* recognise.c - which of the accepted forms a text has; reads it as that. */
#include "ascii.h"
#include "forms.h"
#include "parse_error.h"

#include <guidon/text.h>
#include <stdbool.h>
#include <string.h>

struct subject {
    const char *text;
    size_t len;
    unsigned forms; /* accepted, each pair of cases folded into one */
    bool lenient;
};

/* ------------------------------------------------------------- the question */

/* Forms that differ from the one before them only in the case they write. */
#define TWINS                                                                  \
  (GUIDON_ACCEPT(GUIDON_FORM_UUID_UPPER) |                                     \
   GUIDON_ACCEPT(GUIDON_FORM_HEX_UPPER) |                                      \
   GUIDON_ACCEPT(GUIDON_FORM_ULID_LOWER))
_Static_assert(GUIDON_FORM_UUID_UPPER == GUIDON_FORM_UUID + 1 &&
                   GUIDON_FORM_HEX_UPPER == GUIDON_FORM_HEX + 1 &&
                   GUIDON_FORM_ULID_LOWER == GUIDON_FORM_ULID + 1,
               "a twin is one bit above the form that reads it");

static unsigned fold(unsigned forms)
{
    return (forms | (forms & TWINS) >> 1) & ~TWINS;
}

static bool accepts(const struct subject *s, guidon_form form)
{
    return (s->forms & GUIDON_ACCEPT(form)) != 0;
}

static bool only_one(guidon_form *form, const struct subject *s)
{
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if (s->forms == GUIDON_ACCEPT(i)) {
            *form = (guidon_form)i;
            return true;
        }
    }
    return false;
}

/* --------------------------------------------------------- length and marks */

/* `prefix` is lower case and read in either. */
static bool begins(const struct subject *s, const char *prefix)
{
    for (size_t i = 0; prefix[i]; i++) {
        if (i == s->len || gdn_to_lower(s->text[i]) != prefix[i]) {
            return false;
        }
    }
    return true;
}

static bool is_urn(const struct subject *s)
{
    return begins(s, "urn:uuid:");
}

static bool is_urn_oid(const struct subject *s)
{
    return begins(s, "urn:oid:");
}

static bool is_oid(const struct subject *s)
{
    return begins(s, "2.25.");
}

/* Both initialisers of C source; .NET's has a second brace inside. */
static bool is_source(const struct subject *s)
{
    return begins(s, "{0x") && s->text[2] == 'x';
}

static bool has_inner_brace(const struct subject *s)
{
    return memchr(s->text + 1, '{', s->len - 1) != NULL;
}

static bool is_c(const struct subject *s)
{
    return is_source(s) && !has_inner_brace(s);
}

static bool is_guid_x(const struct subject *s)
{
    return is_source(s) && has_inner_brace(s);
}

static bool is_braces(const struct subject *s)
{
    return begins(s, "{") && !is_source(s);
}

static bool is_parens(const struct subject *s)
{
    return begins(s, "(");
}

static bool is_ulid(const struct subject *s)
{
    size_t letters = 0;

    if (!s->lenient) {
        return s->len == GUIDON_ULID_LEN;
    }
    for (size_t i = 0; i < s->len && letters <= GUIDON_ULID_LEN; i++) {
        letters += s->text[i] != '-';
    }
    return letters == GUIDON_ULID_LEN;
}

static bool is_ncs(const struct subject *s)
{
    return s->len == GUIDON_UUID_LEN && s->text[12] == '.' &&
           s->text[15] == '.';
}

static bool is_all_digits(const struct subject *s)
{
    size_t i = 0;

    while (i < s->len && gdn_is_digit(s->text[i])) {
        i++;
    }
    return i == s->len;
}

/* A UUID has dashes, right or wrong; a number of its length has none. */
static bool is_uuid(const struct subject *s)
{
    return s->len == GUIDON_UUID_LEN &&
           !(accepts(s, GUIDON_FORM_INT) && is_all_digits(s));
}

static bool is_hex(const struct subject *s)
{
    return s->len == 32;
}

/* The first accepted form whose shape the text has. */
static bool has_shape(guidon_form *form, const struct subject *s)
{
    static const struct {
        guidon_form form;
        bool (*fits)(const struct subject *s);
    } shapes[] = {
        {GUIDON_FORM_URN, is_urn},       {GUIDON_FORM_URN_OID, is_urn_oid},
        {GUIDON_FORM_OID, is_oid},       {GUIDON_FORM_C, is_c},
        {GUIDON_FORM_GUID_X, is_guid_x}, {GUIDON_FORM_BRACES, is_braces},
        {GUIDON_FORM_PARENS, is_parens}, {GUIDON_FORM_ULID, is_ulid},
        {GUIDON_FORM_NCS, is_ncs},       {GUIDON_FORM_UUID, is_uuid},
        {GUIDON_FORM_HEX, is_hex},
    };

    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (accepts(s, shapes[i].form) && shapes[i].fits(s)) {
            *form = shapes[i].form;
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------- the reading */

static guidon_status read_as(guidon_id *out, guidon_form form,
                             const struct subject *s, size_t *bad_at)
{
    if (form == GUIDON_FORM_ULID && s->lenient) {
        return gdn_ulid_read_lenient(out, s->text, s->len, bad_at);
    }
    return gdn_form_read(out, form, s->text, s->len, bad_at);
}

/* Of the forms without a shape of their own, the one and only that fits. */
static guidon_status read_shapeless(guidon_id *out, guidon_form *form,
                                    const struct subject *s, size_t *bad_at)
{
    static const guidon_form shapeless[] = {
        GUIDON_FORM_INT,
        GUIDON_FORM_BASE64URL,
        GUIDON_FORM_BASE58,
        GUIDON_FORM_GUID_HEX,
    };
    guidon_id id = {{0}};
    unsigned fits = 0;

    for (size_t i = 0; i < sizeof shapeless / sizeof shapeless[0]; i++) {
        if (accepts(s, shapeless[i]) &&
            read_as(&id, shapeless[i], s, NULL) == GUIDON_OK) {
            *form = shapeless[i];
            fits++;
        }
    }
    if (fits != 1) {
        return gdn_refuse(bad_at, 0, GUIDON_E_FORM);
    }
    *out = id;
    return GUIDON_OK;
}

/* The form, or its twin where there are letters and all are of its case. */
static guidon_form as_written(guidon_form form, const struct subject *s)
{
    guidon_form twin = (guidon_form)(form + 1);
    bool upper = false;
    bool lower = false;

    if (!(GUIDON_ACCEPT(twin) & TWINS)) {
        return form;
    }
    for (size_t i = 0; i < s->len; i++) {
        upper |= gdn_is_upper(s->text[i]);
        lower |= gdn_is_lower(s->text[i]);
    }
    if (twin == GUIDON_FORM_ULID_LOWER) {
        return lower && !upper ? twin : form;
    }
    return upper && !lower ? twin : form;
}

guidon_status guidon_parse(guidon_id *out, guidon_form *found, const char *text,
                           size_t len, unsigned accept, size_t *bad_at)
{
    const struct subject s = {text, len, fold(accept & GUIDON_ACCEPT_ANY),
                              (accept & GUIDON_ACCEPT_LENIENT) != 0};
    guidon_form form = GUIDON_FORM_UUID;
    guidon_status status;

    if (!s.forms || accept & ~(GUIDON_ACCEPT_ANY | GUIDON_ACCEPT_LENIENT)) {
        return gdn_refuse(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    if (only_one(&form, &s) || has_shape(&form, &s)) {
        status = read_as(out, form, &s, bad_at);
    } else {
        status = read_shapeless(out, &form, &s, bad_at);
    }
    if (!status && found) {
        *found = as_written(form, &s);
    }
    return status;
}
