/* SPDX-License-Identifier: MIT */
/* forms.c - the table of text forms, and the functions that look a form up. */
#include "forms.h"
#include "../core/memory.h"

#include "base32.h"
#include "hex.h"
#include "pattern.h"

#define UUID_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define BYTE         "0xhh"
#define BYTES_8                                                                \
  BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE

static size_t forms_write_uuid(char *out, const guidon_id *id)
{
    guidon_uuid_format(out, id);
    return GUIDON_UUID_LEN;
}

static size_t forms_write_ulid(char *out, const guidon_id *id)
{
    guidon_ulid_format(out, id);
    return GUIDON_ULID_LEN;
}

static size_t forms_write_ulid_lower(char *out, const guidon_id *id)
{
    gdn_base32_write(out, id, gdn_base32_lower);
    return GUIDON_ULID_LEN;
}

static const struct gdn_radix_form form_base58 = {
    .letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    .len = 22,
    .radix = {.base = 58, .group = 656356768, .group_len = 5},
};

static const struct gdn_radix_form form_base62 = {
    .letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    .len = 22,
    .radix = {.base = 62, .group = 916132832, .group_len = 5},
};

/* ---------------------------------------------------------------- the table */

#define FIXED_LEN          GUIDON_TRAIT_FIXED_LEN
#define SORTS              GUIDON_TRAIT_SORTS
#define MIXED_CASE         GUIDON_TRAIT_MIXED_CASE
#define PARTIAL            GUIDON_TRAIT_PARTIAL
#define VARIANT            GUIDON_TRAIT_VARIANT
#define AMBIGUOUS          GUIDON_TRAIT_AMBIGUOUS
#define EXPLICIT           GUIDON_TRAIT_EXPLICIT

#define ALPHABET_HEX       "hexadecimal digit (0-9, a-f)"
#define ALPHABET_DECIMAL   "decimal digit (0-9, without a leading zero)"
#define ALPHABET_CROCKFORD "base32 letter (0-9 and A-Z without I, L, O, U)"

const struct gdn_form gdn_forms[] = {
    [GUIDON_FORM_UUID] = {.write = forms_write_uuid,
                          .read = guidon_uuid_parse,
                          .len = GUIDON_UUID_LEN,
                          .alphabet = ALPHABET_HEX,
                          .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_UUID_UPPER] = {.pattern = UUID_PATTERN,
                                .digits = gdn_hex_upper,
                                .read = guidon_uuid_parse,
                                .len = GUIDON_UUID_LEN,
                                .alphabet = ALPHABET_HEX,
                                .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_HEX] = {.pattern = GDN_HEX_PATTERN,
                         .digits = gdn_hex_lower,
                         .len = 32,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_HEX_UPPER] = {.pattern = GDN_HEX_PATTERN,
                               .digits = gdn_hex_upper,
                               .len = 32,
                               .alphabet = ALPHABET_HEX,
                               .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_BRACES] = {.pattern = "{" UUID_PATTERN "}",
                            .digits = gdn_hex_upper,
                            .lenient = "{" GDN_HEX_PATTERN "}",
                            .len = 38,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_URN] = {.pattern = "URN:UUID:" UUID_PATTERN,
                         .digits = gdn_hex_lower,
                         .lenient = "URN:UUID:" GDN_HEX_PATTERN,
                         .len = 45,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_OID] = {.write = gdn_oid_write,
                         .read = gdn_oid_read,
                         .alphabet = ALPHABET_DECIMAL},
    [GUIDON_FORM_URN_OID] = {.write = gdn_urn_oid_write,
                             .read = gdn_urn_oid_read,
                             .alphabet = ALPHABET_DECIMAL},
    [GUIDON_FORM_INT] = {.write = gdn_int_write,
                         .read = gdn_int_read,
                         .alphabet = ALPHABET_DECIMAL,
                         .traits = AMBIGUOUS},
    [GUIDON_FORM_ULID] = {.write = forms_write_ulid,
                          .read = guidon_ulid_parse,
                          .len = GUIDON_ULID_LEN,
                          .alphabet = ALPHABET_CROCKFORD,
                          .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_ULID_LOWER] = {.write = forms_write_ulid_lower,
                                .read = guidon_ulid_parse,
                                .len = GUIDON_ULID_LEN,
                                .alphabet = ALPHABET_CROCKFORD,
                                .traits = FIXED_LEN | SORTS | VARIANT},
    [GUIDON_FORM_BASE64URL] = {.write = gdn_base64url_write,
                               .read = gdn_base64url_read,
                               .len = 22,
                               .alphabet =
                                   "base64url letter (A-Z, a-z, 0-9, -, _; "
                                   "the last of 22 is A, Q, g or w)",
                               .traits = FIXED_LEN | MIXED_CASE | AMBIGUOUS},
    [GUIDON_FORM_BASE58] = {.radix = &form_base58,
                            .len = 22,
                            .alphabet =
                                "base58 letter (1-9, A-Z, a-z without I, O, l)",
                            .traits =
                                FIXED_LEN | SORTS | MIXED_CASE | AMBIGUOUS},
    [GUIDON_FORM_GUID_HEX] = {.write = gdn_guid_hex_write,
                              .read = gdn_guid_hex_read,
                              .len = 32,
                              .alphabet = ALPHABET_HEX,
                              .traits = FIXED_LEN | AMBIGUOUS},
    [GUIDON_FORM_C] = {.pattern = "{" BYTES_8 "," BYTES_8 "}",
                       .digits = gdn_hex_lower,
                       .len = 81,
                       .alphabet = ALPHABET_HEX,
                       .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_PARENS] = {.pattern = "(" UUID_PATTERN ")",
                            .digits = gdn_hex_lower,
                            .len = 38,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_GUID_X] = {.pattern =
                                "{0xhhhhhhhh,0xhhhh,0xhhhh,{" BYTES_8 "}}",
                            .digits = gdn_hex_lower,
                            .len = 68,
                            .alphabet = ALPHABET_HEX,
                            .traits = FIXED_LEN | SORTS},
    [GUIDON_FORM_NCS] = {.write = gdn_ncs_write,
                         .read = gdn_ncs_read,
                         .len = 36,
                         .alphabet = ALPHABET_HEX,
                         .traits = FIXED_LEN | SORTS | PARTIAL},
    [GUIDON_FORM_BASE62] = {.radix = &form_base62,
                            .len = 22,
                            .alphabet = "base62 letter (0-9, A-Z, a-z)",
                            .traits = FIXED_LEN | SORTS | MIXED_CASE |
                                      AMBIGUOUS | EXPLICIT},
};

_Static_assert(sizeof gdn_forms == GUIDON_FORMS * sizeof gdn_forms[0],
               "every form has a row");

#define NAME(form, name) [GUIDON_FORM_##form] = name,
static const char *const form_names[] = {GUIDON_FORM_LIST(NAME)};
_Static_assert(sizeof form_names == GUIDON_FORMS * sizeof form_names[0],
               "GUIDON_FORM_LIST has every form of the enum once");

/* ----------------------------------------------------------- looking up a
 * form */

static bool is_form(guidon_form form)
{
    return (unsigned)form < GUIDON_FORMS;
}

const char *guidon_form_name(guidon_form form)
{
    return is_form(form) ? form_names[form] : "unknown";
}

guidon_status guidon_form_from_name(guidon_form *out, const char *name)
{
    for (size_t i = 0; i < GUIDON_FORMS; i++) {
        if (strcmp(form_names[i], name) == 0) {
            *out = (guidon_form)i;
            return GUIDON_OK;
        }
    }
    return GUIDON_E_ARGUMENT;
}

unsigned guidon_form_traits(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].traits : 0;
}

size_t guidon_form_len(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].len : 0;
}

const char *guidon_form_alphabet(guidon_form form)
{
    return is_form(form) ? gdn_forms[form].alphabet : "";
}

/* ------------------------------------------------------ writing and reading */

/* Returns the text's length; 0 if the id has no text in this form. */
static size_t form_write(char *out, const guidon_id *id,
                         const struct gdn_form *form)
{
    if (form->write) {
        return form->write(out, id);
    }
    if (form->radix) {
        return gdn_radix_write(out, id, form->radix);
    }
    return gdn_pattern_write(out, form->pattern, form->digits, id->bytes);
}

guidon_status guidon_format(char *out, size_t out_cap, size_t *out_len,
                            const guidon_id *id, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    const struct gdn_form *f;
    size_t len;

    if (!is_form(form)) {
        return GUIDON_E_ARGUMENT;
    }
    f = &gdn_forms[form];
    len = form_write(text, id, f);
    if (len == 0) {
        return GUIDON_E_VERSION;
    }
    if (len > out_cap) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, text, len);
    if (out_len) {
        *out_len = len;
    }
    return GUIDON_OK;
}

guidon_status gdn_form_read(guidon_id *out, guidon_form form, const char *text,
                            size_t len, size_t *bad_at)
{
    const struct gdn_form *f = &gdn_forms[form];

    if (f->read) {
        return f->read(out, text, len, bad_at);
    }
    if (f->radix) {
        return gdn_radix_read(out, text, len, bad_at, f->radix);
    }
    return gdn_pattern_read(out->bytes, f->pattern, text, len, bad_at);
}
