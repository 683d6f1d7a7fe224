/* SPDX-License-Identifier: MIT */
/* slow_text.c - read and write every text form, one character at a time */
#include "slow_text.h"
#include "slow_families.h"
#include "slow_initialiser.h"

struct slow_answer slow_read(guidon_form form, const char *text, size_t len,
                             bool lenient)
{
    if (form == GUIDON_FORM_INT64X2) {
        return slow_read_integers(text, len);
    }
    if (form == GUIDON_FORM_Z85) {
        return slow_read_z85(text, len);
    }
    if (form == GUIDON_FORM_BASE62ID) {
        return slow_read_base62id(text, len);
    }
    if (form == GUIDON_FORM_C || form == GUIDON_FORM_GUID_X) {
        struct slow_answer answer = slow_initialiser(form, text, len);

        answer.form = form;
        return answer;
    }
    if (slow_is_layout(form)) {
        return slow_read_layout(form, text, len, lenient);
    }
    if (lenient &&
        (form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER)) {
        return slow_read_lenient_ulid(text, len);
    }
    if (slow_is_name(form)) {
        return slow_read_name(form, text, len);
    }
    return slow_read_digits(form, text, len);
}

size_t slow_write(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                  guidon_form form)
{
    if (form == GUIDON_FORM_INT64X2) {
        return slow_write_integers(out, id);
    }
    if (form == GUIDON_FORM_Z85) {
        return slow_write_z85(out, id);
    }
    if (form == GUIDON_FORM_BASE62ID) {
        return slow_write_base62id(out, id);
    }
    if (form == GUIDON_FORM_NCS &&
        (id->bytes[6] || id->bytes[7] || id->bytes[8] > 13)) {
        return 0;
    }
    if (slow_is_name(form)) {
        return slow_write_name(out, id, form);
    }
    return slow_is_layout(form) ? slow_write_layout(out, id, form)
                                : slow_write_digits(out, id, form);
}
