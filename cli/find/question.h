/* SPDX-License-Identifier: MIT */
/* What somebody asks guidon find. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

struct question {
    guidon_query query;
    bool near;    /* a garbled text; otherwise a part of a text */
    bool by_form; /* a part of the text of `form`, and not of the digits */
    guidon_form form;
    bool is_id; /* the whole text is this id */
    guidon_id id;
    char text[GUIDON_TEXT_MAX]; /* the characters that the query looks for */
    size_t len;
};

/* Prepare a question about the digits of ids, about their texts in a form, or about a
 * garbled text. False if the text can mean no id. */
bool question_of_digits(struct question *question, const char *text);
bool question_of_form(struct question *question, const char *text,
                      guidon_form form);
bool question_near(struct question *question, const char *text);

/* The rank of an id: a place or a distance, at most GUIDON_QUERY_NONE. */
unsigned question_rank(const struct question *question, const guidon_id *id);

/* "whole", "tail", "head" or "middle". */
const char *place_name(unsigned place);

#endif
