/* SPDX-License-Identifier: MIT */
/* question.c - what somebody asks guidon find, as a query of the library. */
#include "question.h"

#include <string.h>

const char *place_name(unsigned place)
{
    static const char *const names[] = {"whole", "tail", "head", "middle"};

    return names[place];
}

/* Initialise the query. */
static bool begin(struct question *question, const char *text,
                  guidon_query_kind kind)
{
    return guidon_query_init(&question->query, text, strlen(text),
                             question->is_id ? &question->id : NULL,
                             kind) == GUIDON_OK &&
           guidon_query_text(question->text, sizeof question->text,
                             &question->len, &question->query) == GUIDON_OK;
}

bool question_of_digits(struct question *question, const char *text)
{
    question->is_id = guidon_parse(&question->id, NULL, text, strlen(text),
                                   GUIDON_ACCEPT_ANY, 0, NULL) == GUIDON_OK;
    return begin(question, text, GUIDON_QUERY_DIGITS);
}

bool question_of_form(struct question *question, const char *text,
                      guidon_form form)
{
    question->by_form = true;
    question->form = form;
    return begin(question, text, GUIDON_QUERY_TEXT);
}

bool question_near(struct question *question, const char *text)
{
    question->near = true;
    return begin(question, text, GUIDON_QUERY_NEAR);
}

unsigned question_rank(const struct question *question, const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];
    size_t len = 0;

    if (question->by_form) {
        return guidon_format(text, sizeof text, &len, id, question->form) ==
                       GUIDON_OK
                   ? guidon_query_rank_text(&question->query, text, len)
                   : GUIDON_QUERY_NONE;
    }
    return guidon_query_rank(&question->query, id);
}
