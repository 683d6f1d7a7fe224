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
/* The forms that every id has, then "bytes": what a new id may be written in.
 * choice_written_form turns such an index into a guidon_form, or FORM_BYTES. */
const char *choice_written(size_t i);
size_t choice_written_form(size_t i);
/* --from, of the commands that read either. */
#define OPTION_FROM                                                            \
  {                                                                            \
    .name = "from", .value = "FORM", .choice = choice_form_or_bytes,           \
    .help = "read this form alone; without it, any"                            \
  }

/* The index of a word of `len` bytes among the choices, or SIZE_MAX. */
size_t choice_index(choice_fn choice, const char *word, size_t len);
/* Write the choices of `mask`, a bit each, and `open` if it is not NULL, as
 * "a, b or c" into `out`, cut to what it holds. Returns `out`. */
#define CHOICES_ALL     (~0u)
#define CHOICE_LIST_MAX 224
const char *choice_list(char out[CHOICE_LIST_MAX], choice_fn choice,
                        unsigned mask, const char *open);
/* The choice nearest to a misspelled word, or NULL if none is near. */
const char *choice_nearest(choice_fn choice, const char *word, size_t len);

#endif
