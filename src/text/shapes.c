/* SPDX-License-Identifier: MIT */
/* shapes.c - the lengths and marks by which guidon_parse tells forms apart. */
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"

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

bool gdn_shape_urn(const struct gdn_input *input)
{
    return shape_begins(input, "urn:uuid:");
}

bool gdn_shape_urn_oid(const struct gdn_input *input)
{
    return shape_begins(input, "urn:oid:");
}

bool gdn_shape_oid(const struct gdn_input *input)
{
    return shape_begins(input, "2.25.");
}

/* An initialiser in C source: C, or GUID_X, which has a second brace inside.
 * "{0X" is not one, because the forms have a small x. */
static bool is_initialiser(const struct gdn_input *input)
{
    return shape_begins(input, "{0x") && input->text[2] == 'x';
}

static bool has_inner_brace(const struct gdn_input *input)
{
    return memchr(input->text + 1, '{', input->len - 1) != NULL;
}

bool gdn_shape_c(const struct gdn_input *input)
{
    return is_initialiser(input) && !has_inner_brace(input);
}

bool gdn_shape_guid_x(const struct gdn_input *input)
{
    return is_initialiser(input) && has_inner_brace(input);
}

bool gdn_shape_braces(const struct gdn_input *input)
{
    return shape_begins(input, "{") && !is_initialiser(input);
}

bool gdn_shape_parens(const struct gdn_input *input)
{
    return shape_begins(input, "(");
}

bool gdn_shape_ulid(const struct gdn_input *input)
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

bool gdn_shape_ncs(const struct gdn_input *input)
{
    return input->len == GUIDON_UUID_LEN && input->text[12] == '.' &&
           input->text[15] == '.';
}

static bool is_all_digits(const struct gdn_input *input)
{
    size_t i = 0;

    while (i < input->len && gdn_is_digit(input->text[i])) {
        i++;
    }
    return i == input->len;
}

/* 36 decimal digits are a number if INT is accepted, because a UUID has
 * hyphens. */
bool gdn_shape_uuid(const struct gdn_input *input)
{
    bool int_accepted = (input->accept & GUIDON_ACCEPT(GUIDON_FORM_INT)) != 0;

    return input->len == GUIDON_UUID_LEN &&
           !(int_accepted && is_all_digits(input));
}

bool gdn_shape_hex(const struct gdn_input *input)
{
    return input->len == 32;
}
