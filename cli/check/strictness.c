/* SPDX-License-Identifier: MIT */
/* strictness.c - the --level checks of an id and its text. */
#include "strictness.h"
#include "../basics.h"

#include <stdio.h>
#include <string.h>

const char *choice_strictness(size_t i)
{
    static const char *const names[] = {"shape", "rfc", "exact"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* The offset of hex digit 12 (the version) or 16 (the variant) in a form or in
 * raw bytes; 0 if the form has no such digit. */
static size_t digit_offset(const struct reading *reading, guidon_form form,
                           size_t digit)
{
    size_t dashes = digit == 12 ? 2 : 3;

    if (reading->framing == INPUT_IDS) {
        return digit / 2;
    }
    switch (form) {
    case GUIDON_FORM_HEX:
    case GUIDON_FORM_HEX_UPPER:
        return digit;
    case GUIDON_FORM_UUID:
    case GUIDON_FORM_UUID_UPPER:
        return digit + dashes;
    case GUIDON_FORM_BRACES:
    case GUIDON_FORM_PARENS:
        return 1 + digit + dashes;
    case GUIDON_FORM_URN:
        return strlen("urn:uuid:") + digit + dashes;
    default:
        return 0;
    }
}

const char *strictness_rfc(struct reading_result *result,
                           const struct reading *reading, guidon_id_kind kind)
{
    if (kind == GUIDON_KIND_ULID ||
        guidon_validate(&result->id, NULL, NULL) == GUIDON_OK) {
        return NULL;
    }
    if (reading->without_reasons) {
        return result->words;
    }
    if (kind <= GUIDON_KIND_V15) {
        snprintf(result->words, sizeof result->words,
                 "version %u is not assigned (expected 1 to 8, RFC 9562)",
                 guidon_version_of(&result->id));
        result->bad_at = digit_offset(reading, result->found, 12);
    } else {
        snprintf(result->words, sizeof result->words,
                 "the variant is %s (expected RFC 9562)",
                 guidon_variant_name(guidon_variant_of(&result->id)));
        result->bad_at = digit_offset(reading, result->found, 16);
    }
    return result->words;
}

const char *strictness_exact(struct reading_result *result,
                             const struct reading *reading,
                             const struct record *record)
{
    bool ulid = written_as_ulid(result->found);
    char canonical[GUIDON_UUID_LEN];
    size_t len = ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN;

    if (reading->typeid) {
        return NULL; /* an id has one TypeID with a prefix */
    }
    if (!ulid && result->found != GUIDON_FORM_UUID &&
        result->found != GUIDON_FORM_UUID_UPPER) {
        if (!reading->without_reasons) {
            snprintf(result->words, sizeof result->words,
                     "written as %s (expected uuid or ulid)",
                     guidon_form_name(result->found));
        }
        return result->words;
    }
    if (ulid) {
        guidon_ulid_format(canonical, &result->id);
    } else {
        guidon_uuid_format(canonical, &result->id);
    }
    while (result->bad_at < len &&
           record->text[result->bad_at] == canonical[result->bad_at]) {
        result->bad_at++;
    }
    if (result->bad_at == len && result->text_len == len) {
        return NULL;
    }
    if (!reading->without_reasons) {
        snprintf(result->words, sizeof result->words,
                 "'%c' is not canonical (expected %.*s)",
                 record->text[result->bad_at], (int)len, canonical);
    }
    return result->words;
}
