/* SPDX-License-Identifier: MIT */
/* Texts that PostgreSQL and .NET read, and that strict reading refuses. */
#ifndef GDN_TEXT_LENIENT_H
#define GDN_TEXT_LENIENT_H

#include "../core/private.h"
#include "forms.h"

GDN_PRIVATE_BEGIN

/* Read a text that no strict reader takes as UUID, BRACES, PARENS, GUID_X or C,
 * if it is one that PostgreSQL or .NET reads and `forms` has the bit of the form.
 * The text has no blanks at its ends. False leaves the outputs as they were.
 * lenient.c */
bool gdn_read_lenient(guidon_id *out, guidon_form *form, const char *text,
                      size_t len, uint64_t forms);

GDN_PRIVATE_END

#endif
