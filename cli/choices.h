/* SPDX-License-Identifier: MIT */
/* The words that an option or an operand may be. */
#ifndef CLI_CHOICES_H
#define CLI_CHOICES_H

#include "command.h"

/* The names of the forms: index i is guidon_form i. */
const char *choice_form(size_t i);
/* The same, then "bytes": records of 16 raw bytes. */
const char *choice_form_or_bytes(size_t i);
#define FORM_BYTES GUIDON_FORMS
/* The same, then "typeid": texts with a prefix, which no guidon_form is. */
const char *choice_any_form(size_t i);
#define FORM_TYPEID (GUIDON_FORMS + 1)
/* The forms that every id has, then "bytes". choice_written_form turns an index
 * of this list into a guidon_form or FORM_BYTES. */
const char *choice_written(size_t i);
size_t choice_written_form(size_t i);
/* --from, for commands that read text or bytes. */
#define OPTION_FROM                                                            \
  {                                                                            \
    .name = "from", .value = "FORM", .choice = choice_any_form,                \
    .help = "read only this form (any)"                                        \
  }

/* The index of a word of `len` bytes among the choices; SIZE_MAX if none. If the
 * choices have a form, its other names stand for it (GUIDON_FORM_ALIAS_LIST). */
size_t choice_index(choice_fn choice, const char *word, size_t len);
/* Write the choices whose bit is set in `mask`, then `open` unless it is NULL,
 * as "a, b or c" into `out`. Cuts a list that is too long. Returns `out`. */
#define CHOICES_ALL     UINT64_MAX /* of at most 64 choices */
#define CHOICE_LIST_MAX 512
const char *choice_list(char out[CHOICE_LIST_MAX], choice_fn choice,
                        uint64_t mask, const char *open);
/* The choice that a misspelled word most likely means; NULL if none is near. */
const char *choice_nearest(choice_fn choice, const char *word, size_t len);

#endif
