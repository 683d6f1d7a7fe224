/* SPDX-License-Identifier: MIT */
/* The shapes of initialisers in C source: GUID_X and C. */
#ifndef GDN_TEXT_INITIALISER_H
#define GDN_TEXT_INITIALISER_H

#include "../core/private.h"

#include <guidon/text.h>
#include <stdbool.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* The length of the blank at offset `at`, which is at most len; 0 if none is
 * there. A backslash at the end of a line is a blank too, because the line
 * continues. */
size_t gdn_init_blank_len(const char *text, size_t len, size_t at);

/* Is a text that begins with '{' an initialiser rather than BRACES: '{',
 * blanks, '0' and a byte that is no hex digit, and no '-' in the text? */
bool gdn_is_initialiser(const char *text, size_t len);

/* The form of such a text. It is GUID_X if it has a second '{', ten commas or
 * more than two hex digits in its first number, otherwise C. */
guidon_form gdn_initialiser_form(const char *text, size_t len);

GDN_PRIVATE_END

#endif
