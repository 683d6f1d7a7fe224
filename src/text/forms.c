/* SPDX-License-Identifier: MIT */
/* forms.c - the table of forms: what each is called, writes and reads. */
#include "forms.h"

#include "base32.h"
#include "hex.h"
#include "pattern.h"

#include <string.h>

#define UUID_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define BYTE         "0xhh"
#define BYTES_8                                                                \
  BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE "," BYTE

static size_t write_uuid(char *out, const guidon_id *id)
{
    guidon_uuid_format(out, id);
    return GUIDON_UUID_LEN;
}

static size_t write_ulid(char *out, const guidon_id *id)
{
    guidon_ulid_format(out, id);
    return GUIDON_ULID_LEN;
}

static size_t write_ulid_lower(char *out, const guidon_id *id)
{
    gdn_base32_write(out, id, gdn_base32_lower);
    return GUIDON_ULID_LEN;
}

/* A form has a pattern and digits to write it with, or a writer of its own; it
 * is read by its reader, or by its pattern where it has none. */
static const struct form {
    const char *name;
    const char *pattern;
    const char *digits;
    gdn_writer *write;
    gdn_reader *read;
} forms[GUIDON_FORMS] = {
    [GUIDON_FORM_UUID] = {"uuid", NULL, NULL, write_uuid, guidon_uuid_parse},
    [GUIDON_FORM_UUID_UPPER] = {"uuid-upper", UUID_PATTERN, gdn_hex_upper, NULL,
                                guidon_uuid_parse},
    [GUIDON_FORM_HEX] = {"hex", GDN_HEX_PATTERN, gdn_hex_lower, NULL, NULL},
    [GUIDON_FORM_HEX_UPPER] = {"hex-upper", GDN_HEX_PATTERN, gdn_hex_upper,
                               NULL, NULL},
    [GUIDON_FORM_BRACES] = {"braces", "{" UUID_PATTERN "}", gdn_hex_upper, NULL,
                            NULL},
    [GUIDON_FORM_URN] = {"urn", "URN:UUID:" UUID_PATTERN, gdn_hex_lower, NULL,
                         NULL},
    [GUIDON_FORM_OID] = {"oid", NULL, NULL, gdn_oid_write, gdn_oid_read},
    [GUIDON_FORM_URN_OID] = {"urn-oid", NULL, NULL, gdn_urn_oid_write,
                             gdn_urn_oid_read},
    [GUIDON_FORM_INT] = {"int", NULL, NULL, gdn_int_write, gdn_int_read},
    [GUIDON_FORM_ULID] = {"ulid", NULL, NULL, write_ulid, guidon_ulid_parse},
    [GUIDON_FORM_ULID_LOWER] = {"ulid-lower", NULL, NULL, write_ulid_lower,
                                guidon_ulid_parse},
    [GUIDON_FORM_BASE64URL] = {"base64url", NULL, NULL, gdn_base64url_write,
                               gdn_base64url_read},
    [GUIDON_FORM_BASE58] = {"base58", NULL, NULL, gdn_base58_write,
                            gdn_base58_read},
    [GUIDON_FORM_GUID_HEX] = {"guid-hex", NULL, NULL, gdn_guid_hex_write,
                              gdn_guid_hex_read},
    [GUIDON_FORM_C] = {"c", "{" BYTES_8 "," BYTES_8 "}", gdn_hex_lower, NULL,
                       NULL},
    [GUIDON_FORM_PARENS] = {"parens", "(" UUID_PATTERN ")", gdn_hex_lower, NULL,
                            NULL},
    [GUIDON_FORM_GUID_X] = {"guid-x",
                            "{0xhhhhhhhh,0xhhhh,0xhhhh,{" BYTES_8 "}}",
                            gdn_hex_lower, NULL, NULL},
    [GUIDON_FORM_NCS] = {"ncs", NULL, NULL, gdn_ncs_write, gdn_ncs_read},
};

static bool is_form(guidon_form form)
{
    return (unsigned)form < GUIDON_FORMS;
}

const char *guidon_form_name(guidon_form form)
{
    return is_form(form) ? forms[form].name : "unknown";
}

guidon_status guidon_form_from_name(guidon_form *out, const char *name)
{
    for (size_t i = 0; i < GUIDON_FORMS; i++) {
        if (strcmp(forms[i].name, name) == 0) {
            *out = (guidon_form)i;
            return GUIDON_OK;
        }
    }
    return GUIDON_E_ARGUMENT;
}

guidon_status guidon_format(char *out, size_t out_cap, size_t *out_len,
                            const guidon_id *id, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    const struct form *f;
    size_t len;

    if (!is_form(form)) {
        return GUIDON_E_ARGUMENT;
    }
    f = &forms[form];
    len = f->write ? f->write(text, id)
                   : gdn_pattern_write(text, f->pattern, f->digits, id->bytes);
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
    const struct form *f = &forms[form];

    return f->read
               ? f->read(out, text, len, bad_at)
               : gdn_pattern_read(out->bytes, f->pattern, text, len, bad_at);
}
