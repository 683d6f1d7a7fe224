/* SPDX-License-Identifier: MIT */
/* Slow and simple readers of what lenient reading adds to UUID, BRACES, PARENS,
 * GUID_X and C. They share no code and no table with the library. */
#ifndef SLOW_LENIENT_H
#define SLOW_LENIENT_H

#include "slow_text.h"

/* Is this a blank that lenient reading passes over at both ends? */
bool slow_is_blank(char c);

/* Read a text without blanks at its ends as PostgreSQL or .NET. The status is
 * GUIDON_OK or GUIDON_E_FORM. */
struct slow_answer slow_lenient(const char *text, size_t len, uint64_t forms);

#endif
