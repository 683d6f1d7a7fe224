/* SPDX-License-Identifier: MIT */
/* recognise.c - finds the accepted form that a text has, and reads the text. */
#include "../core/bytes.h"
#include "ascii.h"
#include "base32.h"
#include "forms.h"
#include "hex.h"
#include "lenient.h"
#include "parse_error.h"

#define ALL_FORMS (GUIDON_FORM_BIT(GUIDON_FORMS) - 1)
#define ALL_FLAGS (GUIDON_PARSE_LENIENT | GUIDON_PARSE_EXACT_CASE)

/* The forms of GUIDON_TRAIT_EXPLICIT. */
#define EXPLICIT (ALL_FORMS & ~GUIDON_ANY_FORMS)

/* --------------------------------------------------- the accepted forms */

/* Each case variant is the form after its own. */
#define VARIANTS                                                               \
  (GUIDON_FORM_BIT(GUIDON_FORM_UUID_UPPER) |                                   \
   GUIDON_FORM_BIT(GUIDON_FORM_HEX_UPPER) |                                    \
   GUIDON_FORM_BIT(GUIDON_FORM_ULID_LOWER))
_Static_assert(GUIDON_FORM_UUID_UPPER == GUIDON_FORM_UUID + 1 &&
                   GUIDON_FORM_HEX_UPPER == GUIDON_FORM_HEX + 1 &&
                   GUIDON_FORM_ULID_LOWER == GUIDON_FORM_ULID + 1,
               "a case variant does not follow its form");

/* The accepted forms. The bit of a form stands for its case variant too. */
static uint64_t accepted_forms(uint64_t forms)
{
    return (forms & ~VARIANTS) | (forms & VARIANTS) >> 1;
}

static inline bool is_single(uint64_t forms)
{
    return !(forms & (forms - 1));
}

/* The form of the lowest bit, which must exist. */
static guidon_form first_form(uint64_t forms)
{
    unsigned form = 0;

    while (!(forms >> form & 1u)) {
        form++;
    }
    return (guidon_form)form;
}

/* -------------------------------------------------- the case of letters */

/* Eight characters from offset i, or the last eight if there are fewer. The
 * text has at least eight. */
static inline uint64_t word_at(const char *text, size_t len, size_t i)
{
    return gdn_load_le64((const unsigned char *)text +
                         (i + 8 <= len ? i : len - 8));
}

/* The following two are for right texts of UUID, HEX and ULID: at least eight
 * digits, hyphens and letters. Of these, only upper-case letters lack bit 5. */
static inline bool has_upper(const char *text, size_t len)
{
    uint64_t all = word_at(text, len, 0);

    for (size_t i = 8; i < len; i += 8) {
        all &= word_at(text, len, i);
    }
    return (~all & GDN_EACH_BYTE(0x20)) != 0;
}

/* Only lower-case letters have the bits 5 and 6. */
static inline bool has_lower(const char *text, size_t len)
{
    uint64_t any = 0;

    for (size_t i = 0; i < len; i += 8) {
        uint64_t word = word_at(text, len, i);
        any |= word & word << 1;
    }
    return (any & GDN_EACH_BYTE(0x40)) != 0;
}

static inline bool is_upper_only(const char *text, size_t len)
{
    return has_upper(text, len) && !has_lower(text, len);
}

static inline bool is_lower_only(const char *text, size_t len)
{
    return !has_upper(text, len) && has_lower(text, len);
}

/* ---------------------------------------------------- reading any form */

/* A lenient layout is for texts of its own length. Texts of all other lengths
 * have the errors of strict reading. */
static guidon_status read_leniently(guidon_id *out, guidon_form form,
                                    const struct gdn_input *input,
                                    size_t *bad_at)
{
    const struct gdn_hex_layout *layout = gdn_forms[form].lenient;

    if (form == GUIDON_FORM_ULID) {
        return gdn_ulid_read_lenient(out, input->text, input->len, bad_at);
    }
    if (layout && input->len == layout->len) {
        return gdn_hex_layout_parse(out, input->text, input->len, bad_at,
                                    layout);
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

/* Read a text without a shape as each of the accepted forms that need their
 * names. All forms that fit must give the same id. The first one is found. */
static guidon_status read_by_name(guidon_id *out, guidon_form *found,
                                  const struct gdn_input *input, size_t *bad_at)
{
    guidon_id first, id;
    bool fits = false;

    for (uint64_t rest = input->forms & EXPLICIT; rest; rest &= rest - 1) {
        guidon_form form = first_form(rest);

        if (gdn_form_read(&id, form, input->text, input->len, NULL)) {
            continue;
        }
        if (fits && !guidon_equal(&first, &id)) {
            return gdn_parse_error(bad_at, 0, GUIDON_E_AMBIGUOUS);
        }
        if (!fits) {
            first = id;
            *found = form;
            fits = true;
        }
    }
    if (!fits) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_FORM);
    }
    *out = first;
    return GUIDON_OK;
}

/* The forms among `forms` that read the text. */
static uint64_t forms_that_fit(const struct gdn_input *input, uint64_t forms)
{
    uint64_t fits = 0;
    guidon_id id;

    for (; forms; forms &= forms - 1) {
        guidon_form form = first_form(forms);

        if (gdn_form_read(&id, form, input->text, input->len, NULL) ==
            GUIDON_OK) {
            fits |= GUIDON_FORM_BIT(form);
        }
    }
    return fits;
}

/* The forms that could read a text by their names. The accepted ones come first.
 * If none of these fits and all of GUIDON_ACCEPT_ANY is accepted, the caller
 * named no form, so any form may be meant. */
static uint64_t recognise_candidates(const struct gdn_input *input)
{
    const uint64_t any = accepted_forms(GUIDON_ANY_FORMS);
    uint64_t fits = is_single(input->forms)
                        ? 0
                        : forms_that_fit(input, input->forms & EXPLICIT);

    return !fits && (input->forms & any) == any
               ? forms_that_fit(input, EXPLICIT)
               : fits;
}

/* The form of a right text, or its case variant if the text has letters and all
 * of them are in the variant's case. */
static inline guidon_form as_written(guidon_form form, const char *text,
                                     size_t len)
{
    if ((form == GUIDON_FORM_UUID || form == GUIDON_FORM_HEX) &&
        is_upper_only(text, len)) {
        return (guidon_form)(form + 1);
    }
    if (form == GUIDON_FORM_ULID && is_lower_only(text, len)) {
        return GUIDON_FORM_ULID_LOWER;
    }
    return form;
}

/* Read an initialiser as Guidon writes it, whose shape costs more to find than
 * its value. It begins with "{0x" and has no hyphen, so no other form but its own
 * has its shape: GUID_X has a second '{'; C has none, 15 commas, and two digits
 * in its first number. */
static inline bool read_initialiser(guidon_id *out, guidon_form *form,
                                    const struct gdn_input *input)
{
    *form = input->len == 68 ? GUIDON_FORM_GUID_X : GUIDON_FORM_C;
    return (input->len == 68 || input->len == 81) &&
           input->forms & GUIDON_FORM_BIT(*form) &&
           gdn_hex_layout()->read(out, input->text, 0, 1,
                                  gdn_forms[*form].layout) == 1;
}

static inline guidon_form form_tried(const struct gdn_input *input)
{
    return is_single(input->forms) ? first_form(input->forms)
                                   : gdn_shape(input);
}

/* Find the form, and read the text as it. *found is never a case variant: the
 * strict texts of a form with two cases have been read before. */
static guidon_status parse_by_shape(guidon_id *out, guidon_form *found,
                                    const struct gdn_input *input,
                                    size_t *bad_at)
{
    if (read_initialiser(out, found, input)) {
        return GUIDON_OK;
    }
    *found = form_tried(input);
    return *found == GDN_NO_FORM ? read_by_name(out, found, input, bad_at)
                                 : read_as(out, *found, input, bad_at);
}

/* The text to read: if leniently, the one without the blanks at both ends. */
static struct gdn_input input_of(const char *text, size_t len,
                                 guidon_accept accept, unsigned flags)
{
    struct gdn_input input = {text, len, accepted_forms(accept.forms),
                              (flags & GUIDON_PARSE_LENIENT) != 0};

    while (input.lenient && input.len > 0 &&
           gdn_is_blank(input.text[input.len - 1])) {
        input.len--;
    }
    while (input.lenient && input.len > 0 && gdn_is_blank(input.text[0])) {
        input.text++;
        input.len--;
    }
    return input;
}

guidon_form gdn_form_tried(struct gdn_input *input, const char *text,
                           size_t len, guidon_accept accept, unsigned flags)
{
    *input = input_of(text, len, accept, flags);
    return input->forms ? form_tried(input) : GDN_NO_FORM;
}

/* Read a text that no kernel took. Leniently, the text is read strictly or as a
 * lenient ULID, BRACES or URN, then as others read it. The error is the first
 * one, unless a form could read the text by its name. `accept` and `flags` have been
 * checked. */
static GDN_OUT_OF_LINE guidon_status parse_input(guidon_id *out,
                                                 guidon_form *found,
                                                 const char *text, size_t len,
                                                 guidon_accept accept,
                                                 unsigned flags, size_t *bad_at)
{
    const struct gdn_input input = input_of(text, len, accept, flags);
    size_t at = 0;
    guidon_form form;
    guidon_status status = parse_by_shape(out, &form, &input, &at);

    if (status && input.lenient &&
        gdn_read_lenient(out, &form, input.text, input.len, input.forms)) {
        status = GUIDON_OK;
    }
    if (status && recognise_candidates(&input)) {
        status = GUIDON_E_AMBIGUOUS;
    }
    if (status) {
        bool has_offset =
            status != GUIDON_E_FORM && status != GUIDON_E_AMBIGUOUS;
        size_t before = input.len ? (size_t)(input.text - text) : 0;

        return gdn_parse_error(bad_at, has_offset ? before + at : 0, status);
    }
    if (found) {
        *found = input.lenient ? as_written(form, input.text, input.len) : form;
    }
    return GUIDON_OK;
}

/* --------------------------------------------------------------- exact case */

/* The offset of the first letter that is not in an accepted case, or not in the
 * case of the letters before it; `len` if there is none. */
static size_t wrong_case_at(const char *text, size_t len, bool lower,
                            bool upper)
{
    for (size_t i = 0; i < len; i++) {
        bool is_lower = gdn_is_lower(text[i]), is_upper = gdn_is_upper(text[i]);

        if ((is_lower && !lower) || (is_upper && !upper)) {
            return i;
        }
        lower = lower && !is_upper;
        upper = upper && !is_lower;
    }
    return len;
}

/* Read a text of which each accepted form has its own case only. `flags` has
 * GUIDON_PARSE_EXACT_CASE. */
static GDN_OUT_OF_LINE guidon_status parse_exact_case(
    guidon_id *out, guidon_form *found, const char *text, size_t len,
    guidon_accept accept, unsigned flags, size_t *bad_at)
{
    guidon_id id;
    guidon_form form = GUIDON_FORM_UUID, first;
    size_t at = len;
    guidon_status status =
        guidon_parse(&id, &form, text, len, accept,
                     flags & ~GUIDON_PARSE_EXACT_CASE, bad_at);

    if (status) {
        return status;
    }
    first = VARIANTS & GUIDON_FORM_BIT(form) ? (guidon_form)(form - 1) : form;
    if (VARIANTS & GUIDON_FORM_BIT(first + 1)) {
        bool has_first = (accept.forms & GUIDON_FORM_BIT(first)) != 0;
        bool has_second = (accept.forms & GUIDON_FORM_BIT(first + 1)) != 0;
        bool is_ulid = first == GUIDON_FORM_ULID; /* upper case first */

        at = wrong_case_at(text, len, is_ulid ? has_second : has_first,
                           is_ulid ? has_first : has_second);
        form = accept.forms & GUIDON_FORM_BIT(form) ? form
               : has_first                          ? first
                                                    : (guidon_form)(first + 1);
    }
    if (at < len) {
        return gdn_parse_error(bad_at, at, GUIDON_E_CHAR);
    }
    *out = id;
    if (found) {
        *found = form;
    }
    return GUIDON_OK;
}

/* ------------------------------------------------------ canonical text */

static inline bool read_uuid(guidon_id *out, guidon_form *found,
                             const char *text)
{
    if (GDN_TEXT(hex, parse)(out, text, NULL)) {
        return false;
    }
    if (found) {
        *found = is_upper_only(text, GUIDON_UUID_LEN) ? GUIDON_FORM_UUID_UPPER
                                                      : GUIDON_FORM_UUID;
    }
    return true;
}

static inline bool read_ulid(guidon_id *out, guidon_form *found,
                             const char *text)
{
    if (GDN_TEXT(base32, parse)(out, text, NULL)) {
        return false;
    }
    if (found) {
        *found = is_lower_only(text, GUIDON_ULID_LEN) ? GUIDON_FORM_ULID_LOWER
                                                      : GUIDON_FORM_ULID;
    }
    return true;
}

static inline bool read_as_layout(guidon_id *out, guidon_form *found,
                                  const char *text, uint64_t forms,
                                  guidon_form form)
{
    const struct gdn_hex_layout *layout = gdn_forms[form].layout;

    if (!(forms & GUIDON_FORM_BIT(form)) ||
        gdn_hex_layout()->read(out, text, 0, 1, layout) == 0) {
        return false;
    }
    if (found) {
        *found = as_written(form, text, layout->len);
    }
    return true;
}

/* Read the text as the layout that most texts of its length have. */
static inline bool read_layout(guidon_id *out, guidon_form *found,
                               const char *text, size_t len, uint64_t forms)
{
    switch (len) {
    case 32:
        return read_as_layout(out, found, text, forms, GUIDON_FORM_HEX);
    case 38:
        return read_as_layout(out, found, text, forms, GUIDON_FORM_BRACES) ||
               read_as_layout(out, found, text, forms, GUIDON_FORM_PARENS);
    case 45:
        return read_as_layout(out, found, text, forms, GUIDON_FORM_URN);
    default:
        return false;
    }
}

/*
 * Most texts are UUIDs, ULIDs or UUIDs among marks, so their kernels try first.
 * A text that a kernel reads has no other shape:
 *
 *   UUID  36 hex digits and hyphens, with hyphens at 8, 13, 18 and 23. Every
 *         prefix has a character that is neither ('u', '.', '{' or '('). NCS
 *         has points, and a number has no hyphens. A lenient ULID of 36
 *         characters has ten hyphens, but a UUID has four.
 *   ULID  26 letters of base 32. Every prefix has a character that is none of
 *         them. 26 letters without a prefix are a ULID, strictly and leniently.
 *         Both readers give a text without aliases and hyphens the same value.
 *   HEX   32 hex digits. A lenient ULID of 32 characters has hyphens, and the
 *         forms that need their names come after HEX.
 *   BRACES, PARENS, URN  the prefix is that of one form, and after it there is
 *         a hex digit where an initialiser has an 'x'. The lenient layouts have
 *         other lengths.
 *
 * parse_input reads all other texts and reports their errors.
 */
guidon_status guidon_parse(guidon_id *out, guidon_form *found, const char *text,
                           size_t len, guidon_accept accept, unsigned flags,
                           size_t *bad_at)
{
    uint64_t forms = accepted_forms(accept.forms);

    if (!forms || forms & ~ALL_FORMS || flags & ~GUIDON_PARSE_LENIENT) {
        return forms && !(forms & ~ALL_FORMS) && !(flags & ~ALL_FLAGS)
                   ? parse_exact_case(out, found, text, len, accept, flags,
                                      bad_at)
                   : gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    if ((len == GUIDON_UUID_LEN && forms & GUIDON_FORM_BIT(GUIDON_FORM_UUID) &&
         read_uuid(out, found, text)) ||
        (len == GUIDON_ULID_LEN && forms & GUIDON_FORM_BIT(GUIDON_FORM_ULID) &&
         read_ulid(out, found, text)) ||
        (len != GUIDON_UUID_LEN && len != GUIDON_ULID_LEN &&
         read_layout(out, found, text, len, forms))) {
        return GUIDON_OK;
    }
    return parse_input(out, found, text, len, accept, flags, bad_at);
}

guidon_status guidon_parse_as(guidon_id *out, const char *text, size_t len,
                              guidon_form form, size_t *bad_at)
{
    if ((unsigned)form >= GUIDON_FORMS) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    return guidon_parse(out, NULL, text, len, GUIDON_ACCEPT(form), 0, bad_at);
}

guidon_accept guidon_parse_candidates(const char *text, size_t len,
                                      guidon_accept accept, unsigned flags)
{
    guidon_accept candidates = {0};
    guidon_id id;

    if (guidon_parse(&id, NULL, text, len, accept, flags, NULL) ==
        GUIDON_E_AMBIGUOUS) {
        const struct gdn_input input = input_of(text, len, accept, flags);

        candidates.forms = recognise_candidates(&input);
    }
    return candidates;
}
