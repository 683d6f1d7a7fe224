/* SPDX-License-Identifier: MIT */
/* The table of text forms: one row a form, and what a row is made of. */
#ifndef GDN_TEXT_FORMS_H
#define GDN_TEXT_FORMS_H

#include "../core/private.h"
#include "hex_layout.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A writer returns how many bytes it wrote. It writes no other bytes, so that
 * the length of a form is enough space. If the form has no text for this id,
 * it writes nothing and returns 0.
 */
typedef size_t gdn_writer(char *out, const guidon_id *id);

/*
 * A reader reads the whole text, strictly. On failure the reader leaves *out
 * as it was and sets *bad_at, unless `bad_at` is NULL. `text` may be NULL if
 * len is 0.
 */
typedef guidon_status gdn_reader(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at);

/* The input of guidon_parse. */
struct gdn_input {
    const char *text;
    size_t len;
    uint64_t forms; /* the accepted ones: bits of GUIDON_FORM_BIT, but the bit
                       of
                       a form stands for its case variant too */
    bool lenient;   /* GUIDON_PARSE_LENIENT */
};

/* Write or read n texts, one every `stride` bytes. These are the contracts of
 * guidon_uuid_format_many and guidon_uuid_parse_many. */
typedef guidon_status gdn_many_writer(char *out, size_t stride,
                                      const guidon_id *in, size_t n);
typedef guidon_status gdn_many_reader(guidon_id *out, const char *text,
                                      size_t stride, size_t n, size_t *done,
                                      size_t *bad_at);

/*
 * A form, one row of the table. A row has `layout`, or `write` and `read`.
 * `write`, `read`, `write_many` and `read_many` come before the layout if a row
 * has both. With a layout and `read`, but without `read_many`, many texts are
 * read as the layout, and those that do not have it by `read`. Without
 * `write_many` or `read_many` and without a layout, many texts are written or
 * read one after another.
 */
struct gdn_form {
    const struct gdn_hex_layout *layout;
    const struct gdn_hex_layout *lenient; /* to read too, or NULL; it has
                                             another length */
    gdn_writer *write;
    gdn_reader *read;
    gdn_many_writer *write_many;
    gdn_many_reader *read_many;
    size_t len;           /* guidon_form_len */
    const char *alphabet; /* guidon_form_alphabet */
    unsigned traits;      /* guidon_form_traits */
};

GDN_PRIVATE_BEGIN

extern const struct gdn_form gdn_forms[];

gdn_writer gdn_int_write, gdn_oid_write, gdn_urn_oid_write; /* decimal.c */
gdn_reader gdn_int_read, gdn_oid_read, gdn_urn_oid_read;
gdn_writer gdn_int64x2_write;
gdn_reader gdn_int64x2_read;
gdn_writer gdn_base64url_write, gdn_base64_write; /* rfc4648.c */
gdn_writer gdn_base32_rfc_write, gdn_base32hex_write;
gdn_reader gdn_base64url_read, gdn_base64_read;
gdn_reader gdn_base32_rfc_read, gdn_base32hex_read;
gdn_writer gdn_base36_write, gdn_shortuuid_write; /* radix.c */
gdn_writer gdn_base58_write, gdn_base62_write, gdn_base85_write;
gdn_reader gdn_base36_read, gdn_shortuuid_read;
gdn_reader gdn_base58_read, gdn_base62_read, gdn_base85_read;
gdn_writer gdn_base32human_write, gdn_base52_write; /* base_n.c */
gdn_writer gdn_base62_ieee_write, gdn_base64sort_write;
gdn_writer gdn_z85_write, gdn_base62id_write;
gdn_reader gdn_base32human_read, gdn_base52_read;
gdn_reader gdn_base62_ieee_read, gdn_base64sort_read;
gdn_reader gdn_z85_read, gdn_base62id_read;
gdn_writer gdn_ncname32_write, gdn_ncname58_write; /* ncname.c */
gdn_writer gdn_ncname64_write;
gdn_reader gdn_ncname32_read, gdn_ncname58_read, gdn_ncname64_read;
gdn_reader gdn_guid_x_read, gdn_c_read; /* initialiser.c */
gdn_writer gdn_ncs_write;               /* ncs.c */
gdn_reader gdn_ncs_read;

/* Reads a ULID with Crockford's aliases and hyphens anywhere. *bad_at counts
 * the hyphens. ulid_text.c */
gdn_reader gdn_ulid_read_lenient;

#define GDN_NO_FORM ((guidon_form)GUIDON_FORMS)

/*
 * The accepted form whose prefix, length and marks the text has; GDN_NO_FORM if
 * there is none. A text may have the shape of a form and a wrong character all
 * the same: "{zz" is wrong BRACES. Most forms that need their names have no shape.
 * shapes.c
 */
guidon_form gdn_shape(const struct gdn_input *input);

/* The form that guidon_parse takes a text for before it looks at each character, or
 * GDN_NO_FORM. Sets `*input` to what is read: leniently, the text without the blanks
 * at its ends. recognise.c */
guidon_form gdn_form_tried(struct gdn_input *input, const char *text,
                           size_t len, guidon_accept accept, unsigned flags);

/* Writes a text of a row of the table, as a gdn_writer does. */
size_t gdn_form_write(char *out, const guidon_id *id,
                      const struct gdn_form *form);

/* Reads a text strictly as `form`, which must be a form. */
guidon_status gdn_form_read(guidon_id *out, guidon_form form, const char *text,
                            size_t len, size_t *bad_at);

GDN_PRIVATE_END

#endif
