/* SPDX-License-Identifier: MIT */
/* shapes.c - the lengths and marks by which guidon_parse tells forms apart. */
#include "ascii.h"
#include "forms.h"
#include "initialiser.h"

static bool is_accepted(const struct gdn_input *input, guidon_form form)
{
    return (input->forms & GUIDON_FORM_BIT(form)) != 0;
}

/* ------------------------------------------------------------------ prefixes */

/* Does the text begin with `prefix`, in either case? `prefix` is lower case. */
static bool shape_begins(const struct gdn_input *input, const char *prefix)
{
    for (size_t i = 0; prefix[i]; i++) {
        if (i == input->len || gdn_to_lower(input->text[i]) != prefix[i]) {
            return false;
        }
    }
    return true;
}

/* The form of the text's prefix, whether it is accepted or not. Each prefix
 * belongs to one form. */
static guidon_form prefix_shape(const struct gdn_input *input)
{
    switch (input->len ? input->text[0] : '\0') {
    case 'u':
    case 'U':
        return shape_begins(input, "urn:uuid:")  ? GUIDON_FORM_URN
               : shape_begins(input, "urn:oid:") ? GUIDON_FORM_URN_OID
                                                 : GDN_NO_FORM;
    case '2':
        return shape_begins(input, "2.25.") ? GUIDON_FORM_OID : GDN_NO_FORM;
    case '{':
        return gdn_is_initialiser(input->text, input->len)
                   ? gdn_initialiser_form(input->text, input->len)
                   : GUIDON_FORM_BRACES;
    case '(':
        return GUIDON_FORM_PARENS;
    default:
        return GDN_NO_FORM;
    }
}

/* ------------------------------------------------------------------- lengths */

static bool has_ulid_length(const struct gdn_input *input)
{
    size_t letters = 0;

    if (!input->lenient) {
        return input->len == GUIDON_ULID_LEN;
    }
    for (size_t i = 0; i < input->len && letters <= GUIDON_ULID_LEN; i++) {
        letters += input->text[i] != '-';
    }
    return letters == GUIDON_ULID_LEN;
}

static bool is_all_digits(const struct gdn_input *input)
{
    size_t i = 0;

    while (i < input->len && gdn_is_digit(input->text[i])) {
        i++;
    }
    return i == input->len;
}

/* Decimal digits are a number if INT is accepted, whatever their length. */
static bool is_number(const struct gdn_input *input)
{
    return is_accepted(input, GUIDON_FORM_INT) && is_all_digits(input);
}

/* A text of 36 characters. 36 decimal digits are a number if INT is accepted,
 * because a UUID has hyphens. */
static guidon_form shape_of_36(const struct gdn_input *input)
{
    if (is_accepted(input, GUIDON_FORM_NCS) && input->text[12] == '.' &&
        input->text[15] == '.') {
        return GUIDON_FORM_NCS;
    }
    if (is_accepted(input, GUIDON_FORM_UUID) && !is_number(input)) {
        return GUIDON_FORM_UUID;
    }
    return GDN_NO_FORM;
}

/* A form that no other accepted form of fixed length is as long as. */
static guidon_form rare_length_shape(const struct gdn_input *input)
{
    guidon_form form =
        input->len == 24 ? GUIDON_FORM_BASE64
        : input->len == 23 && !is_accepted(input, GUIDON_FORM_BASE52)
            ? GUIDON_FORM_NCNAME58
        : input->len == 34 && shape_begins(input, "0x") ? GUIDON_FORM_HEX_0X
                                                        : GDN_NO_FORM;

    return form != GDN_NO_FORM && is_accepted(input, form) && !is_number(input)
               ? form
               : GDN_NO_FORM;
}

/* The accepted form of the text's length. ULID comes first, because a lenient
 * ULID may have 32 or 36 characters. */
static guidon_form length_shape(const struct gdn_input *input)
{
    if (is_accepted(input, GUIDON_FORM_ULID) && has_ulid_length(input)) {
        return GUIDON_FORM_ULID;
    }
    if (input->len == GUIDON_UUID_LEN) {
        return shape_of_36(input);
    }
    if (input->len == 32 && is_accepted(input, GUIDON_FORM_HEX)) {
        return GUIDON_FORM_HEX;
    }
    return rare_length_shape(input);
}

/* An accepted prefix comes before a length, because a text "{...}" of 36
 * characters is a wrong BRACES and not a UUID. */
guidon_form gdn_shape(const struct gdn_input *input)
{
    guidon_form form = prefix_shape(input);

    return form != GDN_NO_FORM && is_accepted(input, form)
               ? form
               : length_shape(input);
}
