/* SPDX-License-Identifier: MIT */
/* The table of text forms: one row a form, and what a row is made of. */
#ifndef GDN_TEXT_FORMS_H
#define GDN_TEXT_FORMS_H

#include "../core/private.h"
#include "number.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <stdbool.h>
#include <stddef.h>

#define GDN_HEX_PATTERN "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"

/*
 * A writer has GUIDON_TEXT_MAX bytes to write to. It returns how many bytes it
 * wrote, or 0 if the form has no text for this id.
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
    unsigned forms; /* the accepted ones: bits of GUIDON_ACCEPT, but the bit of
                       a form stands for its case variant too */
    bool lenient;   /* GUIDON_ACCEPT_LENIENT */
};

/* A number of fixed width. Leading zeros are written. */
struct gdn_radix_form {
    const char *letters; /* the digits in order of value: radix.base of them */
    size_t len;          /* base^(len - 1) < 2^128 <= base^len */
    struct gdn_radix radix;
};

/*
 * A form, one row of the table. A row has `write` and `read`, or `radix`, or
 * `pattern` and `digits`. UUID_UPPER writes by its pattern, but has a faster
 * `read`.
 */
struct gdn_form {
    const char *pattern; /* see pattern.h */
    const char *digits;  /* the sixteen digits that the pattern is written in */
    const char *lenient; /* a pattern of another length to read too, or NULL */
    const struct gdn_radix_form *radix;
    gdn_writer *write;
    gdn_reader *read;
    size_t len;           /* guidon_form_len */
    const char *alphabet; /* guidon_form_alphabet */
    unsigned traits;      /* guidon_form_traits */
};

GDN_PRIVATE_BEGIN

extern const struct gdn_form gdn_forms[];

gdn_writer gdn_int_write, gdn_oid_write, gdn_urn_oid_write; /* decimal.c */
gdn_reader gdn_int_read, gdn_oid_read, gdn_urn_oid_read;
gdn_writer gdn_base64url_write; /* base64url.c */
gdn_reader gdn_base64url_read;
gdn_writer gdn_guid_hex_write; /* guid.c */
gdn_reader gdn_guid_hex_read;
gdn_writer gdn_ncs_write; /* ncs.c */
gdn_reader gdn_ncs_read;

/* radix.c */
size_t gdn_radix_write(char *out, const guidon_id *id,
                       const struct gdn_radix_form *form);
guidon_status gdn_radix_read(guidon_id *out, const char *text, size_t len,
                             size_t *bad_at, const struct gdn_radix_form *form);

/* Reads a ULID with Crockford's aliases and hyphens anywhere. *bad_at counts
 * the hyphens. ulid_text.c */
gdn_reader gdn_ulid_read_lenient;

#define GDN_NO_FORM ((guidon_form)GUIDON_FORMS)

/*
 * The accepted form whose prefix, length and marks the text has; GDN_NO_FORM if
 * there is none. A text may have the shape of a form and a wrong character all
 * the same: "{zz" is wrong BRACES. Ambiguous forms have no shape. shapes.c
 */
guidon_form gdn_shape(const struct gdn_input *input);

/* Reads a text strictly as `form`, which must be a form. */
guidon_status gdn_form_read(guidon_id *out, guidon_form form, const char *text,
                            size_t len, size_t *bad_at);

GDN_PRIVATE_END

#endif
