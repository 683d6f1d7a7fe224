/* SPDX-License-Identifier: MIT */
/* What a fragment of an id may mean. */
#ifndef CLI_FRAGMENT_H
#define CLI_FRAGMENT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* Where a fragment stands in an id, the surest place first. */
enum place { PLACE_WHOLE, PLACE_TAIL, PLACE_HEAD, PLACE_MIDDLE, PLACE_NONE };

/* "whole", "tail", "head" or "middle". */
const char *place_name(enum place place);

struct fragment {
    bool is_id; /* the whole text is this id */
    guidon_id id;
    bool by_form; /* look in the text of `form`, and not among the digits */
    guidon_form form;
    char text[GUIDON_TEXT_MAX +
              1]; /* the fragment; lower-case digits for digits */
    size_t len;
};

/* Prepare a fragment to look for among the digits of ids, where hyphens and case
 * do not count. False if it can be no part of them and no id. */
bool fragment_of_digits(struct fragment *fragment, const char *text);
/* Prepare it to look for in the texts of a form. False if it is too long. */
bool fragment_of_form(struct fragment *fragment, const char *text,
                      guidon_form form);

/* The first place of an id at which the fragment stands. */
enum place fragment_place(const struct fragment *fragment, const guidon_id *id);

#endif
