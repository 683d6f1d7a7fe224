/* SPDX-License-Identifier: MIT */
/* Every form's writer and reader, and the two calls that reach them all. */
#ifndef GDN_TEXT_FORMS_H
#define GDN_TEXT_FORMS_H

#include "../core/private.h"

#include <guidon/id.h>
#include <guidon/status.h>
#include <guidon/text.h>
#include <stddef.h>

#define GDN_HEX_PATTERN "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"

/*
 * A writer has GUIDON_TEXT_MAX bytes to write to and returns how many it used:
 * 0 where the form has no text for this id.
 */
typedef size_t gdn_writer(char *out, const guidon_id *id);

/*
 * A reader takes the whole text, strictly. On failure *out stays as it was and
 * *bad_at, unless it is NULL, is set. `text` may be NULL where len is 0.
 */
typedef guidon_status gdn_reader(guidon_id *out, const char *text, size_t len,
                                 size_t *bad_at);

GDN_PRIVATE_BEGIN

gdn_writer gdn_int_write, gdn_oid_write, gdn_urn_oid_write; /* decimal.c */
gdn_reader gdn_int_read, gdn_oid_read, gdn_urn_oid_read;
gdn_writer gdn_base64url_write; /* base64url.c */
gdn_reader gdn_base64url_read;
gdn_writer gdn_base58_write; /* base58.c */
gdn_reader gdn_base58_read;
gdn_writer gdn_guid_hex_write; /* guid.c */
gdn_reader gdn_guid_hex_read;
gdn_writer gdn_ncs_write; /* ncs.c */
gdn_reader gdn_ncs_read;

/* ULID with Crockford's aliases and hyphens anywhere; offsets are those of the
 * text as given (C1, C2). ulid_text.c */
gdn_reader gdn_ulid_read_lenient;

/* The strict reader of a form, which has to be one. */
guidon_status gdn_form_read(guidon_id *out, guidon_form form, const char *text,
                            size_t len, size_t *bad_at);

GDN_PRIVATE_END

#endif
