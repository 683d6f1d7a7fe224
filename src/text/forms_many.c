/* SPDX-License-Identifier: MIT */
/* forms_many.c - many texts of a form of fixed length. */
#include "forms.h"
#include "parse_error.h"

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
    while (i < n && gdn_form_write(text, &ids[i], &gdn_forms[form]) > 0) {
        i++;
    }
    return i == n;
}

guidon_status guidon_format_many(char *out, size_t stride, const guidon_id *in,
                                 size_t n, guidon_form form)
{
    const struct gdn_form *f;

    if (!many_fit(form, stride)) {
        return GUIDON_E_ARGUMENT;
    }
    if (!many_have_text(in, n, form)) {
        return GUIDON_E_VERSION;
    }
    f = &gdn_forms[form];
    if (f->write_many) {
        return f->write_many(out, stride, in, n);
    }
    if (f->layout) {
        gdn_hex_layout()->write(out, stride, in, n, f->layout);
    } else {
        for (size_t i = 0; i < n; i++) {
            f->write(out + i * stride, &in[i]);
        }
    }
    return GUIDON_OK;
}

static guidon_status many_read_layout(guidon_id *out, const char *text,
                                      size_t stride, size_t n,
                                      const struct gdn_hex_layout *layout,
                                      size_t *done, size_t *bad_at)
{
    *done = gdn_hex_layout()->read(out, text, stride, n, layout);
    return *done == n
               ? GUIDON_OK
               : gdn_hex_layout_error(text + *done * stride, bad_at, layout);
}

/* The texts of a form that has a layout, and a reader of other texts too. The
 * reader reads each text that does not have the layout. */
static guidon_status many_read_loose(guidon_id *out, const char *text,
                                     size_t stride, size_t n,
                                     const struct gdn_form *f, size_t *done,
                                     size_t *bad_at)
{
    guidon_status status = GUIDON_OK;

    while (*done < n && !status) {
        *done += gdn_hex_layout()->read(out + *done, text + *done * stride,
                                        stride, n - *done, f->layout);
        if (*done < n) {
            status =
                f->read(&out[*done], text + *done * stride, f->len, bad_at);
            *done += status == GUIDON_OK;
        }
    }
    return status;
}

guidon_status guidon_parse_many(guidon_id *out, const char *text, size_t stride,
                                size_t n, guidon_form form, size_t *done,
                                size_t *bad_at)
{
    guidon_status status = GUIDON_OK;
    const struct gdn_form *f;

    *done = 0;
    if (!many_fit(form, stride)) {
        return gdn_parse_error(bad_at, 0, GUIDON_E_ARGUMENT);
    }
    f = &gdn_forms[form];
    if (f->read_many) {
        return f->read_many(out, text, stride, n, done, bad_at);
    }
    if (f->layout && !f->read) {
        return many_read_layout(out, text, stride, n, f->layout, done, bad_at);
    }
    if (f->layout) {
        return many_read_loose(out, text, stride, n, f, done, bad_at);
    }
    while (*done < n && !status) {
        status = f->read(&out[*done], text + *done * stride, f->len, bad_at);
        *done += status == GUIDON_OK;
    }
    return status;
}
