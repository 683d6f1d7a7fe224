/* SPDX-License-Identifier: MIT */
/* recognise.c - finds the accepted form that a text has, and reads the text. */
#include "../core/memory.h"
#include "ascii.h"
#include "forms.h"
#include "parse_error.h"
#include "pattern.h"

#define ALL_FORMS ((1u << GUIDON_FORMS) - 1u)
_Static_assert(!(ALL_FORMS & GUIDON_ACCEPT_LENIENT), "a bit is both");

/* -------------------------------------------------------- the accepted
 * forms */

/* The bits that accept a form: its own bit and the bit of its case variant. */
static unsigned bits_of(guidon_form form)
{
    guidon_form variant = gdn_forms[form].case_variant;

    return GUIDON_ACCEPT(form) | (variant ? GUIDON_ACCEPT(variant) : 0);
}

static bool form_accepts(const struct gdn_input *input, guidon_form form)
{
    return (input->accept & bits_of(form)) != 0;
}

static guidon_form without_variant(guidon_form form)
{
    guidon_form base = form;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if (gdn_forms[i].case_variant == form) {
            base = (guidon_form)i;
        }
    }
    return base;
}

/* Does `accept` name a single form, with or without its case variant? */
static bool only_one(guidon_form *form, const struct gdn_input *input)
{
    unsigned first = 0;

    while (!(input->accept >> first & 1u)) {
        first++;
    }
    if (gdn_forms[first].traits & GUIDON_TRAIT_VARIANT) {
        first = without_variant((guidon_form)first);
    }
    *form = (guidon_form)first;
    return !(input->accept & ~bits_of(*form));
}

/* ------------------------------------------------------------ finding a
 * form */

/*
 * Find the first accepted form whose shape the text has. The order matters.
 * Forms with a prefix come before forms with a length, because a text "{...}"
 * of 36 characters is a wrong BRACES and not a UUID. ULID comes before UUID and
 * HEX, because a lenient ULID may have 36 or 32 characters. NCS comes before
 * UUID, because both have 36 characters.
 */
static bool has_shape(guidon_form *form, const struct gdn_input *input)
{
    static const guidon_form order[] = {
        GUIDON_FORM_URN,    GUIDON_FORM_URN_OID, GUIDON_FORM_OID,
        GUIDON_FORM_C,      GUIDON_FORM_GUID_X,  GUIDON_FORM_BRACES,
        GUIDON_FORM_PARENS, GUIDON_FORM_ULID,    GUIDON_FORM_NCS,
        GUIDON_FORM_UUID,   GUIDON_FORM_HEX,
    };

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (form_accepts(input, order[i]) && gdn_forms[order[i]].shape(input)) {
            *form = order[i];
            return true;
        }
    }
    return false;
}

/* A lenient pattern is for texts of its own length. Texts of all other lengths
 * have the errors of strict reading. */
static guidon_status read_leniently(guidon_id *out, guidon_form form,
                                    const struct gdn_input *input,
                                    size_t *bad_at)
{
    const char *pattern = gdn_forms[form].lenient;

    if (form == GUIDON_FORM_ULID) {
        return gdn_ulid_read_lenient(out, input->text, input->len, bad_at);
    }
    if (pattern && input->len == strlen(pattern)) {
        return gdn_pattern_read(out->bytes, pattern, input->text, input->len,
                                bad_at);
    }
    return gdn_form_read(out, form, input->text, input->len, bad_at);
}

static guidon_status read_as(guidon_id *out, guidon_form form,
                             const struct gdn_input *input, size_t *bad_at)
{
    if (input->lenient) {
        return read_leniently(out, form, input, bad_at);
    }
    return gdn_form_read(out, form, input->text, input->len, bad_at);
}

/* Read the text as the only ambiguous form that it fits. If it fits none or
 * several, the library does not guess: GUIDON_E_FORM. */
static guidon_status read_ambiguous(guidon_id *out, guidon_form *form,
                                    const struct gdn_input *input,
                                    size_t *bad_at)
{
    guidon_id id = {{0}};
    unsigned fits = 0;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        guidon_form tried = (guidon_form)i;

        if (gdn_forms[i].traits & GUIDON_TRAIT_AMBIGUOUS &&
            form_accepts(input, tried) &&
            read_as(&id, tried, input, NULL) == GUIDON_OK) {
            *form = tried;
            fits++;
        }
    }
    if (fits != 1) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_FORM);
    }
    *out = id;
    return GUIDON_OK;
}

/* The form, or its case variant if the text has letters and all of them are in
 * the variant's case. */
static guidon_form as_written(guidon_form form, const struct gdn_input *input)
{
    guidon_form variant = gdn_forms[form].case_variant;
    bool upper = false;
    bool lower = false;

    if (!variant) {
        return form;
    }
    for (size_t i = 0; i < input->len; i++) {
        upper |= gdn_is_upper(input->text[i]);
        lower |= gdn_is_lower(input->text[i]);
    }
    if (variant == GUIDON_FORM_ULID_LOWER) {
        return lower && !upper ? variant : form;
    }
    return upper && !lower ? variant : form;
}

guidon_status guidon_parse(guidon_id *out, guidon_form *found, const char *text,
                           size_t len, unsigned accept, size_t *bad_at)
{
    const struct gdn_input input = {text, len, accept & ALL_FORMS,
                                    (accept & GUIDON_ACCEPT_LENIENT) != 0};
    guidon_form form = GUIDON_FORM_UUID;
    guidon_status status;

    if (!input.accept || accept & ~(ALL_FORMS | GUIDON_ACCEPT_LENIENT)) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    if (only_one(&form, &input) || has_shape(&form, &input)) {
        status = read_as(out, form, &input, bad_at);
    } else {
        status = read_ambiguous(out, &form, &input, bad_at);
    }
    if (!status && found) {
        *found = as_written(form, &input);
    }
    return status;
}
