/* SPDX-License-Identifier: MIT */
/* Words that an option or an operand may be. */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include "command.h"

/* The forms of text: index i is guidon_form i. */
const char *choice_form(size_t i);
/* The same, then "bytes": sixteen raw bytes a record. */
const char *choice_form_or_bytes(size_t i);
#define FORM_BYTES GUIDON_FORMS

/* The index of `word` among the choices, or SIZE_MAX. */
size_t choice_index(choice_fn choice, const char *word);
/* Write "a, b or c" into `out`, cut to `cap`. Returns `out`. */
const char *choice_list(char *out, size_t cap, choice_fn choice);
/* The choice nearest to a misspelled word, or NULL if none is near. */
const char *choice_nearest(choice_fn choice, const char *word);

#endif
