/* SPDX-License-Identifier: MIT */
/* forms_many.c - many texts of a form of fixed length. */
#include "forms.h"
#include "parse_error.h"

#include <stdint.h>

/* Has the form a fixed length that the stride has room for? */
static bool many_fit(guidon_form form, size_t stride)
{
    size_t len = guidon_form_len(form);

    return len > 0 && stride >= len;
}

/* Have all ids a text in the form? */
static bool many_have_text(const guidon_id *ids, size_t n, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    size_t i = 0;

    if (!(guidon_form_traits(form) & GUIDON_TRAIT_PARTIAL)) {
        return true;
    }
    while (i < n &&
           guidon_format(text, sizeof text, NULL, &ids[i], form) == GUIDON_OK) {
        i++;
    }
    return i == n;
}

guidon_status guidon_format_many(char *out, size_t stride, const guidon_id *ids,
                                 size_t n, guidon_form form)
{
    guidon_status status = GUIDON_OK;

    if (!many_fit(form, stride)) {
        return GUIDON_E_ARGUMENT;
    }
    if (!many_have_text(ids, n, form)) {
        return GUIDON_E_VERSION;
    }
    for (size_t i = 0; i < n && !status; i++) {
        status = guidon_format(out + i * stride, stride, NULL, &ids[i], form);
    }
    return status;
}

guidon_status guidon_parse_many(guidon_id *ids, size_t *done, const char *text,
                                size_t stride, size_t n, guidon_form form,
                                size_t *bad_at)
{
    guidon_status status = GUIDON_OK;
    size_t len = guidon_form_len(form);

    *done = 0;
    if (!many_fit(form, stride)) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    for (size_t i = 0; i < n && !status; i++) {
        status = gdn_form_read(&ids[i], form, text + i * stride, len, bad_at);
        *done += status == GUIDON_OK;
    }
    return status;
}
