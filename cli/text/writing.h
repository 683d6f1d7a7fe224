/* SPDX-License-Identifier: MIT */
/* Write ids as output records. */
#ifndef CLI_WRITING_H
#define CLI_WRITING_H

#include "csv.h"
#include "typeid_reading.h"

#include <guidon.h>
#include <stddef.h>

/* How to write ids. */
struct writing {
    size_t form; /* a guidon_form, FORM_TYPEID, or FORM_BYTES, which has no end
                    mark */
    char end;    /* after each text */
    struct typeid_prefix prefix; /* of FORM_TYPEID */
    const char
        *before; /* at most WRITING_BEFORE_MAX bytes before each text, without
                           NUL; not of FORM_BYTES */
    size_t before_len;
};
#define WRITING_BEFORE_MAX 8

/* Do some ids have no text in this form? */
bool writing_is_partial(const struct writing *writing);
/* NULL, or the reason why the id has no text in this form. */
const char *writing_lacks(const struct writing *writing, const guidon_id *id);
/* Write one id. NULL, or the reason why it has no text in this form. */
const char *writing_one(const struct writing *writing, const guidon_id *id);
/* Write the current record of CSV with this id instead of its own. NULL, or the reason
 * why the id has no text in this form. */
const char *writing_field(const struct writing *writing, const struct csv *csv,
                          const struct record *record, const guidon_id *id);

/* Write `n` ids that all have a text in the form to `room`, which has space for
 * writing_len of them. Returns how many bytes are written. */
size_t writing_texts(char *room, const struct writing *writing,
                     const guidon_id *ids, size_t n);
/* The most bytes that the record of an id has. */
size_t writing_len(const struct writing *writing);
/* Write `n` ids that all have a text in the form. */
void writing_all(const struct writing *writing, const guidon_id *ids, size_t n);

#endif
