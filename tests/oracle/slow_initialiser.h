/* SPDX-License-Identifier: MIT */
/* A slow and simple reader of initialisers in C source, one character at a
 * time. It shares no code and no table with the library. */
#ifndef SLOW_INITIALISER_H
#define SLOW_INITIALISER_H

#include "slow_text.h"

/* Read a text as GUIDON_FORM_C or GUIDON_FORM_GUID_X. */
struct slow_answer slow_initialiser(guidon_form form, const char *text,
                                    size_t len);

/* The form of a text that begins with '{': C, GUID_X or BRACES. */
guidon_form slow_braced_form(const char *text, size_t len);

#endif
